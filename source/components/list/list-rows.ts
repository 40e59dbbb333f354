import {period} from '../../text/times.ts';
import type {ListedSession} from '../session-source.ts';

export type SessionRow = {
	readonly kind: 'session';
	readonly ref: ListedSession;
	/** Sub-agents below it, at any depth. */
	readonly agentSessions: number;
	/** 0 for a session, 1 and more for a sub-agent shown below its parent. */
	readonly depth: number;
};

export type ListRow = {readonly kind: 'period'; readonly label: string} | SessionRow;

/** The rows of the list: sessions under the time they ended in, their sub-agents below them if wanted. */
export function listRows(sessions: readonly ListedSession[], areAgentsShown: boolean, now: number): ListRow[] {
	const {roots, children} = family(sessions);
	const rows: ListRow[] = [];
	let current: string | undefined;
	const add = (ref: ListedSession, depth: number): void => {
		rows.push({kind: 'session', ref, agentSessions: countBelow(ref, children), depth});
		if (areAgentsShown) for (const child of children.get(keyOfParent(ref)) ?? []) add(child, depth + 1);
	};

	for (const ref of roots) {
		const label = period(ref.endedAt, now);
		if (label !== current) rows.push({kind: 'period', label});
		current = label;
		add(ref, 0);
	}
	return rows;
}

type Children = ReadonlyMap<string, readonly ListedSession[]>;

/** Folded sub-agents by the session that started them, and everything that is a row of its own. */
function family(sessions: readonly ListedSession[]): {roots: ListedSession[]; children: Children} {
	const byKey = new Map(sessions.map(ref => [keyOfParent(ref), ref]));
	const parentOf = (ref: ListedSession) =>
		ref.isFolded && ref.parentId !== undefined ? byKey.get(`${ref.agent}\n${ref.parentId}`) : undefined;
	// Only what hangs below a row can be folded into it: an orphan, or sessions in a circle, must not vanish.
	const hangsBelowRow = (ref: ListedSession): boolean => {
		const seen = new Set<ListedSession>();
		for (let at: ListedSession | undefined = ref; at && !seen.has(at); at = parentOf(at)) {
			if (!at.isFolded) return true;
			seen.add(at);
		}
		return false;
	};

	const roots: ListedSession[] = [];
	const children = new Map<string, ListedSession[]>();
	for (const ref of sessions) {
		const parent = parentOf(ref);
		if (!parent || !hangsBelowRow(ref)) {
			roots.push(ref);
			continue;
		}
		const key = keyOfParent(parent);
		// Oldest first, as they were started; the list itself is newest first.
		children.set(key, [ref, ...(children.get(key) ?? [])]);
	}
	return {roots, children};
}

function countBelow(ref: ListedSession, children: Children): number {
	const below = children.get(keyOfParent(ref)) ?? [];
	return below.reduce((sum, child) => sum + 1 + countBelow(child, children), 0);
}

function keyOfParent({agent, id}: ListedSession): string {
	return `${agent}\n${id}`;
}
