/** Whether a text needs a closer look before it is shown: asked of every text, and most hold nothing of the kind. */

const suspicious =
	/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u115F\u1160\u2028\u2029\u2065\u3164\uFFA0\uFFF0-\uFFFB\p{Cf}\p{M}\p{Cs}]/u;

/** What is known of each UTF-16 unit, in bits, so that those of many can be put together. */
const harmless = 1;
const harmful = 2;
const notAsked = 4;
const halfOfEmoji = 8;

const known = new Uint8Array(0x10000).fill(notAsked);
// The halves of what stands from U+1F000 to U+1FBFF, most emoji: nothing there is a mark or invisible.
known.fill(halfOfEmoji, 0xd83c, 0xd83f);
known.fill(halfOfEmoji, 0xdc00, 0xe000);

/** Long texts are copied here, piece by piece: to walk over numbers that hold several letters takes a fraction of the time. */
const size = 32 * 1024;
/** With room for what is looked at together with the last letter. */
const words = new Int32Array(size / 4 + 2);
const units = new Uint16Array(words.buffer);
const bytes = Buffer.from(words.buffer);
const longEnough = 256;

const beyondAscii = /[^\t\n -~]/;
/** Where the engine keeps a text with a byte per letter, it knows without a look that there is none. */
const beyondLatin = /[^\u0000-\u00FF]/;

/**
 * Whether there may be anything in a text that nobody sees. Asks the expression once per character of the alphabet instead
 * of once per character of the text.
 */
export function isSuspicious(text: string): boolean {
	if (text.length < longEnough) {
		const from = text.search(beyondAscii);
		return from >= 0 && hasSuspicious(text, from);
	}
	const isLatin = !beyondLatin.test(text);
	const most = isLatin ? size : size / 2;
	let found = 0;
	for (let from = 0; from < text.length; from += most) {
		const piece = text.length <= most ? text : text.slice(from, from + most);
		found |= isLatin ? knownOfBytes(piece) : knownOfUnits(piece);
		if ((found & harmful) !== 0) return true;
		if ((found & notAsked) !== 0) return hasSuspicious(text, 0);
	}
	// Halves of emoji are harmless in pairs; not all pairs were seen as such.
	return (found & halfOfEmoji) !== 0 && !text.isWellFormed();
}

/** Four letters at a time: only where one of them is not printable ASCII each is looked up. */
function knownOfBytes(piece: string): number {
	const length = bytes.write(piece, 'latin1');
	bytes.fill(' ', length, length + 3);
	// The engine is quicker with names of this function than with those of the file.
	const [numbers, table, end] = [words, known, (length + 3) >> 2];
	let found = 0;
	for (let at = 0; at < end; at++) {
		const four = numbers[at]!;
		if (((four | (four + 0x01_01_01_01) | (four - 0x20_20_20_20)) & 0x80_80_80_80) === 0) continue;
		found |= table[four & 0xff]! | table[(four >> 8) & 0xff]! | table[(four >> 16) & 0xff]! | table[four >>> 24]!;
	}
	return found;
}

/** Two numbers at a time: only where one of four letters is not printable ASCII each is looked up. */
function knownOfUnits(piece: string): number {
	const length = bytes.write(piece, 'utf16le') >> 1;
	units.fill(0x20, length, length + 3);
	const [numbers, table, end] = [words, known, (length + 1) >> 1];
	let found = 0;
	for (let at = 0; at < end; at += 2) {
		const [first, second] = [numbers[at]!, numbers[at + 1]!];
		const all = first | second | (first + 0x1_0001) | (second + 0x1_0001) | (first - 0x20_0020) | (second - 0x20_0020);
		if ((all & 0xff80_ff80) === 0) continue;
		const bits = table[first & 0xffff]! | table[first >>> 16]! | table[second & 0xffff]! | table[second >>> 16]!;
		found |= bits < halfOfEmoji ? bits : withoutPairs(bits, 2 * at);
	}
	return found;
}

/** Halves of emoji are left out where all of four letters stand in pairs. */
function withoutPairs(bits: number, from: number): number {
	const letters = units;
	for (let at = from; at < from + 4; at++) {
		const sort = letters[at]! & 0xfc00;
		if (sort === 0xd800 && (letters[at + 1]! & 0xfc00) !== 0xdc00) return bits;
		if (sort === 0xdc00 && (letters[at - 1]! & 0xfc00) !== 0xd800) return bits;
	}
	return bits & ~halfOfEmoji;
}

function hasSuspicious(text: string, from: number): boolean {
	const table = known;
	for (let at = from; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		if (table[unit] === harmless) continue;
		const point = text.codePointAt(at)!;
		if (point > 0xffff) {
			if (table[unit] !== halfOfEmoji && suspicious.test(String.fromCodePoint(point))) return true;
			at++;
			continue;
		}
		if (!isHarmless(unit)) return true;
	}
	return false;
}

/** A letter that is one unit. */
export function isHarmless(unit: number): boolean {
	const table = known;
	if (table[unit] === notAsked) table[unit] = suspicious.test(String.fromCharCode(unit)) ? harmful : harmless;
	return table[unit] === harmless;
}
