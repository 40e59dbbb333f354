/** Recorded forks between files, checkpoints and sub-agents of every agent: one tree, whichever member one asks for. */
import {describe, expect, it} from 'vitest';
import {treeHome} from '../helpers/drawn-tree.ts';

const forked = (agent: string, original: string, copy: string) => [
	`${agent} ID  ${original}  3 prompts`,
	'● base prompt one',
	'● base prompt two',
	`├─⇢ forked to ${agent} ID  ${copy}  1 prompt`,
	'│  ● forked prompt three',
	'● original continues three',
];

const families: Readonly<Record<string, readonly string[]>> = {
	'claude/fork': forked('claude', 'original continues three', 'base prompt one'),
	'codex/fork': forked('codex', 'base prompt one', 'forked prompt three'),
	'opencode/fork': forked('opencode', 'Mock title: base prompt one', 'Mock title: base prompt one (fork #1)'),
	'claude/tui-branch': [
		'claude ID  trunk one  2 prompts',
		'● trunk one',
		'● trunk two',
		'└─⇢ forked to claude ID  my-branch  1 prompt',
		'   ● branch three',
	],
	'gemini/tui-rewind': [
		'gemini ID  first prompt alpha  5 prompts',
		'● first prompt alpha',
		'├─○ second prompt beta  2 prompts · branch 1 · left',
		'│  ○ third prompt gamma',
		'└─● second prompt DELTA (after rewind)  2 prompts · branch 2 · active',
		'   ● what did we do',
		'   └─⇢ forked to gemini checkpoi  mycheckpoint',
	],
	'pi/tree': [
		'pi ID  cart as a map  5 prompts',
		'● alpha: make a cart',
		'├─⇢ forked to pi ID  alpha: make a cart  1 prompt',
		'│  ● zeta: the forked question',
		'├─○ beta: use a list instead  2 prompts · branch 1 · left',
		'│  ○ gamma: sort it',
		'└─● delta: keep the map  2 prompts · branch 2 · active',
		'   ◇ compacted',
		'   ● epsilon: what did we do?',
	],
	'pi/v1': [
		'pi ID  list the routes of the shop  2 prompts',
		'● list the routes of the shop',
		'├─⇢ forked to pi ID  list the routes of the shop  1 prompt',
		'│  ● and what does it answer?',
		'◇ compacted',
		'● add a route for orders',
	],
	'claude/subagent': delegated('claude', 'claude ID  Mock sub-agent  1 prompt'),
	'codex/subagent': delegated('codex', 'codex ID  mock_task (Carson)'),
	'gemini/subagent': delegated('gemini', 'gemini ID  In the sub-agent: run the command `echo from-subagent`  1 prompt'),
	'opencode/subagent': delegated(
		'opencode',
		'opencode ID  Mock sub-agent (@general subagent)  1 prompt',
		'Mock title: ',
	),
	'pi/subagent': [
		'pi ID  let a scout look for TODOs  1 prompt',
		'● let a scout look for TODOs',
		'└─+ sub-agent  pi ID  find TODOs  1 prompt',
	],
	'copilot/subagent': [
		'copilot ID  let somebody look for TODOs  1 prompt',
		'● let somebody look for TODOs',
		'└─+ sub-agent  copilot ID  remember what was learned  1 prompt',
	],
};

function delegated(agent: string, child: string, title = ''): string[] {
	return [
		expect.stringMatching(new RegExp(`^${agent} ID {2}${title}delegate to a sub-agent <<In the sub-age`)),
		expect.stringMatching(/^● delegate to a sub-agent <<In the sub-agent/),
		`└─+ sub-agent  ${child}`,
	];
}

describe('tree --family', () => {
	it.each(Object.entries(families))('of %s, whoever is asked', async (fixture, wanted) => {
		const home = await treeHome(fixture);
		expect(home.sessions.length).toBe(2);
		for (const which of home.sessions.keys()) {
			const [, about, ...rows] = await home.tree(which, {family: true, columns: 160});
			expect(about).toMatch(/^family of 2 sessions · /);
			expect(rows).toEqual(wanted);
		}
	});

	it.each([
		'claude/plain',
		'codex/plain',
		'gemini/plain',
		'opencode/plain',
		'claude/tools',
		'codex/tools',
		'gemini/tools',
		'opencode/tools',
		'pi/v2',
	])('of %s is the session alone', async fixture => {
		const home = await treeHome(fixture);
		const {family, sessions, rows} = await home.json(0, {family: true});
		expect(family).toMatchObject({sessions: 1, agents: 1});
		expect(sessions).toHaveLength(1);
		expect(rows.filter(({kind}: {kind: string}) => kind !== 'prompt').map(({kind}: {kind: string}) => kind)).toEqual([
			'session',
		]);
	});

	it('counts what is shared once, and says who comes from whom', async () => {
		const home = await treeHome('claude/fork', 'codex/fork');
		const which = home.sessions.findIndex(({agent}) => agent === 'claude');
		const {family, sessions, rows} = await home.json(which, {family: true});
		expect(family).toMatchObject({sessions: 2, agents: 1, prompts: 4});
		expect(sessions.map(({forked_from}: {forked_from: string | null}) => forked_from)).toEqual(
			expect.arrayContaining([null, sessions.find((each: {forked_from: null}) => each.forked_from === null).id]),
		);
		expect(rows.map(({kind, depth}: {kind: string; depth: number}) => `${kind} ${depth}`)).toEqual([
			'session 0',
			'prompt 0',
			'prompt 0',
			'fork 1',
			'prompt 1',
			'prompt 0',
		]);
	});
});
