import type {RangesIn} from '../search/ranges.ts';
import type {Line} from '../theme.ts';
import {BlockLayouts} from './block-layouts.ts';
import type {Hit} from './hits.ts';
import type {Folds} from './layout/layout-block.ts';
import {ReaderDocument} from './reader-document.ts';
import {sameBlock, sameBlocks} from './same-block.ts';
import {isBefore, lastPosition, linesFrom, moveBy, type Position, start} from './scroll.ts';

export type Bookmark = {
	readonly document: ReaderDocument;
	readonly position: Position;
	readonly opened: ReadonlySet<object>;
};

/** A document on the screen: what is unfolded and marked, and where the reader is. */
export class ReaderView {
	document = new ReaderDocument();
	folds: Folds = {tools: false, thinking: false, side: false};
	position: Position = start;
	rows = 1;
	private columns = 80;
	private cwd: string | undefined;
	private marks: RangesIn | undefined;
	/** Unfolded one by one, for a hit inside. */
	private opened = new Set<object>();
	private here: Hit | undefined;
	private layouts = this.layOut();

	/** The prompt at or above the top of the screen, and how many there are. */
	get prompt(): {readonly at: number; readonly of: number} {
		const {prompts} = this.document;
		return {at: prompts.filter(index => index <= this.position.block).length, of: prompts.length};
	}

	get percent(): number {
		const {count} = this.layouts;
		if (count === 0 || this.isAtEnd) return 100;
		const inBlock = this.position.line / Math.max(1, this.layouts.linesOf(this.position.block).length);
		return Math.min(99, Math.floor((100 * (this.position.block + inBlock)) / count));
	}

	get isAtEnd(): boolean {
		return !isBefore(this.position, lastPosition(this.layouts, this.rows));
	}

	get lines(): Line[] {
		return linesFrom(this.layouts, this.position, this.rows);
	}

	resize(columns: number, rows: number): void {
		this.rows = rows;
		if (columns === this.columns) return;
		this.columns = columns;
		this.refresh();
	}

	setCwd(cwd: string | undefined): void {
		if (cwd === this.cwd) return;
		this.cwd = cwd;
		this.refresh();
	}

	fold(change: Partial<Folds>): void {
		this.folds = {...this.folds, ...change};
		// Folding everything folds what was unfolded for a hit as well.
		if (Object.values(change).includes(false)) this.opened = new Set();
		this.refresh();
	}

	mark(marks: RangesIn | undefined): void {
		this.marks = marks;
		this.here = undefined;
		this.refresh();
	}

	/** Where one is, and what was unfolded for a hit: to come back to. */
	get bookmark(): Bookmark {
		return {document: this.document, position: this.position, opened: new Set(this.opened)};
	}

	returnTo({document, position, opened}: Bookmark): void {
		// Another document may be shown by now: then one is where that was taken over.
		if (document !== this.document) return;
		this.position = position;
		this.opened = new Set(opened);
		this.refresh();
	}

	/** Another document in place of this one, at the entry that is at the top of the screen. */
	replace(document: ReaderDocument): void {
		if (document === this.document) return;
		const before = this.document;
		const top = sameBlock(before, this.position.block, document);
		const block = top ?? Math.max(0, Math.min(this.position.block, document.blocks.length - 1));
		const here = this.here && sameBlock(before, this.here.block, document);
		this.opened = sameBlocks(before, this.opened, document);
		this.here = here === undefined ? undefined : {block: here, hit: this.here!.hit};
		this.document = document;
		this.position = {block, line: this.position.line};
		this.refresh();
	}

	/** Whether a document that is still growing already holds the screen that is shown. */
	isCoveredBy(document: ReaderDocument): boolean {
		const id = this.document.blocks[this.position.block]?.id;
		const at = id === undefined ? 0 : document.indexOf(id);
		return at !== undefined && document.blocks.length > at + this.rows;
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

	/** To the next prompt, or the previous one; tells whether there was one. */
	goToPrompt(direction: 1 | -1): boolean {
		const {prompts} = this.document;
		const {block, line} = this.position;
		const isWithin = line > this.firstLineOf(block);
		const target =
			direction > 0
				? prompts.find(index => index > block)
				: prompts.findLast(index => index < block || (index === block && isWithin));
		if (target === undefined) return false;
		this.position = {block: target, line: this.firstLineOf(target)};
		return true;
	}

	/** Unfolds what a hit lies in and brings it into sight; a third from the top, unless it is to be seen already. */
	goToHit(target: Hit, isFirst = false): void {
		const {block, hit} = target;
		this.here = target;
		this.layouts.point(block, hit);
		if (!this.layouts.hasHit(block, hit)) this.unfold(block);
		this.goToLine(block, this.layouts.lineOfHit(block, hit), isFirst);
	}

	/** Brings a block into sight. */
	goToBlock(block: number): void {
		this.unfold(block);
		this.goToLine(block, this.firstLineOf(block), true);
	}

	/** The hit one is at, if it is in sight. */
	get hitInSight(): Hit | undefined {
		const {here} = this;
		return here && this.isInSight(here.block, this.layouts.lineOfHit(here.block, here.hit)) ? here : undefined;
	}

	get currentHit(): Hit | undefined {
		return this.here;
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

	/** No blank rows below the end, where more was expected and did not come. */
	stayBeforeEnd(): void {
		const last = lastPosition(this.layouts, this.rows);
		if (isBefore(last, this.position)) this.position = last;
	}

	/** How many hits of a block begin above a line of it. */
	private hitsBefore({block, line}: Position): number {
		const above = this.layouts.linesOf(block).slice(0, line);
		return 1 + above.reduce((most, each) => Math.max(most, ...each.map(({hit}) => hit ?? -1)), -1);
	}

	/** `isFirst`: what comes below may still have to be read, so the end is no limit yet. */
	private goToLine(block: number, line: number, isFirst: boolean): void {
		if (!isFirst && this.isInSight(block, line)) return;
		this.position = moveBy(this.layouts, {block, line}, -Math.floor(this.rows / 3));
		if (!isFirst) this.stayBeforeEnd();
	}

	private isInSight(block: number, line: number): boolean {
		if (isBefore({block, line}, this.position)) return false;
		let rows = line - this.position.line;
		for (let at = this.position.block; at < block && rows < this.rows; at++) rows += this.layouts.linesOf(at).length;
		return rows < this.rows;
	}

	private unfold(index: number): void {
		const block = this.document.blocks[index];
		if (!block) return;
		this.opened.add(block);
		if (block.side) this.opened.add(block.side.run);
	}

	/** A block's own first line comes after the space before it. */
	private firstLineOf(index: number): number {
		return this.document.blocks[index]?.hasSpaceBefore ? 1 : 0;
	}

	private refresh(): void {
		this.layouts = this.layOut();
		const {block, line} = this.position;
		this.position = {block, line: Math.max(0, Math.min(line, this.layouts.linesOf(block).length - 1))};
	}

	private layOut(): BlockLayouts {
		const {columns, folds, cwd, marks, opened} = this;
		const layouts = new BlockLayouts(this.document, {columns, folds, hasClock: true, cwd, marks, opened});
		if (this.here) layouts.point(this.here.block, this.here.hit);
		return layouts;
	}
}
