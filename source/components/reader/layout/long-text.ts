/** Long texts, of which the beginning and the end are shown until somebody wants the whole. */
import {plural} from '../../../text/figures.ts';
import {cutLine} from '../../line-tools.ts';
import type {Ranges} from '../../search/ranges.ts';
import type {Line, Role} from '../../theme.ts';
import {markLines} from '../mark-lines.ts';
import {wrapPieces} from '../markdown/wrap-pieces.ts';

/** How many rows of the beginning and of the end. */
export type Ends = {readonly first: number; readonly last: number};

export type LongText = {
	readonly text: string;
	readonly columns: number;
	readonly role?: Role;
	/** undefined: all of it. */
	readonly ends: Ends | undefined;
	readonly marks: Ranges;
	readonly firstHit: number | undefined;
};

/** To say that a few rows are missing takes as much room as to show them. */
const notWorthFolding = 4;

export function longText({text, columns, role, ends, marks, firstHit}: LongText): Line[] {
	if (text === '') return [];
	const source = new TextRows(text, columns, role);
	const mark = (lines: readonly Line[]) => markLines(lines, text, marks, firstHit);
	const all = ends ? source.unlessMoreThan(ends.first + ends.last + notWorthFolding) : source.all();
	if (all) return [...mark(all)];
	const {first, last, hidden, from, to} = source.ends(ends!);
	const fold = cutLine(foldLine(hidden, hitsWithin(marks, from, to)), columns);
	return [...mark(first), fold, ...mark(last)];
}

/** What is folded away there, and how many hits with it. */
export function foldLine(hidden: string, hits: number): Line {
	const fold: Line = [{text: `… ${hidden}`, role: 'dim'}];
	return hits === 0 ? fold : [...fold, {text: '  '}, {text: plural(hits, 'hit'), role: 'match'}];
}

/** Ranges that lie between two places. */
export function hitsWithin(ranges: Ranges, from: number, to: number): number {
	return ranges.filter(([start, end]) => start < to && end > from).length;
}

type TextEnds = {
	readonly first: readonly Line[];
	readonly last: readonly Line[];
	/** What lies between, in words and as a piece of the text. */
	readonly hidden: string;
	readonly from: number;
	readonly to: number;
};

/** The rows of a text, made as far as they are wanted. */
class TextRows {
	private readonly lines: readonly string[];

	constructor(
		private readonly text: string,
		private readonly columns: number,
		private readonly role: Role | undefined,
	) {
		this.lines = text.split('\n');
	}

	all(): Line[] {
		let at = 0;
		return this.lines.flatMap(line => {
			const rows = this.rowsOf(line, at);
			at += line.length + 1;
			return rows;
		});
	}

	/** All of them, unless there are more. No letter is so many units long that a column has more of them than this. */
	unlessMoreThan(most: number): Line[] | undefined {
		if (this.lines.length > most || this.text.length > most * this.columns * 32) return undefined;
		const rows = this.all();
		return rows.length > most ? undefined : rows;
	}

	ends({first: mostFirst, last: mostLast}: Ends): TextEnds {
		const first: Line[] = [];
		let above = 0;
		let from = 0;
		while (first.length < mostFirst && above < this.lines.length) {
			const line = this.lines[above++]!;
			first.push(...this.rowsOf(line, from));
			from += line.length + 1;
		}
		const last: Line[] = [];
		let below = this.lines.length;
		let to = this.text.length + 1;
		while (last.length < mostLast && below > above) {
			const line = this.lines[--below]!;
			to -= line.length + 1;
			last.unshift(...this.rowsOf(line, to));
		}
		// One line may fill more than all the rows: then its last ones are the end.
		const rest = first.splice(mostFirst);
		const wanted = mostLast - last.length;
		if (below === above && wanted > 0) last.unshift(...rest.splice(-wanted));
		const cutRows = rest.length + last.splice(0, Math.max(0, last.length - mostLast)).length;
		return {
			first,
			last,
			hidden: below > above ? plural(below - above, 'more line') : plural(cutRows, 'more row'),
			from: rest.length > 0 ? endOf(first) : from,
			to: startOf(last) ?? to,
		};
	}

	private rowsOf(line: string, at: number): Line[] {
		return line === '' ? [[]] : wrapPieces([{text: line, at, role: this.role}], this.columns);
	}
}

function startOf(lines: readonly Line[]): number | undefined {
	return lines[0]?.find(({at}) => at !== undefined)?.at;
}

function endOf(lines: readonly Line[]): number {
	const last = lines.at(-1)?.findLast(({at}) => at !== undefined);
	return last ? last.at! + last.text.length : 0;
}
