/** Homes with sessions of every agent that say what a test wants them to say, and the search over them. */
import fs from 'node:fs';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import {fillIndex} from '../../source/catalog/fulltext/fill.ts';
import {Library} from '../../source/catalog/library.ts';
import type {AgentId} from '../../source/model/agent.ts';
import {KnownSessions, unsavedSession} from '../../source/search/known-sessions.ts';
import type {Match} from '../../source/search/match.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import type {Mode, Query} from '../../source/search/query/query.ts';
import {type Answer, type Found, Search} from '../../source/search/search.ts';
import {age} from '../helpers/check-passages.ts';
import * as claude from '../helpers/claude-session.ts';
import * as codex from '../helpers/codex-session.ts';
import * as cursor from '../helpers/cursor-chat.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import * as gemini from '../helpers/gemini-session.ts';
import {done, StoreDatabase, storeFolder, text as textPart, tool as toolPart} from '../helpers/opencode-store.ts';

export type Fields = Record<string, unknown>;

/** One thing that is said in a session. */
export type Told =
	| {readonly as: 'prompt'; readonly text: string}
	| {readonly as: 'answer'; readonly text: string}
	| {readonly as: 'thinking'; readonly text: string}
	| Work;

export type Work = {
	readonly as: 'work';
	readonly input: string;
	readonly output: string;
	readonly file?: string;
	readonly isError?: boolean;
};

export const prompt = (text: string): Told => ({as: 'prompt', text});
export const answer = (text: string): Told => ({as: 'answer', text});
export const thinking = (text: string): Told => ({as: 'thinking', text});
export const work = (input: string, output: string, more: {file?: string; isError?: boolean} = {}): Told => ({
	as: 'work',
	input,
	output,
	...more,
});

export type Spec = {
	readonly id: string;
	readonly told: readonly Told[];
	readonly cwd?: string;
	readonly branch?: string;
	readonly model?: string;
	/** A name that a person gave, where the agent has such. */
	readonly title?: string;
	/** When its first record was written. */
	readonly at?: number;
};

export const now = Date.UTC(2026, 10, 16, 12);
export const days = (count: number) => now - count * 24 * 60 * 60 * 1000;

/** A valid id for each number. */
export const idOf = (number: number) => `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`;

const timeOf = ({at = days(1)}: Spec, step: number) => new Date(at + step * 1000).toISOString();

export function writeClaude(home: string, spec: Spec, place = `${spec.id}.jsonl`): string {
	const {id, cwd = '/home/user/app', branch = 'main', model = 'claude-sonnet-4-5', title, told} = spec;
	const records: Fields[] = [];
	let parent: string | null = null;
	const add = (make: (uuid: string, parent: string | null, more: Fields) => Fields) => {
		const uuid = `${id}-${records.length}`;
		const more = {sessionId: id, cwd, gitBranch: branch, timestamp: timeOf(spec, records.length)};
		records.push(make(uuid, parent, more));
		parent = uuid;
	};
	const said = (content: unknown) =>
		add((uuid, before, more) => {
			const record = claude.answer(uuid, before, content, more);
			return {...record, message: {...(record.message as Fields), model}};
		});
	for (const each of told) {
		if (each.as === 'prompt') add((uuid, before, more) => claude.user(uuid, before, each.text, more));
		else if (each.as === 'answer') said(each.text);
		else if (each.as === 'thinking') said([{type: 'thinking', thinking: each.text, signature: 'x'}]);
		else {
			const call = `call-${records.length}`;
			const input = {command: each.input, ...(each.file === undefined ? {} : {file_path: each.file})};
			said([{type: 'tool_use', id: call, name: each.file === undefined ? 'Bash' : 'Edit', input}]);
			add((uuid, before, more) => {
				const block = {type: 'tool_result', tool_use_id: call, content: each.output, is_error: each.isError ?? false};
				return claude.user(uuid, before, [block], more);
			});
		}
	}
	if (title !== undefined) records.push({type: 'custom-title', customTitle: title, sessionId: id});
	return claude.writeSession(home, records, place);
}

export function writeCodex(home: string, spec: Spec): string {
	const {id, cwd = '/home/user/app', branch = 'main', model = 'gpt-5.5', told} = spec;
	const records = [
		codex.meta({id, cwd, git: {branch}, timestamp: timeOf(spec, 0)}),
		codex.line('turn_context', {cwd, model, approval_policy: 'never', sandbox_policy: {type: 'read-only'}}),
		...told.flatMap((each, at): Fields[] => {
			if (each.as === 'prompt') return codex.typed(each.text);
			if (each.as === 'answer') return codex.said(each.text);
			if (each.as === 'thinking')
				return [codex.response('reasoning', {id: `r${at}`, summary: [{type: 'summary_text', text: each.text}]})];
			const input = {cmd: each.input, ...(each.file === undefined ? {} : {file_path: each.file})};
			return [codex.call(`c${at}`, 'exec_command', input), codex.output(`c${at}`, each.output)];
		}),
	].map((record, step) => ({...record, timestamp: timeOf(spec, step)}));
	const stamp = timeOf(spec, 0).slice(0, 19).replaceAll(':', '-');
	return codex.writeRollout(home, records, {id, stamp});
}

