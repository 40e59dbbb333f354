import {keyOf, type ListedSession, type SessionSource} from '../session-source.ts';
import type {Block} from './block.ts';

export type Family = {
	readonly source: SessionSource;
	/** The session that is read, and all that are known. */
	readonly parent: ListedSession;
	readonly sessions: readonly ListedSession[];
};

/** The sessions that this call started: mostly one; all of the session's where nobody can tell which. */
export async function subAgentsOf({spawned, callId, isTask}: Block, family: Family): Promise<readonly ListedSession[]> {
	const {source, parent, sessions} = family;
	const own = sessions.filter(({agent, parentId}) => agent === parent.agent && parentId === parent.id);
	const named =
		spawned === undefined ? undefined : sessions.find(({agent, id}) => agent === parent.agent && id === spawned);
	if (named) return [named];
	if (!isTask || own.length === 0) return [];
	for (const child of own) {
		const head = await source.head(child).catch(() => undefined);
		if (head?.parentCallId !== undefined && head.parentCallId === callId) return [child];
	}
	return own.filter(child => keyOf(child) !== keyOf(parent));
}
