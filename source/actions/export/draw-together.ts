/**
 * The drawings of a large session, in their order, by two threads. While this one finds out the session's shape, the other
 * one draws it from the beginning on; then this one draws what is left, from the end on, until they meet. What the other one
 * took for granted, and what has to be replaced in the order of the document, is settled here.
 */
import fs from 'node:fs';
import type {ByteRange, History} from '../../adapters/adapter.ts';
import {batchesOf} from '../../adapters/batches-of.ts';
import type {Exported} from '../../formats/format.ts';
import {draw, drawWay} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import {type Stretch, type Stretches, stretchesOf} from '../../formats/parts/stretches.ts';
import {openNameless, StoreFile} from '../../formats/stored.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {type Ahead, drawAhead, mostRedrawn} from './draw-ahead.ts';
import type {DrawHelper} from './draw-helper.ts';
import type {FromDrawer} from './worker/draw-messages.ts';

export type Together = {
	readonly history: History;
	/** With everything replaced that has to be, by `redactor`. */
	readonly exported: Exported;
	readonly redactor?: Redactor;
	/** Another one like it, to ask whether there is anything to replace before it is its turn. */
	readonly scout?: Redactor;
	readonly helper: DrawHelper;
	readonly signal?: AbortSignal;
	/** Told how many bytes of the session are drawn. */
	readonly onDrawn?: (bytes: number) => void;
};

export class DrawTogether {
	private readonly stretches: Stretches;
	private readonly ranges: readonly ByteRange[];
	private readonly file = openNameless();
	private readonly store = new StoreFile(this.file);
	/** What was drawn here before its turn; none for what has to be drawn again. */
	private readonly drawn = new Map<ByteRange, readonly Drawing[] | undefined>();
	private readonly ahead: Ahead;
	private redrawn = 0;
	private bytes = 0;

	constructor(private readonly given: Together) {
		const {exported, history, helper} = given;
		this.ranges = exported.ranges.map(range => range ?? whole);
		this.stretches = stretchesOf(history.graph);
		const batches = (range?: ByteRange) => batchesOf(history, exported.branch, {isWhole: true, range});
		const drawn = {...exported, batches};
		this.ahead = {drawn, stretches: this.stretches, scout: given.scout, store: this.store, signal: given.signal};
		helper.onDrawn = ({range, drawings}) => this.note(range, drawings);
	}

	/** They can be read until it is closed. */
	async *drawings(): AsyncGenerator<Drawing> {
		const {exported, helper, redactor} = this.given;
		await this.drawRest();
		for (const range of this.ranges) {
			const isOwn = this.drawn.has(range) || helper.take(range);
			const drawings = isOwn ? this.drawn.get(range) : this.confirmed(range, await helper.drawn(range));
			// A secret that is known by now may stand there without its name.
			if (drawings && !redactor?.hasLearned) yield* drawings;
			else yield* draw(exported, this.stretches, range);
		}
		helper.stop();
	}

	close(): void {
		this.given.helper.close();
		fs.closeSync(this.file);
	}

	/** First what the other one drew in vain so far, then, from the end on, whatever it did not take. */
	private async drawRest(): Promise<void> {
		const {helper} = this.given;
		for (const range of this.ranges) {
			const part = helper.drawnSoFar(range);
			if (part?.drawings && !this.confirmed(range, part)) await this.drawBefore(range);
		}
		for (const range of this.ranges.toReversed()) {
			if (this.redrawn >= mostRedrawn || !helper.take(range)) return;
			await this.drawBefore(range);
			this.note(range, this.drawn.get(range));
		}
	}

	/** Before its turn. */
	private async drawBefore(range: ByteRange): Promise<void> {
		this.drawn.set(range, await drawAhead(this.ahead, range));
	}

	private note({from, to}: ByteRange, drawings: readonly Drawing[] | undefined): void {
		const {history, onDrawn} = this.given;
		if (!drawings) this.redrawn++;
		this.bytes += Math.min(to, history.session.size) - from;
		onDrawn?.(this.bytes);
	}

	/** What the other one drew, if the session is what it took it for, and before it the forks on the way there. */
	private confirmed(range: ByteRange, part: FromDrawer | undefined): readonly Drawing[] | undefined {
		const {history, exported, helper} = this.given;
		if (!part?.drawings || part.cwd !== exported.session.cwd) return undefined;
		const hint = history.hint?.(range);
		const isRight = hint !== undefined && Buffer.compare(hint, helper.hintFor(range)) === 0;
		const stretch = isRight ? this.stretchIn(range) : undefined;
		if (!stretch) return undefined;
		return stretch.parent === undefined
			? part.drawings
			: [drawWay(exported, this.stretches, stretch), ...part.drawings];
	}

	/** The stretch that all of a part lies in, if all of it belongs to what is shown first. */
	private stretchIn(range: ByteRange): Stretch | undefined {
		const {history, exported} = this.given;
		const {graph, nodesIn} = history;
		if (graph.isLinear) return this.stretches.all[0];
		const belongs = graph.membership(exported.branch);
		const [first, end] = nodesIn!(range);
		const stretch = this.stretches.at(first);
		for (let node = first; node < end; node++)
			if (!belongs(node) || this.stretches.at(node) !== stretch) return undefined;
		return exported.branch !== 'all' || stretch.isActive ? stretch : undefined;
	}
}

const whole: ByteRange = {from: 0, to: Number.POSITIVE_INFINITY};
