import {diffWordsWithSpace} from 'diff';

/** A piece of a text: on both sides, or on one of them only. */
export type WordPiece = {readonly text: string; readonly side: 'both' | 'left' | 'right'};

/** Longer texts, or such that have hardly a word in common, are not compared word by word: it takes long and tells nothing. */
const longest = 20_000;
const mostChanges = 400;

/** Undefined where the two are better shown one after the other. */
export function changedWords(left: string, right: string): WordPiece[] | undefined {
	if (left.length + right.length > longest) return undefined;
	const parts = diffWordsWithSpace(left, right, {maxEditLength: mostChanges});
	if (!parts) return undefined;
	const same = parts.reduce((sum, {added, removed, value}) => sum + (added || removed ? 0 : value.trim().length), 0);
	if (same * 4 < Math.min(left.length, right.length)) return undefined;
	return parts.map(({value, added, removed}) => ({text: value, side: added ? 'right' : removed ? 'left' : 'both'}));
}
