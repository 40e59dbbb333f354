/**
 * Chinese, Japanese and Korean are written without spaces between words, or with endings glued to them, so an index of
 * words would hold whole sentences. Their runs are cut into pairs of characters, the last one alone: any two neighbours
 * are then a word of the index, a longer text is a phrase of such words, and a single character begins one of them.
 */

const someCjk =
	/[\u2E80-\u2FDF\u3005-\u3007\u3040-\u30FF\u3130-\u318F\u31F0-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}]/u;
const cjkRun = new RegExp(`${someCjk.source}+`, 'gu');

export function hasCjk(text: string): boolean {
	// Most texts have no such letters, and this is the fastest way to see it.
	return text.length !== Buffer.byteLength(text) && someCjk.test(text);
}

/** The text with its runs of CJK characters as pairs. */
export function withCjkPairs(text: string): string {
	return hasCjk(text) ? text.replace(cjkRun, run => ` ${pairsOf(run).join(' ')} `) : text;
}

/** Neighbours in pairs, and the last character alone. */
export function pairsOf(run: string): string[] {
	const characters = [...run];
	return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}

/** The stretches of a text that are CJK, and those that are not. */
export function cjkParts(text: string): Array<{readonly text: string; readonly isCjk: boolean}> {
	const parts: Array<{text: string; isCjk: boolean}> = [];
	let end = 0;
	for (const {0: run, index} of text.matchAll(cjkRun)) {
		if (index > end) parts.push({text: text.slice(end, index), isCjk: false});
		parts.push({text: run, isCjk: true});
		end = index + run.length;
	}
	if (end < text.length) parts.push({text: text.slice(end), isCjk: false});
	return parts;
}
