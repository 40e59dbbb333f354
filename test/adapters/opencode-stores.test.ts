/** Where OpenCode's sessions lie, what is told apart from them, and stores that can't be read. */
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {describe, expect, it, onTestFinished} from 'vitest';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	answer,
	database,
	discoverIn,
	isRoot,
	makePipe,
	readIn,
	runProgram,
	StoreDatabase,
	sessionId,
	snapshot,
	start,
	storeFolder,
	text,
	user,
} from '../helpers/opencode-store.ts';

type Fields = Record<string, unknown>;

function writeJson(file: string, value: unknown): string {
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
	return file;
}

const info = (id: string, more: Fields = {}): Fields => ({
	id,
	projectID: 'project-1',
	directory: '/home/user/app',
	title: 'A session of the tree',
	version: '1.1.30',
	time: {created: start, updated: start + 60_000},
	...more,
});

/** A session of the JSON tree, with one prompt and one answer. */
function treeSession(home: string, id: string, more: Fields = {}): string {
	const storage = path.join(storeFolder(home), 'storage');
	const own = (kind: string, name: string, seconds: number, value: Fields) =>
		writeJson(path.join(storage, 'message', id, `${name}.json`), {
			id: name,
			sessionID: id,
			time: {created: start + seconds * 1000},
			...value,
			kind,
		});
	// The later message has the smaller id.
	own('message', `msg_z${id}`, 1, user);
	own('message', `msg_a${id}`, 2, answer);
	writeJson(path.join(storage, 'part', `msg_z${id}`, 'prt_1.json'), {id: 'prt_1', ...text(`prompt of ${id}`)});
	writeJson(path.join(storage, 'part', `msg_a${id}`, 'prt_2.json'), {id: 'prt_2', ...text(`answer of ${id}`)});
	return writeJson(path.join(storage, 'session', 'project-1', `${id}.json`), info(id, more));
}

const verdicts = async (home: string, env?: Record<string, string>) => {
	const {candidates} = await discoverIn(home, env);
	return candidates.map(({path: place, verdict, reason}) => [path.basename(place), verdict, reason]);
};

describe('places', () => {
	it('are moved by XDG_DATA_HOME and OPENCODE_DB', async () => {
		const home = temporaryDirectory();
		const elsewhere = path.join(home, 'elsewhere');
		new StoreDatabase(path.join(elsewhere, 'opencode', 'opencode.db')).session({id: 'ses_xdg'}).close();
		new StoreDatabase(path.join(elsewhere, 'opencode', 'mine.db')).session({id: 'ses_relative'}).close();
		new StoreDatabase(path.join(home, 'abs', 'mine.db')).session({id: 'ses_absolute'}).close();
		database(home).session({id: 'ses_home'}).close();
		const ids = async (env: Record<string, string>) => (await discoverIn(home, env)).sessions.map(({id}) => id).sort();
		expect(await ids({})).toEqual(['ses_home']);
		expect(await ids({XDG_DATA_HOME: elsewhere})).toEqual(['ses_xdg']);
		expect(await ids({XDG_DATA_HOME: elsewhere, OPENCODE_DB: 'mine.db'})).toEqual(['ses_relative', 'ses_xdg']);
		expect(await ids({OPENCODE_DB: path.join(home, 'abs', 'mine.db')})).toEqual(['ses_absolute', 'ses_home']);
		expect(await ids({OPENCODE_DB: ':memory:'})).toEqual(['ses_home']);
		expect(await ids({OPENCODE_DB: '/nowhere/at-all.db'})).toEqual(['ses_home']);
		expect(await ids({OPENCODE_DB: path.join(storeFolder(home), 'opencode.db')})).toEqual(['ses_home']);
	});

	it('may hold the databases of several release channels, and backups', async () => {
		const home = temporaryDirectory();
		database(home).session({id: 'ses_a'}).close();
		database(home, {}, 'opencode-dev.db').session({id: 'ses_a'}).session({id: 'ses_b', title: 'only there'}).close();
		fs.copyFileSync(path.join(storeFolder(home), 'opencode.db'), path.join(storeFolder(home), 'opencode.db.bak'));
		expect(await verdicts(home)).toEqual(
			expect.arrayContaining([
				['opencode.db#ses_a', 'listed', undefined],
				['opencode-dev.db#ses_a', 'hidden', 'copy of a listed session'],
				['opencode-dev.db#ses_b', 'listed', undefined],
				['opencode.db.bak', 'hidden', 'backup of a database, which OpenCode does not open'],
			]),
		);
	});

	it('of other programs are named and not listed', async () => {
		const home = temporaryDirectory();
		const go = new StoreDatabase(path.join(home, '.opencode', 'opencode.db'), {first: false});
		go.exec(
			'CREATE TABLE sessions (id text, title text); CREATE TABLE messages (id text, session_id text, parts text)',
		);
		go.exec("INSERT INTO sessions VALUES ('1', 'Go')");
		go.close();
		fs.mkdirSync(storeFolder(home), {recursive: true});
		fs.copyFileSync(go.file, path.join(storeFolder(home), 'opencode.db'));
		const kilo = new StoreDatabase(path.join(home, '.local/share/kilo/kilo.db')).session().close();
		const {candidates, sessions} = await discoverIn(home);
		expect(sessions).toEqual([]);
		const goReason = 'database of the Go program of the same name, another agent';
		expect(candidates.map(({path: place, verdict, reason}) => [path.relative(home, place), verdict, reason])).toEqual([
			['.local/share/opencode/opencode.db', 'hidden', goReason],
			['.opencode/opencode.db', 'hidden', goReason],
			['.local/share/kilo/kilo.db', 'hidden', 'database of Kilo, another agent'],
		]);
		expect(await opencode.recognize(kilo)).toBeUndefined();
		expect(await opencode.recognize(`${kilo}#${sessionId}`)).toBeUndefined();
		expect(await opencode.recognize(go.file)).toBeUndefined();
		expect((await discoverIn(home, {OPENCODE_DB: kilo})).sessions).toEqual([]);
	});

	it('that are not there hold nothing', async () => {
		expect(await discoverIn(temporaryDirectory())).toEqual({candidates: [], sessions: [], warnings: []});
	});
});

