import buffer, {isUtf8} from 'node:buffer';
import {loadLetters, roomFor} from './engine/engine.ts';

/** Later versions of Node are quick anyway. */
const isSlow = process.versions.v8.startsWith('11.3.');
/** Shorter ones are decoded as quickly as they are handed over. */
const shortest = 256;
/** From here on the way by UTF-16 is the shortest; where Node was built without ICU there is none. */
const long = 4 * 1024;
/** A byte is one letter at most, of two bytes; and so many bytes more are written at once, whether or not there are letters. */
const widest = 2;
const atOnce = 32;

/** The bytes up to a place as text. Node 20 takes two to three times as long to decode UTF-8 by itself. */
export function textOf(bytes: Buffer, end: number): string {
	const wanted = end === bytes.length ? bytes : bytes.subarray(0, end);
	if (!isSlow || end < shortest || !isUtf8(wanted)) return wanted.toString('utf8');
	if (end >= long) return buffer.transcode?.(wanted, 'utf8', 'utf16le').toString('utf16le') ?? wanted.toString('utf8');
	const letters = loadLetters();
	if (!letters) return wanted.toString('utf8');
	// Letters of two bytes are read more quickly from an even place.
	const to = (end + atOnce) & ~1;
	const memory = roomFor(to + widest * end + atOnce, letters);
	wanted.copy(memory);
	const length = letters.decode(0, end, to);
	return memory.toString('utf16le', to, to + length);
}
