import type {BranchChoice, History} from '../../adapters/adapter.ts';
import {batchesOf} from '../../adapters/batches-of.ts';
import {rangesBetween} from '../../adapters/jsonl/cuts.ts';
import {isLarge} from '../../catalog/saved-parts.ts';
import {type BranchSums, BranchTally, withSums} from '../../model/branch-sums.ts';
import type {Session} from '../../model/session.ts';

/** What is told of a session where one of its branches leaves alone: nothing of the others. */
export async function sessionOfBranch(history: History, branch: BranchChoice | undefined): Promise<Session> {
	const {session, graph, sums} = history;
	if (graph.isLinear || branch === 'all') return session;
	const isActive = branch === undefined || graph.branches[branch - 1]?.isActive === true;
	if (!sums || !isLarge(session)) return withSums(session, await readSums(history, branch), isActive);
	// To read all of it once more would take as long as to write it.
	const endedAt = isActive ? undefined : await endOf(history, branch);
	return withSums(session, {...sums(branch), endedAt}, isActive);
}

async function readSums(history: History, branch: number | undefined): Promise<BranchSums> {
	const tally = new BranchTally();
	for await (const batch of batchesOf(history, branch, {isWhole: true})) for (const entry of batch) tally.take(entry);
	return tally.sums;
}

/** Looked for from the end on, as far as it takes. */
async function endOf(history: History, branch: number): Promise<string | undefined> {
	const ranges = history.cuts?.length ? rangesBetween(history.cuts) : [undefined];
	for (const range of ranges.toReversed()) {
		const tally = new BranchTally();
		for await (const batch of batchesOf(history, branch, {range})) for (const entry of batch) tally.take(entry);
		if (tally.sums.endedAt !== undefined) return tally.sums.endedAt;
	}
	return undefined;
}
