/** What the branches and sessions of a fork tree took. */
import type {OutlineStretch} from './branch-graph.ts';
import {originOf, type Relative} from './relative.ts';
import {tokenSum} from './session.ts';
import {rowKey, type TreeRow} from './tree-row.ts';
import {familyUsage, nodeOf, type Spending, sumOf, type Usage} from './usage.ts';

/** What is not known is absent. */
export type Spent = {readonly tokens?: number; readonly cost?: number};

export type TreeUsage = {
	/** Of the branch, or the session, that begins with a row; of a copy, what is its own. */
	of(row: TreeRow): Spent;
	/** Of all sessions, what they share counted once. */
	readonly total: Spent;
	/** What stands in more than one session. */
	readonly shared: Spent;
};

/** `spendings` by session; undefined where nobody read them: of that one only its sum is known. */
export function treeUsage(
	relatives: readonly Relative[],
	rows: readonly TreeRow[],
	spendings: ReadonlyArray<readonly Spending[] | undefined>,
): TreeUsage {
	const spent = new Map<string, Spent>();
	for (const row of rows) {
		const own = row.stretch && ownOf(row, row.stretch, relatives, spendings);
		if (own) spent.set(rowKey(row), own);
	}
	const known = familyUsage(spendings.map(each => each ?? []));
	const unread = relatives.filter((_, at) => spendings[at] === undefined).map(wholeOf);
	return {
		of: row => spent.get(rowKey(row)) ?? {},
		total: [spentOf(known.total), ...unread].reduce(sum),
		shared: spentOf(known.shared),
	};
}

function ownOf(
	row: TreeRow,
	stretch: OutlineStretch,
	relatives: readonly Relative[],
	spendings: ReadonlyArray<readonly Spending[] | undefined>,
): Spent | undefined {
	const relative = relatives[row.relative]!;
	const own = spendings[row.relative];
	if (row.kind === 'prompt') return own && spentOf(sumOf(within(relative, stretch, own)));
	if (!own) return wholeOf(relative);
	const original = relatives.findIndex((each, at) => at !== row.relative && each.id === originOf(relative));
	const isCopy = row.kind === 'fork' || row.kind === 'converted';
	const theirs = isCopy ? spendings[original] : undefined;
	if (!theirs) return spentOf(sumOf(own));
	return difference(spentOf(sumOf(own)), spentOf(familyUsage([theirs, own]).shared));
}

/** Those in a stretch and in everything after it. */
function within({graph}: Relative, stretch: OutlineStretch, spendings: readonly Spending[]): Spending[] {
	const nodes = new Set<number>();
	const waiting = [stretch];
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		for (const node of next.nodes) nodes.add(node);
		waiting.push(...next.sides);
	}
	return spendings.filter(({id}) => {
		const node = nodeOf(graph, id);
		return node !== undefined && nodes.has(node);
	});
}

function wholeOf({tokens, cost}: Relative): Spent {
	return spentOf({answers: 0, tokens, cost});
}

export function spentOf({tokens, cost}: Usage): Spent {
	return {...(tokens ? {tokens: tokenSum(tokens)} : undefined), ...(cost === undefined ? undefined : {cost})};
}

function sum(a: Spent, b: Spent): Spent {
	const add = (x?: number, y?: number) => (x === undefined ? y : x + (y ?? 0));
	return {tokens: add(a.tokens, b.tokens), cost: add(a.cost, b.cost)};
}

function difference(all: Spent, part: Spent): Spent {
	const less = (x?: number, y = 0) => (x === undefined ? undefined : Math.max(0, x - y));
	return {tokens: less(all.tokens, part.tokens), cost: less(all.cost, part.cost)};
}
