import type {Line} from '../theme.ts';
import type {BlockLayouts} from './block-layouts.ts';
import {type BlockInSight, blocksInSight} from './focus.ts';
import type {Hit} from './hits.ts';
import type {Sight} from './minimap.ts';
import type {ReaderDocument} from './reader-document.ts';
import {isBefore, lastPosition, linesFrom, moveBy, type Position, start} from './scroll.ts';

/** The part of a document that is on the screen: where it begins, what is in it, and how it moves. */
export class Viewport {
	position: Position = start;
	rows = 1;

	constructor(public layouts: BlockLayouts) {}

	get percent(): number {
		const {document, count} = this.layouts;
		const {span} = document;
		if (count === 0 || this.isAtEnd) return 100;
		if (span) return Math.min(99, Math.floor((100 * (document.byteOf(this.position.block) ?? 0)) / span.size));
		const inBlock = this.position.line / Math.max(1, this.layouts.linesOf(this.position.block).length);
		return Math.min(99, Math.floor((100 * (this.position.block + inBlock)) / count));
	}

	get isAtEnd(): boolean {
		const {span} = this.layouts.document;
		if (span && span.to < span.size) return false;
		return !isBefore(this.position, lastPosition(this.layouts, this.rows));
	}

	get lines(): Line[] {
		return linesFrom(this.layouts, this.position, this.rows);
	}

	/** The blocks on the screen. */
	get inSight(): BlockInSight[] {
		return blocksInSight(this.layouts, this.position, this.rows, index => this.firstLineOf(index));
	}

	/** From which block to which the screen goes. */
	get sight(): Sight {
		const {inSight} = this;
		return {from: this.position.block, to: (inSight.at(-1)?.index ?? this.position.block) + 1};
	}

	/** The first block of which anything is on the screen. */
	get topBlock(): number {
		let {block} = this.position;
		while (block < this.layouts.count - 1 && this.layouts.linesOf(block).length === 0) block++;
		return block;
	}

	/** Shows the same place, laid out anew. */
	layOut(layouts: BlockLayouts): void {
		this.layouts = layouts;
		const {block, line} = this.position;
		this.showFrom(block, line);
	}

	scrollBy(lines: number): void {
		const moved = moveBy(this.layouts, this.position, lines);
		const last = lastPosition(this.layouts, this.rows);
		// A jump to a prompt may have gone beyond the last screen; from there only back.
		this.position = lines > 0 && isBefore(last, moved) ? (isBefore(last, this.position) ? this.position : last) : moved;
	}

	scrollToStart(): void {
		this.position = start;
	}

	scrollToEnd(): void {
		this.position = lastPosition(this.layouts, this.rows);
	}

	/** To so many percent of the blocks. */
	scrollToPercent(percent: number): void {
		this.position = {block: Math.floor((this.layouts.count * Math.max(0, percent)) / 100), line: 0};
		this.stayBeforeEnd();
	}

	/** To the first record that begins at this byte of the file or behind it. */
	goToByte(byte: number): void {
		const {document} = this.layouts;
		let block = 0;
		while (block < document.blocks.length - 1 && (document.byteOf(block) ?? byte) < byte) block++;
		this.position = {block, line: 0};
		this.stayBeforeEnd();
	}

	/** Brings a line of a block to the top of the screen. */
	showFrom(block: number, line: number): void {
		this.position = {block, line: Math.max(0, Math.min(line, this.layouts.linesOf(block).length - 1))};
	}

	/** Brings a block to the top of the screen. */
	showBlock(block: number): void {
		this.position = {block, line: this.firstLineOf(block)};
	}

	/** Brings a block to a row of the screen. */
	placeAt(block: number, row: number): void {
		this.position = moveBy(this.layouts, {block, line: this.firstLineOf(block)}, -Math.max(0, row));
	}

	/** Brings a line into sight. `isFirst`: what comes below may still have to be read, so the end is no limit yet. */
	goToLine(block: number, line: number, isFirst: boolean): void {
		if (!isFirst && this.isInSight(block, line)) return;
		this.position = moveBy(this.layouts, {block, line}, -Math.floor(this.rows / 3));
		if (!isFirst) this.stayBeforeEnd();
	}

	/** No blank rows below the end, where more was expected and did not come. */
	stayBeforeEnd(): void {
		const last = lastPosition(this.layouts, this.rows);
		if (isBefore(last, this.position)) this.position = last;
	}

	isInSight(block: number, line: number): boolean {
		if (isBefore({block, line}, this.position)) return false;
		let rows = line - this.position.line;
		for (let at = this.position.block; at < block && rows < this.rows; at++) rows += this.layouts.linesOf(at).length;
		return rows < this.rows;
	}

	/** Whether a document that is still growing already holds the screen that is shown. */
	isCoveredBy(document: ReaderDocument): boolean {
		const id = this.layouts.document.blocks[this.position.block]?.id;
		const at = id === undefined ? 0 : document.indexOf(id);
		return at !== undefined && document.blocks.length > at + this.rows;
	}

	/** The place before the first hit on the screen, or behind the last one: from there the next is in sight, if any is. */
	edgeOfSight(direction: 1 | -1): Hit {
		if (direction > 0) return {block: this.position.block, hit: this.hitsBefore(this.position) - 1};
		const {block, line} = this.position;
		let at = block;
		let rows = this.rows + line;
		while (at < this.layouts.count && this.layouts.linesOf(at).length <= rows)
			rows -= this.layouts.linesOf(at++).length;
		return {block: at, hit: this.hitsBefore({block: at, line: rows})};
	}

	/** A block's own first line comes after the space before it. */
	firstLineOf(block: number): number {
		return spaceBefore(this.layouts.document, block);
	}

	/** How many hits of a block begin above a line of it. */
	private hitsBefore({block, line}: Position): number {
		const above = this.layouts.linesOf(block).slice(0, line);
		return 1 + above.reduce((most, each) => Math.max(most, ...each.map(({hit}) => hit ?? -1)), -1);
	}
}

/** The blank lines before a block. */
export function spaceBefore({blocks, facts}: ReaderDocument, index: number): number {
	return index < blocks.length && facts.hasSpaceBefore(index) ? 1 : 0;
}
