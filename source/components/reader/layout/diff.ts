/** A diff: numbers, signs, and the lines of the files in the colours of what became of them. */
import {plural} from '../../../text/figures.ts';
import type {DiffKind, DiffRun} from '../../../text/patch/diff.ts';
import {cutLine} from '../../line-tools.ts';
import type {Ranges} from '../../search/ranges.ts';
import type {Line, Role, Span} from '../../theme.ts';
import {markLines} from '../mark-lines.ts';
import {wrapPieces} from '../markdown/wrap-pieces.ts';
import {changedWords, type Words} from '../tools/changed-words.ts';
import {foldLine, hitsWithin} from './long-text.ts';

export type DiffDrawing = {
	readonly text: string;
	readonly runs: readonly DiffRun[];
	readonly columns: number;
	/** Everything: unchanged lines however many, and lines however long. */
	readonly isWhole: boolean;
	/** It was not done: its lines have no colours. */
	readonly isUndone: boolean;
	readonly marks: Ranges;
	readonly firstHit: number;
	/** Files below it are named from here. */
	readonly cwd?: string;
};

/** Unchanged lines beside a change; more of them are folded. */
const context = 3;
/** Lines of a long diff that are shown of its beginning and its end. */
const ends = {first: 40, last: 10};
const notWorthFolding = 4;
/** Of one line, which may be a whole file. */
const mostRows = 8;

/** A line of the diff, or `hidden` lines in its place. */
type Row = {
	readonly kind: DiffKind;
	readonly text: string;
	/** Where it stands in the text, and where it ends. */
	readonly at: number;
	readonly end: number;
	readonly number?: number;
	readonly words?: Words;
	readonly hidden?: number;
};

export function diffLines(drawing: DiffDrawing): Line[] {
	const {text, marks, firstHit, isWhole} = drawing;
	const all = rowsOf(drawing);
	const rows = isWhole ? all : foldEnds(foldContext(all));
	const digits = Math.max(0, ...rows.map(({number}) => (number === undefined ? 0 : String(number).length)));
	const lines = rows.flatMap(row => {
		if (row.hidden === undefined) return rowLines(row, digits, drawing);
		const what = row.kind === 'same' ? `${row.hidden} unchanged lines` : plural(row.hidden, 'more line');
		return [[margin(digits), ...foldLine(what, hitsWithin(marks, row.at, row.end))]];
	});
	return markLines(lines, text, marks, firstHit).map(line => cutLine(line, drawing.columns));
}

function rowsOf({text, runs, isUndone}: DiffDrawing): Row[] {
	const rows: Row[] = [];
	const lines = text.split('\n');
	let next = 0;
	let at = 0;
	for (const {kind, count, line} of runs) {
		for (let index = 0; index < count; index++) {
			// Blank lines at the end of a text are not kept; lines that were left out for want of room are not there.
			if (next >= lines.length && (kind === 'file' || kind === 'gap')) break;
			const own = lines[next] ?? '';
			const number = line === undefined ? undefined : line + index;
			rows.push({kind, text: own, at, end: at + own.length, number});
			at += own.length + 1;
			next++;
		}
		if (next >= lines.length) break;
	}
	return isUndone ? rows : withWords(rows);
}

/** Where as many lines were put in as taken away, each shows what is new in it. */
function withWords(rows: Row[]): Row[] {
	let at = 0;
	while (at < rows.length) {
		const removed = runFrom(rows, at, 'removed');
		const added = runFrom(rows, at + removed, 'added');
		if (removed > 0 && removed === added) {
			for (let line = at; line < at + removed; line++) {
				const [old, now] = [rows[line]!, rows[line + removed]!];
				const words = changedWords(old.text.slice(1), now.text.slice(1));
				if (words)
					[rows[line], rows[line + removed]] = [
						{...old, words: words.old},
						{...now, words: words.now},
					];
			}
		}
		at += Math.max(1, removed + added);
	}
	return rows;
}

function runFrom(rows: readonly Row[], from: number, kind: DiffKind): number {
	let end = from;
	while (rows[end]?.kind === kind) end++;
	return end - from;
}

