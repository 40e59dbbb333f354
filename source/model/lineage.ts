/**
 * The family of a session as one tree of prompts: branches inside each file, forks between files, converted copies,
 * sub-agents and compactions. Pure: whoever reads the sessions hands over their graphs, and what their milestones say.
 */

import type {OutlineStretch} from './branch-graph.ts';
import {originOf, type Relative} from './relative.ts';
import {type Sharing, sharingOf} from './sharing.ts';
import {shortIds} from './short-ids.ts';
import {rowsOf, type TreeItem, type TreeRow} from './tree-row.ts';

export type {Milestone, Relative} from './relative.ts';
export type {TreeRow} from './tree-row.ts';

/** All rows, the oldest session of the family first; nothing is drawn twice. */
export function treeRows(relatives: readonly Relative[]): TreeRow[] {
	return rowsOf(treeItems(relatives));
}

export function treeItems(relatives: readonly Relative[]): TreeItem[] {
	return new Tree(relatives).items();
}

const nothingShared: Sharing = {has: () => false};

class Tree {
	private readonly drawn = new Set<number>();
	private readonly children = new Map<number, Map<string, readonly number[]>>();
	private readonly sharings = new Map<number, Sharing>();

	private readonly short: (id: string) => string;

	constructor(private readonly relatives: readonly Relative[]) {
		this.short = shortIds(relatives);
	}

	items(): TreeItem[] {
		const known = new Set(this.relatives.map(({id}) => id));
		const isChild = (relative: Relative) =>
			[originOf(relative), relative.parentId].some(id => id !== undefined && known.has(id));
		const roots = [...this.relatives.keys()].filter(at => !isChild(this.relatives[at]!));
		// Sessions in a circle belong to somebody too.
		return [...roots, ...this.relatives.keys()].flatMap(at => this.sessionItem(at, 'session') ?? []);
	}

	private sessionItem(relative: number, kind: TreeRow['kind']): TreeItem | undefined {
		if (this.drawn.has(relative)) return undefined;
		this.drawn.add(relative);
		const {agent, id, title, startedAt, graph, milestones} = this.relatives[relative]!;
		const sharing = kind === 'fork' || kind === 'converted' ? this.sharing(relative) : nothingShared;
		const own = [...milestones].filter(([entry, each]) => each.kind === 'prompt' && !sharing.has(entry));
		const stretch = graph.outline();
		const text = `${agent} ${this.short(id)}  ${title}`;
		// A sub-agent's own prompts are one wish of its parent.
		const level = kind === 'sub-agent' ? [] : this.stretchItems(relative, stretch, sharing);
		level.push(...this.childItems(relative));
		// A copy begins with what is its own: the rest has the times of its original.
		const timestamp = sharing === nothingShared ? startedAt : (own[0]?.[1].timestamp ?? startedAt);
		const row = {kind, text, timestamp, prompts: own.length, isActive: true, relative, stretch};
		return {row, hangs: kind !== 'session', level};
	}

	/** What a copy shares is drawn where it was copied from. */
	private stretchItems(relative: number, stretch: OutlineStretch, sharing: Sharing): TreeItem[] {
		const {graph, milestones} = this.relatives[relative]!;
		const items: TreeItem[] = [];
		const seen = new Set<string>();
		for (const node of stretch.nodes) {
			const entryId = graph.idOf(node);
			const milestone = milestones.get(entryId);
			if (milestone && !seen.has(entryId) && !sharing.has(entryId)) {
				const row = {...milestone, isActive: stretch.isActive, relative, entryId};
				items.push({row, hangs: false, level: []});
			}
			seen.add(entryId);
			items.push(...this.childItems(relative, entryId));
		}
		const sides = stretch.sides.flatMap(side => this.sideItem(relative, side, sharing) ?? []);
		const [only] = sides;
		// The other sides are drawn elsewhere: nothing competes here.
		if (only && sides.length === 1) items.push({...only, hangs: false, level: []}, ...only.level);
		else items.push(...sides);
		return items;
	}

	/** A branch begins with its first prompt. */
	private sideItem(relative: number, side: OutlineStretch, sharing: Sharing): TreeItem | undefined {
		const {graph, milestones} = this.relatives[relative]!;
		const level = this.stretchItems(relative, side, sharing);
		const ids = side.nodes.map(node => graph.idOf(node));
		if (level.length === 0 && ids.some(id => milestones.has(id) && sharing.has(id))) return undefined;
		const last = side.nodes.at(-1);
		const branch = side.sides.length > 0 ? undefined : graph.branches.find(({leaf}) => leaf === last)?.number;
		const about = {prompts: side.prompts, branch, isActive: side.isActive, stretch: side};
		const [first, ...rest] = level;
		if (first && !first.hangs && first.row.kind === 'prompt')
			return {row: {...first.row, ...about}, hangs: true, level: [...first.level, ...rest]};
		const isSpoken = side.nodes.some(node => graph.roleOf(node) === 'answer');
		const text = isSpoken ? 'another answer' : 'nothing yet';
		return {row: {kind: 'prompt', text, relative, entryId: ids[0], ...about}, hangs: true, level};
	}

	/** Copies and sub-agents that begin after a record; without one, those of whom nobody knows where. */
	private childItems(relative: number, entryId?: string): TreeItem[] {
		const children = this.childrenOf(relative);
		const wanted = entryId === undefined ? [...children.values()].flat() : (children.get(entryId) ?? []);
		const {id} = this.relatives[relative]!;
		return wanted.flatMap(at => {
			const {forkedFrom, convertedFrom} = this.relatives[at]!;
			const kind = forkedFrom === id ? 'fork' : convertedFrom === id ? 'converted' : 'sub-agent';
			return this.sessionItem(at, kind) ?? [];
		});
	}

	/** By the record they begin after, found out once. */
	private childrenOf(relative: number): ReadonlyMap<string, readonly number[]> {
		let children = this.children.get(relative);
		if (children) return children;
		children = new Map();
		this.children.set(relative, children);
		const {id} = this.relatives[relative]!;
		for (const [at, child] of this.relatives.entries()) {
			const isCopy = originOf(child) === id;
			if (at === relative || (!isCopy && child.parentId !== id)) continue;
			const after = (isCopy ? this.sharing(at).after : this.startedAfter(at, relative)) ?? '';
			children.set(after, [...(children.get(after) ?? []), at]);
		}
		return children;
	}

	private sharing(copy: number): Sharing {
		let sharing = this.sharings.get(copy);
		if (!sharing) {
			const relative = this.relatives[copy]!;
			const original = this.relatives.find(({id}, at) => at !== copy && id === originOf(relative));
			sharing = original ? sharingOf(relative, original) : nothingShared;
			this.sharings.set(copy, sharing);
		}
		return sharing;
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
