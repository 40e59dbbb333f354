/** A block of rows that moved: after scrolling it, most of what is on the screen is already right. */
export type Scroll = {
	readonly top: number;
	readonly bottom: number;
	/** Rows moved up; negative for down. */
	readonly by: number;
};

/** Fewer rows than this are as cheap to write again. */
const worthwhile = 3;

/** Finds the move that makes the most rows right. Blank rows count for nothing: they are cheap to write. */
export function findScroll(shown: readonly string[], wanted: readonly string[]): Scroll | undefined {
	const isRight = wanted.map((line, row) => line === shown[row]);
	const differing = isRight.filter(right => !right).length;
	if (differing < worthwhile) return undefined;

	let best: Scroll | undefined;
	let bestGain = worthwhile - 1;
	for (let distance = 1; distance < wanted.length; distance++) {
		for (const by of [distance, -distance]) {
			const scroll = extent(shown, wanted, by);
			const gain = scroll ? gainOf(scroll, shown, wanted, isRight) : 0;
			if (gain > bestGain) [best, bestGain] = [scroll, gain];
		}
	}
	return best;
}

/** The rows from the first to the last that would be right after the move, and those they come from. */
function extent(shown: readonly string[], wanted: readonly string[], by: number): Scroll | undefined {
	let first = -1;
	let last = -1;
	for (let row = Math.max(0, -by); row < Math.min(wanted.length, wanted.length - by); row++) {
		const line = wanted[row]!;
		if (line === '' || line !== shown[row + by] || line === shown[row]) continue;
		if (first < 0) first = row;
		last = row;
	}
	if (first < 0) return undefined;
	return by > 0 ? {top: first, bottom: last + by, by} : {top: first + by, bottom: last, by};
}

function gainOf(
	{top, bottom, by}: Scroll,
	shown: readonly string[],
	wanted: readonly string[],
	isRight: boolean[],
): number {
	let gain = 0;
	for (let row = top; row <= bottom; row++) {
		const from = row + by;
		const after = from >= top && from <= bottom ? shown[from]! : '';
		if (wanted[row] === '') continue;
		gain += Number(wanted[row] === after) - Number(isRight[row]);
	}
	return gain;
}
