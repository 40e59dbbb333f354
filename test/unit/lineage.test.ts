import {describe, expect, it} from 'vitest';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import {type Milestone, type Relative, treeRows} from '../../source/model/lineage.ts';

type Node = readonly [id: string, parent?: string, text?: string];

function relative(id: string, nodes: readonly Node[], more: Partial<Relative> = {}): Relative {
	const builder = new BranchGraphBuilder();
	const milestones = new Map<string, Milestone>();
	for (const [at, [node, parent, text = node]] of nodes.entries()) {
		builder.add({id: node, parent, role: 'prompt'});
		const timestamp = `2026-01-01T00:0${at}:00Z`;
		milestones.set(node, {kind: 'prompt', text, timestamp, locator: {path: '/x', offset: 0, length: 1}});
	}
	return {agent: 'claude', id, title: `title of ${id}`, graph: builder.build(), milestones, ...more};
}

function drawn(...relatives: readonly Relative[]): string[] {
	return treeRows(relatives).map(({kind, lead, text, branch, isActive}) => {
		const mark = {
			session: '',
			prompt: isActive ? '● ' : '○ ',
			compaction: '◇ ',
			fork: '⇢ ',
			converted: '⇢ ',
			'sub-agent': '+ ',
		}[kind];
		return `${lead}${mark}${text}${branch === undefined ? '' : ` (${branch})`}`;
	});
}

