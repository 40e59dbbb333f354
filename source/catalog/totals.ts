import type {Candidate} from '../adapters/adapter.ts';

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
	const hidden = [...reasons].map(([reason, count]) => ({reason, count})).sort((a, b) => b.count - a.count);
	return {found: candidates.length, listed, hidden, unreadable};
}

export function hiddenCount({hidden}: Totals): number {
	return hidden.reduce((sum, {count}) => sum + count, 0);
}
