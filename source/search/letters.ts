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
