/**
 * Prose whose blocks are told apart by the beginnings of its lines alone, as most answers are written: paragraphs, lists,
 * headings and blocks of code at the margin. It is changed as `prose-parsed.ts` would change it, in a tenth of the time.
 */
import {quote} from './escape.ts';
import {deeper, tag} from './prose-signs.ts';

/** Code, or a heading, at the margin. */
const opening = /^(`{3,}|~{3,})(.*)$/;
const heading = /^#{1,6}(?=[ \t]|$)/;

/** What may be understood in more than one way, or only together with the lines around it. */
const unclear = /[|]|<https?:|^(?: {4}| *\t)/;
const link = /\][([:]/;
/** Behind blanks or the marks of a list or a quote. */
const inner = /^[ \t>*+\d.)-]+(?:#|```|~~~)/;
const underline = /^[ \t>]*(?:-+|=+)[ \t]*$/;
/** How far a tab goes depends on what stands before the line. */
const tabbed = /^ *\t[ \t]*(?:```|~~~)/;
const blank = /^[ \t>]*$/;

/** A line of a quote that is nothing but a line of a paragraph. */
const spoken = /^(?![-+*=_>|#]|\d{1,9}[.)]|[ \t])[^|]*$/;

/** undefined: it has to be parsed. */
export function editLines(text: string): string | undefined {
	const edited = edit(text, () => true);
	return edited && `${edited.lines.join('\n')}${edited.open === undefined ? '' : `\n${edited.open}`}\n`;
}

/** The same as a quote, where the ends of lines are kept. */
export function editQuotedLines(text: string): string | undefined {
	const edited = edit(text, line => line === '' || spoken.test(line));
	if (!edited) return undefined;
	const {lines, isSpoken} = edited;
	const kept = lines.map((line, at) => (isSpoken[at] && isSpoken[at + 1] && !line.endsWith('  ') ? `${line}  ` : line));
	return quote(kept.join('\n'));
}

type Edited = {
	readonly lines: readonly string[];
	/** Of each line, whether it is one of a paragraph. */
	readonly isSpoken: readonly boolean[];
	/** The mark of code that was not closed. */
	readonly open?: string;
};

function edit(text: string, isUsual: (line: string) => boolean): Edited | undefined {
	const lines = text.split('\n');
	const isSpoken: boolean[] = [];
	const hasTags = tag.test(text);
	// In the address of a link no code begins.
	if (hasTags && link.test(text)) return undefined;
	let open: string | undefined;
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at]!;
		isSpoken.push(false);
		if (open !== undefined) {
			if (isClosing(line, open)) open = undefined;
			else if (tabbed.test(line)) return undefined;
			continue;
		}
		const first = line.charCodeAt(0);
		if (first === backtick || first === tilde) {
			const [, mark, info] = opening.exec(line) ?? [];
			if (mark !== undefined) {
				// Not everybody takes a table's bar in such a line for what it is.
				if (/[`|]/.test(info!)) return undefined;
				open = mark;
				continue;
			}
		}
		const level = first === hash ? (heading.exec(line)?.[0].length ?? 0) : 0;
		if (hasTags) {
			const escaped = withoutTags(line);
			if (escaped === undefined) return undefined;
			lines[at] = escaped;
		}
		if (level > 0) {
			lines[at] = deeper(level) + lines[at];
			continue;
		}
		if (inner.test(line) || (underline.test(line) && at > 0 && !blank.test(lines[at - 1]!))) return undefined;
		if (!isUsual(line)) return undefined;
		isSpoken[at] = line !== '';
	}
	return {lines, isSpoken, open};
}

const [backtick, tilde, hash] = Buffer.from('`~#');

function isClosing(line: string, open: string): boolean {
	const mark = closing.exec(line)?.[1];
	return mark !== undefined && mark[0] === open[0] && mark.length >= open.length;
}

const closing = /^ {0,3}(`+|~+)[ \t]*$/;

/** A line without HTML, but for what is code. undefined: code may begin in it and end in another. */
function withoutTags(line: string): string | undefined {
	const hasTag = tag.test(line);
	if (hasTag && unclear.test(line)) return undefined;
	if (!line.includes('`')) return hasTag ? line.replaceAll(tags, '&lt;') : line;
	const runs = [...line.matchAll(/`+/g)];
	if (runs.length > mostRuns || line.includes('\\`')) return undefined;
	let result = '';
	let from = 0;
	for (let at = 0; at < runs.length; at++) {
		const {0: mark, index} = runs[at]!;
		const end = runs.findIndex(([other], later) => later > at && other === mark);
		if (end < 0) return undefined;
		result += line.slice(from, index).replaceAll(tags, '&lt;');
		from = runs[end]!.index + mark.length;
		result += line.slice(index, from);
		at = end;
	}
	return result + line.slice(from).replaceAll(tags, '&lt;');
}

const tags = new RegExp(tag, 'g');
/** More of them in a line are nobody's prose. */
const mostRuns = 200;
