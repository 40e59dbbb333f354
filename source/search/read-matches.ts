import type {SessionRef} from '../adapters/adapter.ts';
import {isSearched} from '../catalog/fulltext/searchable.ts';
import {readerFor} from '../catalog/reader-for.ts';
import {BestMatches, type Match} from './match.ts';
import type {Matcher} from './matcher.ts';

/** A stretch of a session that the index points to. */
export type Stretch = {readonly start: number; readonly stop: number};

/** Reads the stretches again and finds the words in them. A file that is gone has none. */
export async function readMatches(
	ref: SessionRef,
	stretches: readonly Stretch[],
	matcher: Matcher,
	{most, signal}: {readonly most: number; readonly signal?: AbortSignal},
): Promise<Match[]> {
	const best = new BestMatches(matcher, most);
	const {passages} = await readerFor(ref);
	try {
		for (const {start, stop} of stretches) {
			// The last record of a file may end where its stretch begins: it was still being written.
			const to = stop > start ? stop : undefined;
			for await (const batch of passages(ref, {from: start, to, signal}))
				for (const {entries} of batch) for (const entry of entries) if (isSearched(entry)) best.consider(entry);
		}
	} catch {
		signal?.throwIfAborted();
	}
	return best.matches;
}
