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
	const {roots, children, sizes} = familyOf(sessions);
	const rows: ListRow[] = [];
	let current: string | undefined;
	for (const root of roots) {
		const label = period(root.endedAt, now);
		if (label !== current) rows.push({kind: 'period', label});
		current = label;

		const open = [{ref: root, depth: 0}];
		while (open.length > 0) {
			const {ref, depth} = open.pop()!;
			rows.push({kind: 'session', ref, agentSessions: sizes.get(ref) ?? 0, depth});
			// Newest first as in the list, so that the oldest is taken first: in the order they were started.
			if (areAgentsShown) for (const child of children.get(ref) ?? []) open.push({ref: child, depth: depth + 1});
		}
	}
	return rows;
}

type Family = {
	/** Everything that is a row of its own. */
	readonly roots: readonly ListedSession[];
	/** Folded sub-agents by the session that started them. */
	readonly children: ReadonlyMap<ListedSession, readonly ListedSession[]>;
	/** How many sub-agents are below a session, at any depth. */
	readonly sizes: ReadonlyMap<ListedSession, number>;
};

function familyOf(sessions: readonly ListedSession[]): Family {
	const byId = new Map(sessions.map(ref => [`${ref.agent}\n${ref.id}`, ref]));
	const parentOf = (ref: ListedSession) =>
		ref.isFolded && ref.parentId !== undefined ? byId.get(`${ref.agent}\n${ref.parentId}`) : undefined;
	const roots: ListedSession[] = [];
	const children = new Map<ListedSession, ListedSession[]>();
	const sizes = new Map<ListedSession, number>();
	for (const ref of sessions) {
		const ancestors = new Set<ListedSession>();
		let parent = parentOf(ref);
		while (parent && parent !== ref && !ancestors.has(parent)) {
			ancestors.add(parent);
			parent = parentOf(parent);
		}

		// Only what hangs below a row can be folded into it: an orphan, or sessions in a circle, must not vanish.
		const [nearest] = ancestors;
		if (!nearest || parent || [...ancestors].at(-1)!.isFolded) {
			roots.push(ref);
			continue;
		}
		for (const ancestor of ancestors) sizes.set(ancestor, (sizes.get(ancestor) ?? 0) + 1);
		const siblings = children.get(nearest);
		if (siblings) siblings.push(ref);
		else children.set(nearest, [ref]);
	}
	return {roots, children, sizes};
}
