import {describe, expect, it} from 'vitest';
import {gemini} from '../../source/adapters/gemini/gemini.ts';
import type {Entry} from '../../source/model/entry.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';
import {branchesOf, collect, promptsOf, readFirst, textsOf} from '../helpers/gemini-session.ts';

const project = '/home/user/projects/webshop-api';
const scan = (scenario: string) => gemini.discover({path: fixtureHome(`gemini/${scenario}`), env: {}});
const calls = (entries: readonly Entry[]) =>
	entries.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.name);

describe('genuine sessions of Gemini CLI 0.61.0', () => {
	it('plain: one prompt, one answer', async () => {
		const {history, prompts, entries} = await readFirst(fixtureHome('gemini/plain'));
		expect(prompts).toEqual(['hello, what is 2+2?']);
		expect(textsOf(entries, 'assistant')).toEqual(['Mock answer 1 to "hello, what is 2+2?".']);
		expect(history.session).toMatchObject({
			title: 'hello, what is 2+2?',
			titleSource: 'first-prompt',
			cwd: project,
			startedAt: '2026-11-16T01:52:46.700Z',
			endedAt: '2026-11-16T01:52:46.798Z',
			models: ['gemini-2.5-pro'],
			tokens: {input: 185, output: 13, cacheRead: 0, cacheCreation: 0},
			counts: {prompts: 1, messages: 2, toolCalls: 0, errors: 0, forks: 0},
		});
		expect(history.warnings).toEqual([]);
	});

	it('multiturn: four prompts over four processes, none of them twice', async () => {
		const {history, prompts, entries} = await readFirst(fixtureHome('gemini/multiturn'));
		expect(prompts).toEqual([
			'first prompt: remember the word apple',
			'second prompt: think about pears',
			'third prompt: a long markdown answer please',
			'what did we do',
		]);
		expect(textsOf(entries, 'thinking')).toEqual([expect.stringContaining('結論: answer plainly.')]);
		expect(history.session.counts).toMatchObject({prompts: 4, messages: 8, forks: 0});
		expect(history.session.startedAt).toBe('2026-11-16T01:54:21.273Z');
		// 190 + 232 + 276 + 648, each answer counted once; the second one thought for 20 tokens.
		expect(history.session.tokens).toMatchObject({input: 1346, cacheRead: 0});
		expect(entries.find(({text}) => text === prompts[0])?.timestamp).toBe('2026-11-16T01:54:21.285Z');
	});

	it('tools: eight calls, each with one result; one fails', async () => {
		const {history, prompts, entries} = await readFirst(fixtureHome('gemini/tools'));
		expect(prompts).toHaveLength(3);
		expect(calls(entries)).toEqual([
			'write_file',
			'replace',
			'read_file',
			'run_shell_command',
			'run_shell_command',
			'run_shell_command',
			'read_file',
			'read_file',
		]);
		const results = entries.filter(({kind}) => kind === 'tool_result');
		expect(results.map(({tool}) => tool!.callId)).toEqual(
			entries.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.callId),
		);
		expect(results.filter(({isError}) => isError).map(({text}) => text)).toEqual([
			`File not found: ${project}/does-not-exist.txt`,
		]);
		expect(history.session.counts).toEqual({prompts: 3, messages: 12, toolCalls: 8, errors: 1, forks: 0});
	});

	it('subagent: its own session below its parent, tied to the call', async () => {
		const home = fixtureHome('gemini/subagent');
		const {candidates, sessions} = await gemini.discover({path: home, env: {}});
		const [parent, child] = ['bfbd8075-b085-4d53-8f43-a10fcb31f106', '4709e78e-499c-4fb3-bfc8-14b228a1e369'];
		expect(candidates.map(({verdict, reason, sessionId}) => [verdict, reason, sessionId])).toEqual([
			['listed', undefined, parent],
			['hidden', 'sub-agent of a listed session', child],
		]);
		expect(sessions[1]).toMatchObject({id: child, parentId: parent, isFolded: true, isAgentSession: true});

		const main = await readFirst(home, parent);
		expect(main.prompts).toHaveLength(1);
		expect(main.entries.find(({kind}) => kind === 'tool_call')).toMatchObject({
			spawned: child,
			tool: {name: 'invoke_agent', callId: 'invoke_agent__call_mock_044810e9921706a7df03e8'},
		});
		const agent = await readFirst(home, child);
		expect(agent.prompts).toEqual(['In the sub-agent: run the command `echo from-subagent`']);
		expect(calls(agent.entries)).toEqual(['run_shell_command']);
		expect(agent.history.session).toMatchObject({
			parentId: parent,
			parentCallId: 'invoke_agent__call_mock_044810e9921706a7df03e8',
			isAgentSession: true,
			titleSource: 'description',
			cwd: project,
		});
	});

	it('tui-compress: five prompts, and the summary in its place', async () => {
		const {history, prompts, entries} = await readFirst(fixtureHome('gemini/tui-compress'));
		expect(prompts).toEqual([
			'prompt one before compress',
			'run the command `echo hi`',
			'another one to compress',
			'prompt after compress',
			'what did we do',
		]);
		expect(textsOf(entries, 'compaction')).toEqual([expect.stringContaining('<state_snapshot>')]);
		expect(history.compactions).toHaveLength(1);
		const kinds = entries.filter(({kind}) => kind === 'user' || kind === 'compaction').map(({kind}) => kind);
		expect(kinds).toEqual(['user', 'user', 'user', 'compaction', 'user', 'user']);
		expect(history.session.counts).toEqual({prompts: 5, messages: 11, toolCalls: 1, errors: 0, forks: 0});
		expect(history.session.title).toBe('prompt one before compress');
	});

	it('tui-rewind: two branches, and the checkpoint as a session of its own', async () => {
		const home = fixtureHome('gemini/tui-rewind');
		const {candidates, sessions} = await gemini.discover({path: home, env: {}});
		expect(candidates.map(({verdict, sessionId}) => [verdict, sessionId])).toEqual([
			['listed', 'a8203904-dc17-443d-8b9c-083e945c6f78'],
			['listed', 'checkpoint-mycheckpoint@demo'],
		]);
		const {history, prompts} = await readFirst(home, 'a8203904-dc17-443d-8b9c-083e945c6f78');
		expect(prompts).toEqual(['first prompt alpha', 'second prompt DELTA (after rewind)', 'what did we do']);
		expect(await branchesOf(history)).toEqual([
			'first prompt alpha > second prompt beta > third prompt gamma',
			'*first prompt alpha > second prompt DELTA (after rewind) > what did we do',
		]);
		expect(history.session.counts).toEqual({prompts: 3, messages: 6, toolCalls: 0, errors: 0, forks: 1});

		const saved = await readFirst(home, 'checkpoint-mycheckpoint@demo');
		expect(saved.prompts).toEqual(prompts);
		expect(saved.history.session).toMatchObject({title: 'mycheckpoint', titleSource: 'custom', cwd: project});
		expect(saved.history.session.startedAt).toBeUndefined();
		expect(saved.history.session.endedAt).toBeUndefined();
		expect(saved.entries.every(({timestamp}) => timestamp === undefined)).toBe(true);
		expect(await gemini.relate!(sessions)).toEqual([
			{
				id: 'checkpoint-mycheckpoint@demo',
				forkedFrom: 'a8203904-dc17-443d-8b9c-083e945c6f78',
				forkedAt: '05120199-97fc-49a5-93b1-97d55cf51008',
			},
		]);
		expect(sessions[0]!.family).toBe(sessions[1]!.family);
	});

	it('bug-resume-next-minute: the stub is named, the conversation is whole', async () => {
		const {candidates, sessions} = await scan('bug-resume-next-minute-BEFORE');
		expect(candidates.map(({verdict, reason, sessionId}) => [verdict, reason, sessionId?.slice(0, 8)])).toEqual([
			['hidden', 'no conversation in it, only bookkeeping', 'e66663b0'],
			['listed', undefined, 'e66663b0'],
		]);
		expect(sessions).toHaveLength(1);
		const history = await gemini.history(sessions[0]!);
		expect(promptsOf(await collect(history.entries()))).toEqual([
			'first prompt: remember the word apple',
			'second prompt in the next minute',
		]);
		const after = await scan('bug-resume-next-minute-AFTER');
		expect(after.candidates.map(({verdict}) => verdict)).toEqual(['listed']);
	});

	it('head tells the same as the whole', async () => {
		for (const scenario of ['plain', 'multiturn', 'tools', 'subagent', 'tui-compress', 'tui-rewind']) {
			for (const ref of (await scan(scenario)).sessions) {
				const {counts: _, models: __, tokens: ___, parentCallId: ____, ...whole} = (await gemini.history(ref)).session;
				expect(await gemini.head(ref)).toEqual(whole);
			}
		}
	});

	it('every entry has an id of its own, and a parent that is a record before it', async () => {
		for (const scenario of ['multiturn', 'tools', 'tui-compress', 'tui-rewind']) {
			const {history} = await readFirst(fixtureHome(`gemini/${scenario}`));
			const seen = new Set<string>();
			for (const {id, parent} of await collect(history.entries('all'))) {
				expect(seen.has(id)).toBe(false);
				if (parent !== undefined) expect(seen.has(parent)).toBe(true);
				seen.add(id);
			}
			for (let node = 0; node < history.graph.size; node++) expect(seen.has(history.graph.idOf(node))).toBe(true);
		}
	});
});
