/** Sessions recorded with the real Codex CLI 0.166: what a correct reader must show of them. */
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {outline, readRef} from '../helpers/codex-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

async function open(scenario: string) {
	const home = fixtureHome(`codex/${scenario}`);
	const {candidates, sessions, warnings} = await codex.discover({path: home, env: {}});
	expect(warnings).toEqual([]);
	return {candidates, sessions};
}

async function openOnly(scenario: string) {
	const {sessions} = await open(scenario);
	const [ref] = sessions;
	expect(sessions).toHaveLength(1);
	return {ref: ref!, head: await codex.head(ref!), ...(await readRef(ref!))};
}

describe('plain', () => {
	it('shows one prompt and one answer', async () => {
		const {head, history, shown} = await openOnly('plain');
		expect(outline(shown)).toEqual(['user: hello, what is 2+2?', 'assistant: Mock answer 1 to "hello, what is 2+2?".']);
		expect(history.session.counts).toEqual({prompts: 1, messages: 2, toolCalls: 0, errors: 0, forks: 0});
		expect(history.session.tokens).toEqual({input: 11666, output: 51, cacheRead: 0, cacheCreation: 0});
		expect(history.session.models).toEqual(['gpt-5.6-sol']);
		expect(head).toMatchObject({
			id: '01a1e204-dc76-7933-9d98-769f715c3689',
			title: 'hello, what is 2+2?',
			titleSource: 'first-prompt',
			cwd: '/home/user/projects/webshop-api',
			gitBranch: 'main',
			agentVersion: '0.166.0',
			startedAt: '2026-11-16T01:42:11.846Z',
			endedAt: '2026-11-16T01:42:12.093Z',
			isAgentSession: false,
		});
		expect(shown[1]!.model).toBe('gpt-5.6-sol');
	});

	it('keeps every record: as an entry, and byte by byte', async () => {
		const {history, entries, ref} = await openOnly('plain');
		const bytes = fs.readFileSync(ref.path);
		expect(Buffer.concat(await collect(history.records()))).toEqual(bytes);
		expect(entries).toHaveLength(18);
		expect(new Set(entries.map(({id}) => id)).size).toBe(18);
		for (const [position, {parent, locator}] of entries.entries()) {
			expect(parent).toBe(entries[position - 1]?.id);
			if (!('offset' in locator)) throw new Error('no place');
			const record = bytes.toString('utf8', locator.offset, locator.offset + locator.length);
			expect(JSON.parse(record).ordinal).toBe(position);
		}
	});
});

describe('multiturn', () => {
	it('shows four prompts, the reasoning once, and the long answer', async () => {
		const {history, shown, prompts} = await openOnly('multiturn');
		expect(prompts).toEqual([
			'first prompt: remember the word apple',
			'second prompt: think about pears',
			'third prompt: a long markdown answer please',
			'what did we do',
		]);
		expect(history.session.counts).toEqual({prompts: 4, messages: 8, toolCalls: 0, errors: 0, forks: 0});
		const thoughts = shown.filter(({kind}) => kind === 'thinking');
		expect(thoughts).toHaveLength(1);
		expect(thoughts[0]!.text).toContain('結論: answer plainly.');
		expect(shown.find(({text}) => text.includes('長い回答'))?.kind).toBe('assistant');
	});
});

