/** Small parts of Markdown that stay what they are, whatever is put into them. */
import {oneLine} from '../../text/one-line.ts';

/** A block of code. Its fence is longer than any in the text. */
export function fence(text: string, language = ''): string {
	return `${block(text, language)}\n`;
}

/** The same without the end of its last line. */
export function block(text: string, language = ''): string {
	const [opening, closing] = around(text, language);
	return `${opening}${text}${closing}`;
}

/** What stands before and behind a text that is a block of code. */
export function around(text: string, language = ''): readonly [opening: string, closing: string] {
	let longest = 2;
	if (text.includes('```')) for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
	const mark = '`'.repeat(longest + 1);
	return [`${mark}${language}\n`, `${text === '' || text.endsWith('\n') ? '' : '\n'}${mark}`];
}

/** Code within a line. Ends of lines and blanks around it are not kept. */
export function inlineCode(text: string): string {
	const line = oneLine(text);
	if (line === '') return '';
	let longest = 0;
	for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
	const mark = '`'.repeat(longest + 1);
	const blank = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
	return `${mark}${blank}${line}${blank}${mark}`;
}

/** A line of text in which nothing is a mark: for headings, links and cells of tables. */
export function plain(text: string): string {
	const line = oneLine(text);
	const marked = /[\\`*[\]<>|~_&]/.test(line)
		? line.replace(/[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)/g, '\\$&')
		: line;
	if (!/^[#+=\d-]/.test(marked)) return marked;
	return marked
		.replace(/^(?:[#+=-]|\d+(?=[.)]))/, start => (/^\d/.test(start) ? start : `\\${start}`))
		.replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A cell of a table: a bar would end it, even in code. */
export function cell(markdown: string): string {
	return markdown.replaceAll(/(?<!\\)\|/g, '\\|');
}

/** Text within HTML: in a `<summary>` no Markdown is read. */
export function html(text: string): string {
	if (!/[&<>"]/.test(text)) return text;
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** What is folded. The summary is HTML of one line, the body Markdown. */
export function details(summary: string, body: string, isOpen = false): string {
	return `${detailsOpening(summary, isOpen)}${body.trimEnd()}${detailsClosing}`;
}

/** What stands before what is folded, and behind it. The summary is made of single lines: only blanks may be too many. */
export function detailsOpening(summary: string, isOpen = false): string {
	const line = summary.includes('  ') ? oneLine(summary) : summary;
	return `<details${isOpen ? ' open' : ''}>\n<summary>${line}</summary>\n\n`;
}

export const detailsClosing = '\n\n</details>\n';

/** A quote, line by line. */
export function quote(markdown: string): string {
	const text = markdown.trimEnd();
	if (text !== '' && !/[\n\r\u2028\u2029]/.test(text)) return `> ${text}\n`;
	return `${text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>')}\n`;
}
