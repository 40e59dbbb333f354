/** Places in a text that are in the middle of no character. */

const mark = /\p{M}/u;
/** No script stacks more marks on a letter; a text of nothing but marks must not be read to its end. */
const mostMarks = 8;

/** Between the two halves of a pair. */
export function isInsidePair(text: string, at: number): boolean {
	return at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff;
}

/** This place, or the next one that separates no letter from its marks. */
export function characterEnd(text: string, at: number): number {
	let place = isInsidePair(text, at) ? at + 1 : at;
	for (let marks = 0; marks < mostMarks && place < text.length && place > 0; marks++) {
		const code = text.codePointAt(place)!;
		if (code < 0x300 || !mark.test(String.fromCodePoint(code))) break;
		place += code > 0xffff ? 2 : 1;
	}
	return place;
}
