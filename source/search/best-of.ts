/** The first so many in order, without putting all the others in order as well. */
export function bestOf<T>(items: Iterable<T>, most: number, compare: (a: T, b: T) => number): T[] {
	const best: T[] = [];
	if (most <= 0) return best;
	for (const item of items) {
		if (best.length === most && compare(item, best[most - 1]!) >= 0) continue;
		let [low, high] = [0, best.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (compare(item, best[middle]!) < 0) high = middle;
			else low = middle + 1;
		}
		best.splice(low, 0, item);
		if (best.length > most) best.pop();
	}
	return best;
}
