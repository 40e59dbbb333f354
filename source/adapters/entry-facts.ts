import type {Entry, EntryFacts} from '../model/entry.ts';

/**
 * The entries of one record with what it tells beside its content. What an answer took is told by all blocks of its
 * message, which belong together; where there is no message, by the first alone.
 */
export function withFacts(entries: readonly Entry[], facts: EntryFacts): Entry[] {
	const isMessage = entries.some(({message}) => message !== undefined);
	return entries.map((entry, block) => ({
		...entry,
		facts: (isMessage ? entry.message !== undefined : block === 0) ? facts : withoutCosts(facts),
	}));
}

export function withoutCosts(facts: EntryFacts): EntryFacts {
	if (facts.tokens === undefined && facts.cost === undefined) return facts;
	const {tokens: _, cost: __, ...rest} = facts;
	return rest;
}
