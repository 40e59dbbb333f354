/**
 * What was spent, with nothing counted twice: blocks of one answer tell the same, branches share what came before their
 * fork, and files of one family begin with the same answers.
 */
import type {BranchGraph, OutlineStretch} from './branch-graph.ts';
import type {Entry} from './entry.ts';
import type {Tokens} from './session.ts';

/** What one answer took. */
export type Spending = {
	/** The first entry that told of it: where it stands in the graph. */
	readonly id: string;
	/** Blocks of one answer have the same, and so have its copies in other files, as a rule. */
	readonly key: string;
	readonly timestamp?: string;
	readonly tokens?: Tokens;
	/** In US dollars. */
	readonly cost?: number;
};

/** What the agent did not write down is absent: unknown, which is not none. */
export type Usage = {
	/** Of how many answers it is the sum. */
	readonly answers: number;
	readonly tokens?: Tokens;
	readonly cost?: number;
};

export type BranchUsage = {
	/** The branch's number. */
	readonly branch: number;
	/** From the beginning: what it shares with others, and its own. */
	readonly total: Usage;
	/** After its last fork. */
	readonly own: Usage;
};

/** Needs entries that were asked for whole: others have no facts. */
export async function spendingsOf(entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<Spending[]> {
	const spendings = new Spendings();
	for await (const entry of entries) spendings.take(entry);
	return [...spendings.all];
}

/** The same of entries that come one by one. */
export class Spendings {
	private readonly byKey = new Map<string, Spending>();

	take({id, message, timestamp, facts}: Entry): void {
		if (facts?.tokens === undefined && facts?.cost === undefined) return;
		const key = message ?? id;
		const before = this.byKey.get(key);
		this.byKey.set(key, {
			id: before?.id ?? id,
			key,
			timestamp: before?.timestamp ?? timestamp,
			tokens: facts.tokens ?? before?.tokens,
			cost: facts.cost ?? before?.cost,
		});
	}

	get all(): Iterable<Spending> {
		return this.byKey.values();
	}
}

export function sumOf(spendings: Iterable<Spending>): Usage {
	let answers = 0;
	let tokens: Tokens | undefined;
	let cost: number | undefined;
	for (const spending of spendings) {
		answers++;
		tokens = addTokens(tokens, spending.tokens);
		cost = addNumbers(cost, spending.cost);
	}
	return {answers, ...(tokens ? {tokens} : undefined), ...(cost === undefined ? undefined : {cost})};
}

export function addTokens(a: Tokens | undefined, b: Tokens | undefined): Tokens | undefined {
	if (!a || !b) return a ?? b;
	return {
		input: addNumbers(a.input, b.input),
		output: addNumbers(a.output, b.output),
		cacheCreation: addNumbers(a.cacheCreation, b.cacheCreation),
		cacheRead: addNumbers(a.cacheRead, b.cacheRead),
	};
}

function addNumbers(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined ? b : a + (b ?? 0);
}

/** Of each branch, in the order of their numbers. */
export function branchUsage(graph: BranchGraph, spendings: readonly Spending[]): BranchUsage[] {
	const nodes = spendings.map(({id}) => nodeOf(graph, id));
	const ends = endingOf(graph);
	return graph.branches.map(({number, leaf}) => {
		const belongs = graph.membership(number);
		const end = ends.get(leaf);
		return {
			branch: number,
			// What has no place in the graph belongs to every branch, as entries do.
			total: sumOf(spendings.filter((_, at) => nodes[at] === undefined || belongs(nodes[at]))),
			own: sumOf(spendings.filter((_, at) => nodes[at] !== undefined && end?.has(nodes[at]))),
		};
	});
}

/** Blocks after the first of a record are called `id#1`, `id#2`, …; the node is the record. */
export function nodeOf(graph: BranchGraph, id: string): number | undefined {
	return graph.find(id) ?? graph.find(id.replace(/#\d+$/, ''));
}

/** The stretch that each branch ends with, by its last node. */
function endingOf(graph: BranchGraph): Map<number, ReadonlySet<number>> {
	const endings = new Map<number, ReadonlySet<number>>();
	const waiting: OutlineStretch[] = [graph.outline()];
	for (let stretch = waiting.pop(); stretch; stretch = waiting.pop()) {
		waiting.push(...stretch.sides);
		if (stretch.sides.length > 0) continue;
		endings.set(stretch.nodes.at(-1) ?? -1, new Set(stretch.nodes));
	}
	return endings;
}

export type FamilyUsage = {
	/** Of all of them together, what they share counted once. */
	readonly total: Usage;
	/** How much of it stands in more than one of them; counted once. */
	readonly shared: Usage;
};

/** Of sessions that were copied from each other, in whatever order. */
export function familyUsage(family: ReadonlyArray<readonly Spending[]>): FamilyUsage {
	const known = new Map<string, number>();
	const all: Spending[] = [];
	const holders: number[] = [];
	for (const spendings of family) {
		// Within a session keys tell answers apart: each answer of another one is found in it once.
		const here = new Map<string, number>();
		const found = new Set<number>();
		for (const spending of spendings) {
			const marks = marksOf(spending, mark => here.has(mark));
			let number = marks.map(mark => known.get(mark)).find(each => each !== undefined && !found.has(each));
			if (number === undefined) {
				number = all.push(spending) - 1;
				holders.push(1);
			} else holders[number]!++;
			found.add(number);
			for (const mark of marks) here.set(mark, number);
		}
		for (const [mark, number] of here) known.set(mark, number);
	}
	return {total: sumOf(all), shared: sumOf(all.filter((_, number) => holders[number]! > 1))};
}

/** OpenCode gives copies new ids; what they took, and when, stays the same. Of several that look alike each has its own. */
function marksOf({key, timestamp, tokens, cost}: Spending, isTaken: (mark: string) => boolean): string[] {
	if (timestamp === undefined) return [`key ${key}`];
	const {input, output, cacheCreation, cacheRead} = tokens ?? {};
	let look = `look ${[timestamp, input, output, cacheCreation, cacheRead, cost].join(' ')}`;
	while (isTaken(look)) look += ' again';
	return [`key ${key}`, look];
}
