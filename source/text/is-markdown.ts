/** Which texts are worth parsing, and which had better not be. */

/** Longer texts are drawn as they stand: nobody reads them for their looks. */
const longest = 64 * 1024;

// Without any of these a text looks the same parsed or not: headings and rules, quotes, lists, indented code and what
// stands in pairs.
const sign =
	/[`*[|]|__|\b_|_\b|https?:|^[ \t]*(?:#{1,6}[ \t]|>|[-+][ \t]|\d{1,9}[.)][ \t]|[-=]+[ \t]*$|~~~)|^(?: {4}|\t)/m;

export function isMarkdown(text: string): boolean {
	return text.length <= longest && sign.test(text) && !isHardMarkdown(text);
}

// So many marks of containers in a row are not written to be read.
const deep = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){24}/m;

/** What stands in pairs is looked for back and forth within a paragraph: the work grows with the square of it. */
const mostMarks = 4000;

const paired = new Uint8Array(128);
for (const mark of '!(*<[]_`') paired[mark.charCodeAt(0)] = 1;

export function isHardMarkdown(text: string): boolean {
	if (deep.test(text)) return true;
	if (text.length <= mostMarks) return false;
	let work = 0;
	for (const paragraph of text.split(/\n[ \t]*\n/)) {
		let marks = 0;
		for (let at = 0; at < paragraph.length; at++) marks += paired[paragraph.charCodeAt(at)] ?? 0;
		work += marks ** 2;
	}
	return work > mostMarks ** 2;
}
