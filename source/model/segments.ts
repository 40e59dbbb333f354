import type {ChildIndex} from './child-index.ts';
import {type NodeTable, none} from './node-role.ts';
import {Rivals} from './rivals.ts';

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
	/** The segment of each node. */
	readonly of: Int32Array;

	constructor(
		private readonly nodes: NodeTable,
		index: ChildIndex,
		rivalRoots: ReadonlySet<number>,
		takers: ReadonlySet<number>,
	) {
		this.of = new Int32Array(nodes.ids.length).fill(none);
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

	private put(node: number, segment: number): void {
		this.of[node] = segment;
		const isPrompt = this.nodes.roles[node] === 'prompt';
		for (let at = segment; at !== none; at = this.all[at]!.parent) {
			const each = this.all[at]!;
			if (node > each.newest) each.newest = node;
			if (isPrompt) each.prompts++;
		}
	}

	isWithin(segment: number, ancestor: number): boolean {
		for (let at = segment; at !== none; at = this.all[at]!.parent) if (at === ancestor) return true;
		return false;
	}

	newestOf(segments: readonly number[]): number {
		return segments.reduce((best, each) => (this.all[each]!.newest > this.all[best]!.newest ? each : best));
	}

	/** From a node's segment on down to one without forks, always to the newest side. */
	leafFor(node: number): number {
		let segment = node < 0 ? 0 : Math.max(this.of[node]!, 0);
		while (this.all[segment]!.hasFork) {
			const parent = segment;
			segment = this.newestOf(this.sidesOf.flat().filter(side => this.all[side]!.parent === parent));
		}
		return segment;
	}
}
