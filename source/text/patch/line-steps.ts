/** A step on the way from one text to another: a line is put in or taken away; the lines behind it that both have are passed. */
export type LineStep = {
	readonly isAdded: boolean;
	/** How many lines of the old text are behind us then. */
	readonly old: number;
	readonly before: LineStep | undefined;
};

type Lines = readonly string[];

/**
 * The shortest way, or undefined where it takes more steps than that. The first one is none: it passes the lines that both
 * begin with. This is the algorithm of Myers just as jsdiff has it, because of several ways that are as short the same is to
 * be found; but what jsdiff makes at each step takes longer than the search.
 */
export function lineSteps(old: Lines, now: Lines, most: number): LineStep[] | undefined {
	const steps: LineStep[] = [];
	for (let step = lastStep(old, now, most); step; step = step.before) steps.push(step);
	return steps.length > 0 ? steps.reverse() : undefined;
}

function lastStep(old: Lines, now: Lines, most: number): LineStep | undefined {
	const first: LineStep = {isAdded: false, old: endOfCommon(old, now, 0, 0), before: undefined};
	if (first.old === old.length && first.old === now.length) return first;
	const rounds = Math.min(most, old.length + now.length);
	// The furthest way on each diagonal: by how many more lines were taken away than put in, none being in the middle.
	const middle = rounds + 1;
	const ways = new Array<LineStep | undefined>(2 * middle + 1).fill(undefined);
	ways[middle] = first;
	// Once one of the texts is at its end, there is nothing to find beyond that diagonal.
	let lowest = -rounds;
	let highest = rounds;
	for (let round = 1; round <= rounds; round++) {
		for (let diagonal = Math.max(lowest, -round); diagonal <= Math.min(highest, round); diagonal += 2) {
			const at = middle + diagonal;
			const step = nextStep(ways[at - 1], ways[at + 1], diagonal, old, now);
			ways[at - 1] = undefined;
			ways[at] = step;
			if (!step) continue;
			const isOldAtEnd = step.old === old.length;
			const isNewAtEnd = step.old - diagonal === now.length;
			if (isOldAtEnd && isNewAtEnd) return step;
			if (isOldAtEnd) highest = Math.min(highest, diagonal - 1);
			if (isNewAtEnd) lowest = Math.max(lowest, diagonal + 1);
		}
	}
	return undefined;
}

/** From whichever of the two ways beside a diagonal is further, if it can be gone on with. */
function nextStep(
	left: LineStep | undefined,
	right: LineStep | undefined,
	diagonal: number,
	old: Lines,
	now: Lines,
): LineStep | undefined {
	const canRemove = left !== undefined && left.old < old.length;
	const added = right === undefined ? 0 : right.old - diagonal;
	const canAdd = added > 0 && added <= now.length;
	if (!canAdd && !canRemove) return undefined;
	const isAdded = !canRemove || (canAdd && left.old < right!.old);
	const at = isAdded ? right!.old : left!.old + 1;
	return {isAdded, old: endOfCommon(old, now, at, at - diagonal), before: isAdded ? right : left};
}

/** Where in the old text the lines end that both have from here on. */
function endOfCommon(old: Lines, now: Lines, oldFrom: number, newFrom: number): number {
	let at = oldFrom;
	for (let other = newFrom; at < old.length && other < now.length && old[at] === now[other]; other++) at++;
	return at;
}
