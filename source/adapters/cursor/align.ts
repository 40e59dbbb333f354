const mostCells = 4_000_000;

/**
 * For each of `others` the place in `path` of the same key, or -1, so that the order is kept and as many as possible
 * find their twin (the longest common subsequence). People type "continue" more than once: the first fitting one is taken.
 */
export function align(path: readonly string[], others: readonly string[]): number[] {
	if (path.length * others.length > mostCells) return alignGreedily(path, others);
	const width = others.length + 1;
	const best = new Uint32Array((path.length + 1) * width);
	for (let i = path.length - 1; i >= 0; i--) {
		for (let j = others.length - 1; j >= 0; j--) {
			const here = i * width + j;
			best[here] = path[i] === others[j] ? best[here + width + 1]! + 1 : Math.max(best[here + width]!, best[here + 1]!);
		}
	}
	const matches = new Array<number>(others.length).fill(-1);
	for (let i = 0, j = 0; i < path.length && j < others.length; ) {
		const here = i * width + j;
		if (path[i] === others[j]) matches[j++] = i++;
		else if (best[here + width]! >= best[here + 1]!) i++;
		else j++;
	}
	return matches;
}

/** Good enough for histories of thousands of turns: each goes to the next of its kind. */
function alignGreedily(path: readonly string[], others: readonly string[]): number[] {
	let from = 0;
	return others.map(key => {
		const found = path.indexOf(key, from);
		if (found !== -1) from = found + 1;
		return found;
	});
}
