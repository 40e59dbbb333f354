import type {Line, Span} from '../../theme.ts';
import {Containers} from './containers.ts';
import type {Tones} from './tones.ts';
import {chopPieces, slicePiece, wrapPieces} from './wrap-pieces.ts';

export type PageOptions = {
	readonly text: string;
	readonly columns: number;
	readonly tones: Tones;
	/** Marks of lists and quotes, and rules, stay what they are. */
	readonly hasTypedMarks: boolean;
};

/** The lines of a text while they are made. Line breaks and blank lines are those of the text. */
export class Page {
	readonly lines: Line[] = [];
	readonly containers: Containers;
	/** How far the text is drawn. */
	private done = 0;

	constructor(readonly options: PageOptions) {
		this.containers = new Containers(options.text, options.columns);
	}

	/** Columns there are for the text of a line. */
	get room(): number {
		return Math.max(1, this.options.columns - this.containers.width);
	}

	lineStartOf(at: number): number {
		return this.options.text.lastIndexOf('\n', at - 1) + 1;
	}

	/** Comes to something that begins here: the blank lines before it are drawn. */
	comeTo(at: number): void {
		const {text} = this.options;
		let blanks = this.lines.length === 0 && this.containers.depth === 0 ? 0 : -1;
		for (let end = text.indexOf('\n', this.done); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) blanks++;
		for (let blank = 0; blank < blanks; blank++) this.addFitting([]);
		this.done = Math.max(this.done, at);
	}

	/** What ends here is drawn. */
	finish(at: number): void {
		this.done = Math.max(this.done, at);
	}

	/** Pieces of the text, each of its lines wrapped by itself; `from` is where the first of them begins. */
	addText(pieces: readonly Span[], from: number): void {
		const {text} = this.options;
		const start = this.containers.contentStart(this.lineStartOf(from));
		const indent = text.slice(start.at, from);
		let line: Span[] = indent !== '' && indent.trim() === '' ? [{text: indent, at: start.at}] : [];
		let {depth} = start;
		let contentAt = 0;
		for (const piece of pieces) {
			let begun = 0;
			if (piece.at !== undefined) {
				for (let end = piece.text.indexOf('\n'); end >= 0; end = piece.text.indexOf('\n', begun)) {
					push(line, piece, Math.max(begun, contentAt - piece.at), end);
					this.addLine(line, depth);
					line = [];
					({at: contentAt, depth} = this.containers.contentStart(piece.at + end + 1));
					begun = end + 1;
				}
				begun = Math.max(begun, contentAt - piece.at);
			}
			push(line, piece, begun, piece.text.length);
		}
		this.addLine(line, depth);
	}

	/** A part of the text with all that stands in it. */
	addAsItStands({from, to}: {readonly from: number; readonly to: number}): void {
		const {text, tones} = this.options;
		this.addText([{text: text.slice(from, to), at: from, role: tones.text}], from);
	}

	/** A line of the text, wrapped; inside the first so many containers. */
	addLine(line: Line, depth?: number): void {
		const {first, rest, inline} = this.containers.prefixes(depth);
		const wrapped = wrapPieces([...inline, ...line], this.room);
		for (const [row, each] of wrapped.entries()) this.push(row === 0 ? first : rest, each);
	}

	/** A line of code: not a blank of it is lost, and where it goes on in the next row a mark says so. */
	addCode(line: Line, indent: string): void {
		const {first, rest} = this.startOfFitting();
		for (const [row, each] of chopPieces(line, this.room - indent.length).entries()) {
			const mark: Span = row === 0 ? {text: indent} : {text: '»'.padEnd(indent.length), role: 'dim'};
			this.push(row === 0 ? first : rest, indent === '' || each.length === 0 ? each : [mark, ...each]);
		}
	}

	/** A line that fits as it is. */
	addFitting(line: Line): void {
		this.push(this.startOfFitting().first, line);
	}

	/** Marks of containers that have no room beside the line stand above it. */
	private startOfFitting(): {readonly first: Line; readonly rest: Line} {
		const {first, rest, inline} = this.containers.prefixes();
		if (inline.length === 0) return {first, rest};
		for (const [row, each] of wrapPieces(inline, this.room).entries()) this.push(row === 0 ? first : rest, each);
		return {first: rest, rest};
	}

	private push(prefix: Line, line: Line): void {
		if (line.length > 0) {
			this.lines.push(prefix.length > 0 ? [...prefix, ...line] : line);
			return;
		}
		// Nothing stands behind the prefix: neither do its blanks.
		const last = prefix.findLastIndex(({text}) => text.trim() !== '');
		this.lines.push(prefix.slice(0, last + 1).map((span, at) => (at === last ? trimmed(span) : span)));
	}
}

function push(line: Span[], piece: Span, from: number, to: number): void {
	if (from < to) line.push(slicePiece(piece, from, to));
}

function trimmed(span: Span): Span {
	return {...span, text: span.text.trimEnd()};
}
