import type {ChildIndex} from './child-index.ts';
import {type NodeTable, nodeRoles, none} from './node-role.ts';
import {Rivals} from './rivals.ts';

const isPrompt = nodeRoles.indexOf('prompt');

/** A stretch of the graph without forks: the trunk, or one side of a fork up to the next. */
export type Segment = {
	readonly first: number;
	readonly parent: number;
	/** The fork it is a side of; none for the trunk. */
	readonly fork: number;
	/** The newest node in it or after it. */
	newest: number;
	/** Prompts in it and after it. */
	prompts: number;
	hasFork: boolean;
};

/** Cuts a graph at its fork points. */
export class Segments {
	readonly all: Segment[] = [];
	/** The node each fork comes after; none when turns compete for the very first place. */
	readonly forkNodes: number[] = [];
	/** The segments that are the sides of each fork. */
	readonly sidesOf: number[][] = [];
	/** The side after a segment that was written to last. */
	private readonly newestSides: number[] = [];
	/** The segment of each node. */
	readonly of: Int32Array;

	constructor(
		private readonly nodes: NodeTable,
		index: ChildIndex,
		rivalRoots: ReadonlySet<number>,
		takers: ReadonlySet<number>,
	) {
		this.of = new Int32Array(nodes.size).fill(none);
		this.all.push({first: none, parent: none, fork: none, newest: none, prompts: 0, hasFork: false});
		const rivals = new Rivals(nodes, index, takers);
		const waiting = this.startAtRoots(index.roots, rivalRoots);
		while (waiting.length > 0) {
			const [node, segment] = waiting.pop()!;
			this.put(node, segment);
			const only = index.onlyChild(node);
			if (only !== undefined) {
				waiting.push([only, segment]);
				continue;
			}
			const children = index.childrenOf(node);
			if (children.length === 0) continue;
			const sides = rivals.among(node, children);
			const opened = sides.length > 1 ? this.open(node, segment, sides) : new Map<number, number>();
			for (const child of children) waiting.push([child, opened.get(child) ?? segment]);
		}
		this.sumUp();
	}

	/** A later root continues the one before it, unless it is known to compete with what came before. */
	private startAtRoots(roots: readonly number[], rivalRoots: ReadonlySet<number>): Array<[number, number]> {
		const rivals = roots.filter((root, position) => position === 0 || rivalRoots.has(root));
		const opened = rivals.length > 1 ? this.open(none, 0, rivals) : new Map<number, number>();
		let segment = 0;
		return roots.map(root => {
			segment = opened.get(root) ?? segment;
			return [root, segment];
		});
	}

	private open(node: number, segment: number, sides: readonly number[]): Map<number, number> {
		const fork = this.forkNodes.push(node) - 1;
		this.all[segment]!.hasFork = true;
		const opened = sides.map((first): [number, number] => {
			const side: Segment = {first, parent: segment, fork, newest: first, prompts: 0, hasFork: false};
			return [first, this.all.push(side) - 1];
		});
		this.sidesOf.push(opened.map(([, side]) => side));
		return new Map(opened);
	}

	private put(node: number, index: number): void {
		this.of[node] = index;
		const segment = this.all[index]!;
		if (node > segment.newest) segment.newest = node;
		if (this.nodes.roles[node] === isPrompt) segment.prompts++;
	}

	/** What is in a side is also after the stretch it leaves. Sides stand behind that stretch, so once backwards will do. */
	private sumUp(): void {
		for (let index = this.all.length - 1; index > 0; index--) {
			const {parent, newest, prompts} = this.all[index]!;
			const before = this.all[parent]!;
			if (newest > before.newest) before.newest = newest;
			before.prompts += prompts;
			if (newest > (this.all[this.newestSides[parent] ?? none]?.newest ?? none)) this.newestSides[parent] = index;
		}
	}

	/** A segment and everything on the way to it. */
	lineOf(segment: number): Set<number> {
		const line = new Set<number>();
		for (let at = segment; at !== none; at = this.all[at]!.parent) line.add(at);
		return line;
	}

	newestOf(segments: readonly number[]): number {
		return segments.reduce((best, each) => (this.all[each]!.newest > this.all[best]!.newest ? each : best));
	}

	/** From a node's segment on down to one without forks, always to the newest side. */
	leafFor(node: number): number {
		let segment = node < 0 ? 0 : Math.max(this.of[node]!, 0);
		while (this.all[segment]!.hasFork) segment = this.newestSides[segment]!;
		return segment;
	}
}