describe('fork', () => {
	it('joins the fork with the part of its parent that it points to', async () => {
		const {sessions} = await open('fork');
		const parent = sessions.find(({id}) => id.startsWith('01a1e205-00ea'))!;
		const fork = sessions.find(({id}) => id.startsWith('01a1e205-04dc'))!;
		expect(sessions).toHaveLength(2);
		expect([parent.forkedFrom, fork.forkedFrom]).toEqual([undefined, parent.id]);

		const [first, second] = [await readRef(parent), await readRef(fork)];
		expect(first.prompts).toEqual(['base prompt one', 'base prompt two', 'original continues three']);
		expect(second.prompts).toEqual(['base prompt one', 'base prompt two', 'forked prompt three']);
		expect(second.history.session.counts).toMatchObject({prompts: 3, messages: 6, forks: 0});
		expect(second.history.warnings).toEqual([]);
		// What both share has the same ids in both, and the last of it is where they part.
		const shared = second.shown.filter(({id}) => first.shown.some(entry => entry.id === id));
		expect(shared).toHaveLength(4);
		expect(second.history.session.forkedAt).toBe(shared.at(-1)!.id);
	});

	it('counts the tokens of the parent only once', async () => {
		const {sessions} = await open('fork');
		const tokens = await Promise.all(sessions.map(async ref => (await codex.history(ref)).session.tokens));
		expect(
			tokens.map(({input, output} = {input: 0, output: 0, cacheRead: 0, cacheCreation: 0}) => [input, output]),
		).toEqual(
			expect.arrayContaining([
				[35250, 152],
				[11835, 51],
			]),
		);
	});

	it('is titled by Codex itself, and without its table by the first prompt of all', async () => {
		const home = fixtureHome('codex/fork');
		const titles = async () => {
			const {sessions} = await codex.discover({path: home, env: {}});
			return Promise.all(sessions.map(async ref => (await codex.head(ref)).title));
		};
		expect((await titles()).sort()).toEqual(['base prompt one', 'forked prompt three']);
		fs.rmSync(`${home}/.codex/state_5.sqlite`);
		expect(await titles()).toEqual(['base prompt one', 'base prompt one']);
	});

	it('shows what is its own when the parent is gone', async () => {
		const home = fixtureHome('codex/fork');
		const before = await codex.discover({path: home, env: {}});
		fs.rmSync(before.sessions.find(({id}) => id.startsWith('01a1e205-00ea'))!.path);
		const {sessions} = await codex.discover({path: home, env: {}});
		const {prompts, history} = await readRef(sessions[0]!);
		expect(prompts).toEqual(['forked prompt three']);
		expect(history.warnings.map(({message}) => message)).toEqual([expect.stringContaining('whose file is not there')]);
		// The sum in the file includes the parent's; what single responses say does not.
		expect(history.session.tokens).toMatchObject({input: 11835, output: 51});
	});
});

describe('subagent', () => {
	it('lists the parent, folds the child below it, and links the two by the call', async () => {
		const {sessions, candidates} = await open('subagent');
		const [child, parent] = [sessions.find(({isFolded}) => isFolded)!, sessions.find(({isFolded}) => !isFolded)!];
		expect(candidates.map(({verdict, reason, detail}) => [verdict, reason, detail])).toEqual(
			expect.arrayContaining([
				['listed', undefined, undefined],
				['hidden', 'sub-agent of a listed session', parent.id],
			]),
		);
		expect(child).toMatchObject({isAgentSession: true, parentId: parent.id});

		const {shown, history} = await readRef(parent);
		expect(history.session.counts).toMatchObject({prompts: 1, toolCalls: 2});
		const spawn = shown.find(({tool}) => tool?.name === 'spawn_agent')!;
		expect(spawn.spawned).toBe(child.id);
		expect(shown.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.name)).toEqual([
			'spawn_agent',
			'wait_agent',
		]);

		const below = await readRef(child);
		expect(below.history.session).toMatchObject({
			title: 'mock_task (Carson)',
			titleSource: 'description',
			parentId: parent.id,
			parentCallId: spawn.tool!.callId,
		});
		expect(below.prompts).toEqual([]);
		expect(outline(below.shown)).toContain('tool_call: exec_command echo from-subagent');
	});
});

const steps = ['I will do 1 step(s): write.', 'All 4 step(s) are done.', 'I will do 2 step(s): shell, shell.'];

