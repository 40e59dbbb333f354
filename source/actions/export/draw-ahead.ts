import {mappedBatches} from '../../formats/exported.ts';
import {type Drawn, draw} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import type {Stretches} from '../../formats/parts/stretches.ts';
import type {Store} from '../../formats/stored.ts';
import type {Account} from '../../redact/account.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {redactionMap} from './load-redactor.ts';

export type Ahead = {
	/** Its batches are as they lie in the session: nothing was replaced. */
	readonly drawn: Drawn;
	readonly stretches: Stretches;
	/** Replaces what it would if nothing stood between the last part it saw and this one. */
	readonly redactor?: Redactor;
	readonly store: Store;
	readonly signal?: AbortSignal;
};

export type DrawnAhead = {
	readonly drawings: readonly Drawing[];
	/** What was replaced in them: they hold only where whoever replaces in the order of the document would have done the same. */
	readonly account?: Account;
};

/** What nobody has to look through for secrets need not be decoded. */
export function textsFor(redactor: Redactor | undefined): {readonly keepsBytes: boolean} {
	return {keepsBytes: redactor === undefined};
}

/** A part before its turn. */
export async function drawAhead({drawn, stretches, redactor, store, signal}: Ahead): Promise<DrawnAhead> {
	const map = redactionMap(redactor)?.entry;
	const batches = () => mappedBatches(drawn.batches(), map);
	redactor?.beginAccount();
	const drawings: Drawing[] = [];
	for await (const drawing of draw({...drawn, batches}, stretches)) {
		signal?.throwIfAborted();
		drawings.push({...drawing, bytes: store.add(drawing.bytes)});
	}
	return {drawings, account: redactor?.account()};
}
