import type {RangesIn} from '../search/ranges.ts';
import type {Line} from '../theme.ts';
import {BlockLayouts} from './block-layouts.ts';
import {nearestTo} from './find-target.ts';
import {Focus, withFocus} from './focus.ts';
import type {ForkNote} from './fork-notes.ts';
import type {Hit} from './hits.ts';
import {type Folds, folded} from './layout/layout-block.ts';
import type {Opening, Openings} from './opening.ts';
import {ReaderDocument} from './reader-document.ts';
import {sameBlock, sameOpenings} from './same-block.ts';
import type {Position} from './scroll.ts';
import {spaceBefore, Viewport} from './viewport.ts';

export type Bookmark = {
	readonly document: ReaderDocument;
	readonly position: Position;
	readonly opened: Openings;
};

/** A document on the screen: what is unfolded and marked in it, and which block keys are about. */
export class ReaderView {
	document = new ReaderDocument();
	folds: Folds = folded;
	private columns = 80;
	private cwd: string | undefined;
	private marks: RangesIn | undefined;
	/** Unfolded one by one, by hand or for a hit inside. */
	private opened = new Map<object, Opening>();
	private here: Hit | undefined;
	private readonly focus = new Focus();
	/** Where in it one is. */
	readonly viewport = new Viewport(this.layOut());

	get lines(): Line[] {
		const {lines, inSight} = this.viewport;
		const focused = this.focus.in(inSight, this.document.blocks);
		return focused && focused.row >= 0 ? withFocus(lines, focused.row) : lines;
	}

	/** The block that keys are about. */
	get focused(): number | undefined {
		return this.focus.in(this.viewport.inSight, this.document.blocks)?.index;
	}

	/** Makes a block the one that keys are about. */
	choose(index: number): void {
		this.focus.choose(this.document.blocks[index]);
	}

	/** To the next block that is to be seen, or the one before; tells whether there was one. */
	moveFocus(direction: 1 | -1): boolean {
		const {viewport} = this;
		const {blocks} = this.document;
		let index = this.focused ?? -1;
		do index += direction;
		while (index >= 0 && index < blocks.length && viewport.layouts.linesOf(index).length === 0);
		if (!blocks[index]) return false;
		this.choose(index);
		viewport.goToLine(index, viewport.firstLineOf(index), false);
		return true;
	}

	/** Makes the block at a row of the screen the one that keys are about; tells whether a fold mark stands there. */
	chooseAt(row: number): {readonly isFoldMark: boolean} | undefined {
		const line = this.lines[row];
		const block = this.viewport.inSight.findLast(each => each.row <= row);
		if (!line || !block) return undefined;
		this.choose(block.index);
		return {isFoldMark: block.row === row && line.some(({text}) => text === '▸ ' || text === '▾ ')};
	}

	resize(columns: number, rows: number): void {
		this.viewport.rows = rows;
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
		return {document: this.document, position: this.viewport.position, opened: new Map(this.opened)};
	}

	returnTo({document, position, opened}: Bookmark): void {
		// Another document may be shown by now: then one is where that was taken over.
		if (document !== this.document) return;
		this.viewport.position = position;
		this.opened = new Map(opened);
		this.refresh();
	}

	/** Another document in place of this one, at the entry that is at the top of the screen. */
	replace(document: ReaderDocument): void {
		if (document === this.document) return;
		const before = this.document;
		const {position} = this.viewport;
		const top = sameBlock(before, position.block, document);
		// A window may show what is on no branch that is shown: then what lies beside it.
		const place = top === undefined && before.span ? before.locatorOf(position.block) : undefined;
		const nearest = top ?? (place && nearestTo(document, place));
		const block = nearest ?? Math.max(0, Math.min(position.block, document.blocks.length - 1));
		// What stood at the edge of a window has another block before it now, and space between them.
		const shift = spaceBefore(document, block) - spaceBefore(before, position.block);
		const here = this.here && sameBlock(before, this.here.block, document);
		this.opened = sameOpenings(this.opened, document);
		this.here = here === undefined ? undefined : {block: here, hit: this.here!.hit};
		this.document = document;
		this.viewport.position = {block, line: position.line + (top === undefined ? 0 : shift)};
		this.refresh();
	}

	/** The fork on the screen, else the last one above it, else the next; and its row on the screen. */
	get forkNear(): {readonly note: ForkNote; readonly row: number} | undefined {
		const {inSight, position, rows} = this.viewport;
		const rowOf = new Map(inSight.map(({index, row}) => [index, row]));
		const {forkPlaces} = this.document;
		const place =
			forkPlaces.find(({block}) => rowOf.has(block)) ??
			forkPlaces.findLast(({block}) => block < position.block) ??
			forkPlaces[0];
		return place && {note: place.note, row: rowOf.get(place.block) ?? Math.floor(rows / 3)};
	}

	/** Unfolds what a hit lies in and brings it into sight; a third from the top, unless it is to be seen already. */
	goToHit(target: Hit, isFirst = false): void {
		const {block, hit} = target;
		const {layouts} = this.viewport;
		this.here = target;
		layouts.point(block, hit);
		if (!layouts.hasHit(block, hit)) this.unfold(block, 'open');
		// It is in the middle of a long text.
		if (!layouts.hasHit(block, hit)) this.unfold(block, 'whole');
		this.viewport.goToLine(block, layouts.lineOfHit(block, hit), isFirst);
	}

	/** The hit one is at, if it is in sight. */
	get hitInSight(): Hit | undefined {
		const {here, viewport} = this;
		const isSeen = here && viewport.isInSight(here.block, viewport.layouts.lineOfHit(here.block, here.hit));
		return isSeen ? here : undefined;
	}

	get currentHit(): Hit | undefined {
		return this.here;
	}

	/** Unfolds a block further, and after all of it folds it again; of a run of side work that is folded, the run. */
	toggleBlock(index: number): void {
		const block = this.document.blocks[index];
		if (!block) return;
		const {run} = block.side ?? {};
		const isInFold = run && !this.folds.side && this.folds.level !== 'everything' && !this.opened.has(run);
		if (isInFold) this.opened.set(run, 'open');
		else this.opened.set(block, this.viewport.layouts.nextOpening(index));
		// What is at the top of the screen may have fewer lines now.
		const {block: top, line} = this.viewport.position;
		if (top === index) this.viewport.showFrom(top, line);
	}

	/** Brings a block into sight. */
	goToBlock(block: number): void {
		this.unfold(block, 'open');
		this.viewport.goToLine(block, this.viewport.firstLineOf(block), true);
	}

	private unfold(index: number, opening: Opening): void {
		const block = this.document.blocks[index];
		if (!block) return;
		this.opened.set(block, opening);
		if (block.side) this.opened.set(block.side.run, 'open');
	}

	private refresh(): void {
		this.viewport.layOut(this.layOut());
	}

	private layOut(): BlockLayouts {
		const {columns, folds, cwd, marks, opened} = this;
		const layouts = new BlockLayouts(this.document, {columns, folds, hasClock: true, cwd, marks, opened});
		if (this.here) layouts.point(this.here.block, this.here.hit);
		return layouts;
	}
}
