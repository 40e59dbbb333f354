/** Which stretch between two forks an entry belongs to, and how the stretches hang together. */
import type {History} from '../../adapters/adapter.ts';
import type {OutlineStretch} from '../../model/branch-graph.ts';
import type {Entry} from '../../model/entry.ts';
import {plural} from '../../text/figures.ts';

export type Stretch = {
	readonly number: number;
	/** The stretch it leaves; absent for the trunk. */
	readonly parent?: number;
	/** Which of the session's forks it is a side of; absent for the trunk. */
	readonly fork?: number;
	readonly isActive: boolean;
	/** In it and after it. */
	readonly prompts: number;
	/** The numbers of the branches that go through it; of very many the first ones. */
	readonly branches: number[];
	/** Its first node in the graph. */
	readonly first?: number;
};

export type Stretches = {
	readonly all: readonly Stretch[];
	/** The sides of each fork. */
	readonly sides: ReadonlyArray<readonly Stretch[]>;
	/** Of an entry: the trunk for whatever is on no side of a fork. */
	of(entry: Pick<Entry, 'id' | 'locator'>): Stretch;
	/** The same of a node. */
	at(node: number): Stretch;
};

/** A session without forks, of which nothing else is known. */
export const noForks: Stretches = trunkOnly([]);

function trunkOnly(branches: number[]): Stretches {
	const trunk: Stretch = {number: 0, isActive: true, prompts: 0, branches};
	return {all: [trunk], sides: [], of: () => trunk, at: () => trunk};
}

const blockNumber = /#\d+$/;

/** More branches than these are not told by their numbers. */
const mostNamed = 12;

export function stretchesOf({graph, nodeAt}: Pick<History, 'graph' | 'nodeAt'>): Stretches {
	const linear = trunkOnly(graph.branches.map(({number}) => number));
	if (graph.isLinear) return linear;
	const trunk = linear.all[0]!;
	/** By the number that the graph gives them. */
	const byNumber = new Map<number, Stretch>();
	const all: Stretch[] = [trunk];
	const sides: Stretch[][] = graph.forks.map(() => []);
	const forkOf = new Map<number, number>();
	for (const [fork, {sides: each}] of graph.forks.entries()) for (const {first} of each) forkOf.set(first, fork);
	// A session may have as many forks within forks as it has prompts: more than calls within calls are possible.
	const waiting: Array<readonly [outline: OutlineStretch, parent: number]> = [];
	const wait = ({sides: later}: OutlineStretch, parent: number) => {
		for (const side of later.toReversed()) waiting.push([side, parent]);
	};
	wait(graph.outline(), 0);
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const [outline, parent] = next;
		const first = outline.nodes.find(node => forkOf.has(node));
		const fork = first === undefined ? undefined : forkOf.get(first);
		const {prompts, isActive} = outline;
		const stretch: Stretch = {number: all.length, parent, fork, prompts, isActive, branches: [], first};
		all.push(stretch);
		if (fork !== undefined) sides[fork]!.push(stretch);
		if (outline.nodes.length > 0) byNumber.set(graph.stretchOf(outline.nodes[0]!), stretch);
		wait(outline, stretch.number);
	}
	for (const each of sides) each.sort((a, b) => a.first! - b.first!);
	const at = (node: number) => byNumber.get(graph.stretchOf(node)) ?? trunk;
	const named = (id: string) =>
		graph.find(id) ?? (id.includes('#') ? graph.find(id.replace(blockNumber, '')) : undefined);
	const of = ({id, locator}: Pick<Entry, 'id' | 'locator'>) => {
		const node = nodeAt?.(locator) ?? named(id);
		return node === undefined ? trunk : at(node);
	};
	for (const {number, leaf} of graph.branches) {
		// Through what comes before a stretch go at least as many branches as through it.
		const isFull = ({branches}: Stretch) => branches.length > mostNamed;
		for (let each = at(leaf); each !== trunk && !isFull(each); each = all[each.parent!]!) each.branches.push(number);
	}
	return {all, sides, of, at};
}

/** Prompts that are not on the active branch. */
export function promptsBeside({all}: Stretches): number {
	const leaving = all.filter(({isActive, parent}) => !isActive && parent !== undefined && all[parent]!.isActive);
	return leaving.reduce((sum, {prompts}) => sum + prompts, 0);
}

/** `branch 2`, `branches 2 and 3` */
export function branchName({branches}: Stretch): string {
	if (branches.length === 0) return 'a branch';
	if (branches.length === 1) return `branch ${branches[0]}`;
	if (branches.length > mostNamed) return `branches ${branches.slice(0, mostNamed).join(', ')} and more`;
	return `branches ${branches.slice(0, -1).join(', ')} and ${branches.at(-1)}`;
}

/** `branch 2 (12 prompts)` */
export function describeStretch(stretch: Stretch): string {
	return `${branchName(stretch)} (${plural(stretch.prompts, 'prompt')})`;
}