describe('tools in code mode', () => {
	it('shows the real commands and patches instead of the JavaScript', async () => {
		const {history, shown, entries} = await openOnly('tools');
		expect(history.session.counts).toEqual({prompts: 3, messages: 9, toolCalls: 7, errors: 1, forks: 0});
		const calls = shown.filter(({kind}) => kind === 'tool_call');
		const file = '/home/user/projects/webshop-api/src/hello.ts';
		expect(calls.map(({tool, text}) => [tool!.name, tool!.universal, text])).toEqual([
			['apply_patch', 'edit', file],
			['apply_patch', 'edit', file],
			['exec_command', 'bash', 'cat src/hello.ts'],
			['exec_command', 'bash', 'ls -la src && cat src/hello.ts'],
			['exec_command', 'bash', 'echo one'],
			['exec_command', 'bash', 'echo two'],
			['exec_command', 'bash', 'ls /does-not-exist'],
		]);
		expect(calls[0]!.tool!.input).toMatchObject({
			input: `*** Begin Patch\n*** Add File: ${file}\n+export const hi = 1;\n*** End Patch\n`,
			changes: {[file]: {type: 'add'}},
		});
		expect(calls[2]!.tool!.input).toEqual({cmd: 'cat src/hello.ts', workdir: '/home/user/projects/webshop-api'});
		const results = shown.filter(({kind}) => kind === 'tool_result');
		expect(results.map(({tool}) => tool!.callId)).toEqual(calls.map(({tool}) => tool!.callId));
		expect(results.map(({isError}) => isError === true)).toEqual([false, false, false, false, false, false, true]);
		expect(results[2]!.text).toBe('export const hi = 2;\n');
		expect(shown.some(({text}) => text.includes('await tools.'))).toBe(false);
		expect(entries.filter(({text, isAside}) => isAside && text.includes('await tools.'))).toHaveLength(7);
		for (const step of steps) expect(shown.some(({text}) => text.startsWith(step))).toBe(true);
	});
});

describe('tools, classic', () => {
	it('shows each call and each output once', async () => {
		const {history, shown} = await openOnly('tools-classic-gpt55');
		expect(history.session.counts).toEqual({prompts: 3, messages: 9, toolCalls: 7, errors: 1, forks: 0});
		const calls = shown.filter(({kind}) => kind === 'tool_call');
		const results = shown.filter(({kind}) => kind === 'tool_result');
		expect(calls.map(({tool}) => tool!.name)).toEqual([
			'apply_patch',
			'apply_patch',
			'exec_command',
			'exec_command',
			'exec_command',
			'exec_command',
			'exec_command',
		]);
		expect(calls.map(({text}) => text).slice(0, 3)).toEqual(['src/hello.ts', 'src/hello.ts', 'cat src/hello.ts']);
		expect(new Set(results.map(({tool}) => tool!.callId))).toEqual(new Set(calls.map(({tool}) => tool!.callId)));
		expect(results).toHaveLength(7);
		expect(results.at(-1)).toMatchObject({isError: true, tool: {name: 'exec_command'}});
		expect(history.session.tokens).toEqual({input: 67729, output: 792, cacheRead: 0, cacheCreation: 0});
	});
});

describe('tui-backtrack', () => {
	it('holds two files as one thread with two beginnings', async () => {
		const {candidates, sessions} = await open('tui-backtrack');
		expect(sessions).toHaveLength(1);
		const ref = sessions[0]!;
		expect(ref.files).toHaveLength(2);
		expect(ref.path).toMatch(/_01a1e208-abfc/);
		expect(candidates.map(({verdict, reason}) => [verdict, reason])).toEqual([
			['listed', undefined],
			['hidden', 'earlier branch of the same thread (backtrack)'],
		]);

		const {history, prompts} = await readRef(ref);
		expect(prompts).toEqual(['second prompt DELTA (after backtrack)', 'what did we do']);
		expect(history.graph.forks).toEqual([
			{
				node: -1,
				sides: [
					expect.objectContaining({prompts: 3, isActive: false}),
					expect.objectContaining({prompts: 2, isActive: true}),
				],
			},
		]);
		expect(history.session.counts).toEqual({prompts: 2, messages: 4, toolCalls: 0, errors: 0, forks: 1});
		expect(promptsOf(await collect(history.entries(1)))).toEqual([
			'first prompt alpha',
			'second prompt beta',
			'third prompt gamma',
		]);
		expect(promptsOf(await collect(history.entries('all')))).toHaveLength(5);
		// Both branches were paid for: 41,082 and 27,326 tokens.
		const {input, output} = history.session.tokens!;
		expect(input! + output!).toBe(41082 + 27326);
		expect(history.session).toMatchObject({
			title: 'my-renamed-thread',
			titleSource: 'custom',
			startedAt: '2026-11-16T01:45:59.554Z',
		});
	});

	it('knows the name without the database, from the list of names', async () => {
		const home = fixtureHome('codex/tui-backtrack');
		fs.rmSync(`${home}/.codex/state_5.sqlite`);
		const {sessions} = await codex.discover({path: home, env: {}});
		expect(sessions[0]!.path).toMatch(/_01a1e208-abfc/);
		expect(await codex.head(sessions[0]!)).toMatchObject({title: 'my-renamed-thread', titleSource: 'custom'});
	});
});

