import {isUtf8} from 'node:buffer';
import {loadLetters, roomFor} from './engine/engine.ts';

/** Shorter ones are decoded as quickly as they are handed over; for longer ones the memory would never be given back. */
const shortest = 256;
const longest = 1024 * 1024;
/** Room for what is written at once, whether or not the text has it. */
const atOnce = 32;
/** A byte is one letter at most, of two bytes. */
const widest = 2;
/** Later versions of Node are quick anyway. */
const isSlow = process.versions.v8.startsWith('11.3.');

/** The bytes up to a place as text. Node 20 takes several times as long to decode UTF-8. */
export function textOf(bytes: Buffer, end: number): string {
	const wanted = end === bytes.length ? bytes : bytes.subarray(0, end);
	const letters = isSlow && end >= shortest && end <= longest && isUtf8(wanted) ? loadLetters() : null;
	if (!letters) return wanted.toString('utf8');
	// Letters of two bytes are read more quickly from an even place.
	const to = (end + atOnce) & ~1;
	const memory = roomFor(to + widest * end + atOnce, letters);
	wanted.copy(memory);
	const length = letters.decode(0, end, to);
	return memory.toString('utf16le', to, to + length);
}
