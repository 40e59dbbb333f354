import {type ListedSession, liveMs} from '../session-source.ts';

/** Whether somebody is probably still writing to the session. */
export function isLive({endedAt}: ListedSession, now: number): boolean {
	const passed = now - Date.parse(endedAt ?? '');
	// A clock that is a little ahead is no reason to doubt it.
	return passed < liveMs && passed > -liveMs;
}
