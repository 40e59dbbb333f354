/**
 * What the rules of Markdown take for marks and people often mean as text: globs, names with underscores, products,
 * quotes of old programs. Where that is likely the text is drawn as it stands.
 */
import type {Node} from './parse-markdown.ts';

const isPartOfCode = /[\w\\/.$@=^&-]/;

/** Whether `*this*`, `**this**` and the same with underscores is emphasis. */
export function isEmphasis(text: string, node: Node, mark: string): boolean {
	const inner = text.slice(node.from + mark.length, node.to - mark.length);
	const before = text[node.from - 1] ?? '';
	const after = text[node.to] ?? '';
	if (isPartOfCode.test(before) || /[\\/]/.test(after)) return false;
	// Marks beside it that belong to nothing.
	if ((before === mark[0] || after === mark[0]) && !isInsideEmphasis(node)) return false;
	if (/^[,;:)\]}]/.test(inner) || /[/\\(,[{]$/.test(inner)) return false;
	if (mark[0] === '_') return !/[\w$=(]/.test(after) && !inner.includes('_') && (mark === '_' || !/^\w+$/.test(inner));
	if (mark === '**') return !/^\/.*\*/.test(inner);
	return !/^[./]|[;=]/.test(inner) && !/[\w$@=]/.test(after);
}

function isInsideEmphasis({parent}: Node): boolean {
	return parent !== null && /Emphasis$/.test(parent.name);
}

/** Whether `this` is code, and not the beginning of a quote `this' or of a template. */
export function isInlineCode(text: string, from: number, to: number, mark: string): boolean {
	const inner = text.slice(from + mark.length, to - mark.length);
	if (/\w/.test(text[from - 1] ?? '') || inner.includes('\n') || inner.includes('${')) return false;
	return /^\s/.test(inner) === /\s$/.test(inner);
}

/** Whether [this](there) is a link, and not a call of what an index gives. */
export function isLink(text: string, from: number, url: string): boolean {
	return !/[\w)\]]/.test(text[from - 1] ?? '') && /[/.#:]/.test(url);
}

/** Whether a line is a heading: a single # also begins a comment, which rarely stands alone. */
export function isHeading(text: string, from: number, to: number, level: number): boolean {
	if (level > 1) return true;
	const start = text.lastIndexOf('\n', from - 1);
	const before = start <= 0 ? '' : text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
	const end = text.indexOf('\n', to);
	const after = end < 0 ? '' : text.slice(end + 1, endOfLine(text, end + 1));
	return isBlank(before) && isBlank(after);
}

function endOfLine(text: string, at: number): number {
	const end = text.indexOf('\n', at);
	return end < 0 ? text.length : end;
}

function isBlank(line: string): boolean {
	return /^[ \t>]*$/.test(line);
}

/** Whether > begins a quote: not a prompt of an interpreter, not a comparison. */
export function isQuote(text: string, from: number): boolean {
	return /^>(?:[ \t\n]|$)/.test(text.slice(from, from + 2));
}
