import {mappedBatches} from '../../formats/exported.ts';
import {type Drawn, draw} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import type {Stretches} from '../../formats/parts/stretches.ts';
import type {Store} from '../../formats/stored.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {redactionMap} from './load-redactor.ts';

/** When so many parts have to be drawn again, there is no use in drawing them ahead. */
export const mostRedrawn = 3;

export type Ahead = {
	/** Its batches are as they lie in the session: nothing was replaced. */
	readonly drawn: Drawn;
	readonly stretches: Stretches;
	/** Is asked whether there is anything to replace; nobody else may use it. */
	readonly scout?: Redactor;
	readonly store: Store;
	readonly signal?: AbortSignal;
};

/** A part before its turn; undefined: something has to be replaced, which depends on what was replaced before. */
export async function drawAhead(ahead: Ahead): Promise<readonly Drawing[] | undefined> {
	const {drawn, stretches, scout, store, signal} = ahead;
	const map = redactionMap(scout)?.entry;
	const batches = () => mappedBatches(drawn.batches(), map);
	const drawings: Drawing[] = [];
	scout?.forget();
	for await (const drawing of draw({...drawn, batches}, stretches)) {
		signal?.throwIfAborted();
		if (!scout?.hasFound) drawings.push({...drawing, bytes: store.add(drawing.bytes)});
	}
	return scout?.hasFound ? undefined : drawings;
}
