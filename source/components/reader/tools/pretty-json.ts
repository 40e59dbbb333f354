/** More of a record nobody reads on a screen. */
const mostLines = 200;

/**
 * JSON, a value a line. It need not be whole: of a record that was cut off, what there is. Anything else stays as it is.
 */
export function prettyJson(text: string): string {
	if (!/^\s*[{[]/.test(text)) return text;
	const lines: string[] = [];
	let line = '';
	let depth = 0;
	const end = () => {
		lines.push(line);
		line = '  '.repeat(Math.min(depth, 40));
	};
	for (const [token] of text.matchAll(tokens)) {
		if (lines.length === mostLines) return [...lines, '…'].join('\n');
		if (token === '{' || token === '[') {
			line += token;
			depth++;
			end();
		} else if (token === '}' || token === ']') {
			depth = Math.max(0, depth - 1);
			end();
			line += token;
		} else if (token === ',') {
			line += token;
			end();
		} else line += token === ':' ? ': ' : token;
	}
	return [...lines, line].join('\n');
}

/** What is empty stays on its line; blanks between are left out; a string may have no end. */
const tokens = /\{\s*\}|\[\s*\]|[{}[\],:]|"(?:[^"\\]|\\[\s\S])*"?|[^\s{}[\],:"]+/g;
