import type {History, ReadOptions, SessionRef} from '../adapters/adapter.ts';
import {readerFor} from './reader-for.ts';

/** A session read whole. Its counts say also how many kinds of change its records have against what is known. */
export async function watchedHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	// Whoever only lists sessions must not wait for it.
	const {watchDrift} = await import('../check/drift.ts');
	const watch = await watchDrift(ref);
	const history = await (await readerFor(ref)).history(ref, {...options, observe: watch?.observe});
	const drift = watch?.count() ?? 0;
	const {session} = history;
	return drift > 0 && session.counts
		? {...history, session: {...session, counts: {...session.counts, drift}}}
		: history;
}
