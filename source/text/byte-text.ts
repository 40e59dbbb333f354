/**
 * Long texts as the bytes of UTF-8 that they were read as, a letter for each: whoever only writes them down again need not
 * decode them, nor make bytes of them once more. What is ASCII in them is right as it is.
 */
import {isHarmless} from './is-suspicious.ts';

/** As anybody else knows it. */
export function decodeBytes(text: string): string {
	return Buffer.from(text, 'latin1').toString('utf8');
}

/** The end may be a blank of more than one byte, which nobody takes for one here. */
const mostOfALetter = 4;

/** Without the white space at its end; undefined where that can't be told from the bytes. */
export function trimBytesEnd(text: string): string | undefined {
	let end = text.length;
	while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
	if (end === 0) return '';
	if (text.charCodeAt(end - 1) > 0x7f && /\s$/.test(decodeBytes(text.slice(Math.max(0, end - mostOfALetter), end))))
		return undefined;
	return end === text.length ? text : text.slice(0, end);
}

function isBlank(code: number): boolean {
	return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Copied here piece by piece, so that four letters can be looked at together. */
const size = 32 * 1024;
const words = new Int32Array(size / 4 + 1);
const bytes = Buffer.from(words.buffer);
/** A letter that is cut by the end of a piece stands at the beginning of the next one as well. */
const most = size - mostOfALetter;

/** What is known of each byte, in bits, so that those of several can be put together. */
const harmless = 0;
const harmful = 1;
const notAsked = 2;
/** Letters that begin with it have to be looked at one by one. */
const mixed = 4;

const known = new Uint8Array(0x100);
for (let byte = 0; byte < 0x80; byte++) known[byte] = isHarmless(byte) ? harmless : harmful;
known.fill(notAsked, 0xc2, 0xf0);
known[0xf0] = mixed;
known.fill(harmful, 0xf1);

/** Whether there may be anything in a text of bytes that nobody sees: then it has to be decoded and looked at. */
export function isSuspiciousBytes(text: string): boolean {
	for (let from = 0; from < text.length; from += most) {
		const isAll = from === 0 && text.length <= size;
		if (holdsSuspicious(isAll ? text : text.slice(from, from + size))) return true;
		if (isAll) break;
	}
	return false;
}

/** Only where one of four letters is not printable ASCII each is looked up. */
function holdsSuspicious(piece: string): boolean {
	const length = bytes.write(piece, 'latin1');
	bytes.fill(' ', length, length + 4);
	const [numbers, table, end] = [words, known, (length + 3) >> 2];
	for (let at = 0; at < end; at++) {
		const four = numbers[at]!;
		if (((four | (four + 0x01_01_01_01) | (four - 0x20_20_20_20)) & 0x80_80_80_80) === 0) continue;
		const found = table[four & 0xff]! | table[(four >> 8) & 0xff]! | table[(four >> 16) & 0xff]! | table[four >>> 24]!;
		if (found !== harmless && isSuspiciousNear(4 * at)) return true;
	}
	return false;
}

/** One of four bytes is, or begins a letter that is or may be. */
function isSuspiciousNear(from: number): boolean {
	for (let place = from; place < from + 4; place++) {
		const first = bytes[place]!;
		if (known[first] === notAsked) known[first] = askAbout(first);
		if (known[first] === harmful || (known[first] === mixed && isSuspiciousAt(place))) return true;
	}
	return false;
}

/** All letters that begin with this byte at once, which are 64 or 4,096. */
function askAbout(first: number): number {
	const from = first < 0xe0 ? (first & 0x1f) << 6 : (first & 0x0f) << 12;
	const count = first < 0xe0 ? 1 << 6 : 1 << 12;
	for (let unit = from; unit < from + count; unit++) if (!isHarmless(unit)) return mixed;
	return harmless;
}

function isSuspiciousAt(place: number): boolean {
	const [first, second, third] = [bytes[place]!, bytes[place + 1]!, bytes[place + 2]!];
	// Cut off here: the next piece has all of it.
	if (second < 0x80) return false;
	if (first < 0xe0) return !isHarmless(((first & 0x1f) << 6) | (second & 0x3f));
	if (third < 0x80) return false;
	if (first < 0xf0) return !isHarmless(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
	// Most emoji, from U+1F000 to U+1FBFF; whatever else lies so far up is looked at when it is decoded.
	return second !== 0x9f || third >= 0xb0;
}
