/** Sessions recorded with the real OpenCode 1.18.33, each with what it must show. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';
import {discoverIn, readIn, readRef} from '../helpers/opencode-store.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures', 'opencode');

const kinds = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter(entry => entry.kind === kind);

describe('plain', () => {
	it('is one prompt and one answer, with the name OpenCode gave it', async () => {
		const home = fixtureHome('opencode/plain');
		const {history, entries, prompts, ref} = await readIn(home, 'ses_e1df40560');
		expect(prompts).toEqual(['hello, what is 2+2?']);
		expect(kinds(entries, 'assistant').map(({text}) => text)).toEqual(['Mock answer 1 to "hello, what is 2+2?".']);
		expect(history.session).toMatchObject({
			agent: 'opencode',
			title: 'Mock title: hello, what is 2+2?',
			titleSource: 'generated',
			cwd: '/home/user/projects/webshop-api',
			latestCwd: undefined,
			startedAt: '2026-11-16T01:49:58.304Z',
			endedAt: '2026-11-16T01:50:03.493Z',
			agentVersion: '1.18.33',
			counts: {prompts: 1, messages: 2, toolCalls: 0, errors: 0, forks: 0},
			models: ['mock-model'],
			tokens: {input: 2450, output: 12, cacheCreation: 0, cacheRead: 0},
		});
		expect(history.warnings).toEqual([]);
		expect(ref.path).toBe(path.join(home, '.local/share/opencode/opencode.db#ses_e1df40560ffe3xMcW1J7PMCjbQ'));
	});

	it('has a header that says the same', async () => {
		const {history, ref} = await readIn(fixtureHome('opencode/plain'), 'ses_');
		const {counts, models, modelProvider, tokens, cost, size, ...head} = history.session;
		expect(await opencode.head(ref)).toEqual({...head, size: ref.size});
		expect(await opencode.head({...ref})).toEqual({...head, size: ref.size});
	});

	it('gives its rows as they are, one a line', async () => {
		const {history} = await readIn(fixtureHome('opencode/plain'), 'ses_');
		const lines = Buffer.concat(await collect(history.records()))
			.toString()
			.trimEnd()
			.split('\n');
		const rows = lines.map(line => JSON.parse(line));
		expect(rows.map(({table}) => table)).toEqual(['session', 'message', 'part', 'message', 'part', 'part', 'part']);
		expect(rows[2].data).toEqual({type: 'text', text: 'hello, what is 2+2?'});
	});

	it('says where each entry lies', async () => {
		const {entries} = await readIn(fixtureHome('opencode/plain'), 'ses_');
		expect(entries[0]!.locator).toMatchObject({table: 'message', rowid: 'msg_1e20bfb92001NnKafbYw90B6Gu'});
		expect(kinds(entries, 'assistant')[0]!.locator).toMatchObject({
			table: 'part',
			rowid: 'prt_1e20c0e59001OGNZlt785lKU2R',
		});
	});
});

describe('tools', () => {
	it('is three prompts and seven calls, each with its result', async () => {
		const {history, entries, prompts} = await readIn(fixtureHome('opencode/tools'), 'ses_');
		const calls = kinds(entries, 'tool_call');
		const results = kinds(entries, 'tool_result');
		expect(prompts).toEqual([
			'Please write the file `src/hello.ts` with `hi=1`, then edit the file `src/hello.ts` replace `hi=1` with `hi=2`, then read the file `src/hello.ts`, then run the command `ls -la src && cat src/hello.ts`',
			'in parallel: run the command `echo one` and run the command `echo two`',
			'read the file `/does/not/exist.txt`',
		]);
		const names = ['write', 'edit', 'read', 'bash', 'bash', 'bash', 'read'];
		expect(calls.map(({tool}) => tool!.name)).toEqual(names);
		expect(calls.map(({tool}) => tool!.universal)).toEqual(names);
		expect(calls.map(({text}) => text)).toEqual([
			'/home/user/projects/webshop-api/src/hello.ts',
			'/home/user/projects/webshop-api/src/hello.ts',
			'/home/user/projects/webshop-api/src/hello.ts',
			'ls -la src && cat src/hello.ts',
			'echo one',
			'echo two',
			'/does/not/exist.txt',
		]);
		expect(results.map(({tool}) => tool!.callId)).toEqual(calls.map(({tool}) => tool!.callId));
		expect(results.map(({isError}) => isError === true)).toEqual([false, false, false, false, false, false, true]);
		expect(results.at(-1)!.text).toBe('File not found: /does/not/exist.txt');
		expect(history.session.counts).toEqual({prompts: 3, messages: 12, toolCalls: 7, errors: 1, forks: 0});
		// What OpenCode itself keeps as the session's totals.
		expect(history.session.tokens).toEqual({input: 26_039, output: 452, cacheCreation: 0, cacheRead: 0});
	});

	it('gives every entry an id of its own, and the first of a message that of its node', async () => {
		const {history, entries} = await readIn(fixtureHome('opencode/tools'), 'ses_');
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
		const firsts = entries.filter(({id}) => !id.includes('#')).map(({id}) => id);
		expect(history.graph.path().map(node => history.graph.idOf(node))).toEqual(firsts);
		const ids = new Set(entries.map(({id}) => id));
		expect(entries.slice(1).every(({parent}) => ids.has(parent!))).toBe(true);
	});
});

describe('subagent', () => {
	it('is folded below its parent, whose call names it', async () => {
		const home = fixtureHome('opencode/subagent');
		const {candidates, sessions} = await discoverIn(home);
		const [parent, child] = ['ses_e1df2f49bffez6QXAN78G0gEIG', 'ses_e1df2d88dffe7f4G9VgVZPoDMF'];
		expect(sessions.map(({id, isFolded, parentId}) => ({id, isFolded, parentId}))).toEqual(
			expect.arrayContaining([
				{id: parent, isFolded: false, parentId: undefined},
				{id: child, isFolded: true, parentId: parent},
			]),
		);
		expect(candidates.find(({sessionId}) => sessionId === child)).toMatchObject({
			verdict: 'hidden',
			reason: 'sub-agent of a listed session',
			detail: parent,
		});
		const {entries, history, prompts} = await readIn(home, parent);
		expect(prompts).toHaveLength(1);
		expect(kinds(entries, 'tool_call').map(({tool, spawned}) => [tool!.name, spawned])).toEqual([['task', child]]);
		expect(history.session.counts!.toolCalls).toBe(1);
	});

	it('is a session of its own', async () => {
		const {history, entries} = await readIn(fixtureHome('opencode/subagent'), 'ses_e1df2d88');
		expect(history.session).toMatchObject({
			title: 'Mock sub-agent (@general subagent)',
			titleSource: 'description',
			parentId: 'ses_e1df2f49bffez6QXAN78G0gEIG',
			isAgentSession: true,
		});
		expect(kinds(entries, 'tool_call').map(({text}) => text)).toEqual(['echo from-subagent']);
	});
});

describe('fork', () => {
	const [original, copy] = ['ses_e1df29ad8ffeNHFWOj0oVUhIfv', 'ses_e1df2636dffeDNTbTh5wk8saVS'];

	it('is two sessions with a beginning in common', async () => {
		const home = fixtureHome('opencode/fork');
		expect((await readIn(home, original)).prompts).toEqual([
			'base prompt one',
			'base prompt two',
			'original continues three',
		]);
		const forked = await readIn(home, copy);
		expect(forked.prompts).toEqual(['base prompt one', 'base prompt two', 'forked prompt three']);
		expect(forked.history.session.title).toBe('Mock title: base prompt one (fork #1)');
		expect(forked.history.session.parentId).toBeUndefined();
	});

	it('is linked by its content, though nothing names the origin', async () => {
		const home = fixtureHome('opencode/fork');
		const {sessions} = await discoverIn(home);
		expect(new Set(sessions.map(({family}) => family)).size).toBe(1);
		const links = await opencode.relate!(sessions);
		expect(links).toEqual([{id: copy, forkedFrom: original, forkedAt: 'msg_1e20d9cf20014c68zPAhkyJBUo'}]);
		const {all} = await readIn(home, copy);
		const shared = all.filter(({message}) => message === links[0]!.forkedAt);
		expect(kinds(shared, 'assistant')[0]!.text).toBe('Mock answer 2 to "base prompt two".');
	});
});

describe('tui-undo', () => {
	it('is a plain list once the next prompt has deleted what was undone', async () => {
		const {prompts, history} = await readIn(fixtureHome('opencode/tui-undo'), 'ses_');
		expect(prompts).toEqual(['first prompt alpha', 'second prompt DELTA (after undo)']);
		expect(history.graph.isLinear).toBe(true);
	});

	it('shows what was undone as an inactive branch until then', async () => {
		const {prompts, history, all, entries} = await readIn(fixtureHome('opencode/tui-undo-between'), 'ses_');
		expect(prompts).toEqual(['first prompt alpha']);
		expect(entries.at(-1)).toMatchObject({kind: 'system', detail: 'undo'});
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 2, forks: 1});
		const left = history.graph.branches.find(({isActive}) => !isActive)!;
		expect(left.prompts).toBe(2);
		expect(kinds(await collect(history.entries(left.number)), 'user').map(({text}) => text)).toEqual([
			'first prompt alpha',
			'second prompt beta',
			'third prompt gamma',
		]);
		expect(kinds(all, 'user')).toHaveLength(3);
		expect(new Set(all.map(({id}) => id)).size).toBe(all.length);
	});
});

describe('export', () => {
	const exported = (scenario: string) =>
		fs
			.readdirSync(path.join(fixtures, scenario))
			.filter(name => name.startsWith('export-'))
			.map(name => path.join(fixtures, scenario, name));

	it.each(['plain', 'tools', 'subagent', 'fork', 'tui-undo'])('of %s says what the database says', async scenario => {
		const home = fixtureHome(`opencode/${scenario}`);
		for (const file of exported(scenario)) {
			const ref = (await opencode.recognize(file))!;
			const fromFile = await readRef(ref);
			const fromDatabase = await readIn(home, ref.id);
			const bare = (entries: readonly Entry[]) => entries.map(({locator, ...entry}) => entry);
			expect(bare(fromFile.all)).toEqual(bare(fromDatabase.all));
			const {path: _, files, size, ...session} = fromDatabase.history.session;
			expect(fromFile.history.session).toMatchObject(session);
			expect(fromFile.history.warnings).toEqual([]);
			expect(await opencode.head(ref)).toMatchObject({title: session.title, cwd: session.cwd});
		}
	});
});
