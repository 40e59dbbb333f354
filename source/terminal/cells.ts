import {clustersOf, isAscii, isWidthDisputed} from '../text/clusters.ts';
import {sanitize} from '../text/sanitize.ts';
import {Sgr} from './sgr.ts';

/** What is drawn in one column, or in several from there on. */
export type Cell = {
	readonly text: string;
	readonly width: number;
	/** SGR parameters; empty for plain. */
	readonly style: string;
	/** Terminals may disagree with us on its width. */
	readonly isDisputed: boolean;
};

/** One cell for each column, without the plain blanks at the end. */
export type Row = readonly Cell[];

/** The columns a wide character covers after its first. */
export const covered: Cell = {text: '', width: 0, style: '', isDisputed: false};
const blank: Cell = {text: ' ', width: 1, style: '', isDisputed: false};

export function cellAt(row: Row, column: number): Cell {
	return row[column] ?? blank;
}

export function isSameCell(a: Cell, b: Cell): boolean {
	return a === b || (a.text === b.text && a.style === b.style && a.width === b.width);
}

const styleCode = /\u001B\[([\d;]*)m/g;

/** Reads one line of a frame. Whatever is neither a style nor printable is left out; what does not fit is clipped. */
export function parseRow(line: string, columns: number, hasColor: boolean): Row {
	const cells: Cell[] = [];
	const sgr = new Sgr(hasColor);
	let end = 0;
	for (const match of line.matchAll(styleCode)) {
		push(cells, line.slice(end, match.index), sgr.style, columns);
		sgr.apply(match[1]!);
		end = match.index + match[0].length;
	}
	push(cells, line.slice(end), sgr.style, columns);

	while (cells.length > 0 && isSameCell(cells.at(-1)!, blank)) cells.pop();
	return cells;
}

function push(cells: Cell[], piece: string, style: string, columns: number): void {
	if (isAscii(piece)) {
		// Most of a screen, so it gets the short way.
		const end = Math.min(piece.length, columns - cells.length);
		for (let at = 0; at < end; at++) cells.push({text: piece[at]!, width: 1, style, isDisputed: false});
		return;
	}
	for (const cluster of clustersOf(sanitize(piece).replace(/[\t\n]/g, ' '))) {
		if (cells.length + cluster.width > columns) return;
		const {text, width} = cluster;
		cells.push({text, width, style, isDisputed: isWidthDisputed(cluster)});
		for (let more = 1; more < cluster.width; more++) cells.push(covered);
	}
}