export function writeGemini(home: string, spec: Spec): string {
	const {id, model = 'gemini-2.5-pro', told} = spec;
	const records = told.map((each, at): Fields => {
		const timestamp = timeOf(spec, at);
		if (each.as === 'prompt') return gemini.user(`g${at}`, each.text, {timestamp});
		if (each.as === 'answer') return gemini.answer(`g${at}`, each.text, {timestamp, model});
		if (each.as === 'thinking')
			return gemini.answer(`g${at}`, '', {
				timestamp,
				model,
				thoughts: [{subject: 's', description: each.text, timestamp}],
			});
		const args = {command: each.input, ...(each.file === undefined ? {} : {file_path: each.file})};
		const call = gemini.toolCall(`t${at}`, {
			name: 'run_shell_command',
			args,
			result: [gemini.response(`t${at}`, each.output)],
		});
		return gemini.answer(`g${at}`, '', {timestamp, model, toolCalls: [{...call, timestamp}]});
	});
	const time = timeOf(spec, 0);
	const name = `tmp/app/chats/session-${time.slice(0, 16).replace(':', '-')}-${id.slice(0, 8)}${id.slice(-6)}.jsonl`;
	const head = gemini.header({sessionId: id, startTime: time, lastUpdated: timeOf(spec, told.length)});
	return gemini.writeFile(home, name, gemini.linesOf([head, ...records]));
}

export function writeOpencode(home: string, specs: readonly Spec[]): string {
	const store = new StoreDatabase(path.join(storeFolder(home), 'opencode.db'));
	for (const spec of specs) {
		const {id, cwd = '/home/user/app', model = 'mock-model', title = 'Untitled', told, at = days(1)} = spec;
		store.session({id, directory: cwd, title, time_created: at, time_updated: at + told.length * 1000});
		for (const [step, each] of told.entries()) {
			const time = {time: {created: at + step * 1000}};
			const info =
				each.as === 'prompt' ? {role: 'user', agent: 'build', ...time} : {role: 'assistant', modelID: model, ...time};
			const part =
				each.as === 'work'
					? toolPart(
							'bash',
							`c${step}`,
							done({command: each.input, ...(each.file === undefined ? {} : {filePath: each.file})}, each.output),
						)
					: each.as === 'thinking'
						? {type: 'reasoning', text: each.text}
						: textPart(each.text);
			store.message(`msg_${id}_${String(step).padStart(3, '0')}`, step, info, [part], id);
		}
	}
	return store.close();
}

export function writeCursor(home: string, spec: Spec): string {
	const {id, cwd = cursor.workspace, title = 'New Agent', told, at = days(1)} = spec;
	const chat = new cursor.ChatBuilder(home, {id, workspace: cwd, meta: {name: title, createdAt: at}});
	const messages = told.flatMap((each, step): object[] => {
		if (each.as === 'prompt') return [cursor.query(each.text)];
		if (each.as === 'answer') return [cursor.answer(each.text)];
		if (each.as === 'thinking') return [cursor.answer({type: 'reasoning', text: each.text})];
		const args = {command: each.input, ...(each.file === undefined ? {} : {file_path: each.file})};
		return [cursor.answer(cursor.call(`c${step}`, 'Shell', args)), cursor.result(`c${step}`, 'Shell', each.output)];
	});
	chat.root([...cursor.opening, ...messages]);
	return chat.write().file;
}

export function writePi(home: string, spec: Spec): string {
	const {id, cwd = '/home/user/app', model = 'pi-model', told} = spec;
	let parent: string | null = null;
	const messages = told.flatMap((each, at): Fields[] => {
		const said = (name: string, message: Fields): Fields => {
			const record = {type: 'message', id: name, parentId: parent, timestamp: timeOf(spec, at), message};
			parent = name;
			return record;
		};
		const block = (content: Fields) => said(`p${at}`, {role: 'assistant', model, content: [content]});
		if (each.as === 'prompt') return [said(`p${at}`, {role: 'user', content: each.text})];
		if (each.as === 'answer') return [block({type: 'text', text: each.text})];
		if (each.as === 'thinking') return [block({type: 'thinking', thinking: each.text})];
		const args = {command: each.input, ...(each.file === undefined ? {} : {path: each.file})};
		return [
			block({type: 'toolCall', id: `c${at}`, name: 'bash', arguments: args}),
			said(`r${at}`, {
				role: 'toolResult',
				toolCallId: `c${at}`,
				toolName: 'bash',
				content: [{type: 'text', text: each.output}],
				isError: each.isError ?? false,
			}),
		];
	});
	const head = {type: 'session', version: 3, id, timestamp: timeOf(spec, 0), cwd};
	const file = path.join(home, '.pi/agent/sessions/--app--', `${timeOf(spec, 0).replace(/[:.]/g, '-')}_${id}.jsonl`);
	return codex.writeFile(file, codex.textOf([head, ...messages]));
}

