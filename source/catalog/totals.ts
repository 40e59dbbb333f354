import type {Candidate, SessionRef} from '../adapters/adapter.ts';

export type Totals = {
	readonly found: number;
	readonly listed: number;
	readonly hidden: ReadonlyArray<{readonly reason: string; readonly count: number}>;
	readonly unreadable: number;
};

/** Adds the verdicts up: found = listed + hidden + unreadable, whatever happens. */
export function totalsOf(candidates: readonly Candidate[]): Totals {
	const reasons = new Map<string, number>();
	let listed = 0;
	let unreadable = 0;
	for (const {verdict, reason = 'no reason given'} of candidates) {
		if (verdict === 'listed') listed++;
		else if (verdict === 'unreadable') unreadable++;
		else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	}
	return {found: candidates.length, listed, hidden: sortedReasons(reasons), unreadable};
}

/** Where a sub-agent is a row of its own, it is not a hidden file. */
export function unfolded(candidates: readonly Candidate[], sessions: readonly SessionRef[]): Candidate[] {
	const folded = new Set(sessions.filter(ref => ref.isFolded).map(ref => ref.path));
	return candidates.map(candidate =>
		candidate.verdict === 'hidden' && folded.has(candidate.path)
			? {...candidate, verdict: 'listed' as const, reason: undefined}
			: candidate,
	);
}

/** The totals of several stores together. */
export function sumOf(all: readonly Totals[]): Totals {
	const reasons = new Map<string, number>();
	let [found, listed, unreadable] = [0, 0, 0];
	for (const totals of all) {
		found += totals.found;
		listed += totals.listed;
		unreadable += totals.unreadable;
		for (const {reason, count} of totals.hidden) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
	}
	return {found, listed, hidden: sortedReasons(reasons), unreadable};
}

export function hiddenCount({hidden}: Totals): number {
	return hidden.reduce((sum, {count}) => sum + count, 0);
}

function sortedReasons(reasons: ReadonlyMap<string, number>): Totals['hidden'] {
	return [...reasons].map(([reason, count]) => ({reason, count})).sort((a, b) => b.count - a.count);
}
