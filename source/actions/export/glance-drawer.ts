import type {ByteRange, Glance, Hint} from '../../adapters/adapter.ts';
import {noForks} from '../../formats/parts/stretches.ts';
import type {Store} from '../../formats/stored.ts';
import type {Note} from '../../redact/account.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {drawAhead, textsFor} from './draw-ahead.ts';
import type {Shares} from './shares.ts';
import type {FromDrawer} from './worker/draw-messages.ts';

export type GlanceDrawing = {
	readonly glance: Glance;
	/** Nobody else may use it: what it replaces depends on the parts before. */
	readonly redactor?: Redactor;
	readonly cwd?: string;
	readonly store: Store;
	readonly shares: Shares;
};

/** Draws the parts of a session one after the other, as long as nobody else took them. */
export class GlanceDrawer {
	private part = 0;
	private from = 0;
	private news: Note[] = [];

	constructor(private readonly given: GlanceDrawing) {}

	/** What others met and replaced meanwhile: known from the next part on. */
	adopt(news: readonly Note[]): void {
		this.news.push(...news);
	}

	/** The part up to the next place; undefined: somebody else has to. */
	async draw(to: number, hint: Hint): Promise<FromDrawer | undefined> {
		const range: ByteRange = {from: this.from, to};
		const {shares, redactor, store, cwd, glance} = this.given;
		this.from = to;
		if (!shares.take(this.part++)) return undefined;
		redactor?.adopt(this.news);
		this.news = [];
		const drawn = {
			session: {cwd},
			compactions: glance.compactions,
			batches: () => glance.read(range, hint, textsFor(redactor)),
		};
		return {range, cwd, ...(await drawAhead({drawn, stretches: noForks, redactor, store}))};
	}
}
