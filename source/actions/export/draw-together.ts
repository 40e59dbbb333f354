/**
 * The drawings of a large session, in their order, by two threads. The other one draws it from the beginning on, perhaps
 * since before its shape was known; from then on each takes the next part that nobody took. What the other one took for
 * granted, and what has to be replaced in the order of the document, is settled here.
 */
import type {ByteRange} from '../../adapters/adapter.ts';
import {type Drawn, draw, drawWay} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import {closeNameless, openNameless, Store} from '../../formats/stored.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {type DrawnAhead, drawAhead, textsFor} from './draw-ahead.ts';
import type {DrawHelper} from './draw-helper.ts';
import type {SessionShape} from './session-shape.ts';
import type {FromDrawer} from './worker/draw-messages.ts';

/** If so many parts had to be drawn again, and they were most of them, there is no use in drawing beside the other one. */
const manyMisfits = 4;

export type Together = {
	readonly shape: SessionShape;
	/** With everything replaced that has to be, by `redactor`. */
	readonly drawn: Drawn;
	readonly redactor?: Redactor;
	/** Another one like it, for parts that are drawn before their turn. */
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
	/** What was drawn here before its turn. */
	private readonly own = new Map<ByteRange, DrawnAhead>();
	/** What is left to this thread, in its turn: the other one would have drawn it in vain. */
	private readonly kept = new Set<ByteRange>();
	/** The first part of which no drawings were given yet. */
	private next = 0;
	/** Of the parts that were drawn before their turn, those in which the right things were replaced, and the others. */
	private fits = 0;
	private misfits = 0;
	private bytes = 0;

	constructor(private readonly given: Together) {
		given.helper.onDrawn = ({range}) => this.tell(range);
	}

	/** They can be read until it is closed. */
	async *drawings(): AsyncGenerator<Drawing> {
		const {shape, helper} = this.given;
		for (const range of shape.ranges)
			if (!helper.drawnSoFar(range) && !shape.stretchIn(range) && helper.take(range)) this.kept.add(range);
		for (const range of shape.ranges) {
			yield* this.settled();
			if (this.misfits >= manyMisfits && this.misfits > this.fits) break;
			if (!this.kept.has(range) && helper.take(range)) await this.drawBefore(range);
		}
		yield* this.settled(true);
		helper.stop();
	}

	close(): void {
		this.given.helper.close();
		closeNameless(this.files);
	}

	/**
	 * The next ones, as far as they are drawn, or to the end. A part that does not fit is drawn again: it is its turn now. To
	 * be asked between two parts that are drawn, so that little is left to do in the end.
	 */
	private async *settled(isEnd = false): AsyncGenerator<Drawing> {
		const {shape, drawn, helper, redactor} = this.given;
		for (; this.next < shape.ranges.length; this.next++) {
			const range = shape.ranges[this.next]!;
			let part: DrawnAhead | FromDrawer | undefined = this.own.get(range) ?? helper.drawnSoFar(range);
			if (!part && !this.kept.has(range)) {
				if (!isEnd) return;
				// What nobody took is left to the other one, too: alone, it knows all that was met before.
				part = await helper.drawn(range);
			}
			yield* this.fitting(range, part) ?? draw(drawn, shape.stretchesFor(range), range);
			// So that the other one gives a secret which it meets later the same number.
			if (redactor) helper.adopt(redactor.takeNews());
			if (!part) this.tell(range);
			// Its account holds on to the texts in which something was replaced.
			this.own.delete(range);
			helper.forget(range);
		}
	}

	/** Before its turn: what the other one is drawing may hold a secret that nobody met before. */
	private async drawBefore(range: ByteRange): Promise<void> {
		const {shape, drawn, redactor, scout, signal} = this.given;
		if (redactor) scout?.continueLike(redactor);
		const ahead = {
			drawn: {...drawn, batches: () => shape.batches(range, textsFor(scout))},
			redactor: scout,
			store: this.store,
			signal,
		};
		this.own.set(range, await drawAhead({...ahead, stretches: shape.stretchesFor(range)}));
		this.tell(range);
	}

	private tell({from, to}: ByteRange): void {
		const {size, onDrawn} = this.given;
		this.bytes += Math.min(to, size) - from;
		onDrawn?.(this.bytes);
	}

	/** What was drawn of a part before its turn, if it would be the same now. Then all that was replaced in it counts. */
	private fitting(range: ByteRange, part: DrawnAhead | FromDrawer | undefined): readonly Drawing[] | undefined {
		if (!part) return undefined;
		const drawings = 'range' in part ? this.confirmed(range, part) : part.drawings;
		if (!drawings) return undefined;
		const {redactor} = this.given;
		const isFit = !redactor || redactor.takeOver(part.account!);
		if (isFit) this.fits++;
		else this.misfits++;
		return isFit ? drawings : undefined;
	}

	/** What the other one drew, if the session is what it took it for, and before it the forks on the way there. */
	private confirmed(range: ByteRange, part: FromDrawer): readonly Drawing[] | undefined {
		const {shape, drawn, helper} = this.given;
		if (part.cwd !== drawn.session.cwd) return undefined;
		const hint = shape.hint(range);
		const isRight = hint !== undefined && Buffer.compare(hint, helper.hintFor(range)) === 0;
		const stretch = isRight ? shape.stretchIn(range) : undefined;
		if (!stretch) return undefined;
		return stretch.parent === undefined ? part.drawings : [drawWay(drawn, shape.stretches, stretch), ...part.drawings];
	}
}
