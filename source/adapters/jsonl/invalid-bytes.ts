/** Bytes of a text that are not UTF-8: they are shown as a replacement character, and told. */
import {isUtf8} from 'node:buffer';
import {placeIn, type Report} from './raw-record.ts';
import type {Line} from './split-lines.ts';

export const replacement = '\uFFFD';
export const invalidBytes = `bytes that are not UTF-8, shown as ${replacement}`;

const replacementBytes = '\u00EF\u00BF\u00BD';
/** So little is decoded to be looked at. */
const fewBytes = 4 * 1024;

/** Tells where the first one of a line lies in the file. */
export function reportInvalid(line: Line, report: Report): void {
	const at = line.bytes && firstInvalidByte(line.bytes);
	if (at !== undefined) report({offset: placeIn(line, at), message: invalidBytes});
}

/** Undefined where all of it is UTF-8. */
export function firstInvalidByte(bytes: Buffer): number | undefined {
	if (isUtf8(bytes)) return undefined;
	let [from, to] = [0, bytes.length];
	while (to - from > fewBytes) {
		const middle = characterStart(bytes, (from + to) >> 1);
		if (isUtf8(bytes.subarray(from, middle))) from = middle;
		else to = middle;
	}
	return from + firstReplaced(bytes.subarray(from, to));
}

/** At or before a place. A character has three bytes behind its first at most; more of them are none. */
function characterStart(bytes: Buffer, place: number): number {
	for (let start = place; start > place - 4; start--) if ((bytes[start]! & 0xc0) !== 0x80) return start;
	return place;
}

/** Where the first replacement character stands that the bytes do not hold themselves. */
function firstReplaced(bytes: Buffer): number {
	const text = bytes.toString('utf8');
	let at = 0;
	let from = 0;
	for (;;) {
		const found = text.indexOf(replacement, from);
		if (found === -1) return at;
		at += Buffer.byteLength(text.slice(from, found));
		if (bytes.toString('latin1', at, at + 3) !== replacementBytes) return at;
		at += 3;
		from = found + 1;
	}
}