export function writeCopilot(home: string, spec: Spec): string {
	const {id, cwd = '/home/user/app', branch = 'main', model = 'copilot-model', told} = spec;
	let last: string | null = null;
	let count = 0;
	const event = (type: string, data: Fields): Fields => {
		const record = {type, data, id: `e${count}`, timestamp: timeOf(spec, count), parentId: last};
		last = record.id;
		count++;
		return record;
	};
	const records = [
		event('session.start', {sessionId: id, copilotVersion: '1.0.77', selectedModel: model, context: {cwd, branch}}),
		...told.flatMap((each, at): Fields[] => {
			if (each.as === 'prompt') return [event('user.message', {content: each.text, attachments: []})];
			if (each.as === 'answer')
				return [event('assistant.message', {content: each.text, toolRequests: [], messageId: `m${at}`})];
			if (each.as === 'thinking') return [event('assistant.reasoning', {content: each.text, reasoningId: `r${at}`})];
			const args = {command: each.input, ...(each.file === undefined ? {} : {path: each.file})};
			return [
				event('tool.execution_start', {toolCallId: `c${at}`, toolName: 'bash', arguments: args}),
				event('tool.execution_complete', {
					toolCallId: `c${at}`,
					success: !each.isError,
					result: {content: each.output},
				}),
			];
		}),
	];
	return codex.writeFile(path.join(home, '.copilot/session-state', id, 'events.jsonl'), codex.textOf(records));
}

export const writers: Readonly<Record<AgentId, (home: string, spec: Spec) => string>> = {
	claude: writeClaude,
	codex: writeCodex,
	gemini: writeGemini,
	cursor: writeCursor,
	pi: writePi,
	copilot: writeCopilot,
};

/** Nobody touched anything for an hour. */
export function settle(home: string): void {
	age(home);
}

/** Changes a file, and makes it and its folder look as if that was some minutes ago. */
let minutesAgo = 50;
export function change(file: string, work: () => void): void {
	work();
	const time = new Date(Date.now() - minutesAgo-- * 60_000);
	for (const place of [file, path.dirname(file)]) if (fs.existsSync(place)) fs.utimesSync(place, time, time);
}

export type FindOptions = {
	readonly mode?: Mode;
	readonly folder?: string;
	readonly limit?: number;
	readonly isDeep?: boolean;
	readonly signal?: AbortSignal;
};

export const queryOf = (text: string, mode: Mode = 'words'): Query => parseQuery(text, {mode, now, agents: agentIds});

/** A search as a test asks it. */
export class Asker {
	constructor(
		readonly search: Search,
		readonly known: KnownSessions,
		readonly library: Library,
	) {}

	async answers(text: string, {mode, limit = 1000, ...more}: FindOptions = {}): Promise<Answer[]> {
		const answers: Answer[] = [];
		for await (const answer of this.search.search({query: queryOf(text, mode), limit, ...more})) answers.push(answer);
		return answers;
	}

	async last(text: string, options?: FindOptions): Promise<Answer> {
		const answers = await this.answers(text, options);
		const {isComplete} = answers.at(-1)!;
		if (!isComplete) throw new Error('the last answer is not complete');
		return answers.at(-1)!;
	}

	/** Ids of what is found, the best first. */
	async ids(text: string, options?: FindOptions): Promise<string[]> {
		return (await this.last(text, options)).found.map(({ref}) => ref.id);
	}

	async sorted(text: string, options?: FindOptions): Promise<string[]> {
		return (await this.ids(text, options)).sort();
	}

	matches(found: Found, text: string, mode?: Mode): Promise<readonly Match[]> {
		return this.search.matches(found, queryOf(text, mode));
	}

	/** The places in the first session that is found. */
	async firstMatches(text: string, options: FindOptions = {}): Promise<readonly Match[]> {
		const {found} = await this.last(text, options);
		return this.matches(found[0]!, text, options.mode);
	}
}

export type OpenOptions = {
	readonly cache?: string;
	/** False: nothing is read into the index. A signal that is aborted in the middle fills half of it. */
	readonly isFilled?: boolean;
	readonly agents?: readonly AgentId[];
	readonly isStarred?: (ref: {readonly id: string}) => boolean;
};

/** With a catalogue. */
export async function openIndexed(home: string, options: OpenOptions = {}): Promise<Asker> {
	const {cache = temporaryDirectory(), isFilled = true, agents, isStarred} = options;
	const library = new Library({homes: [home], cache, agents});
	onTestFinished(() => library.close());
	await library.scan();
	const catalog = library.catalog!;
	if (isFilled) await fillIndex({catalog});
	const known = new KnownSessions(catalog, agents);
	return new Asker(new Search({known, catalog, isStarred, now: () => now, home: '/home/user'}), known, library);
}

/** Without one: everything is read. */
export async function openUnindexed(home: string, options: Pick<OpenOptions, 'isStarred'> = {}): Promise<Asker> {
	const library = new Library({homes: [home]});
	const {sessions} = await library.scan();
	const known = new KnownSessions();
	const all = sessions.map(async (ref, number) => unsavedSession(number, ref, await library.head(ref)));
	known.replace(await Promise.all(all));
	return new Asker(new Search({known, ...options, now: () => now, home: '/home/user'}), known, library);
}
