import type {RangesIn} from '../search/ranges.ts';
import type {Line} from '../theme.ts';
import {BlockLayouts} from './block-layouts.ts';
import {nearestTo} from './find-target.ts';
import {type BlockInSight, blocksInSight, Focus, withFocus} from './focus.ts';
import type {ForkNote} from './fork-notes.ts';
import type {Hit} from './hits.ts';
import {type Folds, folded} from './layout/layout-block.ts';
import type {Sight} from './minimap.ts';
import type {Opening, Openings} from './opening.ts';
import {ReaderDocument} from './reader-document.ts';
import {sameBlock, sameOpenings} from './same-block.ts';
import {isBefore, lastPosition, linesFrom, moveBy, type Position, start} from './scroll.ts';

export type Bookmark = {
	readonly document: ReaderDocument;
	readonly position: Position;
	readonly opened: Openings;
};

/** A document on the screen: what is unfolded and marked, and where the reader is. */
export class ReaderView {
	document = new ReaderDocument();
	folds: Folds = folded;
	position: Position = start;
	rows = 1;
	private columns = 80;
	private cwd: string | undefined;
	private marks: RangesIn | undefined;
	/** Unfolded one by one, by hand or for a hit inside. */
	private opened = new Map<object, Opening>();
	private here: Hit | undefined;
	private readonly focus = new Focus();
	private layouts = this.layOut();

	/** The prompt at or above the top of the screen, and how many there are. */
	get prompt(): {readonly at: number; readonly of: number} {
		const {prompts, span} = this.document;
		// Of a window nobody knows how many come before.
		if (span && span.from > 0) return {at: 0, of: 0};
		return {at: countUpTo(prompts, this.topBlock), of: prompts.length};
	}

	/** The first block of which anything is on the screen. */
	private get topBlock(): number {
		let {block} = this.position;
		while (block < this.layouts.count - 1 && this.layouts.linesOf(block).length === 0) block++;
		return block;
	}

	get percent(): number {
		const {count} = this.layouts;
		const {span} = this.document;
		if (count === 0 || this.isAtEnd) return 100;
		if (span) return Math.min(99, Math.floor((100 * (this.document.byteOf(this.position.block) ?? 0)) / span.size));
		const inBlock = this.position.line / Math.max(1, this.layouts.linesOf(this.position.block).length);
		return Math.min(99, Math.floor((100 * (this.position.block + inBlock)) / count));
	}

	get isAtEnd(): boolean {
		const {span} = this.document;
		if (span && span.to < span.size) return false;
		return !isBefore(this.position, lastPosition(this.layouts, this.rows));
	}

