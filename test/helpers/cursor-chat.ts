/** Builds Cursor CLI chats the way the program keeps them: blobs named by their hash, a root that orders them, a log. */
import {createHash, randomUUID} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {onTestFinished} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import type {Entry} from '../../source/model/entry.ts';
import {temporaryDirectory} from './fixture-home.ts';

export const workspace = '/home/user/projects/webshop-api';
export const secretKey = 'c2VjcmV0LWtleS10aGF0LW11c3Qtbm90LWxlYWs=';

function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value;
	for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
	return Buffer.from([...bytes, rest]);
}

/** A field of a protobuf message: bytes, text or a number. */
export function field(number: number, value: Buffer | string | number): Buffer {
	if (typeof value === 'number') return Buffer.concat([varint(number * 8), varint(value)]);
	const bytes = Buffer.from(value as string);
	return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

export function message(...fields: Buffer[]): Buffer {
	return Buffer.concat(fields);
}

export function query(text: string, timestamp?: string): object {
	const time = timestamp === undefined ? '' : `<timestamp>${timestamp}</timestamp>\n`;
	return {role: 'user', content: [{type: 'text', text: `${time}<user_query>\n${text}\n</user_query>`}]};
}

export function answer(...content: Array<string | object>): object {
	const parts = content.map(part => (typeof part === 'string' ? {type: 'text', text: part} : part));
	return {role: 'assistant', id: '1', content: parts};
}

export function call(id: string, name: string, args: object): object {
	return {type: 'tool-call', toolCallId: id, toolName: name, args};
}

export function result(
	id: string,
	name: string,
	text: string,
	output: object = {success: {}},
	isError = false,
): object {
	return {
		role: 'tool',
		id,
		content: [{type: 'tool-result', toolCallId: id, toolName: name, result: text}],
		providerOptions: {cursor: {highLevelToolCallResult: {output, isError}}},
	};
}

export const opening: readonly object[] = [
	{role: 'system', content: 'You are an AI coding assistant.'},
	{role: 'user', content: `<user_info>\nOS Version: linux\nWorkspace Path: ${workspace}\n</user_info>`},
];

export type ChatOptions = {
	readonly id?: string;
	readonly workspace?: string;
	readonly meta?: object;
	/** What `meta.json` holds; none without it. */
	readonly sidecar?: object;
	/** `crashed`: the newest rows are only in the log. `killed`: the same, with the shared memory left behind. */
	readonly log?: 'closed' | 'crashed' | 'killed';
	/** The folder the chat lies in, below the root. */
	readonly folder?: string;
};

export class ChatBuilder {
	readonly file: string;
	readonly id: string;
	private readonly scratch: string;
	private readonly database: InstanceType<typeof Libsql>;

	constructor(
		readonly home: string,
		private readonly options: ChatOptions = {},
	) {
		this.id = options.id ?? randomUUID();
		const hash = createHash('md5')
			.update(options.workspace ?? workspace)
			.digest('hex');
		const folder = options.folder ?? path.join('chats', hash);
		this.file = path.join(home, '.cursor', folder, this.id, 'store.db');
		this.scratch = path.join(temporaryDirectory(), 'store.db');
		this.database = new Libsql(this.scratch);
		this.database.exec('PRAGMA journal_mode = WAL');
		this.database.exec('PRAGMA wal_autocheckpoint = 0');
		this.database.exec('CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)');
		this.database.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)');
	}

	blob(data: Buffer): string {
		const id = createHash('sha256').update(data).digest('hex');
		this.database.prepare('INSERT OR IGNORE INTO blobs VALUES (?, ?)').run(id, data);
		return id;
	}

	/** A blob's name as other blobs hold it. */
	ref(data: Buffer): Buffer {
		return Buffer.from(this.blob(data), 'hex');
	}

	message(value: object): Buffer {
		return this.ref(Buffer.from(JSON.stringify(value)));
	}

	/** A root over these messages, which becomes the present one. */
	root(messages: readonly object[], ...more: Buffer[]): string {
		const id = this.blob(message(...messages.map(each => field(1, this.message(each))), ...more));
		this.meta({latestRootBlobId: id});
		return id;
	}

	meta(fields: object, key = '0'): void {
		const base = {
			agentId: this.id,
			name: 'New Agent',
			mode: 'default',
			createdAt: 1788818580000,
			blobEncryptionKey: secretKey,
		};
		const value = Buffer.from(JSON.stringify({...base, ...this.options.meta, ...fields})).toString('hex');
		this.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, value);
	}

	run(sql: string, ...parameters: unknown[]): void {
		this.database.prepare(sql).run(...parameters);
	}

	/** Everything so far is in the database itself; what follows stays in the log. */
	checkpoint(): void {
		this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	}

	/** Puts the chat where Cursor would have it. */
	write(): this {
		const {log = 'closed', sidecar} = this.options;
		fs.mkdirSync(path.dirname(this.file), {recursive: true});
		if (log === 'closed') this.checkpoint();
		const suffixes = {closed: [''], crashed: ['', '-wal'], killed: ['', '-wal', '-shm']}[log];
		for (const suffix of suffixes) fs.copyFileSync(this.scratch + suffix, this.file + suffix);
		this.database.close();
		if (sidecar) fs.writeFileSync(path.join(path.dirname(this.file), 'meta.json'), JSON.stringify(sidecar));
		return this;
	}

	/** The transcript beside it, a line a record. */
	transcript(records: readonly object[], place = path.join(this.id, `${this.id}.jsonl`)): string {
		return writeTranscript(this.home, place, records);
	}
}

export function writeTranscript(
	home: string,
	place: string,
	records: readonly object[],
	slug = slugOf(workspace),
): string {
	const file = path.join(home, '.cursor', 'projects', slug, 'agent-transcripts', place);
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join(''));
	return file;
}

export function slugOf(directory: string): string {
	return directory.replace(/^\//, '').replace(/[^A-Za-z0-9]/g, '-');
}

/** A line of a transcript. */
export function line(role: 'user' | 'assistant', ...content: Array<string | object>): object {
	const parts = content.map(part => (typeof part === 'string' ? {type: 'text', text: part} : part));
	return {role, message: {content: parts}};
}

/** Leaves a writer open on a chat, as a running program does. */
export function keepOpen(file: string): InstanceType<typeof Libsql> {
	const database = new Libsql(file);
	database.exec('PRAGMA wal_autocheckpoint = 0');
	onTestFinished(() => {
		database.close();
	});
	return database;
}

export async function sessionsOf(home: string): Promise<readonly SessionRef[]> {
	return (await cursor.discover({path: home, env: {}})).sessions;
}

export async function onlySession(home: string): Promise<SessionRef> {
	const sessions = await sessionsOf(home);
	if (sessions.length !== 1) throw new Error(`${sessions.length} sessions: ${sessions.map(({path}) => path)}`);
	return sessions[0]!;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const item of items) all.push(item);
	return all;
}

export function promptsOf(entries: readonly Entry[]): string[] {
	return entries.filter(({kind}) => kind === 'user').map(({text}) => text);
}

/** `kind: text` of what a reader sees. */
export function spoken(entries: readonly Entry[]): string[] {
	return entries.filter(({isAside}) => !isAside).map(({kind, text}) => `${kind}: ${text}`);
}
