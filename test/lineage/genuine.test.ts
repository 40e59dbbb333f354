/** Recorded forks, rewinds, backtracks, branches, undos and resumes of every agent: the tree is exactly what was done. */
import {describe, expect, it} from 'vitest';
import {treeHome} from '../helpers/drawn-tree.ts';

type Scenario = {
	/** What `tree` draws below its two heading lines. */
	readonly tree: readonly string[];
	/** Prompts of each side of each fork; the active one marked. */
	readonly forks?: ReadonlyArray<readonly string[]>;
	/** Which session of the home, newest first. */
	/** Which of the home's sessions: by its place, or, where nothing tells their order, by how its id begins. */
	readonly which?: number | string;
};

const turns = ['● first prompt: remember the word apple', '● second prompt: think about pears'];
const multiturn = [...turns, '● third prompt: a long markdown answer please', '● what did we do'];
const rewound = (delta: string) => [
	'● first prompt alpha',
	'├─○ second prompt beta  2 prompts · branch 1 · left',
	'│  ○ third prompt gamma',
	`└─● second prompt DELTA (${delta})  2 prompts · branch 2 · active`,
	'   ● what did we do',
];

const scenarios: Readonly<Record<string, Scenario>> = {
	'claude/multiturn': {tree: multiturn},
	'claude/error': {tree: ['● a good prompt', '● please trigger error 400', '● after the error']},
	'claude/fork': {tree: ['● base prompt one', '● base prompt two', '● original continues three']},
	'claude/tui-branch': {tree: ['● trunk one', '● trunk two', '● branch three']},
	'claude/tui-rewind': {tree: rewound('after rewind'), forks: [['2', '2 active']]},
	'claude/tui-rewind-first': {
		tree: [
			'├─○ first prompt alpha  2 prompts · branch 1 · left',
			'│  ○ second prompt beta',
			'└─● instead DELTA  2 prompts · branch 2 · active',
			'   ● answer slowly please',
		],
		forks: [['2', '2 active']],
	},
	'claude/tui-rewind-summarize': {
		tree: [
			'● keep me alpha',
			'● summarize me beta',
			'● summarize me gamma',
			'◇ compacted',
			'● summarize me beta',
			'● after summarize',
		],
	},
	'claude/tui-compact': {
		tree: [
			'● prompt one before compact',
			'● run the command `echo hi`',
			'◇ compacted',
			'● prompt after compact',
			'● what did we do',
		],
	},
	'codex/multiturn': {tree: multiturn},
	'codex/fork': {tree: ['● base prompt one', '● base prompt two', '● original continues three']},
	'codex/tui-backtrack': {
		tree: [
			'├─○ first prompt alpha  3 prompts · branch 1 · left',
			'│  ○ second prompt beta',
			'│  ○ third prompt gamma',
			'└─● second prompt DELTA (after backtrack)  2 prompts · branch 2 · active',
			'   ● what did we do',
		],
		forks: [['3', '2 active']],
	},
	'codex/tui-backtrack-mid': {tree: rewound('after backtrack'), forks: [['2', '2 active']]},
	'codex/tui-compact': {
		tree: [
			'● prompt one before compact',
			'● run the command `echo hi`',
			'◇ compacted',
			'● prompt after compact',
			'● what did we do',
		],
	},
	'gemini/multiturn': {tree: multiturn},
	'gemini/bug-resume-next-minute-BEFORE': {tree: [turns[0]!, '● second prompt in the next minute']},
	'gemini/bug-resume-next-minute-AFTER': {tree: ['● an unrelated new session']},
	'gemini/tui-rewind': {which: 1, tree: rewound('after rewind'), forks: [['2', '2 active']]},
	'gemini/tui-compress': {
		tree: [
			'● prompt one before compress',
			'● run the command `echo hi`',
			'● another one to compress',
			'◇ compacted',
			'● prompt after compress',
			'● what did we do',
		],
	},
	'opencode/fork': {tree: ['● base prompt one', '● base prompt two', '● original continues three']},
	'opencode/tui-undo': {tree: ['● first prompt alpha', '● second prompt DELTA (after undo)']},
	'opencode/tui-undo-between': {
		tree: [
			'● first prompt alpha',
			'├─○ second prompt beta  2 prompts · branch 1 · left',
			'│  ○ third prompt gamma',
			'└─● nothing yet  0 prompts · branch 2 · active',
		],
		forks: [['2', '0 active']],
	},
	'pi/tree': {
		which: 1,
		tree: [
			'● alpha: make a cart',
			'├─○ beta: use a list instead  2 prompts · branch 1 · left',
			'│  ○ gamma: sort it',
			'└─● delta: keep the map  2 prompts · branch 2 · active',
			'   ◇ compacted',
			'   ● epsilon: what did we do?',
		],
		forks: [['2', '2 active']],
	},
	'pi/rewinds': {
		tree: [
			'├─● one  4 prompts · active',
			'│  ├─○ another answer  0 prompts · branch 1 · left',
			'│  ├─○ stop after a  1 prompt · branch 3 · left',
			'│  └─● stop after a, please  2 prompts · branch 4 · active',
			'│     ● try again',
			'└─○ one, said better  1 prompt · branch 2 · left',
		],
		forks: [
			['4 active', '1'],
			['0', '1', '2 active'],
		],
	},
	'copilot/resumed': {tree: ['● write the tests', '◇ compacted', '● now run them', '● and once more']},
	'cursor/transcripts': {which: '9d0e6c1b', tree: ['● what files are here?', '● thanks, <b>really</b>']},
};

describe('tree', () => {
	it.each(Object.entries(scenarios))('of %s', async (fixture, {tree, forks = [], which: wanted = 0}) => {
		const home = await treeHome(fixture);
		const which = typeof wanted === 'number' ? wanted : home.sessions.findIndex(({id}) => id.startsWith(wanted));
		expect((await home.tree(which)).slice(2)).toEqual(tree);
		const json = await home.json(which);
		expect(json.is_linear).toBe(forks.length === 0);
		expect(json.fork_points.map(sidesOf)).toEqual(forks);
		// What is drawn as active is the active path.
		const family = await home.json(which, {family: true});
		const {id} = home.sessions[which]!;
		const active = family.rows.filter((row: Row) => row.session === id && row.id !== null && row.is_active);
		const path = new Set(json.active_path);
		const isAnswer = ({text}: Row) => text === 'another answer' || text === 'nothing yet';
		for (const row of active) expect(isAnswer(row) || path.has(row.id), row.text).toBe(true);
		for (const row of family.rows as Row[])
			if (row.session === id && row.id !== null && !row.is_active) expect(path.has(row.id), row.text).toBe(false);
	});
});

type Row = {
	readonly session: string;
	readonly id: string | null;
	readonly text: string;
	readonly is_active: boolean;
};

function sidesOf({branches}: {branches: ReadonlyArray<{prompts: number; is_active: boolean}>}): string[] {
	return branches.map(({prompts, is_active}) => `${prompts}${is_active ? ' active' : ''}`);
}
