/**
 * The family of a session as one tree of prompts: branches inside each file, forks between files, sub-agents and
 * compactions. Pure: whoever reads the sessions hands over their graphs, and what their milestones say.
 */
import type {AgentId} from './agent.ts';
import type {BranchGraph, OutlineStretch} from './branch-graph.ts';
import type {Locator} from './locator.ts';

/** A prompt or a compaction. */
export type Milestone = {
	readonly kind: 'prompt' | 'compaction';
	readonly text: string;
	readonly timestamp?: string;
	/** Where its record lies. */
	readonly locator: Locator;
};

export type Relative = {
	readonly agent: AgentId;
	readonly id: string;
	readonly title: string;
	readonly startedAt?: string;
	readonly graph: BranchGraph;
	/** By the id of their record. */
	readonly milestones: ReadonlyMap<string, Milestone>;
	/** The session that started it as a sub-agent. */
	readonly parentId?: string;
	/** The session it was copied from, and the last record they share. */
	readonly forkedFrom?: string;
	readonly forkedAt?: string;
};

export type TreeRow = {
	readonly kind: 'session' | 'prompt' | 'compaction' | 'fork' | 'sub-agent';
	/** What leads to it, as it is drawn: `│  ├─`. */
	readonly lead: string;
	readonly text: string;
	readonly timestamp?: string;
	/** Prompts on the branch or in the session that begins here. */
	readonly prompts?: number;
	/** The number of the branch that begins here, if it does not fork again. */
	readonly branch?: number;
	readonly isActive: boolean;
	/** The session it belongs to, by its place among the relatives. */
	readonly relative: number;
	/** The record to read from, and where it lies. */
	readonly entryId?: string;
	readonly locator?: Locator;
};

/** All rows, the oldest session of the family first; nothing is drawn twice. */
export function treeRows(relatives: readonly Relative[]): TreeRow[] {
	const tree = new Tree(relatives);
	const known = new Set(relatives.map(({id}) => id));
	const roots = relatives.flatMap(({parentId, forkedFrom}, at) => {
		const isChild =
			(parentId !== undefined && known.has(parentId)) || (forkedFrom !== undefined && known.has(forkedFrom));
		return isChild ? [] : [at];
	});
	for (const root of roots) tree.addSession(root, '', '', 'session');
	// Sessions in a circle belong to somebody too.
	for (const at of relatives.keys()) tree.addSession(at, '', '', 'session');
	return tree.rows;
}

class Tree {
	readonly rows: TreeRow[] = [];
	private readonly drawn = new Set<number>();
	private readonly children = new Map<number, Map<string, readonly number[]>>();

	constructor(private readonly relatives: readonly Relative[]) {}

	addSession(relative: number, lead: string, indent: string, kind: 'session' | 'fork' | 'sub-agent'): void {
		if (this.drawn.has(relative)) return;
		this.drawn.add(relative);
		const {agent, id, title, startedAt, graph, milestones} = this.relatives[relative]!;
		const prompts = [...milestones.values()].filter(each => each.kind === 'prompt').length;
		const text = `${agent} ${id.replace(/^agent-/, '').slice(0, 8)}  ${title}`;
		this.rows.push({kind, lead, text, timestamp: startedAt, prompts, isActive: true, relative});
		// A sub-agent's own prompts are one wish of its parent.
		if (kind !== 'sub-agent') {
			const after = kind === 'fork' ? this.partingOf(relative).copy : undefined;
			this.addStretch(relative, graph.outline(), indent, after);
		}
		this.addChildren(relative, undefined, indent);
	}

