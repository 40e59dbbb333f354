import fs from 'node:fs';
import path from 'node:path';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {codex} from '../../source/adapters/codex/codex.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect, promptsOf} from './claude-session.ts';
import {temporaryDirectory} from './fixture-home.ts';

export type Fields = Record<string, unknown>;

export const threadId = '019a0000-0000-7000-8000-00000000000a';

let clock = Date.UTC(2026, 10, 16, 10);

export function line(type: string, payload: Fields, more: Fields = {}): Fields {
	clock += 1000;
	return {timestamp: new Date(clock).toISOString(), type, payload, ...more};
}

export const meta = (more: Fields = {}) =>
	line('session_meta', {
		id: threadId,
		timestamp: '2026-11-16T10:00:00.000Z',
		cwd: '/home/user/app',
		originator: 'codex_cli_rs',
		cli_version: '0.140.0',
		source: 'cli',
		git: {branch: 'main'},
		...more,
	});

export const event = (type: string, more: Fields = {}) => line('event_msg', {type, ...more});
export const response = (type: string, more: Fields = {}) => line('response_item', {type, ...more});
export const item = (type: string, more: Fields = {}) => event('item_completed', {item: {type, ...more}});

export const userText = (text: string, more: Fields = {}) =>
	response('message', {role: 'user', content: [{type: 'input_text', text}], ...more});
export const assistantText = (text: string, more: Fields = {}) =>
	response('message', {role: 'assistant', content: [{type: 'output_text', text}], ...more});

/** What a legacy file holds of a prompt and of an answer: each twice. */
export const typed = (text: string) => [userText(text), event('user_message', {message: text})];
export const said = (text: string) => [event('agent_message', {message: text}), assistantText(text)];
export const turn = (prompt: string, id: string) => [
	event('task_started', {turn_id: id}),
	...typed(prompt),
	...said(`answer to ${prompt}`),
	event('task_complete', {turn_id: id, last_agent_message: `answer to ${prompt}`}),
];

export const call = (id: string, name = 'exec_command', input: Fields = {cmd: 'ls'}) =>
	response('function_call', {name, arguments: JSON.stringify(input), call_id: id});
export const output = (id: string, text: unknown) => response('function_call_output', {call_id: id, output: text});

export const usage = (total: number, last = total, cached = 0) =>
	event('token_count', {
		info: {
			total_token_usage: {
				input_tokens: total,
				cached_input_tokens: cached,
				output_tokens: total / 10,
				total_tokens: total * 1.1,
			},
			last_token_usage: {
				input_tokens: last,
				cached_input_tokens: 0,
				output_tokens: last / 10,
				total_tokens: last * 1.1,
			},
		},
	});

export type Place = {readonly id?: string; readonly stamp?: string; readonly folder?: string; readonly suffix?: string};

export function rolloutPath(
	home: string,
	{id = threadId, stamp = '2026-11-16T10-00-00', folder, suffix = '.jsonl'}: Place = {},
) {
	const day = stamp.slice(0, 10).replaceAll('-', '/');
	return path.join(home, '.codex', folder ?? `sessions/${day}`, `rollout-${stamp}-${id}${suffix}`);
}

export function textOf(records: readonly unknown[]): string {
	return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');
}

export function writeRollout(home: string, records: readonly unknown[], place?: Place): string {
	return writeFile(rolloutPath(home, place), textOf(records));
}

export function writeFile(file: string, content: string | Buffer): string {
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, content);
	return file;
}

export type ReadSession = {
	readonly ref: SessionRef;
	readonly history: History;
	readonly entries: Entry[];
	/** Those a reader sees. */
	readonly shown: Entry[];
	readonly prompts: string[];
};

/** Writes the records as a rollout and reads them back through the adapter. */
export async function readRecords(records: readonly unknown[]): Promise<ReadSession> {
	const home = temporaryDirectory();
	writeRollout(home, records);
	return readThread(home);
}

export async function readThread(home: string, id = threadId): Promise<ReadSession> {
	const {sessions} = await codex.discover({path: home, env: {}});
	const ref = sessions.find(session => session.id === id)!;
	return {ref, ...(await readRef(ref))};
}

export async function readRef(ref: SessionRef): Promise<Omit<ReadSession, 'ref'>> {
	const history = await codex.history(ref);
	const entries = await collect(history.entries());
	return {history, entries, shown: entries.filter(({isAside}) => !isAside), prompts: promptsOf(entries)};
}

/** `user: hello`, `tool_call: exec_command ls`: what is shown, one line each. */
export function outline(entries: readonly Entry[]): string[] {
	return entries
		.filter(({isAside}) => !isAside)
		.map(
			({kind, text, tool, isError}) =>
				`${kind}: ${[tool?.name, text.trim(), isError && '(error)'].filter(Boolean).join(' ')}`,
		);
}