describe('the JSON tree', () => {
	it('is read in the order of time, whatever the ids say', async () => {
		const home = temporaryDirectory();
		treeSession(home, 'ses_tree', {title: 'New session - 2026-11-16T00:00:00.000Z'});
		const {prompts, entries, history, ref} = await readIn(home, 'ses_tree');
		expect(prompts).toEqual(['prompt of ses_tree']);
		expect(entries.map(({kind}) => kind)).toEqual(['user', 'assistant']);
		expect(history.session).toMatchObject({title: 'prompt of ses_tree', cwd: '/home/user/app', agentVersion: '1.1.30'});
		expect(await opencode.head(ref)).toMatchObject({title: 'prompt of ses_tree'});
		expect(await opencode.head({...ref})).toMatchObject({title: 'prompt of ses_tree'});
		const lines = Buffer.concat(await collect(history.records()))
			.toString()
			.trim()
			.split('\n');
		expect(lines.map(line => JSON.parse(line).id)).toEqual([
			'ses_tree',
			'msg_zses_tree',
			'prt_1',
			'msg_ases_tree',
			'prt_2',
		]);
	});

	it('counts once what the database holds too', async () => {
		const home = temporaryDirectory();
		treeSession(home, 'ses_both');
		treeSession(home, 'ses_tree');
		treeSession(home, 'ses_longer', {time: {created: start, updated: start + 3_600_000}});
		database(home).session({id: 'ses_both', title: 'imported'}).session({id: 'ses_longer'}).close();
		expect((await verdicts(home)).sort()).toEqual([
			['opencode.db#ses_both', 'listed', undefined],
			['opencode.db#ses_longer', 'hidden', 'copy of a listed session'],
			['ses_both.json', 'hidden', 'copy of a listed session'],
			['ses_longer.json', 'listed', undefined],
			['ses_tree.json', 'listed', undefined],
		]);
		expect((await readIn(home, 'ses_both')).history.session.title).toBe('imported');
	});

	it('folds sub-agents, also below parents in the database', async () => {
		const home = temporaryDirectory();
		treeSession(home, 'ses_child', {parentID: 'ses_parent'});
		treeSession(home, 'ses_grandchild', {parentID: 'ses_child'});
		treeSession(home, 'ses_lost', {parentID: 'ses_gone'});
		treeSession(home, 'ses_circle', {parentID: 'ses_circle'});
		database(home).session({id: 'ses_parent'}).close();
		const {sessions} = await discoverIn(home);
		expect(sessions.map(({id, isFolded, isAgentSession}) => [id, isFolded, isAgentSession]).sort()).toEqual([
			['ses_child', true, true],
			['ses_circle', false, true],
			['ses_grandchild', true, true],
			['ses_lost', false, true],
			['ses_parent', false, false],
		]);
	});

	it('has files that are no sessions, or not any more', async () => {
		const home = temporaryDirectory();
		const folder = path.join(storeFolder(home), 'storage', 'session', 'project-1');
		writeJson(path.join(folder, 'ses_empty.json'), '');
		writeJson(path.join(folder, 'ses_cut.json'), '{"id":"ses_cut","ti');
		writeJson(path.join(folder, 'ses_list.json'), []);
		writeJson(path.join(folder, 'other.json'), {url: 'x'});
		writeJson(path.join(folder, 'ses_silent.json'), info('ses_silent'));
		writeJson(path.join(storeFolder(home), 'storage', 'message', 'ses_headless', 'msg_1.json'), user);
		writeJson(path.join(folder, 'ses_odd.json'), info('ses_odd'));
		writeJson(path.join(storeFolder(home), 'storage', 'message', 'ses_odd'), 'a file where a folder should be');
		expect((await verdicts(home)).sort()).toEqual([
			['other.json', 'hidden', 'not an OpenCode session'],
			['ses_cut.json', 'unreadable', 'it is not JSON'],
			['ses_empty.json', 'hidden', 'empty file'],
			['ses_headless', 'hidden', 'messages without the file of their session'],
			['ses_list.json', 'hidden', 'not an OpenCode session'],
			['ses_odd.json', 'unreadable', 'it is not a directory'],
			['ses_silent.json', 'hidden', 'no conversation in it, only bookkeeping'],
		]);
	});

	it('may hold damaged messages and parts, which are kept and told', async () => {
		const home = temporaryDirectory();
		treeSession(home, 'ses_tree');
		const storage = path.join(storeFolder(home), 'storage');
		writeJson(path.join(storage, 'message', 'ses_tree', 'msg_bad.json'), '{"role":');
		const bad = writeJson(path.join(storage, 'part', 'msg_zses_tree', 'prt_bad.json'), '');
		const {entries, history, prompts} = await readIn(home, 'ses_tree');
		expect(prompts).toEqual(['prompt of ses_tree']);
		expect(entries.filter(({kind}) => kind === 'unknown')).toHaveLength(2);
		expect(history.warnings).toHaveLength(2);
		expect(history.warnings[0]).toMatchObject({path: bad, offset: 0});
	});

	it('of mid-2025 lies below the project, its first messages with their parts inside', async () => {
		const home = temporaryDirectory();
		const base = path.join(storeFolder(home), 'project', 'home-user-app', 'storage', 'session');
		const {directory, projectID, ...old} = info('ses_old', {title: 'New session - 2025-07-01T00:00:00.000Z'});
		writeJson(path.join(base, 'info', 'ses_old.json'), old);
		const time = (seconds: number) => ({created: start + seconds * 1000});
		writeJson(path.join(base, 'message', 'ses_old', 'msg_1.json'), {
			id: 'msg_1',
			role: 'user',
			parts: [text('the first words')],
			metadata: {sessionID: 'ses_old', time: time(0), tool: {}},
		});
		writeJson(path.join(base, 'message', 'ses_old', 'msg_2.json'), {
			id: 'msg_2',
			role: 'assistant',
			parts: [
				{type: 'step-start'},
				{
					type: 'tool-invocation',
					toolInvocation: {state: 'result', toolCallId: 'c1', toolName: 'read', args: {filePath: '/a'}, result: 'A'},
				},
				{
					type: 'tool-invocation',
					toolInvocation: {state: 'result', toolCallId: 'c2', toolName: 'bash', args: {command: 'x'}, result: 'boom'},
				},
				{
					type: 'tool-invocation',
					toolInvocation: {state: 'call', toolCallId: 'c3', toolName: 'bash', args: {command: 'y'}},
				},
				text('done'),
			],
			metadata: {
				sessionID: 'ses_old',
				time: time(1),
				assistant: {
					modelID: 'old-model',
					path: {cwd: '/home/user/app', root: '/home/user/app'},
					tokens: {input: 7, output: 8, reasoning: 0, cache: {read: 0, write: 0}},
				},
				tool: {
					c1: {title: 'a', time: {start, end: start + 1}},
					c2: {title: 'x', error: true, time: {start, end: start + 1}},
				},
			},
		});
		writeJson(path.join(base, 'message', 'ses_old', 'msg_3.json'), {id: 'msg_3', role: 'user', time: time(2)});
		writeJson(path.join(base, 'part', 'ses_old', 'msg_3', 'prt_1.json'), text('the next words'));
		const {prompts, entries, history, ref} = await readIn(home, 'ses_old');
		expect(prompts).toEqual(['the first words', 'the next words']);
		expect(
			entries.filter(({kind}) => kind === 'tool_result').map(({text: words, isError}) => [words, isError]),
		).toEqual([
			['A', undefined],
			['boom', true],
		]);
		expect(history.session).toMatchObject({
			cwd: '/home/user/app',
			models: ['old-model'],
			counts: {prompts: 2, messages: 3, toolCalls: 3, errors: 1},
			tokens: {input: 7, output: 8},
		});
		expect(await opencode.head(ref)).toMatchObject({title: 'the first words', cwd: '/home/user/app'});
	});
});

