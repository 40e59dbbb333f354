import {describe, expect, it} from 'vitest';
import type {BranchGraph} from '../../source/model/branch-graph.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Entry, EntryFacts} from '../../source/model/entry.ts';
import {branchUsage, familyUsage, type Spending, spendingsOf, sumOf} from '../../source/model/usage.ts';
import {Random} from '../helpers/random.ts';

const entry = (id: string, facts: EntryFacts | undefined, more: Partial<Entry> = {}): Entry => ({
	id,
	kind: 'assistant',
	text: '',
	locator: {path: '/x', offset: 0, length: 0},
	...more,
	facts,
});

const spent = (id: string, input: number, more: Partial<Spending> = {}): Spending => ({
	id,
	key: id,
	tokens: {input, output: 1},
	...more,
});

/** `child < parent` pairs; names that begin with p are prompts. The last one is where the session stands. */
function graphOf(...pairs: string[]): BranchGraph {
	const builder = new BranchGraphBuilder();
	for (const pair of pairs) {
		const [id, parent] = pair.split('<').map(part => part.trim());
		builder.add({id: id!, parent, role: id!.startsWith('p') ? 'prompt' : 'answer', message: id});
	}
	return builder.build(pairs.at(-1)!.split('<')[0]!.trim());
}

const inputs = (graph: BranchGraph, spendings: readonly Spending[]) =>
	branchUsage(graph, spendings).map(({branch, total, own}) => [branch, total.tokens?.input, own.tokens?.input]);

describe('what answers took', () => {
	it('is told once for the blocks of a message, by the last of them', async () => {
		const blocks = [
			entry('a', {tokens: {input: 5, output: 1}}, {message: 'm1', timestamp: 't1'}),
			entry('b', {tokens: {input: 5, output: 9}, cost: 0.5}, {message: 'm1', timestamp: 't2'}),
			entry('c', {tokens: undefined, cwd: '/x'}, {message: 'm1'}),
			entry('d', undefined),
			entry('e', {tokens: {input: 3}}),
		];
		expect(await spendingsOf(blocks)).toEqual([
			{id: 'a', key: 'm1', timestamp: 't1', tokens: {input: 5, output: 9}, cost: 0.5},
			{id: 'e', key: 'e', timestamp: undefined, tokens: {input: 3}, cost: undefined},
		]);
	});

	it('adds up, and what nobody told stays unknown', () => {
		expect(sumOf([])).toEqual({answers: 0});
		expect(sumOf([spent('a', 1), spent('b', 2, {tokens: {output: 4, cacheRead: 8}})])).toEqual({
			answers: 2,
			tokens: {input: 1, output: 5, cacheRead: 8},
		});
		expect(sumOf([spent('a', 1, {tokens: undefined, cost: 0.5}), spent('b', 1, {tokens: undefined})])).toEqual({
			answers: 2,
			cost: 0.5,
		});
	});
});

describe('branches', () => {
	const graph = graphOf('p1', 'a1 < p1', 'p2 < a1', 'a2 < p2', 'p3 < a1', 'a3 < p3');
	const spendings = [spent('a1', 100), spent('a2', 20), spent('a3', 3)];

	it('have what came before their fork in common', () => {
		expect(inputs(graph, spendings)).toEqual([
			[1, 120, 20],
			[2, 103, 3],
		]);
		expect(sumOf(spendings).tokens?.input).toBe(123);
	});

	it('of branches have only their last stretch as their own', () => {
		const nested = graphOf(
			'p1',
			'a1 < p1',
			'p2 < a1',
			'a2 < p2',
			'p3 < a1',
			'a3 < p3',
			'p4 < a3',
			'a4 < p4',
			'p5 < a3',
			'a5 < p5',
		);
		const all = [...spendings, spent('a4', 4000), spent('a5', 50_000)];
		expect(inputs(nested, all)).toEqual([
			[1, 120, 20],
			[2, 4103, 4000],
			[3, 50_103, 50_000],
		]);
	});

	it('are one where nothing forks, and all of it is its own', () => {
		expect(inputs(graphOf('p1', 'a1 < p1'), [spent('a1', 7)])).toEqual([[1, 7, 7]]);
		expect(inputs(graphOf('p1', 'a1 < p1'), [])).toEqual([[1, undefined, undefined]]);
	});

	it('know a later block of a record by the record, and count what has no place for each', () => {
		expect(inputs(graph, [spent('a2#3', 20), spent('elsewhere', 1)])).toEqual([
			[1, 21, 20],
			[2, 1, undefined],
		]);
	});
});

