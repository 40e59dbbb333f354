/**
 * The branch graph: which records follow which, where human turns compete, and what belongs to a branch.
 *
 * Everything that does not lie on the losing side of a fork point belongs to the branch shown, so nothing is lost to a
 * missing parent or a second root.
 */
import {ChildIndex} from './child-index.ts';
import {type NodeRole, type NodeTable, nodeRoles, none} from './node-role.ts';
import {Segments} from './segments.ts';

export type Branch = {
	/** 1, 2, 3 … in file order: the number `--branch` takes. */
	readonly number: number;
	/** Its first node after the fork, and its last. */
	readonly first: number;
	readonly leaf: number;
	/** Prompts on it since the fork. */
	readonly prompts: number;
	readonly isActive: boolean;
};

export type ForkPoint = {
	/** The node after which turns compete; -1 when they compete for the very first turn. */
	readonly node: number;
	readonly sides: readonly ForkSide[];
};

export type ForkSide = {
	readonly first: number;
	/** Prompts on this side, those after further forks included. */
	readonly prompts: number;
	readonly isActive: boolean;
};

/** A stretch of nodes between two forks, and what competes after it. */
export type OutlineStretch = {
	readonly nodes: number[];
	readonly sides: OutlineStretch[];
	/** Prompts in it and after it. */
	readonly prompts: number;
	readonly isActive: boolean;
};

export class BranchGraph {
	readonly roots: readonly number[];
	readonly forks: readonly ForkPoint[];
	readonly branches: readonly Branch[];
	private readonly segments: Segments;
	private readonly activeSegment: number;
	private readonly activeLine: ReadonlySet<number>;

	constructor(
		private readonly nodes: NodeTable,
		rivalRoots: ReadonlySet<number>,
		activeLeaf: number | undefined,
		/** Nodes on the active path that took back what follows the same parent. */
		takers: ReadonlySet<number> = new Set(),
	) {
		const index = new ChildIndex(nodes);
		this.roots = index.roots;
		this.segments = new Segments(nodes, index, rivalRoots, takers);
		this.activeSegment = this.segments.leafFor(activeLeaf ?? this.size - 1);
		this.activeLine = this.segments.lineOf(this.activeSegment);
		this.forks = this.listForks();
		this.branches = this.listBranches();
	}

	get size(): number {
		return this.nodes.size;
	}

	get isLinear(): boolean {
		return this.forks.length === 0;
	}

	get activeBranch(): Branch | undefined {
		return this.branches.find(branch => branch.isActive);
	}

	/** Whether a record of this id is in the graph at all. */
	has(id: string): boolean {
		return this.nodes.ids.find(id) !== undefined;
	}

	/** The newest record of this id. */
	find(id: string): number | undefined {
		return this.nodes.ids.find(id);
	}

	idOf(node: number): string {
		return this.nodes.ids.at(node);
	}

	parentOf(node: number): number {
		return this.nodes.parents[node]!;
	}

	roleOf(node: number): NodeRole {
		return nodeRoles[this.nodes.roles[node]!]!;
	}

	messageOf(node: number): string | undefined {
		const message = this.nodes.messages[node]!;
		return message === none ? undefined : this.nodes.messageIds.at(message);
	}

	/** Nodes with the same number lie between the same forks: a branch has all of them or none. */
	stretchOf(node: number): number {
		return this.segments.of[node]!;
	}

	/** Nodes with the same number are blocks of one answer. */
	messageNumber(node: number): number | undefined {
		const message = this.nodes.messages[node]!;
		return message === none ? undefined : message;
	}

	/** Tells of each node whether it belongs to the branch; without a number, to the active one. */
	membership(number?: number | 'all'): (node: number) => boolean {
		if (number === 'all') return () => true;
		const wanted = number === undefined ? this.activeSegment : this.segmentOfBranch(number);
		const shown = this.shownWith(wanted);
		return node => shown[this.segments.of[node]!] ?? true;
	}

	/** The nodes of a branch in file order, a record that was written twice only once. */
	path(number?: number): number[] {
		const belongs = this.membership(number);
		const seen = new Set<string>();
		const nodes: number[] = [];
		for (let node = 0; node < this.size; node++) {
			if (!belongs(node) || seen.has(this.idOf(node))) continue;
			seen.add(this.idOf(node));
			nodes.push(node);
		}
		return nodes;
	}

	/** The graph as a tree of stretches without forks, for drawing. */
	outline(): OutlineStretch {
		const stretches = this.segments.all.map(
			({prompts}, segment): OutlineStretch => ({nodes: [], sides: [], prompts, isActive: this.isActive(segment)}),
		);
		for (const [segment, {parent}] of this.segments.all.entries()) {
			if (parent !== none) stretches[parent]!.sides.push(stretches[segment]!);
		}
		for (let node = 0; node < this.size; node++) stretches[this.segments.of[node]!]?.nodes.push(node);
		return stretches[0]!;
	}

	private listForks(): ForkPoint[] {
		const forks = this.segments.forkNodes.map((node, fork) => ({
			node,
			sides: this.segments.sidesOf[fork]!.map(segment => {
				const {first, prompts} = this.segments.all[segment]!;
				return {first, prompts, isActive: this.isActive(segment)};
			}),
		}));
		return forks.sort((a, b) => a.node - b.node);
	}

	private listBranches(): Branch[] {
		return this.segments.all
			.map((segment, index) => ({...segment, index}))
			.filter(({hasFork}) => !hasFork)
			.sort((a, b) => a.first - b.first)
			.map(({first, newest, prompts, index}, position) => ({
				number: position + 1,
				first: Math.max(first, 0),
				leaf: newest,
				prompts,
				isActive: index === this.activeSegment,
			}));
	}

	private isActive(segment: number): boolean {
		return this.activeLine.has(segment);
	}

	private segmentOfBranch(number: number): number {
		const branch = this.branches[number - 1];
		if (!branch) throw new RangeError(`there is no branch ${number}`);
		return this.segments.leafFor(branch.leaf);
	}

	/** Of each segment, whether it belongs to the branch that ends with the wanted one. */
	private shownWith(wanted: number): boolean[] {
		const wantedLine = this.segments.lineOf(wanted);
		const chosen = this.segments.sidesOf.map(sides => this.chosenSide(sides, wantedLine));
		const shown: boolean[] = [];
		// A segment stands behind the one it leaves.
		for (const [segment, {parent, fork}] of this.segments.all.entries())
			shown.push(parent === none || (shown[parent]! && chosen[fork] === segment));
		return shown;
	}

	/** A fork that the wanted branch does not pass through shows its active side, or its newest. */
	private chosenSide(sides: readonly number[], wantedLine: ReadonlySet<number>): number {
		return (
			sides.find(side => wantedLine.has(side)) ??
			sides.find(side => this.isActive(side)) ??
			this.segments.newestOf(sides)
		);
	}
}
