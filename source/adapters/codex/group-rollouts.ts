/** From files to threads: which files are one thread, which only repeat another, and who belongs below whom. */
import {byAge, isArchived, parseRolloutName} from './places.ts';
import type {SessionMeta} from './session-meta.ts';
import type {ThreadTable} from './thread-table.ts';

export type FoundRollout = {
	readonly path: string;
	readonly meta: SessionMeta;
	readonly size: number;
	readonly endedAt: string;
};

export type Group = {
	readonly id: string;
	/** The file the thread goes on in. */
	readonly current: FoundRollout;
	/** Files of the thread that a backtrack left behind, oldest first. */
	readonly earlier: readonly FoundRollout[];
	readonly copies: readonly FoundRollout[];
	readonly isAgent: boolean;
	readonly parentId?: string;
	/** Its parent is listed, itself or below a listed one. */
	readonly isFolded: boolean;
	readonly forkedFrom?: string;
};

export function groupRollouts(rollouts: readonly FoundRollout[], {threads}: ThreadTable): Group[] {
	const threadOf = new Map(rollouts.map(rollout => [rolloutKey(rollout), rollout.meta.id]));
	const byThread = new Map<string, FoundRollout[]>();
	for (const rollout of rollouts) {
		const group = byThread.get(rollout.meta.id);
		if (group) group.push(rollout);
		else byThread.set(rollout.meta.id, [rollout]);
	}

	const parents = new Map<string, string>();
	for (const [id, files] of byThread) {
		const parent = files[0]!.meta.parentId ?? threads.get(id)?.parentId;
		if (parent !== undefined && parent !== id) parents.set(id, parent);
	}
	return [...byThread].map(([id, files]) => {
		const {originals, copies} = withoutCopies(files);
		const current = currentOf(originals, threads.get(id)?.rollout);
		const parentId = parents.get(id);
		return {
			id,
			current,
			earlier: originals.filter(file => file !== current),
			copies,
			isAgent: current.meta.isAgent || parentId !== undefined,
			parentId,
			isFolded: leadsToRoot(id, parents, byThread),
			forkedFrom: forkedFrom(id, originals, parentId, threadOf),
		};
	});
}

/** After a backtrack a file has an id of its own; otherwise it is known by its thread, whatever it is called. */
function rolloutKey({path, meta}: FoundRollout): string {
	const name = parseRolloutName(path);
	return name && name.rolloutId !== name.threadId ? name.rolloutId : meta.id;
}

function withoutCopies(files: readonly FoundRollout[]): {originals: FoundRollout[]; copies: FoundRollout[]} {
	if (files.length === 1) return {originals: [...files], copies: []};
	const best = new Map<string, FoundRollout>();
	for (const file of [...files].sort(byWorth)) if (!best.has(rolloutKey(file))) best.set(rolloutKey(file), file);
	const originals = [...best.values()].sort((a, b) => byAge(a.path, b.path));
	return {originals, copies: files.filter(file => !originals.includes(file))};
}

/** Of two files of the same rollout: not the archived one, not the compressed one, not the older one. */
function byWorth(a: FoundRollout, b: FoundRollout): number {
	return (
		Number(isArchived(a.path)) - Number(isArchived(b.path)) ||
		Number(a.path.endsWith('.zst')) - Number(b.path.endsWith('.zst')) ||
		(a.endedAt === b.endedAt ? b.size - a.size : a.endedAt < b.endedAt ? 1 : -1) ||
		(a.path < b.path ? -1 : 1)
	);
}

/** Codex's own table knows; without it the newest file is the one. */
function currentOf(originals: readonly FoundRollout[], named: string | undefined): FoundRollout {
	const known =
		named === undefined ? undefined : originals.find(({path}) => path.endsWith(named) || path.endsWith(`${named}.zst`));
	return known ?? originals.at(-1)!;
}

/** False where a parent is missing, or where parents run in a circle: such a session must stand in the list itself. */
function leadsToRoot(id: string, parents: ReadonlyMap<string, string>, known: ReadonlyMap<string, unknown>): boolean {
	const seen = new Set([id]);
	let at = parents.get(id);
	if (at === undefined || !known.has(at)) return false;
	while (at !== undefined && known.has(at)) {
		if (seen.has(at)) return false;
		seen.add(at);
		at = parents.get(at);
	}
	return true;
}

/** A sub-agent that was given its parent's history is not a fork of it. */
function forkedFrom(
	id: string,
	files: readonly FoundRollout[],
	parentId: string | undefined,
	threadOf: ReadonlyMap<string, string>,
): string | undefined {
	for (const {meta} of files) {
		const base = meta.base && (threadOf.get(meta.base.rolloutId) ?? meta.base.rolloutId);
		const origin = meta.forkedFrom ?? base;
		if (origin !== undefined && origin !== id && origin !== parentId) return origin;
	}
	return undefined;
}
