/**
 * The drawings of a large session, in their order, by two threads. The other one draws it from the beginning on, perhaps
 * since before its shape was known; this one draws what is left, from the end on, until they meet. What the other one took
 * for granted, and what has to be replaced in the order of the document, is settled here.
 */
import type {ByteRange} from '../../adapters/adapter.ts';
import {type Drawn, draw, drawWay} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import {closeNameless, openNameless, Store} from '../../formats/stored.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {drawAhead, mostRedrawn} from './draw-ahead.ts';
import type {DrawHelper} from './draw-helper.ts';
import type {SessionShape} from './session-shape.ts';
import type {FromDrawer} from './worker/draw-messages.ts';

export type Together = {
	readonly shape: SessionShape;
	/** With everything replaced that has to be, by `redactor`. */
	readonly drawn: Drawn;
	readonly redactor?: Redactor;
	/** Another one like it, to ask whether there is anything to replace before it is its turn. */
	readonly scout?: Redactor;
	readonly helper: DrawHelper;
	/** Of the session, in bytes. */
	readonly size: number;
	readonly signal?: AbortSignal;
	/** Told how many bytes of the session are drawn. */
	readonly onDrawn?: (bytes: number) => void;
};

export class DrawTogether {
	private readonly files = openNameless();
	private readonly store = new Store(this.files);
	/** What was drawn here before its turn; none for what has to be drawn again. */
	private readonly own = new Map<ByteRange, readonly Drawing[] | undefined>();
	private redrawn = 0;
	private bytes = 0;

	constructor(private readonly given: Together) {
		given.helper.onDrawn = ({range, drawings}) => this.note(range, drawings);
	}

	/** They can be read until it is closed. */
	async *drawings(): AsyncGenerator<Drawing> {
		const {shape, drawn, helper, redactor} = this.given;
		await this.drawRest();
		for (const range of shape.ranges) {
			const isOwn = this.own.has(range) || helper.take(range);
			const drawings = isOwn ? this.own.get(range) : this.confirmed(range, await helper.drawn(range));
			// A secret that is known by now may stand there without its name.
			if (drawings && !redactor?.hasLearned) yield* drawings;
			else yield* draw(drawn, shape.stretchesFor(range), range);
		}
		helper.stop();
	}

	close(): void {
		this.given.helper.close();
		closeNameless(this.files);
	}

	/** First what the other one draws in vain, or did so already; then, from the end on, whatever it did not take. */
	private async drawRest(): Promise<void> {
		const {shape, helper} = this.given;
		for (const range of shape.ranges) {
			if (this.redrawn >= mostRedrawn) return;
			const part = helper.drawnSoFar(range);
			if (part?.drawings ? !this.confirmed(range, part) : !shape.stretchIn(range) && helper.take(range))
				await this.drawBefore(range);
		}
		for (const range of shape.ranges.toReversed()) {
			if (this.own.has(range)) continue;
			if (this.redrawn >= mostRedrawn || !helper.take(range)) return;
			await this.drawBefore(range);
		}
	}

	/** Before its turn. */
	private async drawBefore(range: ByteRange): Promise<void> {
		const {shape, drawn, scout, signal, helper} = this.given;
		const ahead = {drawn: {...drawn, batches: () => shape.batches(range)}, scout, store: this.store, signal};
		const drawings = await drawAhead({...ahead, stretches: shape.stretchesFor(range)});
		this.own.set(range, drawings);
		if (!helper.drawnSoFar(range)) this.note(range, drawings);
	}

	private note({from, to}: ByteRange, drawings: readonly Drawing[] | undefined): void {
		const {size, onDrawn} = this.given;
		if (!drawings) this.redrawn++;
		this.bytes += Math.min(to, size) - from;
		onDrawn?.(this.bytes);
	}

	/** What the other one drew, if the session is what it took it for, and before it the forks on the way there. */
	private confirmed(range: ByteRange, part: FromDrawer | undefined): readonly Drawing[] | undefined {
		const {shape, drawn, helper} = this.given;
		if (!part?.drawings || part.cwd !== drawn.session.cwd) return undefined;
		const hint = shape.hint(range);
		const isRight = hint !== undefined && Buffer.compare(hint, helper.hintFor(range)) === 0;
		const stretch = isRight ? shape.stretchIn(range) : undefined;
		if (!stretch) return undefined;
		return stretch.parent === undefined ? part.drawings : [drawWay(drawn, shape.stretches, stretch), ...part.drawings];
	}
}
