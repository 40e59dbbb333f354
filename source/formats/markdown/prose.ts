/**
 * Markdown of somebody else within ours. It is shown as it was meant, but nothing in it reaches beyond itself:
 *
 * - headings are two levels deeper (`# a` becomes `### a`, the deepest is level 6);
 * - what underlines a heading is text (`\===`), or a line across (`-- -`);
 * - `<` before anything that looks like HTML becomes `&lt;`, but for code and addresses;
 * - code that was never closed is closed;
 * - the address of a link that stands alone (`[a]: b`) is text.
 *
 * What two parsers understand in different ways, and what is too long or too deep for one, is shown as its own source. Of what
 * was typed or printed, that is much less than of an answer: a long text that its lines do not tell apart was pasted from a
 * terminal, and is a log rather than Markdown.
 *
 * In a quote, which is for what somebody typed, the ends of lines are kept by two blanks before them.
 */
import {isHardMarkdown} from '../../text/is-markdown.ts';
import {visible} from '../../text/visible.ts';
import {fence, quote} from './escape.ts';
import {loadParsers} from './load-parsers.ts';
import {editLines, editQuotedLines} from './prose-lines.ts';
import {definition, tag} from './prose-signs.ts';

/** Without any of these nothing has to be changed. */
const sign = new RegExp(
	`<[A-Za-z/!?]|^[ \\t>]*(?:#|[-=]+[ \\t]*$|\`\`\`|~~~)|^[ \\t>*+\\d.)-]+(?:#|\`\`\`|~~~)|${definition.source}`,
	'm',
);
/** Longer texts are shown as their own source. */
const longest = 256 * 1024;
const longestPasted = 8 * 1024;

export function prose(text: string, longestParsed = longest): string {
	const shown = trimmed(text);
	if (shown === '') return '';
	if (!hasSign(shown)) return `${shown}\n`;
	if (isTooHard(shown)) return fence(shown, 'markdown');
	return editLines(shown) ?? parsed(shown, shown, longestParsed) ?? fence(shown, 'markdown');
}

/** The same of what nobody wrote to be read as Markdown. */
export function printedProse(text: string): string {
	return prose(text, longestPasted);
}

/** The same as a quote. It is read as one: a tab behind the mark of a quote is not what it is at the margin. */
export function quotedProse(text: string): string {
	const shown = trimmed(text);
	if (shown === '') return '';
	const quoted = quote(shown).trimEnd();
	if (!hasSign(quoted)) return quote(withLineEnds(shown));
	if (isTooHard(quoted)) return asSource(quoted);
	return editQuotedLines(shown) ?? parsed(quoted, shown, longestPasted) ?? asSource(quoted);
}

/** `text`, of which `shown` is what it quotes, if it is a quote. */
function parsed(text: string, shown: string, longestParsed: number): string | undefined {
	return text.length > longestParsed || deepQuote.test(shown)
		? undefined
		: loadParsers().editParsed(text, text !== shown);
}

/** Both our parsers may take such a line for one of a quote before it; others do not. */
const deepQuote = /^(?: {4,}| {0,3}\t)[ \t]*>/m;

/** Lines that follow each other stay lines. */
function withLineEnds(text: string): string {
	const lines = text.split('\n');
	const isSaid = (line = '') => /[^ \t>]/.test(line);
	return lines
		.map((line, at) => (isSaid(line) && isSaid(lines[at + 1]) && !line.endsWith('  ') ? `${line}  ` : line))
		.join('\n');
}

function trimmed(text: string): string {
	const shown = visible(text).trimEnd();
	// Whatever is left of a text that begins with a letter begins with it.
	return shown.charCodeAt(0) > 0x20 ? shown : shown.replace(/^(?:[ \t]*\n)+/, '');
}

function isTooHard(text: string): boolean {
	return text.length > longest || isHardMarkdown(text);
}

/** To look for single letters takes a fraction of the time that the sign takes, which most texts do not have. */
function hasSign(text: string): boolean {
	return mayHaveSign(text) && sign.test(text);
}

function mayHaveSign(text: string): boolean {
	if (text.includes('#') || text.includes('```') || text.includes('~~~')) return true;
	if (text.includes('<') && tag.test(text)) return true;
	if (text.includes(']:') && definition.test(text)) return true;
	return (text.includes('-') || text.includes('=')) && /[-=][ \t]*$/m.test(text);
}

/** Of a quote. */
function asSource(quoted: string): string {
	return quote(fence(quoted.replace(/^> ?/gm, ''), 'markdown'));
}
