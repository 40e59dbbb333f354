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
		const mark = {session: '', prompt: isActive ? '● ' : '○ ', compaction: '◇ ', fork: '⇢ ', 'sub-agent': '+ '}[kind];
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
			'└─⇢ claude t  title of t',
			'   ● x',
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
		expect(drawn(original, copy).slice(2)).toEqual(['● b', '└─⇢ claude t  title of t', '   ● x', '● c']);
	});

	it('a sub-agent hangs below the prompt it was started for', () => {
		const parent = relative('s', [['a'], ['b', 'a']]);
		const child = relative('agent-x', [['k']], {parentId: 's', startedAt: '2026-01-01T00:00:30Z'});
		expect(drawn(parent, child)).toEqual(['claude s  title of s', '● a', '└─+ claude x  title of agent-x', '● b']);
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