describe('families', () => {
	it('count once what two files share, by its key or by its look', () => {
		const first = [spent('a', 1), spent('b', 10, {timestamp: 't', cost: 0.5})];
		const byKey = [spent('copy', 1, {key: 'a'}), spent('c', 100)];
		const byLook = [spent('other', 10, {timestamp: 't', cost: 0.5}), spent('d', 1000)];
		const {total, shared} = familyUsage([first, byKey, byLook]);
		expect(total).toEqual({answers: 4, tokens: {input: 1111, output: 4}, cost: 0.5});
		expect(shared).toEqual({answers: 2, tokens: {input: 11, output: 2}, cost: 0.5});
	});

	it('take two answers of one session never for one', () => {
		const twins = [spent('a', 1, {timestamp: 't'}), spent('b', 1, {timestamp: 't'})];
		expect(familyUsage([twins]).total.answers).toBe(2);
		expect(familyUsage([twins]).shared).toEqual({answers: 0});
	});

	it('find each of two twins in a copy', () => {
		const twins = [spent('a', 1, {timestamp: 't'}), spent('b', 1, {timestamp: 't'})];
		const copies = [spent('a2', 1, {timestamp: 't'}), spent('b2', 1, {timestamp: 't'})];
		expect(familyUsage([twins, copies])).toMatchObject({total: {answers: 2}, shared: {answers: 2}});
	});
});

describe('at random', () => {
	/** A tree of turns: each goes on from some answer before it. */
	function randomTree(random: Random): {graph: BranchGraph; spendings: Spending[]; parents: number[]} {
		const turns = 1 + random.below(12);
		const parents = Array.from({length: turns}, (_, at) => (at === 0 ? -1 : random.below(at)));
		const pairs = parents.flatMap((parent, at) => [parent < 0 ? `p${at}` : `p${at} < a${parent}`, `a${at} < p${at}`]);
		const spendings = parents.map((_, at) => spent(`a${at}`, 2 ** at, {cost: random.below(100) / 64}));
		return {graph: graphOf(...pairs), spendings, parents};
	}

	it('branches hold exactly the answers on the way to their end', () => {
		const random = new Random(7);
		for (let round = 0; round < 300; round++) {
			const {graph, spendings, parents} = randomTree(random);
			const usage = branchUsage(graph, spendings);
			const leaves = parents.map((_, at) => at).filter(at => !parents.includes(at));
			const expected = leaves.map(leaf => {
				let [total, own] = [0, 0];
				let isOwn = true;
				for (let at = leaf; at >= 0; at = parents[at]!) {
					// A stretch ends where something else follows the same answer.
					total += 2 ** at;
					if (isOwn) own += 2 ** at;
					isOwn &&= parents.filter(parent => parent === parents[at]).length === 1;
				}
				return `${total} ${own}`;
			});
			expect(usage.map(({total, own}) => `${total.tokens?.input} ${own.tokens?.input}`).sort()).toEqual(
				expected.sort(),
			);
			// Shared and own parts together are the whole, each answer once.
			const union = usage.reduce((sum, {total}) => sum | (total.tokens?.input ?? 0), 0);
			expect(union).toBe(sumOf(spendings).tokens?.input);
		}
	});

	it('a family is the union of its members, in whatever order they come', () => {
		const random = new Random(11);
		for (let round = 0; round < 300; round++) {
			const members = Array.from({length: 1 + random.below(4)}, () =>
				Array.from({length: 10}, (_, at) => at)
					.filter(() => random.below(2) === 0)
					.map(at => spent(`a${at}`, 2 ** at, {timestamp: `t${at}`})),
			);
			const {total, shared} = familyUsage(members);
			const holders = (at: number) => members.filter(member => member.some(({id}) => id === `a${at}`)).length;
			const sumWhere = (isWanted: (at: number) => boolean) =>
				Array.from({length: 10}, (_, at) => at)
					.filter(isWanted)
					.reduce((sum, at) => sum + 2 ** at, 0);
			expect(total.tokens?.input ?? 0).toBe(sumWhere(at => holders(at) > 0));
			expect(shared.tokens?.input ?? 0).toBe(sumWhere(at => holders(at) > 1));
			expect(familyUsage([...members].reverse())).toEqual({total, shared});
		}
	});
});