function foldContext(rows: readonly Row[]): Row[] {
	const folded: Row[] = [];
	for (let at = 0; at < rows.length; ) {
		const same = runFrom(rows, at, 'same');
		const isChangeBefore = at > 0 && isChange(rows[at - 1]!);
		const isChangeAfter = at + same < rows.length && isChange(rows[at + same]!);
		const before = isChangeBefore ? context : 0;
		const after = isChangeAfter ? context : 0;
		if (same > before + after + notWorthFolding) {
			folded.push(...rows.slice(at, at + before), hide(rows.slice(at + before, at + same - after), 'same'));
			folded.push(...rows.slice(at + same - after, at + same));
		} else folded.push(...rows.slice(at, at + same));
		at += same;
		if (same === 0) folded.push(rows[at++]!);
	}
	return folded;
}

function isChange({kind}: Row): boolean {
	return kind === 'added' || kind === 'removed';
}

function foldEnds(rows: readonly Row[]): readonly Row[] {
	if (rows.length <= ends.first + ends.last + notWorthFolding) return rows;
	const middle = rows.slice(ends.first, -ends.last);
	return [...rows.slice(0, ends.first), hide(middle, 'gap'), ...rows.slice(-ends.last)];
}

/** One row in place of several. */
function hide(rows: readonly Row[], kind: DiffKind): Row {
	const hidden = rows.reduce((sum, row) => sum + (row.hidden ?? 1), 0);
	return {kind, text: '', at: rows[0]!.at, end: rows.at(-1)!.end, hidden};
}

const roles: Readonly<Record<DiffKind, Role | undefined>> = {
	same: 'dim',
	removed: 'removed',
	added: 'added',
	file: 'title',
	gap: 'dim',
};

function rowLines(row: Row, digits: number, {columns, isWhole, isUndone, cwd}: DiffDrawing): Line[] {
	const {kind, text, at} = row;
	const role = isUndone && kind !== 'file' ? 'dim' : roles[kind];
	if (kind === 'file') return wrapPieces([named(text, at, role, cwd)], columns);
	if (kind === 'gap')
		return wrapPieces([{text: '⋯', role: 'dim'}, ...(text === '' ? [] : [{text: ' '}, {text, at, role}])], columns);
	const gutter = digits === 0 ? 2 : digits + 3;
	const code = codeSpans(row, role);
	const wrapped = code.length === 0 ? [[]] : wrapPieces(code, Math.max(8, columns - gutter));
	const shown = isWhole || wrapped.length <= mostRows ? wrapped : wrapped.slice(0, mostRows);
	const lines = shown.map((line, index): Line => {
		const number = digits === 0 ? '' : `${(index === 0 ? String(row.number ?? '') : '').padStart(digits)} `;
		const sign: Span = index === 0 ? {text: text.slice(0, 1) || ' ', at, role} : {text: '»', role: 'dim'};
		return [{text: number, role: 'dim'}, sign, {text: ' '}, ...line];
	});
	if (shown.length < wrapped.length)
		lines.push([
			margin(digits),
			{text: `… ${plural(wrapped.length - shown.length, 'more row')} of this line`, role: 'dim'},
		]);
	return lines;
}

function margin(digits: number): Span {
	return {text: ' '.repeat(digits === 0 ? 2 : digits + 3)};
}

/** The line without its sign; words that changed stand out. */
function codeSpans({kind, text, at, words = []}: Row, role: Role | undefined): Line {
	const spans: Span[] = [];
	let done = 1;
	const push = (to: number, spanRole: Role | undefined) => {
		if (to > done) spans.push({text: text.slice(done, to), at: at + done, role: spanRole});
		done = Math.max(done, to);
	};
	for (const [from, to] of words) {
		push(from + 1, role);
		push(to + 1, kind === 'added' ? 'added-word' : 'removed-word');
	}
	push(text.length, role);
	return spans;
}

/** A file, from the session's own directory. */
function named(text: string, at: number, role: Role | undefined, cwd: string | undefined): Span {
	if (!cwd || !text.startsWith(`${cwd}/`)) return {text, at, role};
	return {text: text.slice(cwd.length + 1), at: at + cwd.length + 1, role};
}
