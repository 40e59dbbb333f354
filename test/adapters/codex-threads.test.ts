/** Codex's own table of threads: a help where it can be read, and never touched. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import * as c from '../helpers/codex-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const layout =
	'CREATE TABLE threads (id TEXT PRIMARY KEY, rollout_path TEXT, title TEXT, name TEXT, first_user_message TEXT)';

function createTable(file: string): InstanceType<typeof Database> {
	fs.mkdirSync(path.dirname(file), {recursive: true});
	const database = new Database(file);
	database.exec('PRAGMA journal_mode = WAL');
	database.exec(layout);
	return database;
}

function insert(database: InstanceType<typeof Database>, thread: Record<string, string | null>): void {
	const {id = c.threadId, rollout_path = 'x', title = null, name = null, first_user_message = null} = thread;
	database.prepare('INSERT INTO threads VALUES (?, ?, ?, ?, ?)').run(id, rollout_path, title, name, first_user_message);
}

/** Every file below a folder with its bytes. */
function snapshot(folder: string): Record<string, string> {
	const files = fs.readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
	return Object.fromEntries(
		files.map(({parentPath, name}) => [
			path.join(parentPath, name),
			fs.readFileSync(path.join(parentPath, name)).toString('base64'),
		]),
	);
}

function homeWithThread(): {home: string; file: string} {
	const home = temporaryDirectory();
	c.writeRollout(home, [c.meta(), ...c.typed('the first prompt')]);
	return {home, file: path.join(home, '.codex/state_5.sqlite')};
}

async function look(home: string, env: Record<string, string> = {}) {
	const {sessions, warnings} = await codex.discover({path: home, env});
	const {title, titleSource} = await codex.head(sessions.find(session => session.id === c.threadId)!);
	return {title, titleSource, warnings};
}

describe('the table of threads', () => {
	it('names threads, in the order Codex believes', async () => {
		const {home, file} = homeWithThread();
		expect(await look(home)).toMatchObject({title: 'the first prompt', titleSource: 'first-prompt'});

		c.writeFile(
			path.join(home, '.codex/session_index.jsonl'),
			`{"id":"${c.threadId}","thread_name":"old"}\n{"id":"${c.threadId}","thread_name":"from the list"}\n{"cut`,
		);
		expect(await look(home)).toMatchObject({title: 'from the list', titleSource: 'custom'});

		const database = createTable(file);
		insert(database, {name: 'from the table', title: 'A generated title', first_user_message: 'the first prompt'});
		database.close();
		expect(await look(home)).toMatchObject({title: 'from the table', titleSource: 'custom'});
	});

	it('tells a generated title from one that only repeats the prompt', async () => {
		const {home, file} = homeWithThread();
		const database = createTable(file);
		insert(database, {title: 'Greeting the world', first_user_message: 'the first prompt'});
		database.close();
		expect(await look(home)).toMatchObject({title: 'Greeting the world', titleSource: 'generated'});
	});

	it('says which file of a thread is the current one', async () => {
		const home = fixtureHome('codex/tui-backtrack-mid');
		const [older] = fs.readdirSync(path.join(home, '.codex/sessions/2026/11/16')).sort();
		const database = createTable(path.join(home, '.codex/state_6.sqlite'));
		insert(database, {id: '01a1e20a-c5ac-7940-817c-9e2f66ce6ec2', rollout_path: `/moved/away/${older}`});
		database.close();
		const {sessions} = await codex.discover({path: home, env: {}});
		expect(path.basename(sessions[0]!.path)).toBe(older);
		expect((await c.readRef(sessions[0]!)).prompts).toEqual([
			'first prompt alpha',
			'second prompt beta',
			'third prompt gamma',
		]);
	});

	it('may lie where CODEX_SQLITE_HOME says', async () => {
		const {home} = homeWithThread();
		const elsewhere = temporaryDirectory();
		const database = createTable(path.join(elsewhere, 'state_5.sqlite'));
		insert(database, {name: 'from elsewhere'});
		database.close();
		expect(await look(home, {CODEX_HOME: path.join(home, '.codex'), CODEX_SQLITE_HOME: elsewhere})).toMatchObject({
			title: 'from elsewhere',
		});
	});
});

describe('reading it', () => {
	it('leaves a closed database as it was', async () => {
		const home = fixtureHome('codex/tui-backtrack');
		const before = snapshot(home);
		const {sessions} = await codex.discover({path: home, env: {}});
		await codex.head(sessions[0]!);
		expect(snapshot(home)).toEqual(before);
	});

	it('sees what a running Codex wrote last, and adds no files', async () => {
		const {home, file} = homeWithThread();
		const database = createTable(file);
		onTestFinished(() => {
			database.close();
		});
		insert(database, {name: 'still in the log'});
		const before = Object.keys(snapshot(home));
		expect(before.some(name => name.endsWith('-wal'))).toBe(true);
		expect(await look(home)).toMatchObject({title: 'still in the log', warnings: []});
		expect(Object.keys(snapshot(home))).toEqual(before);
		// The writer is not held up, and its next word is seen.
		database.prepare('UPDATE threads SET name = ?').run('renamed');
		expect(await look(home)).toMatchObject({title: 'renamed'});
	});

	it('replays the log of a Codex that crashed in a copy', async () => {
		const {home, file} = homeWithThread();
		const database = createTable(file);
		insert(database, {name: 'written before the crash'});
		const crashed = temporaryDirectory();
		fs.cpSync(home, crashed, {recursive: true});
		fs.rmSync(path.join(crashed, '.codex/state_5.sqlite-shm'));
		database.close();
		const before = snapshot(crashed);
		const temporary = temporaryDirectory();
		vi.stubEnv('TMPDIR', temporary);
		onTestFinished(() => {
			vi.unstubAllEnvs();
		});
		expect(await look(crashed)).toMatchObject({title: 'written before the crash', warnings: []});
		expect(snapshot(crashed)).toEqual(before);
		// The copy is kept for a moment, for whoever asks next.
		await vi.waitFor(() => expect(fs.readdirSync(temporary)).toEqual([]), {timeout: 6000});
	});

	it('goes on without one that is damaged, locked or of another make, and says so once', async () => {
		const {home, file} = homeWithThread();
		c.writeFile(file, 'this is not a database, whatever its name says');
		const damaged = await look(home);
		expect(damaged).toMatchObject({title: 'the first prompt'});
		expect(damaged.warnings).toEqual([{path: file, message: expect.stringContaining("can't be read")}]);

		fs.rmSync(file);
		const database = new Database(path.join(home, '.codex/state_9.sqlite'));
		database.exec('CREATE TABLE conversations (id TEXT)');
		database.close();
		expect((await look(home)).warnings.map(({message}) => message)).toEqual([
			expect.stringContaining('no table of threads'),
		]);
		fs.rmSync(path.join(home, '.codex/state_9.sqlite'));

		const locked = new Database(file);
		onTestFinished(() => {
			locked.close();
		});
		locked.exec(`${layout}; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE`);
		const answer = await look(home);
		expect(answer.title).toBe('the first prompt');
	});
});
