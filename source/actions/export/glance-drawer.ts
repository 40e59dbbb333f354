import type {ByteRange, Glance, Hint} from '../../adapters/adapter.ts';
import {mappedBatches} from '../../formats/exported.ts';
import {draw} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import {noForks} from '../../formats/parts/stretches.ts';
import type {StoreFile} from '../../formats/stored.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {redactionMap} from './load-redactor.ts';
import type {Shares} from './shares.ts';
import type {FromDrawer} from './worker/draw-messages.ts';

/** A larger part is left to whoever knows the session: some agents' records have to be in memory together. */
const mostBytes = 8 * 1024 * 1024;
/** When so many have to be drawn again, there is no use in drawing them. */
export const mostRedrawn = 3;

export type GlanceDrawing = {
	readonly glance: Glance;
	/** Is asked whether there is anything to replace; nobody else may use it. */
	readonly redactor?: Redactor;
	readonly cwd?: string;
	readonly store: StoreFile;
	readonly shares: Shares;
};

/** Draws the parts of a session one after the other, as long as nobody else took them. */
export class GlanceDrawer {
	private part = 0;
	private from = 0;
	private redrawn = 0;

	constructor(private readonly given: GlanceDrawing) {}

	/** The part up to the next place; undefined: somebody else has to. Then it knows nothing of the parts behind it either. */
	async draw(to: number, hint: Hint): Promise<FromDrawer | undefined> {
		const range: ByteRange = {from: this.from, to};
		const {shares, redactor, store, cwd, glance} = this.given;
		this.from = to;
		const isMissing = this.part < 0 || to - range.from > mostBytes || this.redrawn >= mostRedrawn;
		if (isMissing || !shares.take(this.part++)) {
			this.part = -1;
			return undefined;
		}
		redactor?.forget();
		const map = redactionMap(redactor)?.entry;
		const drawn = {
			session: {cwd},
			get compactions() {
				return glance.compactions;
			},
			batches: () => mappedBatches(glance.readTo(to, hint), map),
		};
		const drawings: Drawing[] = [];
		for await (const drawing of draw(drawn, noForks))
			if (!redactor?.hasFound) drawings.push({...drawing, bytes: store.add(drawing.bytes)});
		if (!redactor?.hasFound) return {range, drawings, cwd};
		this.redrawn++;
		return {range, cwd};
	}
}
