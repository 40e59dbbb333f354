/**
 * Prose whose blocks are told apart by the beginnings of its lines, as nearly all answers and prompts are written: paragraphs,
 * lists, headings and blocks of code. It is changed as `prose-parsed.ts` would change it, in a tenth of the time.
 */
import {quote} from './escape.ts';
import {LineBlocks} from './line-blocks.ts';
import {deeper, definition, tag} from './prose-signs.ts';

const heading = /^#{1,6}/;
/** What may be understood in more than one way, or only together with the lines around it. */
const unclear = /[|]|<https?:/;
const link = /\][([:]/;
/** A heading, or code, behind blanks or the marks of a list or a quote. */
const inner = /^[ \t>*+\d.)-]+#|^[ \t>*+\d.)-]*(?:```|~~~)/;
const underline = /^[ \t>]*(?:-+|=+)[ \t]*$/;
const blank = /^[ \t]*$/;

/** undefined: it has to be parsed. */
export function editLines(text: string): string | undefined {
	const edited = edit(text, false);
	return edited && `${edited.lines.join('\n')}${edited.open === undefined ? '' : `\n${edited.open}`}\n`;
}

/** The same as a quote, where the ends of lines are kept. */
export function editQuotedLines(text: string): string | undefined {
	const edited = edit(text, true);
	if (!edited) return undefined;
	const {lines, isContinued} = edited;
	return quote(lines.map((line, at) => (isContinued[at + 1] && !line.endsWith('  ') ? `${line}  ` : line)).join('\n'));
}

type Edited = {
	readonly lines: readonly string[];
	/** Of each line, whether it goes on with the paragraph of the line before. */
	readonly isContinued: readonly boolean[];
	/** The mark of code at the margin that was not closed. */
	readonly open?: string;
};

/** `isQuote`: then every line has to be clear, because the ends of those in paragraphs are changed. */
function edit(text: string, isQuote: boolean): Edited | undefined {
	const hasTags = tag.test(text);
	// In the address of a link no code begins.
	if ((hasTags && link.test(text)) || definition.test(text)) return undefined;
	const lines = text.split('\n');
	const isContinued: boolean[] = [];
	const blocks = new LineBlocks();
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at]!;
		const sort = blocks.read(line);
		isContinued.push(blocks.isContinued);
		if (sort === 'code' || sort === 'blank') continue;
		const isUnclear = sort === 'unclear';
		if (isUnclear && (isQuote || blocks.fence || inner.test(line))) return undefined;
		if (underline.test(line) && at > 0 && !blank.test(lines[at - 1]!)) return undefined;
		if (hasTags) {
			const escaped = withoutTags(line, isUnclear);
			if (escaped === undefined) return undefined;
			lines[at] = escaped;
		}
		if (sort === 'heading') lines[at] = deeper(heading.exec(line)![0].length) + lines[at];
	}
	const {fence} = blocks;
	if (fence?.offset !== 0) return {lines, isContinued};
	return fence.isAtMargin ? {lines, isContinued, open: fence.mark} : undefined;
}

/** A line without HTML, but for what is code. undefined: it may be code itself, or some may begin in it and end in another. */
function withoutTags(line: string, isUnclear: boolean): string | undefined {
	const hasTag = tag.test(line);
	if (hasTag && (isUnclear || unclear.test(line))) return undefined;
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