	/** `after`: what stands up to this record is drawn where it was copied from. */
	private addStretch(relative: number, stretch: OutlineStretch, indent: string, after?: string): void {
		const {graph, milestones} = this.relatives[relative]!;
		const skipped = after === undefined ? -1 : stretch.nodes.findIndex(node => graph.idOf(node) === after);
		for (const node of stretch.nodes.slice(skipped + 1)) {
			const entryId = graph.idOf(node);
			const milestone = milestones.get(entryId);
			if (milestone) {
				const place = {isActive: stretch.isActive, relative, entryId};
				this.rows.push({...milestone, ...place, lead: indent});
			}
			this.addChildren(relative, entryId, indent);
		}
		for (const [at, side] of stretch.sides.entries())
			this.addSide(relative, side, indent, at === stretch.sides.length - 1);
	}

	/** A branch begins with its first prompt. */
	private addSide(relative: number, side: OutlineStretch, indent: string, isLast: boolean): void {
		const before = this.rows.length;
		this.addStretch(relative, side, `${indent}${isLast ? '   ' : '│  '}`);
		const first = this.rows[before];
		const {graph} = this.relatives[relative]!;
		const last = side.nodes.at(-1);
		const branch = side.sides.length > 0 ? undefined : graph.branches.find(({leaf}) => leaf === last)?.number;
		const lead = `${indent}${isLast ? '└─' : '├─'}`;
		const about = {prompts: side.prompts, branch, isActive: side.isActive};
		if (first?.kind === 'prompt' && first.relative === relative) this.rows[before] = {...first, ...about, lead};
		else {
			const entryId = side.nodes[0] === undefined ? undefined : graph.idOf(side.nodes[0]);
			const row: TreeRow = {kind: 'prompt', lead, text: 'another answer', relative, entryId, ...about};
			this.rows.splice(before, 0, row);
		}
	}

	/** Copies and sub-agents that begin after a record; without one, those of whom nobody knows where. */
	private addChildren(relative: number, entryId: string | undefined, indent: string): void {
		const children = this.childrenOf(relative);
		const wanted = entryId === undefined ? [...children.values()].flat() : (children.get(entryId) ?? []);
		const {id} = this.relatives[relative]!;
		for (const at of wanted) {
			const kind = this.relatives[at]!.forkedFrom === id ? 'fork' : 'sub-agent';
			this.addSession(at, `${indent}└─`, `${indent}   `, kind);
		}
	}

	/** By the record they begin after, found out once. */
	private childrenOf(relative: number): ReadonlyMap<string, readonly number[]> {
		let children = this.children.get(relative);
		if (children) return children;
		children = new Map();
		this.children.set(relative, children);
		const {id} = this.relatives[relative]!;
		for (const [at, {forkedFrom, parentId}] of this.relatives.entries()) {
			if (at === relative || (forkedFrom !== id && parentId !== id)) continue;
			const after = (forkedFrom === id ? this.partingOf(at).original : this.startedAfter(at, relative)) ?? '';
			children.set(after, [...(children.get(after) ?? []), at]);
		}
		return children;
	}

	/** The last record a copy shares with its original, in both: as told, else by what stands there in the same words. */
	private partingOf(copy: number): {readonly original?: string; readonly copy?: string} {
		const {forkedFrom, forkedAt, graph, milestones} = this.relatives[copy]!;
		const original = this.relatives.find(({id}) => id === forkedFrom);
		if (!original) return {};
		if (forkedAt !== undefined && graph.has(forkedAt)) return {original: forkedAt, copy: forkedAt};
		const theirs = [...original.milestones];
		let shared: {original?: string; copy?: string} = {};
		for (const [at, [id, {kind, text}]] of [...milestones].entries()) {
			const [theirId, their] = theirs[at] ?? [];
			if (their?.kind !== kind || their.text !== text) break;
			shared = {original: theirId, copy: id};
		}
		return shared;
	}

	/** The last prompt before a sub-agent began. */
	private startedAfter(child: number, parent: number): string | undefined {
		const {startedAt} = this.relatives[child]!;
		if (startedAt === undefined) return undefined;
		let found: string | undefined;
		for (const [id, {kind, timestamp}] of this.relatives[parent]!.milestones)
			if (kind === 'prompt' && timestamp !== undefined && timestamp <= startedAt) found = id;
		return found;
	}
}
