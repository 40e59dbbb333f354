/** The rows of a fork tree, and how what hangs below what becomes lines with `├─` in front. */
import type {OutlineStretch} from './branch-graph.ts';
import type {Locator} from './locator.ts';

export type TreeRow = {
	readonly kind: 'session' | 'prompt' | 'compaction' | 'fork' | 'converted' | 'sub-agent';
	/** What leads to it, as it is drawn: `│  ├─`. */
	readonly lead: string;
	readonly depth: number;
	/** So many rows after it hang below it, */
	readonly below: number;
	/** and so many would, were they not folded. */
	readonly folded: number;
	readonly text: string;
	readonly timestamp?: string;
	/** Prompts on the branch or in the session that begins here; of a copy, those that are its own. */
	readonly prompts?: number;
	/** The number of the branch that begins here, if it does not fork again. */
	readonly branch?: number;
	readonly isActive: boolean;
	/** The session it belongs to, by its place among the relatives. */
	readonly relative: number;
	/** The record to read from, and where it lies. */
	readonly entryId?: string;
	readonly locator?: Locator;
	/** Everything on the branch, or in the session, that begins here. */
	readonly stretch?: OutlineStretch;
};

/** A row before anybody knows what stands around it. */
export type TreeItem = {
	readonly row: BareRow;
	/** It leaves the line it stands on: `├─`. What does not, goes on with it. */
	readonly hangs: boolean;
	readonly level: readonly TreeItem[];
};

type BareRow = Omit<TreeRow, 'lead' | 'depth' | 'below' | 'folded'>;

/** Which rows are wanted, and below which nothing is. */
export type TreeChoice = {isKept(row: BareRow): boolean; isFolded(row: BareRow): boolean};

const everything: TreeChoice = {isKept: () => true, isFolded: () => false};

export function rowsOf(items: readonly TreeItem[], choice = everything): TreeRow[] {
	const rows: TreeRow[] = [];
	addLevel(rows, items, choice, '', 0);
	return rows;
}

function addLevel(
	rows: TreeRow[],
	items: readonly TreeItem[],
	choice: TreeChoice,
	indent: string,
	depth: number,
): void {
	const level = items.filter(({row}) => choice.isKept(row));
	for (const [at, {row, hangs, level: inner}] of level.entries()) {
		const isLast = at === level.length - 1;
		const place = rows.length;
		const own = {...row, lead: hangs ? `${indent}${isLast ? '└─' : '├─'}` : indent, depth: depth + Number(hangs)};
		rows.push({...own, below: 0, folded: 0});
		addLevel(rows, inner, choice, hangs ? `${indent}${isLast ? '   ' : '│  '}` : indent, own.depth);
		const below = rows.length - place - 1;
		if (choice.isFolded(row)) {
			rows.length = place + 1;
			rows[place] = {...own, below: 0, folded: below};
		} else rows[place] = {...own, below, folded: 0};
	}
}

/** Tells a row from all others of its tree, however it is drawn. */
export function rowKey({relative, entryId, kind}: BareRow): string {
	return `${relative} ${kind === 'prompt' || kind === 'compaction' ? entryId : ''}`;
}