describe('tui-backtrack-mid', () => {
	it('shows the branch that was kept, and the one that was left', async () => {
		const {history, prompts, ref} = await openOnly('tui-backtrack-mid');
		expect(ref.files).toHaveLength(2);
		expect(prompts).toEqual(['first prompt alpha', 'second prompt DELTA (after backtrack)', 'what did we do']);
		expect(history.session.counts).toEqual({prompts: 3, messages: 6, toolCalls: 0, errors: 0, forks: 1});
		const [fork] = history.graph.forks;
		expect(fork!.sides.map(({prompts, isActive}) => [prompts, isActive])).toEqual([
			[2, false],
			[2, true],
		]);
		expect(promptsOf(await collect(history.entries(1)))).toEqual([
			'first prompt alpha',
			'second prompt beta',
			'third prompt gamma',
		]);
		const {input, output} = history.session.tokens!;
		expect(input! + output!).toBe(41085 + 13704 + 13802);
		expect(history.warnings).toEqual([]);
	});

	it('gives the records of each branch and no others', async () => {
		const {history} = await openOnly('tui-backtrack-mid');
		const lines = async (branch?: number) =>
			Buffer.concat(await collect(history.records(branch)))
				.toString('utf8')
				.trimEnd()
				.split('\n');
		const ordinals = (all: string[]) => all.map(text => JSON.parse(text).ordinal);
		expect(ordinals(await lines(1))).toEqual(Array.from({length: 38}, (_, ordinal) => ordinal));
		expect(ordinals(await lines())).toEqual(Array.from({length: 41}, (_, ordinal) => ordinal));
	});
});

describe('tui-compact', () => {
	it('shows the compaction and its summary, but not the raw summary as an answer', async () => {
		const {history, shown, prompts} = await openOnly('tui-compact');
		expect(prompts).toEqual([
			'prompt one before compact',
			'run the command `echo hi`',
			'prompt after compact',
			'what did we do',
		]);
		expect(history.session.counts).toEqual({prompts: 4, messages: 9, toolCalls: 1, errors: 0, forks: 0});
		const compaction = shown.find(({kind}) => kind === 'compaction')!;
		expect(compaction.text).toContain('MOCK SUMMARY of 2 prompts');
		expect(history.compactions).toEqual([
			{id: compaction.id, timestamp: '2026-11-16T01:46:56.791Z', tokensBefore: 14146, tokensAfter: 13418},
		]);
		const summaries = shown.filter(({kind, text}) => kind === 'assistant' && text.startsWith('<analysis>'));
		expect(summaries).toEqual([]);
	});
});

describe('opening', () => {
	it('gives the first entries before the whole file is read', async () => {
		const {sessions} = await open('tui-compact');
		const entries = await collect(codex.opening(sessions[0]!));
		expect(promptsOf(entries)).toHaveLength(4);
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
	});

	it('begins with the branch the thread goes on in', async () => {
		const {sessions} = await open('tui-backtrack-mid');
		expect(promptsOf(await collect(codex.opening(sessions[0]!)))).toEqual([
			'first prompt alpha',
			'second prompt DELTA (after backtrack)',
			'what did we do',
		]);
	});
});
