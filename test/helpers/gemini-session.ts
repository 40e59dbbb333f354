/** Writes session files the way Gemini CLI does, and reads them back through the adapter. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {gemini} from '../../source/adapters/gemini/gemini.ts';
import type {Entry} from '../../source/model/entry.ts';
import {temporaryDirectory} from './fixture-home.ts';

export type Fields = Record<string, unknown>;

export const sessionId = 'aaaaaaaa-0000-4000-8000-000000000001';
export const project = '/home/user/app';
export const hashOf = (directory: string) => createHash('sha256').update(directory).digest('hex');
export const contextId = 'd04923d38bb0f6017037e74183378ef4';

let clock = Date.UTC(2026, 10, 16);
const now = () => {
	clock += 1000;
	return new Date(clock).toISOString();
};

export const header = (more: Fields = {}): Fields => {
	const time = now();
	return {sessionId, projectHash: hashOf(project), startTime: time, lastUpdated: time, kind: 'main', ...more};
};

export const user = (id: string, text: string, more: Fields = {}): Fields => ({
	id,
	timestamp: now(),
	type: 'user',
	content: [{text}],
	...more,
});

export const answer = (id: string, text: string, more: Fields = {}): Fields => ({
	id,
	timestamp: now(),
	type: 'gemini',
	content: text,
	thoughts: [],
	tokens: {input: 100, output: 10, cached: 40, thoughts: 5, tool: 0, total: 115},
	model: 'gemini-2.5-pro',
	...more,
});

export const response = (callId: string | undefined, output: unknown, name = 'read_file'): Fields => ({
	functionResponse: {...(callId === undefined ? {} : {id: callId}), name, response: {output}},
});

export const toolCall = (id: string, more: Fields = {}): Fields => ({
	id,
	name: 'read_file',
	args: {file_path: 'a.ts'},
	result: [response(id, `output of ${id}`)],
	status: 'success',
	timestamp: now(),
	...more,
});

export const set = (fields: Fields): Fields => ({$set: fields});
export const touched = (): Fields => set({lastUpdated: now()});

export const context = (text = `<session_context>\n- **Workspace Directories:**\n  - ${project}\n</session_context>`) =>
	user(contextId, text);

/** A list of all messages, as the program writes it: without times of their own, tokens, thoughts and models. */
export const snapshot = (...messages: readonly Fields[]): Fields => {
	const time = now();
	return set({messages: messages.map(message => stripped(message, time)), lastUpdated: time});
};

function stripped({id, type, content, toolCalls}: Fields, timestamp: string): Fields {
	const parts = typeof content === 'string' ? (content === '' ? [] : [{text: content}]) : (content as unknown[]);
	const calls = ((toolCalls ?? []) as Fields[]).map(({id, name, args}) => ({functionCall: {id, name, args}}));
	return {id, timestamp, type, content: [...parts, ...calls]};
}

/** A message once more under another id. */
export const copyOf = (message: Fields, id: string): Fields => ({...stripped(message, now()), id});

export const summaryText = '<state_snapshot>\n<overall_goal>all of it</overall_goal>\n</state_snapshot>';
export const summaryAnswer = 'Got it. Thanks for the additional context!';

export function linesOf(records: readonly unknown[]): string {
	return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');
}

export function writeFile(home: string, name: string, content: string): string {
	const file = path.join(home, '.gemini', name);
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, content);
	return file;
}

export const chatName = `tmp/app/chats/session-2026-11-16T00-00-${sessionId.slice(0, 8)}.jsonl`;

export type ReadSession = {
	readonly ref: SessionRef;
	readonly history: History;
	readonly entries: Entry[];
	readonly prompts: string[];
};

/** Writes the records as a session and reads them back. */
export async function readSession(records: readonly unknown[], name = chatName): Promise<ReadSession> {
	const home = temporaryDirectory();
	writeFile(home, name, linesOf(records));
	return readFirst(home);
}

export async function readDocument(
	document: unknown,
	name = chatName.replace('.jsonl', '.json'),
): Promise<ReadSession> {
	const home = temporaryDirectory();
	writeFile(home, name, typeof document === 'string' ? document : JSON.stringify(document, null, 2));
	return readFirst(home);
}

export async function readFirst(home: string, id?: string): Promise<ReadSession> {
	const {sessions} = await gemini.discover({path: home, env: {}});
	const ref = id === undefined ? sessions[0]! : sessions.find(each => each.id === id)!;
	const history = await gemini.history(ref);
	const entries = await collect(history.entries());
	return {ref, history, entries, prompts: promptsOf(entries)};
}

/** The prompts of each branch, in the order of their numbers; the active one is marked with a star. */
export async function branchesOf(history: History): Promise<string[]> {
	const lines: string[] = [];
	for (const {number, isActive} of history.graph.branches)
		lines.push(`${isActive ? '*' : ''}${promptsOf(await collect(history.entries(number))).join(' > ')}`);
	return lines;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const item of items) all.push(item);
	return all;
}

export function promptsOf(entries: readonly Entry[]): string[] {
	return textsOf(entries, 'user');
}

export function textsOf(entries: readonly Entry[], kind: Entry['kind']): string[] {
	return entries.filter(entry => entry.kind === kind).map(({text}) => text);
}
