/** The family of a session: those it was copied from or that were copied from it, and the sub-agents of all of them. */
import type {SessionRef} from '../adapters/adapter.ts';
import type {Library} from '../catalog/library.ts';
import type {Milestone, Relative} from '../model/lineage.ts';
import {sanitizeLine} from '../text/sanitize.ts';

/** Larger families are rare, and nobody reads their tree. */
const most = 60;
const longestText = 400;

export type Family = {readonly refs: readonly SessionRef[]; readonly relatives: readonly Relative[]};

export type FamilyOptions = {
	readonly signal?: AbortSignal;
	readonly onProgress?: (done: number, of: number) => void;
};

export async function readFamily(library: Library, ref: SessionRef, options: FamilyOptions = {}): Promise<Family> {
	const refs = await familyRefs(library, ref);
	const relatives: Relative[] = [];
	for (const [at, member] of refs.entries()) {
		options.onProgress?.(at, refs.length);
		relatives.push(await readRelative(library, member, options.signal));
	}
	return {refs, relatives};
}

/** Oldest first, so that a copy comes after what it was copied from. */
async function familyRefs(library: Library, ref: SessionRef): Promise<SessionRef[]> {
	const {sessions} = await library.scan();
	const own = sessions.filter(({agent}) => agent === ref.agent);
	const origins = new Map<SessionRef, string | undefined>();
	for (const each of own)
		if (each.family !== undefined || each.forkedFrom !== undefined)
			origins.set(
				each,
				each.family === undefined || each.family === ref.family
					? (await library.origin(each)).forkedFrom
					: each.forkedFrom,
			);
	// Whoever asks may have another copy of the reference.
	const self = own.find(({id, path}) => id === ref.id && path === ref.path) ?? ref;
	const members = new Set([self]);
	// Until nobody new is found: links go both ways.
	for (let before = 0; before < members.size && members.size < most; ) {
		before = members.size;
		const ids = new Set([...members].map(({id}) => id));
		const named = new Set(
			[...members].flatMap(each => [origins.get(each), each.parentId].filter(id => id !== undefined)),
		);
		for (const each of own) {
			const from = origins.get(each);
			const isLinked =
				named.has(each.id) ||
				(from !== undefined && ids.has(from)) ||
				(each.parentId !== undefined && ids.has(each.parentId));
			if (isLinked && members.size < most) members.add(each);
		}
	}
	return [...members].sort((a, b) => (a.endedAt ?? '').localeCompare(b.endedAt ?? ''));
}

async function readRelative(library: Library, ref: SessionRef, signal?: AbortSignal): Promise<Relative> {
	const history = await library.history(ref, {signal});
	const {session, graph} = history;
	const milestones = new Map<string, Milestone>();
	for await (const {kind, id, text, timestamp, locator, isSidechain} of history.entries('all')) {
		if ((kind !== 'user' && kind !== 'compaction') || isSidechain) continue;
		const line = sanitizeLine(text.slice(0, longestText));
		if (kind === 'user') milestones.set(id, {kind: 'prompt', text: line || '[image]', timestamp, locator});
		else milestones.set(id, {kind: 'compaction', text: 'compacted', timestamp, locator});
	}
	const {agent, id, startedAt, parentId} = session;
	const title = sanitizeLine(session.title ?? '') || 'no title';
	return {agent, id, title, startedAt, graph, milestones, parentId, ...(await library.origin(ref))};
}
