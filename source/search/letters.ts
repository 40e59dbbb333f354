/** Which letters a text holds, as bits of one number: a quick no to most texts. */

/** Letters and digits have a bit each as far as there are bits; everything else shares the last ones. */
export function lettersOf(folded: string): number {
	let bits = 0;
	for (let at = 0; at < folded.length; at++) bits |= bitOf(folded.charCodeAt(at));
	return bits;
}

function bitOf(code: number): number {
	if (code >= 0x61 && code <= 0x7a) return 1 << (code - 0x61);
	if (code >= 0x30 && code <= 0x39) return 1 << 26;
	if (code <= 0x7f) return 0;
	return 1 << (27 + (code % 5));
}

export function countBits(bits: number): number {
	let count = 0;
	for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
	return count;
}

const pairBits = 512;

export const pairWords = pairBits / 32;

/** Which pairs of neighbouring letters texts hold, as bits, roughly: several pairs share a bit. */
export function letterPairs(...texts: readonly string[]): Uint32Array {
	const bits = new Uint32Array(pairWords);
	for (const text of texts)
		for (let at = 0; at + 1 < text.length; at++) {
			const bit = bitOfPair(text, at);
			bits[bit >> 5]! |= 1 << (bit & 31);
		}
	return bits;
}

/** The bits of a word's pairs. */
export function pairsIn(word: string): number[] {
	return Array.from({length: Math.max(0, word.length - 1)}, (_, at) => bitOfPair(word, at));
}

function bitOfPair(text: string, at: number): number {
	return (Math.imul(text.charCodeAt(at), 37) + Math.imul(text.charCodeAt(at + 1), 101)) & (pairBits - 1);
}