describe('a database that is not read', () => {
	const file = (home: string) => path.join(storeFolder(home), 'opencode.db');
	const only = async (home: string) => {
		const {candidates, sessions} = await discoverIn(home);
		expect(sessions).toEqual([]);
		expect(candidates).toHaveLength(1);
		return candidates[0]!;
	};

	it.each([
		[
			'is no database',
			(place: string) => fs.writeFileSync(place, 'hello '.repeat(1000)),
			'unreadable',
			'not a database',
		],
		['is empty', (place: string) => fs.writeFileSync(place, ''), 'hidden', 'empty file'],
		['is cut off', (place: string) => fs.truncateSync(place, 20_000), 'unreadable', 'damaged database'],
		['has only a header', (place: string) => fs.truncateSync(place, 100), 'unreadable', 'damaged database'],
		[
			'is a directory',
			(place: string) => {
				fs.rmSync(place);
				fs.mkdirSync(place);
			},
			'unreadable',
			'it is a directory',
		],
		[
			'is a pipe',
			(place: string) => {
				fs.rmSync(place);
				makePipe(place);
			},
			'unreadable',
			'it is not a regular file',
		],
	] as const)('because it %s', async (_, spoil, verdict, reason) => {
		const home = fixtureHome('opencode/plain');
		spoil(file(home));
		expect(await only(home)).toMatchObject({path: file(home), verdict, reason});
	});

	it.each([
		['another name for a column', 'ALTER TABLE message RENAME COLUMN data TO content'],
		['another name for a table', 'ALTER TABLE part RENAME TO fragment'],
	])('because it is of a newer schema: %s', async (_, sql) => {
		const home = temporaryDirectory();
		const store = database(home).session();
		store.exec(sql);
		store.close();
		expect(await only(home)).toMatchObject({verdict: 'unreadable', reason: 'tables unknown here, of a newer OpenCode'});
	});

	it('because it has nothing of OpenCode, or no session yet', async () => {
		const home = temporaryDirectory();
		const other = database(home, {first: false});
		other.exec('CREATE TABLE message (id text, session_id text, data text)');
		other.close();
		expect(await only(home)).toMatchObject({verdict: 'hidden', reason: 'not an OpenCode database'});
		const fresh = temporaryDirectory();
		database(fresh).close();
		expect(await only(fresh)).toMatchObject({verdict: 'hidden', reason: 'database without sessions'});
	});

	it('because another program has locked it; the next look finds it', async () => {
		const home = fixtureHome('opencode/plain');
		const other = new Libsql(file(home));
		other.exec('BEGIN EXCLUSIVE');
		expect(await only(home)).toMatchObject({verdict: 'unreadable', reason: 'locked by another program'});
		other.exec('ROLLBACK');
		other.close();
		expect((await discoverIn(home)).sessions).toHaveLength(1);
	});

	it('for a moment is waited for', async () => {
		const home = fixtureHome('opencode/plain');
		const other = new Libsql(file(home));
		other.exec('BEGIN EXCLUSIVE');
		setTimeout(() => other.close(), 40);
		expect((await discoverIn(home)).sessions).toHaveLength(1);
	});

	it('does not keep the JSON tree from being listed', async () => {
		const home = temporaryDirectory();
		treeSession(home, 'ses_tree');
		fs.writeFileSync(file(home), 'no database');
		expect((await discoverIn(home)).sessions.map(({id}) => id)).toEqual(['ses_tree']);
	});

	it('of which a page is damaged still gives the messages that are whole', async () => {
		const home = temporaryDirectory();
		const store = database(home).session();
		for (let index = 0; index < 60; index++)
			store.message(`msg_${String(index).padStart(3, '0')}`, index, index % 2 ? answer : user, [
				text(`${index} ${'x'.repeat(3000)}`),
			]);
		const place = store.close();
		const bytes = fs.readFileSync(place);
		const at = bytes.indexOf('30 xxxx');
		bytes.fill(0xff, at - (at % 4096), at - (at % 4096) + 4096);
		fs.writeFileSync(place, bytes);
		const {history, entries} = await readIn(home);
		expect(entries.length).toBeGreaterThan(40);
		expect(history.warnings.length).toBeGreaterThan(0);
		expect(history.warnings[0]!.message).toMatch(/can't be read/);
	});

	it.skipIf(isRoot)('because nobody may', async () => {
		const home = fixtureHome('opencode/plain');
		fs.chmodSync(file(home), 0);
		expect(await only(home)).toMatchObject({verdict: 'unreadable', reason: 'no permission to read it'});
	});

	it('newer tables beside known ones are told of', async () => {
		const home = temporaryDirectory();
		const store = database(home).session();
		store.exec('CREATE TABLE session_v3 (uuid text)');
		store.close();
		const {sessions, candidates} = await discoverIn(home);
		expect(sessions).toHaveLength(1);
		const newer = candidates.filter(({verdict}) => verdict === 'unreadable');
		expect(newer).toMatchObject([{reason: 'tables unknown here, of a newer OpenCode', detail: 'session_v3'}]);
	});

	it('a table of sessions that only a newer program knows is no other program’s database', async () => {
		const home = temporaryDirectory();
		const store = database(home).session();
		store.exec('ALTER TABLE session RENAME TO session_v3');
		store.close();
		const {candidates} = await discoverIn(home);
		expect(candidates).toMatchObject([{verdict: 'unreadable', reason: 'tables unknown here, of a newer OpenCode'}]);
	});

	it('a session that is gone by now is an error, not a crash of the list', async () => {
		const home = fixtureHome('opencode/plain');
		const {sessions} = await discoverIn(home);
		fs.rmSync(file(home));
		await expect(opencode.history(sessions[0]!)).rejects.toThrow();
	});
});

describe('a store', () => {
	async function readEverything(home: string): Promise<string[]> {
		const {sessions} = await discoverIn(home);
		const prompts: string[] = [];
		for (const ref of sessions) {
			await opencode.head({...ref});
			const history = await opencode.history(ref);
			for await (const {kind, text: words} of history.entries('all')) if (kind === 'user') prompts.push(words);
			await collect(history.records());
			await collect(opencode.opening(ref));
			await opencode.recognize(ref.path);
		}
		await opencode.relate!(sessions);
		// Databases are closed when the event loop turns.
		await new Promise(resolve => setTimeout(resolve, 20));
		return prompts;
	}

	const addPrompt = (words: string) => `
		INSERT INTO message SELECT 'msg_new', id, ${start + 999_000}, 0, '{"role":"user"}' FROM session;
		INSERT INTO part SELECT 'prt_new', 'msg_new', id, 0, 0, '{"type":"text","text":"${words}"}' FROM session;`;

	it('stays as it was, byte for byte and file for file', async () => {
		const home = fixtureHome('opencode/fork');
		treeSession(home, 'ses_tree');
		const before = snapshot(home);
		expect(await readEverything(home)).toHaveLength(7);
		expect(snapshot(home)).toEqual(before);
	});

	it('in WAL mode whose program has ended gets no new files', async () => {
		const home = fixtureHome('opencode/plain');
		const other = new Libsql(path.join(storeFolder(home), 'opencode.db'));
		other.exec('PRAGMA journal_mode = WAL');
		other.exec(addPrompt('checkpointed'));
		other.close();
		const before = snapshot(home);
		expect(await readEverything(home)).toContain('checkpointed');
		expect(snapshot(home)).toEqual(before);
	});

	it('of a running program is read with what is only in its WAL, and the program sees nothing of it', async () => {
		const home = fixtureHome('opencode/plain');
		await runProgram(path.join(storeFolder(home), 'opencode.db'), addPrompt('still in the WAL'));
		const before = snapshot(home);
		expect(before).toHaveLength(3);
		expect(await readEverything(home)).toContain('still in the WAL');
		expect(snapshot(home)).toEqual(before);
	});

	it.each(['with', 'without'])('of a program that crashed is read too, %s its shared memory', async shared => {
		const home = fixtureHome('opencode/plain');
		const place = path.join(storeFolder(home), 'opencode.db');
		const program = await runProgram(place, addPrompt('left in the WAL'));
		await program.kill();
		if (shared === 'without') fs.rmSync(`${place}-shm`);
		const before = snapshot(home);
		expect(await readEverything(home)).toContain('left in the WAL');
		expect(snapshot(home)).toEqual(before);
	});

	it.skipIf(isRoot)('on a read-only disk is read', async () => {
		const home = fixtureHome('opencode/plain');
		fs.chmodSync(storeFolder(home), 0o555);
		onTestFinished(() => fs.chmodSync(storeFolder(home), 0o755));
		expect(await readEverything(home)).toHaveLength(1);
	});
});
