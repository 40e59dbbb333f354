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

/** Which pairs of neighbouring letters texts hold, roughly: several pairs share a bit. */
export class LetterPairs {
	private readonly bits = new Uint32Array(pairBits / 32);

	constructor(...texts: readonly string[]) {
		for (const text of texts)
			for (let at = 0; at + 1 < text.length; at++) {
				const bit = bitOfPair(text, at);
				this.bits[bit >> 5]! |= 1 << (bit & 31);
			}
	}

	/** How many of these pairs are not there; `most` and one more if it is more than that. */
	missing(pairs: readonly number[], most: number): number {
		let missing = 0;
		for (const bit of pairs) {
			if ((this.bits[bit >> 5]! & (1 << (bit & 31))) !== 0) continue;
			if (++missing > most) return missing;
		}
		return missing;
	}
}

/** The pairs of a word, for `missing`. */
export function pairsIn(word: string): number[] {
	return Array.from({length: Math.max(0, word.length - 1)}, (_, at) => bitOfPair(word, at));
}

function bitOfPair(text: string, at: number): number {
	return (Math.imul(text.charCodeAt(at), 37) + Math.imul(text.charCodeAt(at + 1), 101)) & (pairBits - 1);
}
