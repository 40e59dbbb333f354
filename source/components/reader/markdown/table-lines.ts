import type {Line, Span} from '../../theme.ts';
import {inlinePieces} from './inline-pieces.ts';
import type {Page} from './page.ts';
import {childrenOf, type Node} from './parse-markdown.ts';
import {tableColumns} from './table-columns.ts';
import {piecesWidth, wrapPieces} from './wrap-pieces.ts';

type Side = 'left' | 'right' | 'middle';
type Row = {readonly cells: readonly Line[]; readonly isHeader: boolean; readonly node: Node};

/** A larger one is drawn as it stands: nobody would see it as a table. */
const mostCells = 20_000;

const between: Span = {text: ' │ ', role: 'dim'};

/** A table as wide as it must be and as there is room for; where columns would be too narrow, its rows one by one. */
export function drawTable(page: Page, table: Node): void {
	const rows = rowsOf(page, table);
	const count = rows.reduce((most, {cells}) => Math.max(most, cells.length), 0);
	if (count * rows.length > mostCells) {
		page.addAsItStands(table);
		return;
	}
	const columns = Array.from({length: count}, (_, column) => rows.map(({cells}) => cells[column] ?? []));
	const widths = tableColumns(columns, page.room);
	if (widths) drawColumns(page, rows, widths, sidesOf(page, table, count));
	else drawRecords(page, rows);
}

function drawColumns(page: Page, rows: readonly Row[], widths: readonly number[], sides: readonly Side[]): void {
	const wrapped = rows.map(({cells}) => widths.map((width, column) => wrapPieces(cells[column] ?? [], width)));
	// Where rows take several lines one must see where the next begins.
	const isApart = wrapped.some((cells, row) => !isOutside(rows[row]!) && heightOf(cells) > 1);
	for (const [number, row] of rows.entries()) {
		if (isOutside(row)) {
			drawOutside(page, row);
			continue;
		}
		if (isApart && number > 1) drawRule(page, widths, '┄', '┼');
		drawRow(page, wrapped[number]!, widths, sides);
		if (row.isHeader) drawRule(page, widths, '─', '┼');
	}
}

function rowsOf(page: Page, table: Node): Row[] {
	return childrenOf(table)
		.filter(({name}) => name === 'TableHeader' || name === 'TableRow')
		.map(node => {
			const isHeader = node.name === 'TableHeader';
			const cells: Line[] = [];
			let cell: Line | undefined;
			for (const [at, child] of childrenOf(node).entries()) {
				if (child.name === 'TableCell') cell = cellPieces(page, child, isHeader);
				else if (child.name === 'TableDelimiter' && at > 0) {
					cells.push(cell ?? []);
					cell = undefined;
				}
			}
			if (cell) cells.push(cell);
			return {cells, isHeader, node};
		});
}

function cellPieces(page: Page, cell: Node, isHeader: boolean): Line {
	const role = isHeader ? page.options.tones.of('strong') : undefined;
	return inlinePieces(cell, cell.from, cell.to, {...page.options, isCell: true}, role);
}

/** A line that follows a table closely is a row to Markdown; without a bar it hardly is one. */
function isOutside({node, isHeader}: Row): boolean {
	return !isHeader && node.getChild('TableDelimiter') === null;
}

function drawOutside(page: Page, {node, cells}: Row): void {
	page.addText(cells.flat(), node.from);
}

function heightOf(cells: ReadonlyArray<readonly Line[]>): number {
	return cells.reduce((most, {length}) => Math.max(most, length), 1);
}

function drawRow(
	page: Page,
	cells: ReadonlyArray<readonly Line[]>,
	widths: readonly number[],
	sides: readonly Side[],
): void {
	const height = heightOf(cells);
	for (let row = 0; row < height; row++) {
		const line = cells.flatMap((lines, column) => {
			const isLast = column === widths.length - 1;
			const placed = aligned(lines[row] ?? [], widths[column]!, sides[column]!, isLast);
			return isLast ? placed : [...placed, between];
		});
		page.addFitting(line);
	}
}

function aligned(line: Line, width: number, side: Side, isLast: boolean): Line {
	const space = Math.max(0, width - piecesWidth(line));
	const left = side === 'left' ? 0 : side === 'right' ? space : Math.floor(space / 2);
	// Nothing stands right of the last column.
	const right = isLast ? 0 : space - left;
	return [...(left > 0 ? [{text: ' '.repeat(left)}] : []), ...line, ...(right > 0 ? [{text: ' '.repeat(right)}] : [])];
}

function drawRule(page: Page, widths: readonly number[], line: string, crossing: string): void {
	const text = widths.map(width => line.repeat(width)).join(`${line}${crossing}${line}`);
	page.addFitting([{text, role: 'dim'}]);
}

function sidesOf(page: Page, table: Node, count: number): Side[] {
	const rule = table.getChild('TableDelimiter');
	const text = rule ? page.options.text.slice(rule.from, rule.to) : '';
	const parts = text.replace(/^\s*\||\|\s*$/g, '').split('|');
	return Array.from({length: count}, (_, column) => {
		const part = parts[column]?.trim() ?? '';
		if (!part.endsWith(':')) return 'left';
		return part.startsWith(':') ? 'middle' : 'right';
	});
}

/** Each row below the one before, its cells named by the header. */
function drawRecords(page: Page, rows: readonly Row[]): void {
	const header = rows.find(({isHeader}) => isHeader)?.cells ?? [];
	const records = rows.filter(({isHeader}) => !isHeader);
	const first = records.find(row => !isOutside(row));
	if (!first) for (const cell of header) page.addLine(cell);
	for (const [number, row] of records.entries()) {
		if (number > 0) page.addFitting([]);
		if (isOutside(row)) drawOutside(page, row);
		else drawRecord(page, row.cells, header, row === first);
	}
}

/** The header stands in the text once: all of it is in the first record, and is where its words are found. */
function drawRecord(page: Page, cells: readonly Line[], header: readonly Line[], isFirst: boolean): void {
	for (let column = 0; column < Math.max(cells.length, isFirst ? header.length : 0); column++) {
		const cell = cells[column] ?? [];
		const name = header[column] ?? [];
		if (cell.length === 0 && !isFirst) continue;
		const named = isFirst ? name : name.map(({text, role}) => ({text, role}));
		page.addLine(name.length === 0 ? cell : [...named, {text: ': ', role: 'dim'}, ...cell]);
	}
}
