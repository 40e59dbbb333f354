import {BranchGraph} from './branch-graph.ts';
import {Column} from './column.ts';
import {IdTable} from './id-table.ts';
import {type NodeRole, nodeRoles, none} from './node-role.ts';

export type NodeInput = {
	readonly id: string;
	/** The id other records know it by, when its own had to be made different from an earlier one's. */
	readonly alias?: string;
	/** undefined or null: a root. Unknown ids are resolved at the end, else the node is an extra root. */
	readonly parent?: string | null;
	readonly role: NodeRole;
	/** Answers with the same message are blocks of one, never rivals. */
	readonly message?: string;
	/** A root that replaces the first prompt of another root: the two compete. */
	readonly isRivalRoot?: boolean;
	/**
	 * Takes back the turns that begin beside it (a roll-back). If the active leaf lies below it, they are an abandoned
	 * branch even while nothing was typed after it.
	 */
	readonly takesBack?: boolean;
	/** Follows whatever the newest leaf below `parent` is at this moment (a summary of what came after `parent`). */
	readonly afterNewestLeaf?: boolean;
};

/** Takes the nodes in the order of the file. A parent is the newest record of that id so far. */
export class BranchGraphBuilder {
	private readonly ids = new IdTable();
	private readonly parents = new Column(Int32Array);
	private readonly roles = new Column(Uint8Array);
	private readonly messages = new Column(Int32Array);
	private readonly messageIds = new IdTable();
	private readonly rivalRoots = new Set<number>();
	private readonly takers = new Set<number>();
	/** Other names of nodes, and the newest node of each. */
	private readonly aliases = new Map<string, number>();
	private readonly waiting: Array<{node: number; parent: string}> = [];

	/** `isTree`: see NodeTable. */
	constructor(private readonly isTree = false) {}

	get size(): number {
		return this.ids.length;
	}

	/** The newest node of this id so far. */
	find(id: string): number | undefined {
		const named = this.ids.find(id);
		const aliased = this.aliases.size === 0 ? undefined : this.aliases.get(id);
		if (named === undefined || aliased === undefined) return named ?? aliased;
		return Math.max(named, aliased);
	}

	/** Whether a node follows what this name stands for now, or nothing if it is no name. */
	follows(node: number, parent: string | undefined): boolean {
		return this.parents.at(node) === ((parent === undefined ? undefined : this.find(parent)) ?? none);
	}

	/** The name of what a node follows; undefined for a root. */
	parentIdOf(node: number): string | undefined {
		const parent = this.parents.at(node);
		return parent === none ? undefined : this.ids.at(parent);
	}

	add(input: NodeInput): number {
		const node = this.ids.length;
		const isOwnParent = input.parent === input.id || input.parent === input.alias;
		let parent = none;
		if (typeof input.parent === 'string' && !(isOwnParent && this.find(input.parent) === undefined)) {
			const known = this.find(input.parent);
			if (known === undefined) this.waiting.push({node, parent: input.parent});
			else parent = input.afterNewestLeaf ? this.newestBelow(known) : known;
		}

		this.ids.push(input.id);
		this.parents.push(parent);
		this.roles.push(nodeRoles.indexOf(input.role));
		this.messages.push(this.messageNumber(input.message));
		if (input.isRivalRoot) this.rivalRoots.add(node);
		if (input.takesBack) this.takers.add(node);
		if (input.alias !== undefined && input.alias !== input.id) this.aliases.set(input.alias, node);
		return node;
	}

	/**
	 * `activeId` names the leaf the agent itself calls current; without it the newest record decides. `told`: of each fork
	 * the nodes its sides begin with, where they need not be found.
	 */
	build(activeId?: string, told?: ReadonlyArray<readonly string[]>): BranchGraph {
		for (const {node, parent} of this.waiting) {
			const known = this.find(parent);
			if (known !== undefined) this.parents.set(node, known);
		}
		this.openCircles();
		const {ids, messageIds, isTree} = this;
		const active = activeId === undefined ? undefined : this.find(activeId);
		const takers = this.takersAbove(active ?? ids.length - 1);
		const [parents, roles, messages] = [this.parents.flat(), this.roles.flat(), this.messages.flat()];
		const sides = told && this.sidesByParent(told);
		const nodes = {size: ids.length, ids, parents, roles, messages, messageIds, isTree, sides};
		const rivalRoots = sides ? new Set(sides.get(none)) : this.rivalRoots;
		return new BranchGraph(nodes, rivalRoots, active, takers);
	}

	/** Sides of one fork follow the same node, whatever somebody says. */
	private sidesByParent(forks: ReadonlyArray<readonly string[]>): Map<number, number[]> {
		const sides = new Map<number, number[]>();
		for (const id of new Set(forks.flat())) {
			const node = this.find(id);
			if (node === undefined) continue;
			const parent = this.parents.at(node);
			sides.set(parent, [...(sides.get(parent) ?? []), node]);
		}
		for (const [parent, nodes] of sides) {
			if (nodes.length < 2) sides.delete(parent);
			nodes.sort((a, b) => a - b);
		}
		return sides;
	}

	private messageNumber(message: string | undefined): number {
		if (message === undefined) return none;
		return this.messageIds.find(message) ?? this.messageIds.push(message);
	}

	private takersAbove(leaf: number): Set<number> {
		const found = new Set<number>();
		if (this.takers.size === 0) return found;
		for (let at = leaf; at >= 0; at = this.parents.at(at)) if (this.takers.has(at)) found.add(at);
		return found;
	}

	/**
	 * A record that comes before its parent may name a descendant of itself. Of such a circle the last record that does so
	 * becomes a root. Every record is walked over twice at most.
	 */
	private openCircles(): void {
		const walkOf = new Int32Array(this.ids.length).fill(none);
		for (const {node: start} of this.waiting) {
			let at = start;
			while (at !== none && walkOf[at] === none) {
				walkOf[at] = start;
				at = this.parents.at(at);
			}
			if (at === none || walkOf[at] !== start) continue;
			let last = none;
			let each = at;
			do {
				if (this.parents.at(each) > each && each > last) last = each;
				each = this.parents.at(each);
			} while (each !== at);
			this.parents.set(last, none);
		}
	}

	private newestBelow(ancestor: number): number {
		const below = new Uint8Array(this.ids.length - ancestor);
		below[0] = 1;
		let newest = ancestor;
		for (let node = ancestor + 1; node < this.ids.length; node++) {
			const parent = this.parents.at(node);
			if (parent < ancestor || !below[parent - ancestor]) continue;
			below[node - ancestor] = 1;
			newest = node;
		}
		return newest;
	}
}
