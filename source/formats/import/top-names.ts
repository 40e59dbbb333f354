/** The names at the top of a JSON object, of which only the beginning is here. */
export function topNames(start: string): Set<string> {
	const names = new Set<string>();
	let depth = 0;
	let text = '';
	for (let at = 0; at < start.length; at++) {
		const character = start[at]!;
		if (character === '"') {
			const end = endOfString(start, at);
			if (end === -1) return names;
			text = start.slice(at + 1, end);
			at = end;
		} else if (character === ':') {
			if (depth === 1) names.add(text);
		} else if (character === '{' || character === '[') depth++;
		else if (character === '}' || character === ']') {
			// Of several documents the first is enough.
			if (--depth === 0) return names;
		} else if (depth === 0 && !/[\s\uFEFF]/.test(character)) return names;
	}
	return names;
}

function endOfString(text: string, from: number): number {
	for (let at = from + 1; at < text.length; at++) {
		if (text[at] === '\\') at++;
		else if (text[at] === '"') return at;
	}
	return -1;
}
