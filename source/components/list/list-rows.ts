import {keyOf, type ListedSession} from '../session-source.ts';
import type {Group} from './arrangement.ts';

export type SessionRow = {
	readonly kind: 'session';
	readonly ref: ListedSession;
	/** Sub-agents below it, at any depth. */
	readonly agentSessions: number;
	/** 0 for a session, 1 and more for a sub-agent shown below its parent. */
	readonly depth: number;
};

export type HeadingRow = {
	readonly kind: 'heading';
	readonly label: string;
	/** How many sessions are below it, where that is worth saying. */
	readonly count?: number;
};

/** The second line of a session that was found: where the words stand in it. */
export type SnippetRow = {readonly kind: 'snippet'; readonly ref: ListedSession};

export type ListRow = HeadingRow | SessionRow | SnippetRow;

/** The rows of the list: sessions under their headings, their sub-agents below them where they are unfolded. */
export function listRows(
	groups: readonly Group[],
	{children, sizes}: Family,
	isUnfolded: (ref: ListedSession) => boolean,
): ListRow[] {
	const rows: ListRow[] = [];
	for (const {label, isCounted, refs} of groups) {
		if (label !== undefined) rows.push({kind: 'heading', label, ...(isCounted ? {count: refs.length} : undefined)});
		for (const root of refs) addWithChildren(root);
	}
	return rows;

	function addWithChildren(root: ListedSession): void {
		const open = [{ref: root, depth: 0}];
		while (open.length > 0) {
			const {ref, depth} = open.pop()!;
			rows.push({kind: 'session', ref, agentSessions: sizeOf(ref, sizes), depth});
			const below = children.get(ref);
			// Newest first as in the list, so that the oldest is taken first: in the order they were started.
			if (below && isUnfolded(ref)) for (const child of below) open.push({ref: child, depth: depth + 1});
		}
	}
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
