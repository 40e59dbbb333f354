import type {SessionRef} from '../adapters/adapter.ts';
import type {Library} from '../catalog/library.ts';

/** Larger families are rare, and nobody reads their tree. */
const most = 60;

/**
 * Everybody who is linked with a session: copies and what they were copied from, converted copies of other agents,
 * sub-agents. Oldest first, so that a copy comes after what it was copied from.
 */
export async function familyRefs(library: Library, ref: SessionRef): Promise<SessionRef[]> {
	const {sessions} = await library.scan();
	// Whoever asks may have another copy of the reference.
	const isSelf = ({agent, id, path}: SessionRef) => agent === ref.agent && id === ref.id && path === ref.path;
	const self = sessions.find(isSelf) ?? ref;
	const members = new Set([self]);
	const links = await linksOf(library, sessions, self);
	// Until nobody new is found: links go both ways.
	for (let before = 0; before < members.size && members.size < most; ) {
		before = members.size;
		const keys = new Set([...members].map(keyOf));
		const named = new Set([...members].flatMap(each => links(each)));
		for (const each of sessions) {
			if (members.size >= most) break;
			if (named.has(keyOf(each)) || links(each).some(key => keys.has(key))) members.add(each);
		}
	}
	return [...members].sort((a, b) => (a.endedAt ?? '').localeCompare(b.endedAt ?? ''));
}

/** The sessions that a session names, or is known to come from. */
async function linksOf(
	library: Library,
	sessions: readonly SessionRef[],
	self: SessionRef,
): Promise<(ref: SessionRef) => readonly string[]> {
	const known = new Map<SessionRef, string[]>();
	const add = (ref: SessionRef, key: string) => known.set(ref, [...(known.get(ref) ?? []), key]);
	for (const each of sessions) {
		const {agent, parentId, convertedFrom} = each;
		const isNear = agent === self.agent && (each.family === undefined || each.family === self.family);
		// Where only shared records tell it, they are looked at for the family that is asked for.
		const from = isNear && each.family !== undefined ? (await library.origin(each)).forkedFrom : each.forkedFrom;
		if (from !== undefined) add(each, `${agent}:${from}`);
		if (parentId !== undefined) add(each, `${agent}:${parentId}`);
		if (convertedFrom !== undefined) add(each, convertedFrom);
	}
	const before = await formerPlace(library, self);
	for (const each of sessions) if (before !== undefined && each.files.includes(before)) add(self, keyOf(each));
	return ref => known.get(ref) ?? [];
}

/** Of a session that was read from an open format: the file it was made from, which may still be here. */
async function formerPlace(library: Library, ref: SessionRef): Promise<string | undefined> {
	const head = await library.head(ref).catch(() => undefined);
	return head?.source?.path;
}

export function keyOf({agent, id}: SessionRef): string {
	return `${agent}:${id}`;
}
