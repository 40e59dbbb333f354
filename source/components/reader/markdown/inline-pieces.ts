import {widthOf} from '../../../text/width.ts';
import type {Role, Span} from '../../theme.ts';
import {isEmphasis, isInlineCode, isLink} from './doubts.ts';
import type {Node} from './parse-markdown.ts';
import type {Tones} from './tones.ts';
import {slicePiece} from './wrap-pieces.ts';

export type InlineOptions = {
	readonly text: string;
	readonly tones: Tones;
	/** In a cell of a table a bar is escaped wherever it stands. */
	readonly isCell?: boolean;
};

/** Longer addresses are cut: the text of the link says where it leads. */
const longestAddress = 60;
const deepest = 12;

/** The pieces of a part of the text, newlines included; marks are left out, and what is no mark is not. */
export function inlinePieces(node: Node, from: number, to: number, options: InlineOptions, role?: Role): Span[] {
	const pieces = new Inline(options);
	pieces.add(node, from, to, role ?? options.tones.text, 0);
	return options.isCell ? pieces.spans.flatMap(withoutEscapedBars) : pieces.spans;
}

class Inline {
	readonly spans: Span[] = [];

	constructor(private readonly options: InlineOptions) {}

	/** What lies inside a node; its own marks are not in the range. */
	add(node: Node, from: number, to: number, role: Role | undefined, depth: number): void {
		let at = from;
		if (depth < deepest) {
			for (let child = node.childAfter(from); child && child.from < to; child = child.nextSibling) {
				if (child.from < at) continue;
				this.raw(at, child.from, role);
				at = this.addChild(child, role, depth) ? child.to : child.from;
			}
		}
		this.raw(at, to, role);
	}

	/** Tells whether it was drawn; if not it is text like what is around it. */
	private addChild(node: Node, role: Role | undefined, depth: number): boolean {
		switch (node.name) {
			case 'Emphasis':
			case 'StrongEmphasis':
				this.addEmphasis(node, role, depth);
				return true;
			case 'InlineCode':
				return this.addCode(node);
			case 'Link':
				return this.addLink(node, role, depth);
			case 'URL':
			case 'Autolink':
				this.raw(node.from, node.to, this.options.tones.of('link'));
				return true;
			default:
				return false;
		}
	}

	private addEmphasis(node: Node, role: Role | undefined, depth: number): void {
		const {text, tones} = this.options;
		const mark = text.slice(node.from, node.firstChild!.to);
		const isMeant = isEmphasis(text, node, mark);
		const skipped = isMeant ? mark.length : 0;
		const isPlain = role === tones.text || role === tones.of('emphasis');
		const own = isMeant && isPlain ? tones.of(mark.length > 1 ? 'strong' : 'emphasis') : role;
		this.add(node, node.from + skipped, node.to - skipped, own, depth + 1);
	}

	private addCode(node: Node): boolean {
		const {text, tones} = this.options;
		const mark = text.slice(node.from, node.firstChild!.to);
		if (!isInlineCode(text, node.from, node.to, mark)) return false;
		const inner = text.slice(node.from + mark.length, node.to - mark.length);
		// A blank on both sides keeps the marks from backticks that belong to the code.
		const blanks = inner.startsWith(' ') && inner.trim() !== '' ? 1 : 0;
		this.raw(node.from + mark.length + blanks, node.to - mark.length - blanks, tones.of('code'));
		return true;
	}

	private addLink(node: Node, role: Role | undefined, depth: number): boolean {
		const {text, tones} = this.options;
		const [open, close] = node.getChildren('LinkMark');
		const address = node.getChildren('URL').find(({from}) => from >= (close?.to ?? 0));
		if (!open || !close || !address || node.getChild('LinkTitle')) return false;
		const url = text.slice(address.from, address.to);
		if (open.to === close.from || !isLink(text, node.from, url)) return false;
		this.add(node, open.to, close.from, tones.of('link') ?? role, depth + 1);
		if (text.slice(open.to, close.from) !== url) this.addAddress(address.from, address.to);
		return true;
	}

	/** Behind the text of a link. Of a long one the end of a path, or whose site it is. */
	private addAddress(from: number, to: number): void {
		const {text, tones} = this.options;
		const url = text.slice(from, to);
		const dim = tones.of('dim');
		const isLong = widthOf(url) > longestAddress;
		const [, scheme = '', site = ''] = /^(\w+:\/\/)([^/\s]*)/.exec(url) ?? [];
		const tail = isLong && scheme === '' ? /\/[^/]+(?:\/[^/]+)?$/.exec(url.slice(-longestAddress)) : null;
		this.spans.push({text: tail ? ' (…' : ' (', role: dim});
		if (!isLong) this.raw(from, to, dim);
		else if (tail) this.raw(to - tail[0].length, to, dim);
		else this.raw(from + scheme.length, from + scheme.length + Math.min(site.length, longestAddress), dim);
		this.spans.push({text: isLong && !tail ? '…)' : ')', role: dim});
	}

	private raw(from: number, to: number, role: Role | undefined): void {
		if (from >= to) return;
		const last = this.spans.at(-1);
		const isNext = last?.at !== undefined && last.role === role && last.at + last.text.length === from;
		const start = isNext ? last.at : from;
		if (isNext) this.spans.pop();
		this.spans.push({text: this.options.text.slice(start, to), role, at: start});
	}
}

function withoutEscapedBars(span: Span): Span[] {
	if (!span.text.includes('\\|')) return [span];
	const spans: Span[] = [];
	let start = 0;
	for (let at = span.text.indexOf('\\|'); at >= 0; at = span.text.indexOf('\\|', at + 2)) {
		if (at > start) spans.push(slicePiece(span, start, at));
		start = at + 1;
	}
	return [...spans, slicePiece(span, start)];
}
