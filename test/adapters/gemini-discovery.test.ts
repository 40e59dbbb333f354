import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Candidate} from '../../source/adapters/adapter.ts';
import {gemini} from '../../source/adapters/gemini/gemini.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	answer,
	branchesOf,
	chatName,
	collect,
	context,
	hashOf,
	header,
	linesOf,
	project,
	promptsOf,
	readFirst,
	sessionId,
	snapshot,
	toolCall,
	user,
	writeFile,
} from '../helpers/gemini-session.ts';

const hash = hashOf(project);
const scan = (home: string, env = {}) => gemini.discover({path: home, env});
const verdicts = (candidates: readonly Candidate[]) =>
	candidates.map(({path: file, verdict, reason}) => `${path.basename(file)}: ${reason ?? verdict}`).sort();
const talk = (more = {}) => [header(more), user('a', 'alpha'), answer('A', 'ok')];
const other = 'bbbbbbbb-0000-4000-8000-000000000002';

describe('where sessions are found', () => {
	it('GEMINI_CLI_HOME stands in for the home directory', async () => {
		const home = fixtureHome('gemini/plain');
		expect((await scan(temporaryDirectory(), {GEMINI_CLI_HOME: home})).sessions).toHaveLength(1);
		expect((await scan(home, {GEMINI_CLI_HOME: temporaryDirectory()})).sessions).toHaveLength(0);
		expect(await scan(path.join(home, 'nowhere'))).toEqual({candidates: [], sessions: [], warnings: []});
	});

	it('only chats and checkpoints are candidates', async () => {
		const home = fixtureHome('gemini/plain');
		for (const name of [
			'logs.json',
			'logs/session-x.jsonl',
			'checkpoints/2026-a.ts-replace.json',
			'tool-outputs/session-x/read_file_1.txt',
			`${sessionId}/plans/plan.json`,
			'shell_history',
		])
			writeFile(home, `tmp/demo/${name}`, '[]');
		writeFile(home, 'tmp/bin/rg', '');
		writeFile(home, 'tmp/stray.jsonl', '');
		writeFile(home, 'settings.json', '{}');
		expect(verdicts((await scan(home)).candidates)).toEqual(['session-2026-11-16T01-52-138bbf1d.jsonl: listed']);
	});

	it('every candidate has a verdict with a reason', async () => {
		const home = temporaryDirectory();
		const chat = (name: string, content: string) => writeFile(home, `tmp/app/chats/${name}`, content);
		chat('session-1.jsonl', linesOf(talk()));
		chat('session-2.jsonl', '');
		chat('session-3.jsonl', ' \n\n');
		chat('session-4.jsonl', linesOf([header({sessionId: other}), snapshot(context())]));
		chat('session-5.jsonl', 'no json at all\nreally\n');
		chat('session-6.json', '{"sessionId": ');
		chat('session-7.json', '{"name": "another file"}');
		chat(
			'session-8.jsonl',
			linesOf([
				{type: 'session', version: 3},
				{type: 'message', id: 'x', message: {}},
			]),
		);
		chat('session-9.json.unreadable-1790000000000', 'x');
		chat('session-9.jsonl.tmp-123', 'x');
		fs.mkdirSync(path.join(home, '.gemini/tmp/app/chats/folder.jsonl'));
		fs.symlinkSync('/nowhere/at/all', path.join(home, '.gemini/tmp/app/chats/link.jsonl'));
		writeFile(home, 'tmp/app/checkpoint-empty.json', '');
		writeFile(home, 'tmp/app/checkpoint-none.json', '[]');
		writeFile(home, 'tmp/app/checkpoint-old.json', '[{"role": "user", "parts": [{"text": "hi"}]}]');
		const {candidates, sessions} = await scan(home);
		expect(verdicts(candidates)).toEqual([
			'checkpoint-empty.json: empty file',
			'checkpoint-none.json: not a Gemini CLI session',
			'checkpoint-old.json: listed',
			'folder.jsonl: it is a directory',
			'link.jsonl: it is gone, or a link that leads nowhere',
			'session-1.jsonl: listed',
			'session-2.jsonl: empty file',
			'session-3.jsonl: empty file',
			'session-4.jsonl: no conversation in it, only bookkeeping',
			'session-5.jsonl: no line of it is JSON',
			'session-6.json: damaged JSON document',
			'session-7.json: not a Gemini CLI session',
			'session-8.jsonl: not a Gemini CLI session',
			'session-9.json.unreadable-1790000000000: set aside by Gemini CLI as unreadable',
			'session-9.jsonl.tmp-123: unfinished write of Gemini CLI',
		]);
		expect(sessions.map(({id}) => id).sort()).toEqual([sessionId, 'checkpoint-old@app']);
	});

	it('a session without a header is known by its name', async () => {
		const home = temporaryDirectory();
		writeFile(home, chatName, linesOf(talk().slice(1)));
		const {ref, prompts} = await readFirst(home);
		expect(ref.id).toBe('session-2026-11-16T00-00-aaaaaaaa');
		expect(prompts).toEqual(['alpha']);
	});

	it('any path is recognized, and only a session', async () => {
		const home = fixtureHome('gemini/subagent');
		const [main, child] = (await scan(home)).sessions;
		expect(await gemini.recognize(main!.path)).toMatchObject({id: main!.id, isAgentSession: false});
		expect(await gemini.recognize(child!.path)).toMatchObject({
			id: child!.id,
			parentId: main!.id,
			isAgentSession: true,
		});
		const loose = path.join(temporaryDirectory(), 'loose.jsonl');
		fs.copyFileSync(main!.path, loose);
		const ref = await gemini.recognize(loose);
		expect(ref).toMatchObject({id: main!.id, path: loose});
		expect((await gemini.head(ref!)).cwd).toBe('/home/user/projects/webshop-api');
		for (const file of ['claude/plain', 'codex/plain'].map(name => fixtureHome(name))) {
			for (const name of fs.readdirSync(file, {recursive: true, encoding: 'utf8'}))
				if (name.endsWith('.jsonl')) expect(await gemini.recognize(path.join(file, name))).toBeUndefined();
		}
	});
});

