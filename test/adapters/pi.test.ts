/** pi sessions of all three formats, each with what it must show. */
import {describe, expect, it} from 'vitest';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {pi} from '../../source/adapters/pi/pi.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

type Read = {
	readonly ref: SessionRef;
	readonly history: History;
	readonly entries: Entry[];
	readonly prompts: string[];
};

async function open(scenario: string): Promise<(id: string) => Promise<Read>> {
	const {sessions} = await pi.discover({path: fixtureHome(`pi/${scenario}`), env: {}});
	return async id => {
		const ref = sessions.find(each => each.id.startsWith(id) || each.id.endsWith(id))!;
		const history = await pi.history(ref);
		const entries = await collect(history.entries());
		return {ref, history, entries, prompts: promptsOf(entries)};
	};
}

const kinds = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter(entry => entry.kind === kind);
const details = (entries: readonly Entry[]) => entries.filter(({kind}) => kind === 'system').map(({detail}) => detail);

describe('the first format, without ids', () => {
	it('is a line of records, each after the one before it', async () => {
		const read = await open('v1');
		const {history, entries, prompts} = await read('0b6f3c1e');
		expect(prompts).toEqual(['list the routes of the shop', 'add a route for orders']);
		expect(history.graph.isLinear).toBe(true);
		expect(history.session).toMatchObject({
			cwd: '/home/user/projects/webshop-api',
			title: 'list the routes of the shop',
			titleSource: 'first-prompt',
			startedAt: '2025-12-02T14:00:00.000Z',
			endedAt: '2025-12-02T14:00:10.000Z',
			models: ['claude-sonnet-4-5', 'gpt-5'],
			tokens: {input: 310, output: 41, cacheRead: 80, cacheCreation: 10},
			counts: {prompts: 2, messages: 5, toolCalls: 1, errors: 0, forks: 0},
		});
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
		for (const [position, entry] of entries.entries())
			if (position > 0) expect(entry.parent).toBe(entries[position - 1]!.id.replace(/#.*/, ''));
	});

	it('shows the compaction, the shell command and the model that changed', async () => {
		const read = await open('v1');
		const {history, entries} = await read('0b6f3c1e');
		expect(kinds(entries, 'compaction').map(({text}) => text)).toEqual(['The shop has one route, /cart.']);
		expect(history.compactions).toMatchObject([{id: kinds(entries, 'compaction')[0]!.id, tokensBefore: 4200}]);
		expect(entries.find(({detail}) => detail === 'shell')).toMatchObject({role: 'user', text: '! npm test\n2 passed'});
		expect(entries.find(({detail}) => detail === 'model_change')).toMatchObject({text: 'openai/gpt-5', isAside: true});
	});

	it('links a branched file with its origin', async () => {
		const read = await open('v1');
		const {history, prompts} = await read('4e1c7d52');
		expect(history.session.forkedFrom).toBe('0b6f3c1e-52a7-4e0b-9b0f-6f1d0c8c2a11');
		expect(prompts).toEqual(['list the routes of the shop', 'and what does it answer?']);
	});
});

describe('the second format', () => {
	it('knows hook messages under their old name', async () => {
		const read = await open('v2');
		const {entries, prompts} = await read('7c9a2f64');
		expect(prompts).toEqual(['which node version is this?']);
		const hooks = entries.filter(({detail}) => detail?.startsWith('custom/'));
		expect(hooks.map(({detail, text, isAside}) => [detail, text, isAside])).toEqual([
			['custom/reminder', 'Use the version of .nvmrc.', undefined],
			['custom/state', 'hidden note', true],
		]);
		expect(kinds(entries, 'unknown')).toEqual([]);
	});
});

describe('a tree', () => {
	it('forks where the person went back, and goes on from the last entry of the file', async () => {
		const read = await open('tree');
		const {history, prompts} = await read('0003');
		expect(prompts).toEqual(['alpha: make a cart', 'delta: keep the map', 'epsilon: what did we do?']);
		const {graph} = history;
		expect(graph.forks).toHaveLength(1);
		expect(graph.forks[0]!.sides.map(({prompts, isActive}) => [prompts, isActive])).toEqual([
			[2, false],
			[2, true],
		]);
		expect(promptsOf(await collect(history.entries(1)))).toEqual([
			'alpha: make a cart',
			'beta: use a list instead',
			'gamma: sort it',
		]);
		expect(promptsOf(await collect(history.entries('all')))).toHaveLength(5);
	});

	it('counts the active branch, and the sums of the whole file', async () => {
		const read = await open('tree');
		const {history} = await read('0003');
		expect(history.session.counts).toEqual({prompts: 3, messages: 6, toolCalls: 1, errors: 0, forks: 1});
		expect(history.session.models).toEqual(['claude-sonnet-4-5', 'claude-opus-4-5']);
		// Seven answers, and a branch summary that was paid for too.
		expect(history.session.tokens).toEqual({input: 157, output: 58, cacheRead: 10, cacheCreation: 5});
	});

	it('has the name it was given last', async () => {
		const read = await open('tree');
		const {ref, entries} = await read('0003');
		expect(await pi.head(ref)).toMatchObject({title: 'cart as a map', titleSource: 'custom'});
		expect(kinds(entries, 'title').map(({text}) => text)).toEqual(['cart work', 'cart as a map']);
	});

	it('keeps branch summaries, labels, extension entries and the compaction', async () => {
		const read = await open('tree');
		const {history, entries} = await read('0003');
		expect(details(entries)).toEqual([
			'session',
			'model_change',
			'thinking_level_change',
			'custom/todo-list',
			'branch_summary',
			'label',
			'custom/git',
		]);
		expect(entries.find(({detail}) => detail === 'label')).toMatchObject({text: 'start'});
		expect(entries.find(({detail}) => detail === 'branch_summary')!.text).toBe('Tried a list and sorted it.');
		expect(history.compactions).toMatchObject([{tokensBefore: 51_000, timestamp: '2026-11-10T09:00:18.000Z'}]);
		expect(entries.find(({text}) => text.startsWith('delta'))!.media).toEqual([{type: 'image/png', bytes: 8}]);
		expect(kinds(entries, 'unknown')).toEqual([]);
	});

	it('gives the records of a branch untouched', async () => {
		const read = await open('tree');
		const {history} = await read('0003');
		const lines = Buffer.concat(await collect(history.records(1)))
			.toString()
			.trim()
			.split('\n')
			.map(line => JSON.parse(line));
		expect(lines).toHaveLength(13);
		expect(lines[0]).toMatchObject({type: 'session', version: 3});
		expect(JSON.stringify(lines)).not.toContain('delta');
	});
});

describe('a forked file', () => {
	it('names its origin and the last entry the two share', async () => {
		const read = await open('tree');
		const {history, prompts} = await read('0004');
		const origin = await read('0003');
		expect(prompts).toEqual(['alpha: make a cart', 'zeta: the forked question']);
		expect(history.session).toMatchObject({
			forkedFrom: '019a6b10-0000-7000-8000-000000000003',
			startedAt: '2026-11-11T12:00:00.000Z',
		});
		const shared = origin.entries.find(({id}) => id === history.session.forkedAt);
		expect(shared).toMatchObject({kind: 'thinking'});
		expect(history.graph.isLinear).toBe(true);
	});
});

describe('rewinds', () => {
	it('may replace the very first prompt, or go back into a turn', async () => {
		const read = await open('rewinds');
		const {history, prompts} = await read('0005');
		expect(prompts).toEqual(['one', 'stop after a, please', 'try again']);
		const branches = await Promise.all(
			history.graph.branches.map(async ({number}) => promptsOf(await collect(history.entries(number)))),
		);
		expect(branches).toEqual([
			['one'],
			['one, said better'],
			['one', 'stop after a'],
			['one', 'stop after a, please', 'try again'],
		]);
		expect(history.graph.activeBranch!.number).toBe(4);
		expect(history.graph.forks).toHaveLength(2);
	});

	it('pairs parallel calls with their results, and marks what failed', async () => {
		const read = await open('rewinds');
		const {history} = await read('0005');
		const entries = await collect(history.entries('all'));
		expect(kinds(entries, 'tool_call').map(({tool, text}) => [tool!.callId, tool!.name, text])).toEqual([
			['call_1', 'read', 'a.ts'],
			['call_2', 'read', 'b.ts'],
		]);
		expect(kinds(entries, 'tool_result').map(({tool, isError}) => [tool!.callId, tool!.name, isError])).toEqual([
			['call_1', 'read', undefined],
			['call_2', 'read', true],
		]);
		expect(entries.filter(({isError}) => isError).map(({detail, kind}) => detail ?? kind)).toEqual([
			'tool_result',
			'aborted',
			'api_error',
		]);
		// A failed tool and a failed answer; to stop is no error.
		expect(history.session.counts).toMatchObject({errors: 2, toolCalls: 2, prompts: 3, messages: 5});
	});
});

describe('a sub-agent of the extension', () => {
	it('is folded below the session in whose folder it lies', async () => {
		const {candidates, sessions} = await pi.discover({path: fixtureHome('pi/subagent'), env: {}});
		expect(candidates.map(({verdict, reason}) => [verdict, reason])).toEqual([
			['listed', undefined],
			['hidden', 'sub-agent of a listed session'],
		]);
		const agent = sessions.find(({isAgentSession}) => isAgentSession)!;
		expect(agent).toMatchObject({parentId: '019a6b10-0000-7000-8000-000000000006', isFolded: true});
		expect(agent.forkedFrom).toBeUndefined();
		expect(await pi.head(agent)).toMatchObject({title: 'find TODOs', titleSource: 'description'});
	});
});
