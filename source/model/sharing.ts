/** What a copy of a session shares with its original. */
import type {Milestone, Relative} from './relative.ts';

export type Sharing = {
	/** The last record of the original that both have; undefined where nobody can tell. */
	readonly after?: string;
	/** Whether a prompt or a compaction of the copy is one of the original's. */
	has(id: string): boolean;
};

/** More ways through an original than this are not tried. */
const mostPaths = 40;

type Marked = readonly [id: string, milestone: Milestone];

/** As the copy's records tell it, if they kept their names; else by what stands on both sides in the same words. */
export function sharingOf(copy: Relative, original: Relative): Sharing {
	const {forkedAt, graph} = copy;
	const isKept = (id: string) => isSame(copy.milestones.get(id), original.milestones.get(id));
	if (forkedAt !== undefined && graph.has(forkedAt) && original.graph.has(forkedAt) && !contradicts(copy, original))
		return {after: forkedAt, has: isKept};
	const paths = pathsOf(original);
	const shared = new Set<string>();
	let after: {readonly id: string; readonly length: number} | undefined;
	for (const own of pathsOf(copy)) {
		const lengths = paths.map(theirs => commonLength(own, theirs));
		const length = Math.max(0, ...lengths);
		for (const [id] of own.slice(0, length)) shared.add(id);
		// The active branch is the last; where several share as much, it tells where the copy was made.
		if (length > 0 && length >= (after?.length ?? 0))
			after = {length, id: paths[lengths.lastIndexOf(length)]![length - 1]![0]};
	}
	return {after: after?.id, has: id => shared.has(id)};
}

/** The same name for something else: names that only count records. */
function contradicts(copy: Relative, original: Relative): boolean {
	for (const [id, milestone] of copy.milestones) {
		const theirs = original.milestones.get(id);
		if (theirs && !isSame(milestone, theirs)) return true;
	}
	return false;
}

/** The prompts and compactions of each branch, in their order; the active branch last. */
function pathsOf({graph, milestones}: Relative): Marked[][] {
	if (graph.isLinear) return [[...milestones]];
	const branches = [...graph.branches].sort((a, b) => Number(a.isActive) - Number(b.isActive));
	return branches.slice(-mostPaths).map(({number}) =>
		graph.path(number).flatMap((node): Marked[] => {
			const id = graph.idOf(node);
			const milestone = milestones.get(id);
			return milestone ? [[id, milestone]] : [];
		}),
	);
}

function commonLength(left: readonly Marked[], right: readonly Marked[]): number {
	const at = left.findIndex(([, milestone], index) => !isSame(milestone, right[index]?.[1]));
	return at < 0 ? left.length : at;
}

function isSame(left: Milestone | undefined, right: Milestone | undefined): boolean {
	return left !== undefined && right !== undefined && left.kind === right.kind && left.text === right.text;
}
