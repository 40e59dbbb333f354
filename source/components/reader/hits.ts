import type {RangesIn} from '../search/ranges.ts';
import {countHits, marksOf} from './block-marks.ts';
import type {ReaderDocument} from './reader-document.ts';

/** One place where the words stand: which hit of which block. */
export type Hit = {readonly block: number; readonly hit: number};

/** Longer counting is done in slices of this many milliseconds, with keys and frames between them. */
const slice = 8;

/**
 * How often the words stand in each block of a document, counted from the start while it grows. Only numbers are kept:
 * a word may stand in a session a million times.
 */
export class Hits {
	total = 0;
	private readonly counts: number[] = [];
	/** How many of the results that came late were counted again. */
	private recounted = 0;
	private timer: NodeJS.Immediate | undefined;

	constructor(
		private readonly document: ReaderDocument,
		private readonly rangesIn: RangesIn,
		private readonly onCounted: () => void,
	) {
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
		return this.counts[block] ?? 0;
	}

	/** The hits of a block, whether it was its turn to be counted or not. */
	countAt(block: number): number {
		return this.counts[block] ?? countHits(marksOf(this.document.glance(block), this.rangesIn));
	}

	/** The how-manieth it is in the whole document, from 1. */
	numberOf({block, hit}: Hit): number {
		let number = hit + 1;
		for (let at = 0; at < block; at++) number += this.countOf(at);
		return number;
	}

	/** The next one, or the one before; undefined if there is none on that side. */
	beside({block, hit}: Hit, direction: 1 | -1): Hit | undefined {
		const next = hit + direction;
		if (next >= 0 && next < this.countOf(block)) return {block, hit: next};
		for (let at = block + direction; at >= 0 && at < this.counts.length; at += direction) {
			const count = this.countOf(at);
			if (count > 0) return {block: at, hit: direction > 0 ? 0 : count - 1};
		}
		return undefined;
	}

	/** The first of all, or the last. */
	edge(direction: 1 | -1): Hit | undefined {
		return direction > 0 ? this.beside({block: -1, hit: 0}, 1) : this.beside({block: this.counts.length, hit: 0}, -1);
	}

	private count(): void {
		const {blocks, completed} = this.document;
		const end = performance.now() + slice;
		this.timer = undefined;
		let isLate = false;
		while (!isLate && this.counts.length < blocks.length) {
			this.countBlock(this.counts.length);
			isLate = performance.now() > end;
		}
		while (!isLate && this.recounted < completed.length) {
			const block = completed[this.recounted++]!;
			if (block < this.counts.length) this.countBlock(block);
			isLate = performance.now() > end;
		}
		if (this.counts.length < blocks.length || this.recounted < completed.length)
			this.timer = setImmediate(() => {
				this.count();
				this.onCounted();
			});
	}

	private countBlock(at: number): void {
		const hits = countHits(marksOf(this.document.glance(at), this.rangesIn));
		this.total += hits - this.countOf(at);
		this.counts[at] = hits;
	}
}
