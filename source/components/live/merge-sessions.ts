import type {News} from '../search-source.ts';
import {keyOf, type ListedSession} from '../session-source.ts';

/** The list after the news, newest first. */
export function mergeSessions(
	sessions: readonly ListedSession[],
	{all, changed, gone}: News,
): readonly ListedSession[] {
	const before = all ?? sessions;
	if (!changed?.length && !gone?.length) return before;
	const fresh = new Map(changed?.map(ref => [keyOf(ref), ref]));
	const away = new Set(gone?.map(keyOf));
	const kept = before.filter(ref => {
		const key = keyOf(ref);
		return !fresh.has(key) && !away.has(key);
	});
	// Those that changed are few, and mostly the newest.
	for (const ref of fresh.values()) kept.splice(placeFor(ref, kept), 0, ref);
	return kept;
}

/** Behind everything that is newer. */
function placeFor(ref: ListedSession, sessions: readonly ListedSession[]): number {
	let low = 0;
	let high = sessions.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isNewer(sessions[middle]!, ref)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** As the library sorts them: what ended at the same time by its id, so that nothing changes places for no reason. */
function isNewer(a: ListedSession, b: ListedSession): boolean {
	const [left, right] = [a.endedAt ?? '', b.endedAt ?? ''];
	return left === right ? a.id < b.id : left > right;
}
