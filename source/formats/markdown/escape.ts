/** Small parts of Markdown that stay what they are, whatever is put into them. */

/** A block of code. Its fence is longer than any in the text. */
export function fence(text: string, language = ''): string {
	let longest = 2;
	if (text.includes('```')) for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
	const mark = '`'.repeat(longest + 1);
	return `${mark}${language}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${mark}\n`;
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
	return oneLine(text)
		.replace(/[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)/g, '\\$&')
		.replace(/^(?:[#+=-]|\d+(?=[.)]))/, start => (/^\d/.test(start) ? start : `\\${start}`))
		.replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A cell of a table: a bar would end it, even in code. */
export function cell(markdown: string): string {
	return markdown.replaceAll(/(?<!\\)\|/g, '\\|');
}

/** Text within HTML: in a `<summary>` no Markdown is read. */
export function html(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** What is folded. The summary is HTML of one line, the body Markdown. */
export function details(summary: string, body: string, isOpen = false): string {
	return `<details${isOpen ? ' open' : ''}>\n<summary>${oneLine(summary)}</summary>\n\n${body.trimEnd()}\n\n</details>\n`;
}

/** A quote, line by line. */
export function quote(markdown: string): string {
	return `${markdown
		.trimEnd()
		.replace(/^(?=.)/gm, '> ')
		.replace(/^$/gm, '>')}\n`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/gu, ' ').trim();
}
