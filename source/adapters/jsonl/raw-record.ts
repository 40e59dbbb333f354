import type {LongText} from './long-text.ts';
import type {Line} from './split-lines.ts';

/** One JSON value of a file, and where it lies. */
export type RawRecord = {
	readonly value: unknown;
	readonly offset: number;
	readonly length: number;
	/** How many bytes of long strings were left out of `value`. */
	readonly cutBytes: number;
	/** It was parsed whole although others like it are not (see `outlineOf`), and is not ASCII. */
	readonly isDecoded?: boolean;
	/** A text that was read apart from it: in `value` its place is empty. */
	readonly longText?: LongText;
};

export type LineTrouble = {readonly offset: number; readonly message: string};

export type Report = (trouble: LineTrouble) => void;

const opening = /^\s*(?:[[{"\d-]|true|false|null)/;
const brace = 0x7b;

export function tryParse(text: string): {value: unknown} | undefined {
	// An error costs as much as a hundred lines, and a file of the wrong kind has one on every line.
	if (text.charCodeAt(0) !== brace && !opening.test(text)) return undefined;
	try {
		return {value: JSON.parse(text)};
	} catch {
		return undefined;
	}
}

/** A record that lies from `start` to `end` in the bytes of a line. */
export function recordIn(line: Line, start: number, end: number, value: unknown): RawRecord {
	if (line.cuts.length === 0) return {value, offset: line.offset + start, length: end - start, cutBytes: 0};
	const offset = placeIn(line, start);
	const cutBytes = cutBefore(line, end - 1) - cutBefore(line, start);
	return {value, offset, length: end - start + cutBytes, cutBytes};
}

/** The place in the file of a byte of a line, whatever was left out before it. */
export function placeIn(line: Line, at: number): number {
	return line.offset + at + cutBefore(line, at);
}

function cutBefore({cuts}: Line, place: number): number {
	let sum = 0;
	for (const {at, bytes} of cuts) if (at <= place) sum += bytes;
	return sum;
}
