/** The family of a session: those it was copied from or that were copied from it, and the sub-agents of all of them. */
import type {History, SessionRef} from '../adapters/adapter.ts';
import type {Library} from '../catalog/library.ts';
import type {Milestone, Relative} from '../model/relative.ts';
import type {Spending} from '../model/usage.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {familyRefs} from './family-refs.ts';
import {sessionSpendings} from './family-spending.ts';

const longestText = 400;

export type Family = {
	readonly refs: readonly SessionRef[];
	readonly relatives: readonly Relative[];
	/**
	 * What each answer of a relative took, by its place among them; undefined where that would take long, unless it is wanted
	 * of any size.
	 */
	spendings(relative: number, isAnySize?: boolean): Promise<readonly Spending[] | undefined>;
};

export type FamilyOptions = {
	readonly signal?: AbortSignal;
	readonly onProgress?: (done: number, of: number) => void;
};

export async function readFamily(library: Library, ref: SessionRef, options: FamilyOptions = {}): Promise<Family> {
	const refs = await familyRefs(library, ref);
	const relatives: Relative[] = [];
	const histories: History[] = [];
	for (const [at, member] of refs.entries()) {
		options.onProgress?.(at, refs.length);
		const history = await library.history(member, {signal: options.signal});
		histories.push(history);
		relatives.push({...(await relativeOf(history)), ...(await linksOf(library, member, history, refs))});
	}
	return {refs, relatives, spendings: (relative, isAnySize) => sessionSpendings(histories[relative]!, isAnySize)};
}

/** A session alone: its graph and what its milestones say. */
export async function relativeOf(history: History): Promise<Relative> {
	const {session, graph} = history;
	const milestones = new Map<string, Milestone>();
	for await (const {kind, id, text, timestamp, locator, isSidechain} of history.entries('all')) {
		if ((kind !== 'user' && kind !== 'compaction') || isSidechain) continue;
		const line = sanitizeLine(text.slice(0, longestText));
		if (kind === 'user') milestones.set(id, {kind: 'prompt', text: line || '[image]', timestamp, locator});
		else milestones.set(id, {kind: 'compaction', text: 'compacted', timestamp, locator});
	}
	const {agent, id, startedAt, tokens, cost} = session;
	const title = sanitizeLine(session.title ?? '') || 'no title';
	return {agent, id, title, startedAt, graph, milestones, tokens, cost};
}

async function linksOf(library: Library, ref: SessionRef, {session}: History, refs: readonly SessionRef[]) {
	const {forkedFrom, forkedAt = session.forkedAt} = await library.origin(ref);
	const before = session.source?.path;
	const former = before === undefined ? undefined : refs.find(other => other !== ref && other.files.includes(before));
	const convertedFrom = ref.convertedFrom?.replace(/^[^:]*:/, '') ?? former?.id;
	return {parentId: session.parentId, forkedFrom, forkedAt, convertedFrom};
}
