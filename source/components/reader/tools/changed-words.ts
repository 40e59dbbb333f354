import {diffWordsWithSpace} from 'diff';

/** Pieces of a line: [start, end). */
export type Words = ReadonlyArray<readonly [number, number]>;

/** Longer lines are no lines of code, and take long to compare. */
const longest = 400;
/** Two lines that have less in common are two lines, and not one that was changed. */
const leastCommon = 0.4;

/** What is different in two lines; undefined if that would be most of them. */
export function changedWords(before: string, after: string): {readonly old: Words; readonly now: Words} | undefined {
	if (before.length > longest || after.length > longest) return undefined;
	const parts = diffWordsWithSpace(before, after, {maxEditLength: 60});
	if (!parts) return undefined;
	const old: Array<[number, number]> = [];
	const now: Array<[number, number]> = [];
	let [oldAt, nowAt, common] = [0, 0, 0];
	for (const {value, added, removed} of parts) {
		if (removed) extend(old, oldAt, value.length);
		else if (added) extend(now, nowAt, value.length);
		else common += value.trim().length;
		if (!added) oldAt += value.length;
		if (!removed) nowAt += value.length;
	}
	const longer = Math.max(before.trim().length, after.trim().length);
	return common >= longer * leastCommon ? {old, now} : undefined;
}

/** Pieces that touch are one. */
function extend(words: Array<[number, number]>, at: number, length: number): void {
	const last = words.at(-1);
	if (last?.[1] === at) last[1] = at + length;
	else words.push([at, at + length]);
}
