import {type Cell, cellAt, covered, isSameCell, parseRow, type Row} from './cells.ts';
import {findScroll} from './find-scroll.ts';
import {Pen} from './pen.ts';

type ShownRow = {readonly source: string; readonly cells: Row};

const emptyRow: ShownRow = {source: '', cells: []};

/** Shorter stretches of unchanged cells are cheaper to write again than to jump over. */
const shortestJump = 6;

/**
 * Draws frames on a terminal by sending only what differs from the frame before. Ink hands over whole frames; over SSH
 * a whole frame for each key is what makes a program feel slow.
 */
export class FrameWriter {
	/** Whether the terminal said that it can show a frame at once. */
	isSynchronized = false;
	/** What is on the screen, row by row; undefined where nobody knows. */
	private shown: Array<ShownRow | undefined> = [];
	private columns = 0;

	constructor(
		private readonly send: (data: string) => void,
		private readonly hasColor: boolean,
	) {}

	/** The screen has this size now, and anything may be on it. */
	resize(columns: number, rows: number): void {
		this.columns = columns;
		this.shown = new Array(rows).fill(undefined);
	}

	draw(frame: string): void {
		const lines = frame.split('\n');
		const wanted = this.shown.map((_, row) => this.parse(lines[row] ?? '', row));
		const pen = new Pen();
		this.scroll(pen, wanted);
		for (const [row, next] of wanted.entries()) {
			const before = this.shown[row];
			if (before === undefined) writeWhole(pen, row, next.cells, this.columns);
			else if (before.source !== next.source) writeChanges(pen, row, before.cells, next.cells, this.columns);
		}
		pen.finish();
		this.shown = wanted;
		if (pen.output !== '') this.send(this.isSynchronized ? `\u001B[?2026h${pen.output}\u001B[?2026l` : pen.output);
	}

	private parse(source: string, row: number): ShownRow {
		const before = this.shown[row];
		if (before?.source === source) return before;
		return {source, cells: parseRow(source, this.columns, this.hasColor)};
	}

	private scroll(pen: Pen, wanted: readonly ShownRow[]): void {
		const shown = this.shown.filter(row => row !== undefined);
		if (shown.length < wanted.length) return;
		const move = findScroll(
			shown.map(({source}) => source),
			wanted.map(({source}) => source),
		);
		if (!move) return;
		pen.scroll(move.top, move.bottom, move.by);
		this.shown = shown.map((row, at) => {
			if (at < move.top || at > move.bottom) return row;
			const from = at + move.by;
			return from >= move.top && from <= move.bottom ? shown[from] : emptyRow;
		});
	}
}

function writeWhole(pen: Pen, row: number, cells: Row, columns: number): void {
	pen.moveTo(row, 0);
	writeSpan(pen, cells, 0, cells.length);
	if (cells.length < columns) pen.eraseRest();
}

function writeChanges(pen: Pen, row: number, before: Row, after: Row, columns: number): void {
	for (const [from, to] of changedSpans(before, after)) {
		pen.moveTo(row, from);
		// A character whose width is disputed may spill over what follows it, so that is written again as well.
		if (after.slice(from, to).some(cell => cell.isDisputed)) {
			writeSpan(pen, after, from, after.length);
			if (after.length < columns) pen.eraseRest();
			return;
		}
		writeSpan(pen, after, from, Math.min(to, after.length));
		if (to > after.length) {
			pen.moveTo(row, Math.max(from, after.length));
			pen.eraseRest();
		}
	}
}

function writeSpan(pen: Pen, cells: Row, from: number, to: number): void {
	for (let column = from; column < to; column++) if (cells[column] !== covered) pen.put(cells[column]!);
}

/** The stretches of columns that differ, from left to right, beginning and ending with a whole character. */
function changedSpans(before: Row, after: Row): Array<[number, number]> {
	const spans: Array<[number, number]> = [];
	const end = Math.max(before.length, after.length);
	for (let column = 0; column < end; column++) {
		if (isSameCell(cellAt(before, column), cellAt(after, column))) continue;
		const [start, stop] = wholeCharacter(after, column);
		const last = spans.at(-1);
		if (last && start - last[1] < shortestJump) last[1] = Math.max(last[1], stop);
		else spans.push([start, stop]);
	}
	return spans;
}

function wholeCharacter(row: Row, column: number): [number, number] {
	let start = column;
	while (start > 0 && cellAt(row, start) === covered) start--;
	const cell: Cell = cellAt(row, start);
	return [start, Math.max(column + 1, start + cell.width)];
}
