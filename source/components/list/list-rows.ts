import {period} from '../../text/times.ts';
import {keyOf, type ListedSession} from '../session-source.ts';

export type SessionRow = {
	readonly kind: 'session';
	readonly ref: ListedSession;
	/** Sub-agents below it, at any depth. */
	readonly agentSessions: number;
	/** 0 for a session, 1 and more for a sub-agent shown below its parent. */
	readonly depth: number;
};

/** The second line of a session that was found: where the words stand in it. */
export type SnippetRow = {readonly kind: 'snippet'; readonly ref: ListedSession};

export type ListRow = {readonly kind: 'period'; readonly label: string} | SessionRow | SnippetRow;

/** The rows of the list: sessions under the time they ended in, their sub-agents below them if wanted. */
export function listRows({roots, children, sizes}: Family, areAgentsShown: boolean, now: number): ListRow[] {
	const rows: ListRow[] = [];
	let next = 0;
	for (const [at, root] of roots.entries()) {
		if (at === next) {
			const label = period(root.endedAt, now);
			rows.push({kind: 'period', label});
			next = endOfPeriod(roots, at, label, now);
		}
		const open = [{ref: root, depth: 0}];
		while (open.length > 0) {
			const {ref, depth} = open.pop()!;
			rows.push({kind: 'session', ref, agentSessions: sizeOf(ref, sizes), depth});
			// Newest first as in the list, so that the oldest is taken first: in the order they were started.
			if (areAgentsShown) for (const child of children.get(ref) ?? []) open.push({ref: child, depth: depth + 1});
		}
	}
	return rows;
}

/** Sessions are in the order of time, so not every one has to be asked for its day: a list of thousands is made at once. */
function endOfPeriod(roots: readonly ListedSession[], from: number, label: string, now: number): number {
	let low = from + 1;
	let high = roots.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (period(roots[middle]!.endedAt, now) === label) low = middle + 1;
		else high = middle;
	}
	return low;
}

function sizeOf(ref: ListedSession, sizes: Family['sizes']): number {
	return sizes.size > 0 ? (sizes.get(keyOf(ref)) ?? 0) : 0;
}

/** The rows of what was found, in the order of its ranking. */
export function foundRows(refs: readonly ListedSession[], sizes: Family['sizes'], hasSnippets: boolean): ListRow[] {
	return refs.flatMap((ref): ListRow[] => {
		const row = {kind: 'session', ref, agentSessions: sizeOf(ref, sizes), depth: 0} as const;
		return hasSnippets ? [row, {kind: 'snippet', ref}] : [row];
	});
}

export type Family = {
	/** Everything that is a row of its own. */
	readonly roots: readonly ListedSession[];
	/** Folded sub-agents by the session that started them. */
	readonly children: ReadonlyMap<ListedSession, readonly ListedSession[]>;
	/** How many sub-agents are below a session, at any depth; by its key. */
	readonly sizes: ReadonlyMap<string, number>;
};

export const noFamily: Family = {roots: [], children: new Map(), sizes: new Map()};

export function familyOf(sessions: readonly ListedSession[]): Family {
	if (!sessions.some(({isFolded}) => isFolded)) return {...noFamily, roots: sessions};
	const byId = new Map(sessions.map(ref => [`${ref.agent}\n${ref.id}`, ref]));
	const parentOf = (ref: ListedSession) =>
		ref.isFolded && ref.parentId !== undefined ? byId.get(`${ref.agent}\n${ref.parentId}`) : undefined;
	const roots: ListedSession[] = [];
	const children = new Map<ListedSession, ListedSession[]>();
	const sizes = new Map<string, number>();
	for (const ref of sessions) {
		if (!ref.isFolded) {
			roots.push(ref);
			continue;
		}
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
		for (const ancestor of ancestors) sizes.set(keyOf(ancestor), (sizes.get(keyOf(ancestor)) ?? 0) + 1);
		const siblings = children.get(nearest);
		if (siblings) siblings.push(ref);
		else children.set(nearest, [ref]);
	}
	return {roots, children, sizes};
}
