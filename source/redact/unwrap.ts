import {sorts, wordShare} from './randomness.ts';

type Piece = {readonly from: number; readonly end: number};

/** A text without its line breaks, where each of its characters stood, and what of it is on the last line. */
export type Unwrapped = {readonly text: string; readonly last: Piece; placeOf(index: number): number};

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
 * two, and so on. Whoever needs no more than the first takes no more of what follows than belongs to it.
 */
export function* unwrap(text: string, at: number, most = 3): Generator<Unwrapped> {
	const pieces: Piece[] = [];
	let from = at;
	for (let breaks = 0; breaks <= most && from - at < mostLength; breaks++) {
		const end = endOf(run, text, from);
		// A line that has nothing of a token: what came before it was whole.
		if (end === from) return;
		pieces.push({from, end});
		if (breaks > 0) yield joined(text, pieces.slice());
		from = endOf(wrap, text, end);
		if (from === end) return;
	}
}

function joined(text: string, pieces: readonly Piece[]): Unwrapped {
	return {
		last: pieces.at(-1)!,
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

/** Nobody's window is narrower. */
const narrowest = 40;

const hash = /^(?:[\da-f]{7,12}|[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{8}-[\da-f-]{27})$/i;

/**
 * Whether a line goes on with what a token on the line before it could do without: it does where that line is as long as a
 * window is wide, and this one says nothing else.
 */
export function isRest(text: string, endBefore: number, {from, end}: Piece, keywords: readonly string[]): boolean {
	const width = endBefore - Math.max(text.lastIndexOf('\n', endBefore - 1), endBefore - 256) - 1;
	const rest = text.slice(from, end);
	if (width < narrowest || hash.test(rest)) return false;
	if (/^[a-z]{2,8}[-_]/.test(rest) || keywords.some(keyword => rest.includes(keyword))) return false;
	const isAlone = /^["'`]?[ \t]{0,40}(?:[\r\n\\]|$)/.test(text.slice(end, end + 44));
	if (rest.length < (isAlone ? 4 : 20) || !/[A-Za-z]/.test(rest) || wordShare(rest) >= 0.3) return false;
	return /[a-z][A-Z]/.test(rest) || (/\d/.test(rest) && sorts(rest) >= (rest.length < 8 ? 3 : 2));
}
