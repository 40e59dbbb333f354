import {describe, expect, it} from 'vitest';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {NodeRole} from '../../source/model/node-role.ts';

const roleByLetter: Record<string, NodeRole> = {p: 'prompt', a: 'answer', r: 'result', x: 'aside'};

/** A graph from `child<parent` pairs; the first letter is the role: `p1`, `a1<p1`, `r1<a1`. */
function graphOf(text: string, activeId?: string) {
	const builder = new BranchGraphBuilder();
	for (const pair of text.split(' ')) {
		const [id, parent] = pair.split('<') as [string, string | undefined];
		builder.add({id, parent, role: roleByLetter[id[0]!]!});
	}
	return builder.build(activeId);
}

const idsOf = (graph: ReturnType<typeof graphOf>, branch?: number) => graph.path(branch).map(node => graph.idOf(node));

describe('fork points', () => {
	it('are absent from a chain', () => {
		const graph = graphOf('p1 a1<p1 p2<a1 a2<p2');
		expect(graph.isLinear).toBe(true);
		expect(graph.branches).toEqual([{number: 1, first: 0, leaf: 3, prompts: 2, isActive: true}]);
	});

	it('are where two prompts follow one record', () => {
		const graph = graphOf('p1 a1<p1 p2<a1 a2<p2 p3<a1 a3<p3');
		expect(graph.forks).toHaveLength(1);
		expect(graph.forks[0]).toMatchObject({node: 1});
		expect(idsOf(graph)).toEqual(['p1', 'a1', 'p3', 'a3']);
		expect(idsOf(graph, 1)).toEqual(['p1', 'a1', 'p2', 'a2']);
	});

	it('see through asides', () => {
		expect(graphOf('p1 a1<p1 x1<a1 x2<x1 p2<x2 p3<x1').forks).toHaveLength(1);
		expect(graphOf('p1 x1<p1 x2<p1 a1<x2 p2<a1').forks).toHaveLength(0);
	});

	it('are not made by parallel calls and their results', () => {
		expect(graphOf('p1 a1<p1 a2<a1 a3<a2 r3<a3 r1<a1 r2<a2 a4<r3 p2<a4').isLinear).toBe(true);
	});

	it('are not made by a prompt beside a result', () => {
		expect(graphOf('p1 a1<p1 r1<a1 a2<r1 p2<a2 p3<r1').isLinear).toBe(true);
	});

	it('are made by two answers to one prompt, unless they are blocks of one', () => {
		const builder = new BranchGraphBuilder();
		builder.add({id: 'p', role: 'prompt'});
		builder.add({id: 'a', parent: 'p', role: 'answer', message: 'm1'});
		builder.add({id: 'b', parent: 'p', role: 'answer', message: 'm1'});
		expect(builder.build().forks).toHaveLength(0);
		builder.add({id: 'c', parent: 'p', role: 'answer', message: 'm2'});
		expect(builder.build().forks).toHaveLength(1);
	});

	it('nest, and every branch can be shown', () => {
		const graph = graphOf('p1 a1<p1 p2<a1 a2<p2 p3<a2 p4<a2 p5<a1');
		expect(graph.forks.map(({sides}) => sides.map(({prompts}) => prompts))).toEqual([
			[3, 1],
			[1, 1],
		]);
		expect(graph.branches.map(({number}) => idsOf(graph, number).filter(id => id.startsWith('p')))).toEqual([
			['p1', 'p2', 'p3'],
			['p1', 'p2', 'p4'],
			['p1', 'p5'],
		]);
	});
});

describe('the active branch', () => {
	it('is the newest, or the one that is named', () => {
		const text = 'p1 a1<p1 p2<a1 a2<p2 p3<a1 a3<p3';
		expect(idsOf(graphOf(text)).at(-1)).toBe('a3');
		expect(idsOf(graphOf(text, 'a2')).at(-1)).toBe('a2');
		expect(idsOf(graphOf(text, 'never seen')).at(-1)).toBe('a3');
	});

	it('loses nothing to a missing parent or a second root', () => {
		const graph = graphOf('p1 a1<p1 p2<gone a2<p2 p3');
		expect(idsOf(graph)).toEqual(['p1', 'a1', 'p2', 'a2', 'p3']);
		expect(graph.roots).toHaveLength(3);
	});
});

describe('roots that compete', () => {
	it('are sides of a fork before the first node', () => {
		const builder = new BranchGraphBuilder();
		builder.add({id: 'p1', role: 'prompt'});
		builder.add({id: 'p2', role: 'prompt', isRivalRoot: true});
		builder.add({id: 'p3', parent: 'p2', role: 'prompt'});
		const graph = builder.build();
		expect(graph.forks).toMatchObject([
			{
				node: -1,
				sides: [
					{prompts: 1, isActive: false},
					{prompts: 2, isActive: true},
				],
			},
		]);
		expect(idsOf(graph, 1)).toEqual(['p1']);
	});
});

describe('broken chains', () => {
	it('accept a child before its parent', () => {
		const graph = graphOf('p1 r1<a1 a1<p1 p2<r1');
		expect(graph.roots).toEqual([0]);
		expect(graph.isLinear).toBe(true);
	});

	it('do not close cycles', () => {
		for (const text of ['p1<p1', 'p1<a1 a1<p1', 'p1<p3 p2<p1 p3<p2']) {
			const graph = graphOf(text);
			expect(graph.path()).toHaveLength(graph.size);
			expect(graph.roots.length).toBeGreaterThan(0);
		}
	});

	it('take the newest record of an id as the parent, and show it once', () => {
		const graph = graphOf('p1 a1<p1 x1<a1 p1<x1 p2<p1');
		expect(graph.parentOf(4)).toBe(3);
		expect(idsOf(graph)).toEqual(['p1', 'a1', 'x1', 'p2']);
	});

	it('stand a chain of 200,000 records', () => {
		const builder = new BranchGraphBuilder();
		builder.add({id: '0', role: 'prompt'});
		for (let id = 1; id < 200_000; id++)
			builder.add({id: `${id}`, parent: `${id - 1}`, role: id % 2 ? 'answer' : 'prompt'});
		const graph = builder.build();
		expect(graph.isLinear).toBe(true);
		expect(graph.path()).toHaveLength(200_000);
	});
});

it('puts a summary after the newest leaf below its parent', () => {
	const builder = new BranchGraphBuilder();
	builder.add({id: 'p1', role: 'prompt'});
	builder.add({id: 'p2', parent: 'p1', role: 'prompt'});
	builder.add({id: 'x', parent: 'p1', role: 'aside', afterNewestLeaf: true});
	builder.add({id: 'p3', parent: 'x', role: 'prompt'});
	const graph = builder.build();
	expect(graph.parentOf(2)).toBe(1);
	expect(graph.isLinear).toBe(true);
});

it('outlines the stretches between forks', () => {
	const outline = graphOf('p1 a1<p1 p2<a1 p3<a1').outline();
	expect(outline).toMatchObject({nodes: [0, 1], prompts: 3, isActive: true});
	expect(outline.sides).toMatchObject([
		{nodes: [2], isActive: false},
		{nodes: [3], isActive: true},
	]);
});
