import {Column} from '../../model/column.ts';
import type {RangesIn} from '../search/ranges.ts';
import {countHits, marksOf} from './block-marks.ts';
import type {ReaderDocument} from './reader-document.ts';

/** One place where the words stand: which hit of which block. */
export type Hit = {readonly block: number; readonly hit: number};

/** Longer counting is done in slices of this many milliseconds, with keys and frames between them. */
const slice = 8;
/** So many blocks have a sum of their own: nobody adds up hundreds of thousands for a frame. */
const chunk = 512;

/**
 * How often the words stand in each block of a document, counted from where the reader is to the end, and then back to
 * the start. Only numbers are kept: a word may stand in a session a million times.
 */
export class Hits {
	total = 0;
	/** Blocks from `low` to before `high` were counted. */
	private low: number;
	private high: number;
	private readonly counts = new Column(Int32Array);
	private readonly sums = new Column(Int32Array);
	/** How many of the results that came late were counted again. */
	private recounted = 0;
	private timer: NodeJS.Immediate | undefined;

	constructor(
		private readonly document: ReaderDocument,
		private readonly rangesIn: RangesIn,
		private readonly onCounted: () => void,
		from = 0,
	) {
		this.low = Math.max(0, Math.min(from, document.blocks.length));
		this.high = this.low;
		this.count();
	}

	get isCounting(): boolean {
		return this.timer !== undefined;
	}

	/** The document has grown. */
	grow(): void {
		if (!this.timer) this.count();
	}

	close(): void {
		clearImmediate(this.timer);
		this.timer = undefined;
	}

	countOf(block: number): number {
		return this.counts.at(block);
	}

	/** The hits of a block, whether it was its turn to be counted or not. */
	countAt(block: number): number {
		return this.isCounted(block) ? this.countOf(block) : this.read(block);
	}

	/** The how-manieth it is in the whole document, from 1; 0 as long as nobody knows. */
	numberOf({block, hit}: Hit): number {
		if (this.low > 0 || block > this.high) return 0;
		let number = hit + 1;
		const whole = Math.floor(block / chunk);
		for (let at = 0; at < whole; at++) number += this.sums.at(at);
		for (let at = whole * chunk; at < block; at++) number += this.countOf(at);
		return number;
	}

	/** The next one, or the one before; undefined if there is none on that side, as far as was counted. */
	beside({block, hit}: Hit, direction: 1 | -1): Hit | undefined {
		const next = hit + direction;
		if (next >= 0 && next < this.countAt(block)) return {block, hit: next};
		for (let at = block + direction; this.isCounted(at); at += direction) {
			// Where the words are rare, most of the way is empty.
			const isStart = direction > 0 ? at % chunk === 0 : at % chunk === chunk - 1;
			const last = at + direction * (chunk - 1);
			if (isStart && this.isCounted(last) && this.sums.at(Math.floor(at / chunk)) === 0) {
				at = last;
				continue;
			}
			const count = this.countOf(at);
			if (count > 0) return {block: at, hit: direction > 0 ? 0 : count - 1};
		}
		return undefined;
	}

	/** The first of all, or the last. */
	edge(direction: 1 | -1): Hit | undefined {
		return direction > 0 ? this.beside({block: -1, hit: 0}, 1) : this.beside({block: this.high, hit: 0}, -1);
	}

	private isCounted(block: number): boolean {
		return block >= this.low && block < this.high;
	}

	private count(): void {
		const {blocks, completed} = this.document;
		const end = performance.now() + slice;
		this.timer = undefined;
		let isLate = false;
		while (!isLate && this.high < blocks.length) {
			this.countBlock(this.high++);
			isLate = performance.now() > end;
		}
		while (!isLate && this.low > 0) {
			this.countBlock(--this.low);
			isLate = performance.now() > end;
		}
		while (!isLate && this.recounted < completed.length) {
			const block = completed[this.recounted++]!;
			if (this.isCounted(block)) this.countBlock(block);
			isLate = performance.now() > end;
		}
		if (this.high < blocks.length || this.low > 0 || this.recounted < completed.length)
			this.timer = setImmediate(() => {
				this.count();
				this.onCounted();
			});
	}

	private countBlock(at: number): void {
		while (this.counts.length <= at) this.counts.push(0);
		const place = Math.floor(at / chunk);
		while (this.sums.length <= place) this.sums.push(0);
		const more = this.read(at) - this.countOf(at);
		if (more === 0) return;
		this.total += more;
		this.counts.set(at, this.countOf(at) + more);
		this.sums.set(place, this.sums.at(place) + more);
	}

	private read(block: number): number {
		return block < 0 || block >= this.document.blocks.length
			? 0
			: countHits(marksOf(this.document.glance(block), this.rangesIn));
	}
}
