import fs from 'node:fs';
import path from 'node:path';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import type {Entry} from '../../source/model/entry.ts';
import {temporaryDirectory} from './fixture-home.ts';

export type Fields = Record<string, unknown>;

export const sessionId = 'aaaaaaaa-0000-4000-8000-000000000001';

let clock = Date.UTC(2026, 10, 16);

/** A record of the chain; `more` overrides whatever is here. */
export function chain(type: string, uuid: string, parentUuid: string | null, more: Fields = {}): Fields {
	clock += 1000;
	return {
		parentUuid,
		isSidechain: false,
		userType: 'external',
		cwd: '/home/user/app',
		sessionId,
		version: '2.1.325',
		gitBranch: 'main',
		type,
		uuid,
		timestamp: new Date(clock).toISOString(),
		...more,
	};
}

export const user = (uuid: string, parent: string | null, content: unknown, more: Fields = {}) =>
	chain('user', uuid, parent, {message: {role: 'user', content}, ...more});

export const answer = (uuid: string, parent: string | null, content: unknown, more: Fields = {}) =>
	chain('assistant', uuid, parent, {
		message: {
			id: `msg_${uuid}`,
			role: 'assistant',
			model: 'claude-sonnet-4-5',
			content: typeof content === 'string' ? [{type: 'text', text: content}] : content,
			usage: {input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 2, cache_read_input_tokens: 3},
		},
		...more,
	});

export const call = (uuid: string, parent: string, id: string, name = 'Bash', input: Fields = {command: 'ls'}) =>
	answer(uuid, parent, [{type: 'tool_use', id, name, input}]);

export const result = (uuid: string, parent: string, id: string, content: unknown = 'ok', more: Fields = {}) =>
	user(uuid, parent, [{type: 'tool_result', tool_use_id: id, content}], more);

export function writeSession(
	home: string,
	records: readonly unknown[],
	name = `${sessionId}.jsonl`,
	project = '-home-user-app',
): string {
	const file = path.join(home, '.claude/projects', project, name);
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(
		file,
		records
			.map(record => (typeof record === 'string' ? record : JSON.stringify(record)))
			.join('\n')
			.concat('\n'),
	);
	return file;
}

export type ReadSession = {
	readonly ref: SessionRef;
	readonly history: History;
	readonly entries: Entry[];
	readonly prompts: string[];
};

/** Writes the records as a session, reads them back through the adapter. */
export async function readSession(records: readonly unknown[]): Promise<ReadSession> {
	const home = temporaryDirectory();
	writeSession(home, records);
	return readOnly(home);
}

export async function readOnly(home: string, id = sessionId): Promise<ReadSession> {
	const {sessions} = await claude.discover({path: home, env: {}});
	const ref = sessions.find(each => each.id === id)!;
	const history = await claude.history(ref);
	const entries = await collect(history.entries());
	return {ref, history, entries, prompts: promptsOf(entries)};
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const item of items) all.push(item);
	return all;
}

export function promptsOf(entries: readonly Entry[]): string[] {
	return entries.filter(({kind}) => kind === 'user').map(({text}) => text);
}