describe('copies and further files', () => {
	it('a session in the old and in the new folder is one', async () => {
		const home = temporaryDirectory();
		const name = path.basename(chatName);
		writeFile(home, `tmp/${hash}/chats/${name}`, linesOf(talk()));
		writeFile(home, `tmp/${hash}/checkpoint-x.json`, '[{"role":"user","parts":[{"text":"alpha"}]}]');
		writeFile(home, 'tmp/app/.project_root', project);
		for (const file of [`chats/${name}`, 'checkpoint-x.json'])
			writeFile(home, `tmp/app/${file}`, fs.readFileSync(path.join(home, `.gemini/tmp/${hash}/${file}`), 'utf8'));
		fs.appendFileSync(path.join(home, '.gemini', chatName), linesOf([user('b', 'beta')]));
		const {candidates, sessions} = await scan(home);
		expect(sessions.map(({id}) => id)).toEqual([sessionId, 'checkpoint-x@app']);
		expect(
			candidates
				.filter(({verdict}) => verdict === 'hidden')
				.map(({reason, path: file}) => [reason, file.includes(hash)]),
		).toEqual([
			['copy of a listed session', true],
			['copy of a listed session', true],
		]);
		expect((await readFirst(home)).prompts).toEqual(['alpha', 'beta']);
	});

	it('the document that a log was made of is read with it: it holds what the log left out', async () => {
		const home = temporaryDirectory();
		const messages = talk().slice(1);
		writeFile(home, chatName.replace('.jsonl', '.json'), JSON.stringify({...header(), messages}, null, 2));
		writeFile(home, chatName, linesOf([header(), ...messages, user('b', 'beta'), answer('B', 'ok')]));
		const {candidates, sessions} = await scan(home);
		expect(verdicts(candidates)).toEqual([
			'session-2026-11-16T00-00-aaaaaaaa.json: another file of a listed session',
			'session-2026-11-16T00-00-aaaaaaaa.jsonl: listed',
		]);
		expect(sessions[0]!.files).toHaveLength(2);
		const {session} = await gemini.history(sessions[0]!);
		expect(session.counts).toMatchObject({prompts: 2, forks: 0});
	});

	it('files of one session that both have something of their own are read as one', async () => {
		const home = temporaryDirectory();
		const shared = talk();
		writeFile(
			home,
			`tmp/${hash}/chats/session-1.jsonl`,
			linesOf([...shared, user('b', 'in the old folder'), answer('B', 'ok')]),
		);
		writeFile(
			home,
			'tmp/app/chats/session-1.jsonl',
			linesOf([...shared, user('c', 'in the new folder'), answer('C', 'ok')]),
		);
		const {candidates, sessions} = await scan(home);
		expect(candidates.map(({reason}) => reason)).toEqual([undefined, 'another file of a listed session']);
		expect(sessions).toHaveLength(1);
		const {history} = await readFirst(home);
		expect(await branchesOf(history)).toEqual(['alpha > in the old folder', '*alpha > in the new folder']);
		const all = await collect(history.entries('all'));
		expect(new Set(all.map(({id}) => id)).size).toBe(all.length);
	});

	it('one id in two projects is two sessions', async () => {
		const home = temporaryDirectory();
		writeFile(home, 'tmp/one/chats/session-1.jsonl', linesOf(talk({sessionId: 'mine', projectHash: hashOf('/one')})));
		writeFile(home, 'tmp/two/chats/session-1.jsonl', linesOf(talk({sessionId: 'mine', projectHash: hashOf('/two')})));
		expect((await scan(home)).sessions.map(({id}) => id)).toEqual(['mine', 'mine']);
	});
});

