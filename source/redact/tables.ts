/** Values in a column under their name: of a database's answer, of CSV, of Markdown, of lists that commands print. */
import {type KeyRule, passwords, ruleForKey, secrets} from './assignments.ts';
import type {Rule, Span} from './rule.ts';
import {isSecretUnder} from './secret-names.ts';

type Cell = {readonly start: number; readonly text: string};

type Line = {readonly start: number; readonly text: string; readonly next: number};

/** What stands between columns, the surest first. Columns that only spaces part are told by where they begin. */
const separators = ['|', '│', '\t', '\\t', ',', ';'] as const;

/** A name at the end of a cell: what most places that have the word fail at. */
const cellEnd = /[\w-]{3,60}(?: key| id)?["'`*]{0,4}(?:[|│,;\t\r\n]|\\[nt]|[ ]{1,60}[|│]|[ ]{2})/iy;

const lineBreak = /\r?\n|\\{1,8}n/;

const longestLine = 2000;
const mostRows = 500;

/** Numbers of lines and marks of a diff, which tools put before a line. */
const mark = /^[ \t]{0,8}\d{1,6}→|^[+-](?![+-])/;

/** Between the names and the values: `|---|:-:|`, `----+----`, `├───┼───┤`, `----  -----`. */
const ruler = /^[\s|+:=│├┼┤┌┬┐└┴┘─━-]*$/;

const quotes = /^["'`*\s]{0,60}|["'`*\s]{0,60}$/g;

/** Undefined where a line is longer than any of a table. */
function lineAt(text: string, start: number): Line | undefined {
	const reach = text.slice(start, start + longestLine);
	const match = lineBreak.exec(reach);
	if (!match) return start + longestLine < text.length ? undefined : {start, text: reach, next: -1};
	return {start, text: reach.slice(0, match.index), next: start + match.index + match[0].length};
}

function lineAround(text: string, at: number): Line | undefined {
	const before = text.slice(Math.max(0, at - longestLine), at);
	const real = before.lastIndexOf('\n') + 1;
	const escaped = before.lastIndexOf('\\n') + 2;
	const start = Math.max(real, escaped < 2 ? 0 : escaped);
	return start === 0 && at > longestLine ? undefined : lineAt(text, at - before.length + start);
}

/** `"a, b",c` are two cells. */
function cellsOf({start, text}: Line, separator: string): Cell[] {
	const from = mark.exec(text)?.[0].length ?? 0;
	const cells: Cell[] = [];
	let begin = from;
	let isQuoted = false;
	for (let at = from; at <= text.length; at++) {
		if (text[at] === '"' && separator === ',') isQuoted = !isQuoted;
		if (at < text.length && (isQuoted || !text.startsWith(separator, at))) continue;
		cells.push(trimmed(start + begin, text.slice(begin, at)));
		begin = at + separator.length;
	}
	return cells;
}

/** Parted by two spaces or more: one may be part of a name. */
const aligned = /\S{1,200}(?:[ ]\S{1,200}){0,8}/;
const allAligned = new RegExp(aligned, 'g');

function alignedCells({start, text}: Line): Cell[] {
	const cells: Cell[] = [];
	for (const match of text.matchAll(allAligned)) cells.push({start: start + match.index, text: match[0]});
	return cells;
}

function trimmed(start: number, text: string): Cell {
	const inner = text.replace(quotes, '');
	return {start: start + Math.max(0, text.indexOf(inner)), text: inner};
}

type Named = {readonly column: number; readonly key: KeyRule};

const name = /^[A-Za-z_][\w .-]*$/;
const longestName = 60;

/** A cell of a header is a name and nothing else. Commas are everywhere: between them all cells must be. */
function namesIn(cells: readonly Cell[], separator: string | undefined): Named[] {
	if (cells.some(({text}) => text.length > longestName)) return [];
	if ((separator === ',' || separator === ';') && !cells.every(({text}) => name.test(text))) return [];
	return cells.flatMap(({text}, column) => {
		const key = name.test(text) ? ruleForKey(text.replace(/ /g, '_')) : undefined;
		return key ? [{column, key}] : [];
	});
}

/** The same number of columns as the header; else the table is over, or never was one. */
function rowUnder(header: readonly Cell[], line: Line, separator: string | undefined): readonly Cell[] | undefined {
	if (separator !== undefined) {
		const cells = cellsOf(line, separator);
		return cells.length === header.length ? cells : undefined;
	}
	const cells = alignedCells(line);
	// Names of a column stand in its middle, values at its side.
	if (header.length === 1) return cells.length === 1 ? cells : undefined;
	const offset = (cell: Cell, of: number) => cell.start - of;
	const found = header.map(name => cells.find(cell => offset(cell, line.start) === offset(name, header[0]!.start)));
	return found[0] ? found.map(cell => cell ?? {start: line.start, text: ''}) : undefined;
}

/** What `psql` prints of one column: a name alone is a word of any text, but for the rule below it. */
function isRuled(text: string, {next}: Line): boolean {
	return /^-{4,}$/.test(lineAt(text, next)?.text ?? '');
}

/** As nearly always: too many words for a name, or no more than those of one and no rule below it. */
function isSentence(text: string, line: Line): boolean {
	const first = aligned.exec(line.text);
	if (!first || first[0].length > longestName) return true;
	return !/\S/.test(line.text.slice(first.index + first[0].length)) && !isRuled(text, line);
}

function findUnder(text: string, line: Line, found: Span[]): number | undefined {
	const separator = separators.find(each => line.text.includes(each));
	if (separator === undefined && isSentence(text, line)) return undefined;
	const header = separator === undefined ? alignedCells(line) : cellsOf(line, separator);
	const names = namesIn(header, separator);
	if (names.length === 0 || line.next < 0 || (header.length < 2 && !isRuled(text, line))) return undefined;
	let next = line.next;
	for (let row = 0; row < mostRows && next >= 0; row++) {
		const below = lineAt(text, next);
		const cells = below && (ruler.test(below.text) ? [] : rowUnder(header, below, separator));
		if (!cells) break;
		for (const {column, key} of names) {
			const cell = cells[column];
			if (!cell || !isSecretUnder(key.isPassword, key.word, cell.text, 'bare')) continue;
			found.push({start: cell.start, end: cell.start + cell.text.length, rule: key.rule});
		}
		next = below.next;
	}
	return next < 0 ? text.length : next;
}

/** Asked where a word for a secret stands that could be the name of a column. */
export const tables: Rule = {
	id: 'secret',
	name: 'named secret',
	group: 'assignment',
	isCaseless: true,
	keywords: [...passwords.keywords, ...secrets.keywords],
	find(text, at, found) {
		cellEnd.lastIndex = at;
		if (!cellEnd.test(text)) return undefined;
		const line = lineAround(text, at);
		return line ? (findUnder(text, line, found) ?? line.start + line.text.length) : at + longestLine / 2;
	},
};
