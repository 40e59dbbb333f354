/** A session read in parts, and as a whole: the same. */
import {expect} from 'vitest';
import type {BranchChoice, EntryOptions, History} from '../../source/adapters/adapter.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from './claude-session.ts';

async function parts(history: History, branch: BranchChoice | undefined, options: EntryOptions): Promise<Entry[]> {
	const cuts = history.cuts ?? [];
	const entries: Entry[] = [];
	for (let part = 0; part <= cuts.length; part++) {
		const range = {from: cuts[part - 1] ?? 0, to: cuts[part] ?? Number.POSITIVE_INFINITY};
		for await (const batch of history.batches!(branch, {...options, range})) entries.push(...batch);
	}
	return entries;
}

/** Entries of megabytes are compared without being printed. */
export async function expectSameInParts(history: History): Promise<void> {
	const branches: Array<BranchChoice | undefined> = [
		undefined,
		'all',
		...history.graph.branches.map(({number}) => number),
	];
	for (const branch of branches) {
		for (const isWhole of [false, true]) {
			const whole = await collect(history.entries(branch, {isWhole}));
			const inParts = await parts(history, branch, {isWhole});
			const other = whole.findIndex((entry, at) => JSON.stringify(entry) !== JSON.stringify(inParts[at]));
			expect({branch, isWhole, other, length: inParts.length}).toEqual({
				branch,
				isWhole,
				other: -1,
				length: whole.length,
			});
		}
	}
}