describe('sub-agents', () => {
	it('without a parent are listed themselves', async () => {
		const home = temporaryDirectory();
		writeFile(home, `tmp/app/chats/gone/${other}.jsonl`, linesOf(talk({sessionId: other, kind: 'subagent'})));
		// Before they had folders they lay among the others, and nothing names their parent.
		writeFile(
			home,
			'tmp/app/chats/session-1.json',
			JSON.stringify({...header({kind: 'subagent'}), messages: talk().slice(1)}),
		);
		const {sessions, candidates} = await scan(home);
		expect(candidates.map(({verdict}) => verdict)).toEqual(['listed', 'listed']);
		expect(
			sessions.map(({id, parentId, isFolded, isAgentSession}) => [id, parentId, isFolded, isAgentSession]).sort(),
		).toEqual([
			[sessionId, undefined, false, true],
			[other, 'gone', false, true],
		]);
	});

	it('lie in a folder named after their parent, with what a file name allows', async () => {
		const home = temporaryDirectory();
		const call = toolCall('call 1', {name: 'invoke_agent', agentId: other});
		writeFile(
			home,
			'tmp/app/chats/session-2026-a_b_c.jsonl',
			linesOf([...talk({sessionId: 'a.b.c'}), answer('B', '', {toolCalls: [call]})]),
		);
		writeFile(home, `tmp/app/chats/a_b_c/${other}.jsonl`, linesOf(talk({sessionId: other, kind: 'subagent'})));
		const {sessions} = await scan(home);
		expect(sessions.find(({id}) => id === other)).toMatchObject({parentId: 'a.b.c', isFolded: true});
		expect((await readFirst(home, other)).history.session.parentCallId).toBe('call 1');
	});
});

describe('the project of a session', () => {
	const cwdOf = async (home: string) => (await gemini.head((await scan(home)).sessions[0]!)).cwd;
	const bare = [header(), user('a', 'alpha'), answer('A', 'ok')];

	it('is named by the mark in its folder, in either of its places', async () => {
		const home = temporaryDirectory();
		writeFile(home, chatName, linesOf(bare));
		writeFile(home, 'history/app/.project_root', project);
		writeFile(home, 'projects.json', JSON.stringify({projects: {'/wrong': 'app'}}));
		expect(await cwdOf(home)).toBe(project);
	});

	it('is named by the registry', async () => {
		const home = temporaryDirectory();
		writeFile(home, chatName, linesOf(bare));
		writeFile(home, 'projects.json', JSON.stringify({projects: {'/other': 'x', '/home/user/of/registry': 'app'}}));
		expect(await cwdOf(home)).toBe('/home/user/of/registry');
	});

	it('is found behind a hash: among known projects, or among the paths that tools speak of', async () => {
		const known = temporaryDirectory();
		writeFile(known, `tmp/${hash}/chats/session-1.jsonl`, linesOf(bare));
		writeFile(known, 'projects.json', JSON.stringify({projects: {[project]: 'elsewhere'}}));
		expect(await cwdOf(known)).toBe(project);

		const spoken = temporaryDirectory();
		const call = toolCall('1', {args: {file_path: `${project}/source/deep/a.ts`}});
		writeFile(spoken, `tmp/${hash}/chats/session-1.jsonl`, linesOf([...bare, answer('B', '', {toolCalls: [call]})]));
		expect(await cwdOf(spoken)).toBe(project);

		const neighbour = temporaryDirectory();
		const output = toolCall('1', {args: {file_path: 'a.ts'}, result: `wrote ${project}/a.ts`});
		writeFile(
			neighbour,
			`tmp/${hash}/chats/session-1.jsonl`,
			linesOf([...bare, answer('B', '', {toolCalls: [output]})]),
		);
		writeFile(neighbour, `tmp/${hash}/chats/session-2.jsonl`, linesOf(talk({sessionId: other})));
		const {sessions} = await scan(neighbour);
		expect((await Promise.all(sessions.map(gemini.head))).map(({cwd}) => cwd)).toEqual([project, project]);
	});

	it('is what the context says, and otherwise unknown', async () => {
		const told = temporaryDirectory();
		writeFile(told, chatName, linesOf([header({projectHash: 'x'}), snapshot(context()), user('a', 'alpha')]));
		expect(await cwdOf(told)).toBe(project);

		const unknown = temporaryDirectory();
		const directories = ['/home/user/added'];
		writeFile(unknown, `tmp/${hash}/chats/session-1.jsonl`, linesOf([header({directories}), user('a', 'alpha')]));
		writeFile(unknown, 'projects.json', 'not json');
		writeFile(unknown, `tmp/${hash}/.project_root`, 'not a path');
		expect(await cwdOf(unknown)).toBeUndefined();
	});
});

