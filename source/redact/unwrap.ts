/** A text without its line breaks, and where each of its characters stood. */
export type Unwrapped = {readonly text: string; placeOf(index: number): number};

/** What a token is made of, whoever made it. A longer line was not cut for anybody to read. */
const run = /[\w\-.+/=~:%]{0,256}/y;

/** The end of a line and how the next one begins: in plain text, in a shell, in JSON inside of JSON. */
const wrap = /\\?\r?\n[ \t]{0,40}(?:[|│>][ \t]{0,4})?|\\{1,8}r?\\{0,8}n[ \t]{0,40}/y;

const mostLength = 1200;

function endOf(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}

/**
 * A token that a narrow terminal or an editor cut: the lines from here on as one, first with one break taken out, then with
 * two, then with three. Whoever needs no more than the first takes no more of what follows than belongs to it.
 */
export function* unwrap(text: string, at: number): Generator<Unwrapped> {
	const pieces: Array<{from: number; end: number}> = [];
	let from = at;
	for (let breaks = 0; breaks <= 3 && from - at < mostLength; breaks++) {
		const end = endOf(run, text, from);
		// A line that has nothing of a token: what came before it was whole.
		if (end === from) return;
		pieces.push({from, end});
		if (breaks > 0) yield joined(text, pieces.slice());
		from = endOf(wrap, text, end);
		if (from === end) return;
	}
}

function joined(text: string, pieces: ReadonlyArray<{from: number; end: number}>): Unwrapped {
	return {
		text: pieces.map(({from, end}) => text.slice(from, end)).join(''),
		placeOf(index) {
			let left = index;
			for (const {from, end} of pieces) {
				if (left <= end - from) return from + left;
				left -= end - from;
			}
			return pieces.at(-1)!.end;
		},
	};
}
