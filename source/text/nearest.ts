/** The candidate that somebody who wrote this most likely meant. */
export function nearest(written: string, candidates: readonly string[]): string | undefined {
	const word = written.toLowerCase();
	if (word.length < 2) return undefined;
	const related = candidates.find(candidate => isRelated(word, candidate));
	if (related !== undefined) return related;
	const allowed = word.length <= 4 ? 1 : 2;
	let best: {candidate: string; distance: number} | undefined;
	for (const candidate of candidates) {
		if (Math.abs(candidate.length - word.length) > allowed) continue;
		const distance = editDistance(word, candidate.toLowerCase());
		if (distance <= allowed && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = {candidate, distance};
	}
	return best?.candidate;
}

/** A beginning of it, or it with an ending: `proj`, `errors`. */
function isRelated(word: string, candidate: string): boolean {
	const lower = candidate.toLowerCase();
	if (lower.startsWith(word)) return true;
	return lower.length >= 3 && word.startsWith(lower) && word.length <= lower.length + 2;
}

/** Letters added, left out, exchanged, or swapped with their neighbour. Both are short: the caller sees to that. */
function editDistance(a: string, b: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({length: b.length + 1}, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const exchanged = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
			let cost = Math.min(exchanged, last[j]! + 1, row[j - 1]! + 1);
			const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			if (isSwap) cost = Math.min(cost, beforeLast[j - 2]! + 1);
			row.push(cost);
		}
		beforeLast = last;
		last = row;
	}
	return last[b.length]!;
}