describe('reading', () => {
	it('leaves the store as it was', async () => {
		const home = fixtureHome('gemini/tui-rewind', 'gemini/subagent');
		const state = () =>
			fs
				.readdirSync(home, {recursive: true, encoding: 'utf8'})
				.sort()
				.map(name => {
					const stat = fs.statSync(path.join(home, name));
					return [name, stat.mtimeMs, stat.isFile() ? fs.readFileSync(path.join(home, name), 'hex') : ''];
				});
		const before = state();
		const {sessions} = await scan(home);
		for (const ref of sessions) {
			await gemini.head(ref);
			await collect(gemini.opening(ref));
			const history = await gemini.history(ref);
			await collect(history.entries('all'));
			await collect(history.records());
		}
		await gemini.relate!(sessions);
		expect(state()).toEqual(before);
	});

	it('finds the end and the title of a long session without reading it', async () => {
		const home = temporaryDirectory();
		const filler = Array.from({length: 400}, (_, at) => answer(`f${at}`, 'x'.repeat(1000)));
		const last = answer('Z', 'the end', {timestamp: '2027-01-01T00:00:00.000Z'});
		const records = [header(), ...filler, user('a', 'typed late'), last, {$set: {summary: 'Named at the end'}}];
		writeFile(home, chatName, linesOf([...records, snapshot(context())]));
		const {sessions} = await scan(home);
		expect(sessions[0]!.endedAt).toBe('2027-01-01T00:00:00.000Z');
		expect(await gemini.head(sessions[0]!)).toMatchObject({
			title: 'Named at the end',
			endedAt: '2027-01-01T00:00:00.000Z',
		});
		expect((await gemini.history(sessions[0]!)).session.endedAt).toBe('2027-01-01T00:00:00.000Z');
	});

	it('bears lists and messages longer than memory should hold', async () => {
		const home = temporaryDirectory();
		const long = (id: string) => answer(id, '', {toolCalls: [toolCall(`c${id}`, {result: 'y'.repeat(3_000_000)})]});
		const messages = [user('a', 'alpha'), long('A'), user('b', 'beta'), long('B'), long('C'), long('D')];
		const huge = answer('H', 'z'.repeat(9_000_000));
		const list = {$set: {messages: [context(), ...messages], lastUpdated: '2026-11-16T00:00:00.000Z'}};
		writeFile(
			home,
			chatName,
			linesOf([header(), snapshot(context()), ...messages, huge, header(), list, user('c', 'gamma')]),
		);
		const {prompts, history, entries} = await readFirst(home);
		expect(prompts).toEqual(['alpha', 'beta', 'gamma']);
		expect(history.warnings).toEqual([]);
		expect(entries.filter(({kind}) => kind === 'tool_result').map(({text}) => text.length)).toEqual(
			Array(4).fill(3_000_000),
		);
		const cut = entries.find(({id}) => id === 'H');
		expect(cut!.text.length + cut!.cutBytes!).toBe(9_000_000);
		// The list does not have the last answer, so the prompt after it follows the one before.
		expect(promptsOf(await collect(gemini.opening((await scan(home)).sessions[0]!)))).toEqual(prompts);
	});
});
