/** Quotes and items of lists: what stands before each line inside them, in the text and on the screen. */
import {widthOf} from '../../../text/width.ts';
import type {Line, Span} from '../../theme.ts';
import {piecesText} from './wrap-pieces.ts';

export type Container = {
	readonly kind: 'quote' | 'item';
	/** The line of the text its mark stands in, and where what it holds begins there. */
	readonly lineStart: number;
	readonly contentAt: number;
	/** How far the lines of an item are indented in the text. */
	readonly indent: number;
	/** Drawn before its first line, and before each other. */
	readonly first: Line;
	readonly rest: Line;
};

type Entered = Container & {isFresh: boolean; readonly isNarrow: boolean; readonly width: number};

/** The containers around a line. */
export class Containers {
	private readonly stack: Entered[] = [];
	/** Columns of what is drawn before a line. */
	width = 0;

	constructor(
		private readonly text: string,
		private readonly columns: number,
	) {}

	get depth(): number {
		return this.stack.length;
	}

	enter(container: Container): void {
		const width = widthOf(piecesText(container.rest));
		// Where containers would take more than half of the screen, the text inside them stands below their marks.
		const isNarrow = this.width + width > this.columns / 2;
		this.stack.push({...container, isFresh: true, isNarrow, width: isNarrow ? 0 : width});
		if (!isNarrow) this.width += width;
	}

	leave(): void {
		this.width -= this.stack.pop()!.width;
	}

	/**
	 * Where the text of a line begins, behind what its containers put before it. Markdown lets a line belong to a
	 * container without a mark or an indent of its own; on the screen it stands outside of those, as it does in the text.
	 */
	contentStart(lineStart: number): {readonly at: number; readonly depth: number} {
		let at = lineStart;
		for (const [depth, container] of this.stack.entries()) {
			const next = container.lineStart === lineStart ? container.contentAt : behind(this.text, at, container);
			if (next === undefined) return {at, depth};
			at = next;
		}
		return {at, depth: this.stack.length};
	}

	/** What the first so many containers put before a line, and before those it is continued in. */
	prefixes(depth = this.stack.length): {readonly first: Line; readonly rest: Line; readonly inline: Line} {
		const first: Span[] = [];
		const rest: Span[] = [];
		const inline: Span[] = [];
		// The mark of a container is drawn wherever the first line of it stands.
		const begun = this.stack.findLastIndex(({isFresh}) => isFresh) + 1;
		for (const container of this.stack.slice(0, Math.max(depth, begun))) {
			if (container.isNarrow) {
				if (container.isFresh) inline.push(...container.first);
			} else {
				first.push(...(container.isFresh ? container.first : container.rest));
				rest.push(...container.rest);
			}
			container.isFresh = false;
		}
		return {first, rest, inline};
	}
}

function behind(text: string, at: number, {kind, indent}: Container): number | undefined {
	if (kind === 'quote') return skipQuoteMark(text, at);
	const end = skipIndent(text, at, indent);
	return isBlankFrom(text, end) || widthBetween(text, at, end) >= indent ? end : undefined;
}

function isBlankFrom(text: string, at: number): boolean {
	return at === text.length || text[at] === '\n';
}

const quoteMark = / *>[ \t]?/y;

function skipQuoteMark(text: string, at: number): number | undefined {
	quoteMark.lastIndex = at;
	return quoteMark.test(text) ? quoteMark.lastIndex : undefined;
}

/** Behind at most so many columns of blanks. */
export function skipIndent(text: string, from: number, columns: number): number {
	let at = from;
	for (let column = 0; column < columns; at++) {
		if (text[at] === ' ') column++;
		else if (text[at] === '\t') column += 4 - (column % 4);
		else break;
	}
	return at;
}

/** Columns from one place of a line to another, counted from the first. */
export function widthBetween(text: string, from: number, to: number): number {
	let columns = 0;
	for (let at = from; at < to; at++) columns += text[at] === '\t' ? 4 - (columns % 4) : 1;
	return columns;
}