	get lines(): Line[] {
		const lines = linesFrom(this.layouts, this.position, this.rows);
		const focused = this.focus.in(this.inSight, this.document.blocks);
		return focused && focused.row >= 0 ? withFocus(lines, focused.row) : lines;
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

	/** The block that keys are about. */
	get focused(): number | undefined {
		return this.focus.in(this.inSight, this.document.blocks)?.index;
	}

	/** To the next block that is to be seen, or the one before; tells whether there was one. */
	moveFocus(direction: 1 | -1): boolean {
		const {blocks} = this.document;
		let index = this.focused ?? -1;
		do index += direction;
		while (index >= 0 && index < blocks.length && this.layouts.linesOf(index).length === 0);
		const block = blocks[index];
		if (!block) return false;
		this.focus.choose(block);
		this.goToLine(index, this.firstLineOf(index), false);
		return true;
	}

	/** Makes the block at a row of the screen the one that keys are about; tells whether a fold mark stands there. */
	chooseAt(row: number): {readonly isFoldMark: boolean} | undefined {
		const line = this.lines[row];
		const block = this.inSight.findLast(each => each.row <= row);
		if (!line || !block) return undefined;
		this.focus.choose(this.document.blocks[block.index]);
		return {isFoldMark: block.row === row && line.some(({text}) => text === '▸ ' || text === '▾ ')};
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
		if (Object.values(change).includes(false)) this.opened = new Map();
		this.refresh();
	}

	mark(marks: RangesIn | undefined): void {
		this.marks = marks;
		this.here = undefined;
		this.refresh();
	}

	/** Where one is, and what was unfolded for a hit: to come back to. */
	get bookmark(): Bookmark {
		return {document: this.document, position: this.position, opened: new Map(this.opened)};
	}

	returnTo({document, position, opened}: Bookmark): void {
		// Another document may be shown by now: then one is where that was taken over.
		if (document !== this.document) return;
		this.position = position;
		this.opened = new Map(opened);
		this.refresh();
	}

	/** Another document in place of this one, at the entry that is at the top of the screen. */
	replace(document: ReaderDocument): void {
		if (document === this.document) return;
		const before = this.document;
		const top = sameBlock(before, this.position.block, document);
		// A window may show what is on no branch that is shown: then what lies beside it.
		const place = top === undefined && before.span ? before.locatorOf(this.position.block) : undefined;
		const nearest = top ?? (place && nearestTo(document, place));
		const block = nearest ?? Math.max(0, Math.min(this.position.block, document.blocks.length - 1));
		// What stood at the edge of a window has another block before it now, and space between them.
		const shift = spaceOf(document, block) - spaceOf(before, this.position.block);
		const here = this.here && sameBlock(before, this.here.block, document);
		this.opened = sameOpenings(this.opened, document);
		this.here = here === undefined ? undefined : {block: here, hit: this.here!.hit};
		this.document = document;
		this.position = {block, line: this.position.line + (top === undefined ? 0 : shift)};
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

	/** To the first record that begins at this byte of the file or behind it. */
	goToByte(byte: number): void {
		const {blocks} = this.document;
		let block = 0;
		while (block < blocks.length - 1 && (this.document.byteOf(block) ?? byte) < byte) block++;
		this.position = {block, line: 0};
		this.stayBeforeEnd();
	}

	/** To so many percent of the blocks. */
	scrollToPercent(percent: number): void {
		this.position = {block: Math.floor((this.layouts.count * Math.max(0, percent)) / 100), line: 0};
		this.stayBeforeEnd();
	}

	/** The fork on the screen, else the last one above it, else the next; and its row on the screen. */
	get forkNear(): {readonly note: ForkNote; readonly row: number} | undefined {
		const {inSight, document} = this;
		const rowOf = new Map(inSight.map(({index, row}) => [index, row]));
		const {forkPlaces} = document;
		const place =
			forkPlaces.find(({block}) => rowOf.has(block)) ??
			forkPlaces.findLast(({block}) => block < this.position.block) ??
			forkPlaces[0];
		return place && {note: place.note, row: rowOf.get(place.block) ?? Math.floor(this.rows / 3)};
	}

	/** Brings a line of a block to the top of the screen. */
	showFrom(block: number, line: number): void {
		this.position = {block, line: Math.max(0, Math.min(line, this.layouts.linesOf(block).length - 1))};
	}

	/** Brings a block to a row of the screen. */
	placeAt(block: number, row: number): void {
		this.position = moveBy(this.layouts, {block, line: this.firstLineOf(block)}, -Math.max(0, row));
		this.focus.choose(this.document.blocks[block]);
	}

	/** To the prompt of this number, from 0. */
	goToPromptAt(number: number): void {
		const block = this.document.prompts[number];
		if (block === undefined) return;
		this.position = {block, line: this.firstLineOf(block)};
		this.focus.choose(this.document.blocks[block]);
	}

	/** To the next prompt, or the previous one; tells whether there was one. */
	goToPrompt(direction: 1 | -1): boolean {
		const {prompts} = this.document;
		const {block, line} = this.position;
		const isWithin = line > this.firstLineOf(block);
		const passed = countUpTo(prompts, direction > 0 || isWithin ? block : block - 1);
		const target = prompts[direction > 0 ? passed : passed - 1];
		if (target === undefined) return false;
		this.position = {block: target, line: this.firstLineOf(target)};
		return true;
	}

	/** Unfolds what a hit lies in and brings it into sight; a third from the top, unless it is to be seen already. */
	goToHit(target: Hit, isFirst = false): void {
		const {block, hit} = target;
		this.here = target;
		this.layouts.point(block, hit);
		if (!this.layouts.hasHit(block, hit)) this.unfold(block, 'open');
		// It is in the middle of a long text.
		if (!this.layouts.hasHit(block, hit)) this.unfold(block, 'whole');
		this.goToLine(block, this.layouts.lineOfHit(block, hit), isFirst);
	}

	/** Unfolds a block further, and after all of it folds it again; of a run of side work that is folded, the run. */
	toggleBlock(index: number): void {
		const block = this.document.blocks[index];
		if (!block) return;
		const {run} = block.side ?? {};
		const isInFold = run && !this.folds.side && this.folds.level !== 'everything' && !this.opened.has(run);
		if (isInFold) this.opened.set(run, 'open');
		else this.opened.set(block, this.layouts.nextOpening(index));
		// What is at the top of the screen may have fewer lines now.
		const {block: top, line} = this.position;
		if (top === index) this.showFrom(top, line);
	}

	/** Brings a block into sight. */
	goToBlock(block: number): void {
		this.unfold(block, 'open');
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

	private unfold(index: number, opening: Opening): void {
		const block = this.document.blocks[index];
		if (!block) return;
		this.opened.set(block, opening);
		if (block.side) this.opened.set(block.side.run, 'open');
	}

	/** A block's own first line comes after the space before it. */
	private firstLineOf(index: number): number {
		return spaceOf(this.document, index);
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

function spaceOf({blocks, facts}: ReaderDocument, index: number): number {
	return index < blocks.length && facts.hasSpaceBefore(index) ? 1 : 0;
}

/** How many of ascending numbers are not above one. */
function countUpTo(numbers: readonly number[], most: number): number {
	let [low, high] = [0, numbers.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (numbers[middle]! <= most) low = middle + 1;
		else high = middle;
	}
	return low;
}
