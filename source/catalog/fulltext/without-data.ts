/** Longer runs of letters and digits are data (pictures, keys, checksums in a row), and no words anybody looks for. */
export const longestWord = 120;

const longestPath = 1000;
const longestPart = 40;

/**
 * The text with such runs left out. Every run that long covers a multiple of its length, so only those places are looked
 * at: texts are long, and this is done to all of them.
 */
export function withoutData(text: string): string {
	if (text.length <= longestWord) return text;
	let kept = '';
	let end = 0;
	for (let at = longestWord; at < text.length; at += longestWord) {
		if (!isDataLike(text.charCodeAt(at))) continue;
		let [from, to] = [at, at + 1];
		while (from > end && isDataLike(text.charCodeAt(from - 1))) from--;
		while (to < text.length && isDataLike(text.charCodeAt(to))) to++;
		if (to - from > longestWord && !isPath(text.slice(from, to))) {
			kept += `${text.slice(end, from)} `;
			end = to;
		}
		at = Math.max(at, to - (to % longestWord));
	}
	return end === 0 ? text : kept + text.slice(end);
}

/** A path may be as long, and is made of the same letters; but it is made of words. */
function isPath(run: string): boolean {
	return run.length <= longestPath && run.split(/[^A-Za-z0-9]+/).every(part => part.length <= longestPart);
}

/** The letters of base64 and of identifiers. */
function isDataLike(code: number): boolean {
	return (
		(code >= 0x61 && code <= 0x7a) ||
		(code >= 0x41 && code <= 0x5a) ||
		(code >= 0x2b && code <= 0x39 && code !== 0x2c && code !== 0x2e) ||
		code === 0x3d ||
		code === 0x5f
	);
}
