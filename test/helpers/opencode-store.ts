/** Stores of OpenCode, made for one test. */
import {execFileSync, spawn} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {onTestFinished} from 'vitest';
import type {Discovery, History, SessionRef} from '../../source/adapters/adapter.ts';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect, promptsOf} from './claude-session.ts';

type Fields = Record<string, unknown>;

/** 2026-11-16T00:00:00Z. */
export const start = Date.UTC(2026, 10, 16);

export const sessionId = 'ses_e1df00000ffeAAAAAAAAAAAAAA';

/** The tables of 1.18, without those that hold no conversation. */
const tables = `
	CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
		title text NOT NULL, version text NOT NULL, summary_diffs text, revert text, permission text, time_created integer NOT NULL,
		time_updated integer NOT NULL, time_compacting integer, time_archived integer);
	CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
		data text NOT NULL);
	CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
		time_updated integer NOT NULL, data text NOT NULL);
	CREATE TABLE account (id text PRIMARY KEY, access_token text NOT NULL);
	CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
	CREATE INDEX part_message_id_id_idx ON part (message_id, id);
	CREATE INDEX part_session_idx ON part (session_id);`;

/** The tables of the second engine. */
const secondTables = `
	CREATE TABLE session_v2 (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, directory text NOT NULL, title text,
		version text, revert text, time_created integer NOT NULL, time_updated integer NOT NULL, time_archived integer,
		fork_session_id text, fork_boundary text);
	CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, seq integer NOT NULL,
		time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);`;

export function storeFolder(home: string): string {
	return path.join(home, '.local', 'share', 'opencode');
}

/** A database to put sessions into. `close` it before it is read. */
export class StoreDatabase {
	readonly file: string;
	private readonly database: InstanceType<typeof Libsql>;

	constructor(file: string, engines: {first?: boolean; second?: boolean} = {}) {
		this.file = file;
		fs.mkdirSync(path.dirname(file), {recursive: true});
		this.database = new Libsql(file);
		this.database.exec('PRAGMA synchronous = OFF');
		if (engines.first !== false) this.database.exec(tables);
		if (engines.second) this.database.exec(secondTables);
	}

	exec(sql: string): void {
		this.database.exec(sql);
	}

	insert(table: string, row: Fields): this {
		const names = Object.keys(row);
		const values = Object.values(row).map(value =>
			typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
		);
		this.database
			.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
			.run(...values);
		return this;
	}

	session(row: Fields = {}): this {
		return this.insert('session', {
			id: sessionId,
			project_id: 'project-1',
			slug: 'calm-otter',
			directory: '/home/user/app',
			title: 'A session',
			version: '1.18.33',
			time_created: start,
			time_updated: start + 60_000,
			...row,
		});
	}

	secondSession(row: Fields = {}): this {
		return this.insert('session_v2', {
			id: sessionId,
			project_id: 'project-1',
			directory: '/home/user/app',
			title: 'A session',
			time_created: start,
			time_updated: start + 60_000,
			...row,
		});
	}

	/** A message `seconds` after the start, with its parts. */
	message(
		id: string,
		seconds: number,
		info: Fields | string,
		parts: ReadonlyArray<Fields | string> = [],
		session = sessionId,
	): this {
		const time = start + seconds * 1000;
		const times = {time_created: time, time_updated: time};
		const data = typeof info === 'string' ? info : JSON.stringify({time: {created: time}, ...info});
		this.insert('message', {id, session_id: session, ...times, data});
		for (const [index, part] of parts.entries()) {
			const {id: given, ...rest} = typeof part === 'string' ? {id: undefined} : part;
			const partId = given ?? `prt_${id.replace(/^msg_/, '')}_${String(index).padStart(3, '0')}`;
			const text = typeof part === 'string' ? part : JSON.stringify(rest);
			this.insert('part', {id: partId, message_id: id, session_id: session, ...times, data: text});
		}
		return this;
	}

	secondMessage(id: string, seq: number, type: string, data: Fields, session = sessionId): this {
		const time = start + seq * 1000;
		return this.insert('session_message', {
			id,
			session_id: session,
			type,
			seq,
			time_created: time,
			time_updated: time,
			data: {time: {created: time}, ...data},
		});
	}

	close(): string {
		this.database.close();
		return this.file;
	}
}

export function database(
	home: string,
	engines?: {first?: boolean; second?: boolean},
	name = 'opencode.db',
): StoreDatabase {
	return new StoreDatabase(path.join(storeFolder(home), name), engines);
}

export const user = {role: 'user', agent: 'build'};

export const answer = {
	role: 'assistant',
	modelID: 'mock-model',
	providerID: 'mock',
	path: {cwd: '/home/user/app', root: '/home/user/app'},
};

export const text = (words: string, more: Fields = {}): Fields => ({type: 'text', text: words, ...more});

export const tool = (name: string, callID: string, state: Fields): Fields => ({
	type: 'tool',
	tool: name,
	callID,
	state,
});

export const done = (input: Fields, output: string, more: Fields = {}): Fields => ({
	status: 'completed',
	input,
	output,
	title: 'title',
	metadata: {},
	time: {start: start + 1000, end: start + 2000},
	...more,
});

export const discoverIn = (home: string, env: Record<string, string> = {}): Promise<Discovery> =>
	opencode.discover({path: home, env});

export type Read = {
	readonly ref: SessionRef;
	readonly history: History;
	readonly entries: Entry[];
	readonly all: Entry[];
	readonly prompts: string[];
};

/** The first session of a home whose id begins so, read through the adapter. */
export async function readIn(home: string, id = sessionId): Promise<Read> {
	const {sessions} = await discoverIn(home);
	return readRef(sessions.find(ref => ref.id.startsWith(id))!);
}

export async function readRef(ref: SessionRef): Promise<Read> {
	const history = await opencode.history(ref);
	const entries = await collect(history.entries());
	return {ref, history, entries, all: await collect(history.entries('all')), prompts: promptsOf(entries)};
}

/** Everything below a folder: names, bytes and times. */
export function snapshot(folder: string): string[] {
	return (fs.readdirSync(folder, {recursive: true}) as string[])
		.map(name => path.join(folder, name))
		.filter(file => fs.statSync(file).isFile())
		.map(file => `${file} ${fs.statSync(file).mtimeMs} ${fs.readFileSync(file).toString('base64')}`)
		.sort();
}

/** Another program that has the database open, and has written to it what is not in the main file yet. */
export async function runProgram(file: string, sql: string): Promise<{kill(): Promise<void>}> {
	const script = `
		import Libsql from 'libsql';
		const database = new Libsql(process.argv[1]);
		database.exec('PRAGMA journal_mode = WAL');
		database.exec(process.argv[2]);
		process.stdout.write('ready');
		setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', script, file, sql], {
		cwd: path.join(import.meta.dirname, '..', '..'),
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
	const kill = () => {
		child.kill('SIGKILL');
		return ended;
	};
	onTestFinished(kill);
	await new Promise(resolve => child.stdout.once('data', resolve));
	return {kill};
}

export const isRoot = process.getuid?.() === 0;

/** A pipe with a name, where the system has such things. */
export function makePipe(file: string): void {
	execFileSync('mkfifo', [file]);
}
