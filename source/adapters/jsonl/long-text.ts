/**
 * The one long text of a line, read apart from everything else in it: as bytes of UTF-8, a letter each. A parser makes
 * letters of two bytes of all of them as soon as one is not ASCII, which takes longer than all that is done with them.
 */
import {loadLetters, roomFor} from './engine/engine.ts';

export type LongText = {
	/** As much of it as was wanted (see `text/byte-text.ts`). */
	readonly text: string;
	/** Nothing in it has to be taken out before it is shown. False where not all of it was wanted. */
	readonly isPlain: boolean;
	/** The place of its closing quote in the line. */
	readonly end: number;
};

/** So many bytes are read and written at once, whether or not the text has them. */
const atOnce = 16;
const quote = 0x22;
/** Longer lines are rare, and the memory for them would never be given back. */
const longest = 2 * 1024 * 1024;

/**
 * Of a line that is UTF-8, the text that begins behind a quote; undefined for one that has to be parsed as ever. `most`: of a
 * longer one only the beginning is wanted.
 */
export function readLongText(line: Buffer, start: number, most: number): LongText | undefined {
	const size = line.length - start;
	const letters = size > longest ? null : loadLetters();
	if (!letters) return undefined;
	const to = size + atOnce;
	const memory = roomFor(2 * to, letters);
	line.copy(memory, 0, start);
	// Whatever the line is, it ends here.
	memory.fill(quote, size, to);
	const end = letters.unescape(0, to, most < size ? 1 : 0);
	if (end < 0 || end >= size) return undefined;
	const length = Math.min(most, letters.length.value);
	return {
		text: memory.toString('latin1', to, to + length),
		isPlain: letters.suspicious.value === 0,
		end: start + end,
	};
}