describe('a family as a tree', () => {
	it('a session that never forks is a row of prompts', () => {
		expect(drawn(relative('s', [['a'], ['b', 'a']]))).toEqual(['claude s  title of s', '● a', '● b']);
	});

	it('branches begin with their first prompt, the active one marked', () => {
		const nodes: Node[] = [['a'], ['b', 'a'], ['c', 'b'], ['d', 'a'], ['e', 'd']];
		expect(drawn(relative('s', nodes))).toEqual([
			'claude s  title of s',
			'● a',
			'├─○ b (1)',
			'│  ○ c',
			'└─● d (2)',
			'   ● e',
		]);
	});

	it('a copy hangs where it was made, without what it shares', () => {
		const original = relative('s', [['a'], ['b', 'a'], ['c', 'b']]);
		const copy = relative('t', [['a'], ['b', 'a'], ['x', 'b']], {forkedFrom: 's', forkedAt: 'b'});
		expect(drawn(original, copy)).toEqual([
			'claude s  title of s',
			'● a',
			'● b',
			'├─⇢ claude t  title of t',
			'│  ● x',
			'● c',
		]);
	});

	it('a copy with records of its own is known by its words', () => {
		const original = relative('s', [['a'], ['b', 'a'], ['c', 'b']]);
		const copy = relative(
			't',
			[
				['A', undefined, 'a'],
				['B', 'A', 'b'],
				['X', 'B', 'x'],
			],
			{forkedFrom: 's'},
		);
		expect(drawn(original, copy).slice(2)).toEqual(['● b', '├─⇢ claude t  title of t', '│  ● x', '● c']);
	});

	it('a sub-agent hangs below the prompt it was started for', () => {
		const parent = relative('s', [['a'], ['b', 'a']]);
		const child = relative('agent-x', [['k']], {parentId: 's', startedAt: '2026-01-01T00:00:30Z'});
		expect(drawn(parent, child)).toEqual(['claude s  title of s', '● a', '├─+ claude x  title of agent-x', '● b']);
	});

	it('a copy of a session with branches has only what is its own', () => {
		const forked: Node[] = [['a'], ['b', 'a'], ['c', 'b'], ['d', 'a'], ['e', 'd']];
		const original = relative('s', forked);
		const copy = relative('t', [...forked, ['x', 'e']], {forkedFrom: 's', forkedAt: 'e'});
		expect(drawn(original, copy).slice(4)).toEqual([
			'└─● d (2)',
			'   ● e',
			'   └─⇢ claude t  title of t',
			'      ● x (2)',
		]);
	});

	it('a checkpoint of one branch hangs at the end of that branch', () => {
		const original = relative('s', [['a'], ['b', 'a'], ['c', 'b'], ['d', 'a'], ['e', 'd']]);
		const copy = relative(
			't',
			[
				['1', undefined, 'a'],
				['2', '1', 'b'],
				['3', '2', 'c'],
			],
			{forkedFrom: 's'},
		);
		expect(drawn(original, copy).slice(2, 5)).toEqual(['├─○ b (1)', '│  ○ c', '│  └─⇢ claude t  title of t']);
	});

	it('a converted copy of a session with branches shares all of them', () => {
		const nodes: Node[] = [['a'], ['b', 'a'], ['c', 'b'], ['d', 'a'], ['e', 'd']];
		const renamed = nodes.map(([id, parent]): Node => [id.toUpperCase(), parent?.toUpperCase(), id]);
		const copy = relative('t', renamed, {agent: 'codex', convertedFrom: 's'});
		expect(drawn(relative('s', nodes), copy).slice(4)).toEqual(['└─● d (2)', '   ● e', '   └─⇢ codex t  title of t']);
	});

	it('names that only count records prove nothing', () => {
		const original = relative('s', [
			['1', undefined, 'a'],
			['2', '1', 'b'],
			['3', '2', 'c'],
		]);
		const copy = relative(
			't',
			[
				['1', undefined, 'a'],
				['2', '1', 'x'],
				['3', '2', 'y'],
			],
			{forkedFrom: 's', forkedAt: '3'},
		);
		expect(drawn(original, copy).slice(1)).toEqual([
			'● a',
			'├─⇢ claude t  title of t',
			'│  ● x',
			'│  ● y',
			'● b',
			'● c',
		]);
	});

	it('a session that was converted for another agent hangs below its original, even under the same id', () => {
		const original = relative('s', [['a'], ['b', 'a']]);
		const more = {agent: 'gemini', convertedFrom: 's'} as const;
		const copy = relative(
			's',
			[
				['1', undefined, 'a'],
				['2', '1', 'b'],
				['3', '2', 'x'],
			],
			more,
		);
		const rows = treeRows([original, copy]);
		expect(rows.map(({kind}) => kind)).toEqual(['session', 'prompt', 'prompt', 'converted', 'prompt']);
		expect(rows[3]).toMatchObject({prompts: 1, depth: 1, below: 1, lead: '└─'});
	});

	it('a copy has the time of what is its own', () => {
		const original = relative('s', [['a'], ['b', 'a']], {startedAt: '2026-01-01T00:00:00Z'});
		const more = {forkedFrom: 's', forkedAt: 'b', startedAt: '2026-01-01T00:00:00Z'};
		const rows = treeRows([original, relative('t', [['a'], ['b', 'a'], ['x', 'b']], more)]);
		expect(rows.find(({kind}) => kind === 'fork')?.timestamp).toBe('2026-01-01T00:02:00Z');
	});

	it('each row knows how many hang below it', () => {
		const rows = treeRows([relative('s', [['a'], ['b', 'a'], ['c', 'b'], ['d', 'a'], ['e', 'd']])]);
		expect(rows.map(({below}) => below)).toEqual([5, 0, 1, 0, 1, 0]);
	});

	it('nobody is lost or drawn twice: copies of copies, circles, unknown origins', () => {
		const relatives = [
			relative('s', [['a']], {forkedFrom: 'gone'}),
			relative('t', [['a'], ['b', 'a']], {forkedFrom: 's', forkedAt: 'a'}),
			relative('u', [['a'], ['b', 'a'], ['c', 'b']], {forkedFrom: 't', forkedAt: 'b'}),
			relative('v', [['k']], {parentId: 'w'}),
			relative('w', [['l']], {parentId: 'v'}),
		];
		const sessions = treeRows(relatives).filter(({kind}) => !['prompt', 'compaction'].includes(kind));
		expect(sessions.map(({relative: at}) => at).sort()).toEqual([0, 1, 2, 3, 4]);
	});
});
