/** Reading sessions whole for their counts, models and tokens, when there is nothing more urgent to do. */
import type {SessionRef} from '../adapters/adapter.ts';
import {lastWritten} from '../adapters/look.ts';
import {knownPartsOf} from '../formats/parts/known-parts.ts';
import type {Catalog} from './catalog.ts';
import {unpack} from './database/safe-rows.ts';
import {canBeKept, saveParts} from './saved-parts.ts';
import {saveSession} from './saved-sessions.ts';
import {watchedHistory} from './watched-history.ts';

export type CountOptions = {
	readonly catalog: Catalog;
	readonly signal?: AbortSignal;
	readonly onProgress?: (done: number, total: number) => void;
	readonly now?: () => number;
};

const atOnce = 100;
/** Of a large session that somebody is writing to, the counts wait until it is quiet. */
const quietMs = 60_000;
const largeBytes = 4 * 1024 * 1024;

export function uncountedSessions(catalog: Catalog): number {
	const row = catalog.use(database =>
		database.get('SELECT count(*) AS count FROM sessions WHERE counted_stamp IS NOT stamp'),
	);
	return Number(row?.count ?? 0);
}

/** The newest first. What can't be read is passed over: whoever opens it is told why. */
export async function countSessions({catalog, signal, onProgress, now = Date.now}: CountOptions): Promise<void> {
	const passed = new Set<number>();
	const total = uncountedSessions(catalog);
	for (;;) {
		const rows = catalog.use(database =>
			database
				.all(
					'SELECT number, ref FROM sessions WHERE counted_stamp IS NOT stamp ORDER BY ended_at DESC LIMIT ?',
					atOnce + passed.size,
				)
				.map(row => ({number: Number(row.number), ref: unpack<SessionRef>(row.ref)})),
		);
		const fresh = (rows ?? []).filter(({number}) => !passed.has(number));
		if (fresh.length === 0) return;
		for (const {number, ref} of fresh) {
			if (signal?.aborted) return;
			passed.add(number);
			if (ref.size > largeBytes && now() - lastWritten(ref.stamp) < quietMs) continue;
			try {
				const history = await watchedHistory(ref, {signal});
				const {session, warnings} = history;
				const parts = canBeKept(ref) ? knownPartsOf(history) : undefined;
				catalog.write(database => {
					saveSession(database, ref, {session, warnings});
					if (parts) saveParts(database, ref, parts);
				});
			} catch {
				if (signal?.aborted) return;
			}
			onProgress?.(passed.size, total);
		}
	}
}
