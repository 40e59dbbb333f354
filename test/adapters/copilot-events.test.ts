/** Small logs, and logs that somebody damaged. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {copilot} from '../../source/adapters/copilot/copilot.ts';
import {readWorkspace} from '../../source/adapters/copilot/workspace.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

type Fields = Record<string, unknown>;

const sessionId = 'c0ffee00-0000-4000-8000-0000000000aa';
let clock = Date.UTC(2026, 10, 16);
let count = 0;
let last: string | null = null;

/** An event after the one before it; `more` overrides whatever is here. */
function event(type: string, data: Fields = {}, more: Fields = {}): Fields {
	clock += 1000;
	const id = `e${++count}`;
	const record = {type, data, id, timestamp: new Date(clock).toISOString(), parentId: last, ...more};
	last = String(record.id);
	return record;
}

function start(more: Fields = {}): Fields {
	last = null;
	return event('session.start', {sessionId, copilotVersion: '1.0.77', context: {cwd: '/app', branch: 'main'}, ...more});
}

const user = (content: string, more: Fields = {}) => event('user.message', {content, attachments: [], ...more});
const answer = (content: string, more: Fields = {}) =>
	event('assistant.message', {content, toolRequests: [], messageId: `m${count}`, ...more});

type Read = {
	readonly ref: SessionRef;
	readonly head: Session;
	readonly history: History;
	readonly entries: Entry[];
	readonly prompts: string[];
};

async function read(records: ReadonlyArray<Fields | string>, ending = '\n', workspace?: string): Promise<Read> {
	const home = temporaryDirectory();
	const folder = path.join(home, '.copilot/session-state', sessionId);
	fs.mkdirSync(folder, {recursive: true});
	const lines = records.map(record => (typeof record === 'string' ? record : JSON.stringify(record)));
	fs.writeFileSync(path.join(folder, 'events.jsonl'), lines.join('\n') + ending);
	if (workspace !== undefined) fs.writeFileSync(path.join(folder, 'workspace.yaml'), workspace);
	const {sessions, candidates} = await copilot.discover({path: home, env: {}});
	expect(candidates).toMatchObject([{verdict: 'listed'}]);
	const ref = sessions[0]!;
	const history = await copilot.history(ref);
	const entries = await collect(history.entries());
	return {ref, head: await copilot.head(ref), history, entries, prompts: promptsOf(entries)};
}

const kinds = (entries: readonly Entry[], kind: Entry['kind']) => entries.filter(entry => entry.kind === kind);

describe('calls', () => {
	it('are shown where they were first told of', async () => {
		const {entries, history} = await read([
			start(),
			event('tool.execution_start', {toolCallId: 'a', toolName: 'bash', arguments: {command: 'one'}}),
			answer('', {toolRequests: [{toolCallId: 'a', name: 'bash', arguments: {command: 'one'}}]}),
			event('tool.execution_complete', {toolCallId: 'a', success: true, result: {content: 'done'}}),
			event('tool.user_requested', {toolCallId: 'b', toolName: 'bash', arguments: {command: 'two'}}),
			event('tool.execution_start', {toolCallId: 'b', toolName: 'bash', arguments: {command: 'two'}}),
			event('tool.execution_complete', {toolCallId: 'b', success: true, result: {content: 'done too'}}),
		]);
		expect(kinds(entries, 'tool_call').map(({text}) => text)).toEqual(['one', 'two']);
		expect(kinds(entries, 'tool_result').map(({tool}) => tool!.callId)).toEqual(['a', 'b']);
		expect(history.session.counts).toMatchObject({toolCalls: 2});
	});

	it('have one result, and a second one is a note', async () => {
		const {entries, history} = await read([
			start(),
			answer('', {toolRequests: [{toolCallId: 'a', name: 'bash', arguments: {}}]}),
			event('tool.execution_complete', {toolCallId: 'a', success: false, error: {message: 'interrupted'}}),
			event('tool.execution_complete', {toolCallId: 'a', success: true, result: {content: 'late'}}),
		]);
		expect(kinds(entries, 'tool_result').map(({text}) => text)).toEqual(['interrupted']);
		expect(entries.at(-1)).toMatchObject({kind: 'system', text: 'late'});
		expect(history.session.counts!.errors).toBe(1);
	});

	it('say what they are for when their input does not', async () => {
		const {entries} = await read([
			start(),
			answer('', {toolRequests: [{toolCallId: 'a', name: 'odd', arguments: {x: 1}, intentionSummary: 'Count beans'}]}),
		]);
		expect(kinds(entries, 'tool_call')[0]!.text).toBe('Count beans');
	});

	it('describe pictures and fall back to the detailed text', async () => {
		const {entries} = await read([
			start(),
			answer('x'),
			event('tool.execution_complete', {
				toolCallId: 'a',
				toolName: 'view',
				success: true,
				result: {
					content: '',
					detailedContent: 'the whole',
					contents: [{type: 'image', mimeType: 'image/png', data: 'AAAA'}],
				},
			}),
		]);
		expect(kinds(entries, 'tool_result')[0]).toMatchObject({
			text: 'the whole',
			media: [{type: 'image/png', bytes: 3}],
		});
	});
});

describe('answers', () => {
	it('in several pieces count once', async () => {
		const {history, entries} = await read([
			start(),
			user('go'),
			answer('one', {apiCallId: 'api', chunkIndex: 0, chunkCount: 2, outputTokens: 12}),
			answer('two', {apiCallId: 'api', chunkIndex: 1, chunkCount: 2, outputTokens: 12}),
		]);
		expect(kinds(entries, 'assistant').map(({message}) => message)).toEqual(['api', 'api']);
		expect(history.session.counts!.messages).toBe(2);
		expect(history.session.tokens!.output).toBe(12);
	});

	it('do not repeat the thought that stands before them', async () => {
		const {entries} = await read([
			start(),
			user('go'),
			event('assistant.reasoning', {reasoningId: 'r', content: 'Hm.'}),
			answer('Yes.', {reasoningText: 'Hm.'}),
			answer('And more.', {reasoningText: 'Hm, again.'}),
		]);
		expect(kinds(entries, 'thinking').map(({text}) => text)).toEqual(['Hm.', 'Hm, again.']);
	});

	it('have the model that was chosen where they name none', async () => {
		const {history, entries} = await read([
			start({selectedModel: 'auto'}),
			event('session.auto_mode_resolved', {chosenModel: 'gpt-5-mini'}),
			answer('a'),
			event('session.model_change', {newModel: 'gpt-5', previousModel: 'gpt-5-mini'}),
			answer('b'),
		]);
		expect(kinds(entries, 'assistant').map(({model}) => model)).toEqual(['gpt-5-mini', 'gpt-5']);
		expect(history.session.models).toEqual(['gpt-5-mini', 'gpt-5']);
	});
});

describe('branches', () => {
	it('appear where two prompts follow the same event', async () => {
		const first = [start(), user('one'), answer('1')];
		const before = last;
		const second = [user('two'), answer('2')];
		last = before;
		const {history, prompts} = await read([...first, ...second, user('two, better'), answer('2b')]);
		expect(prompts).toEqual(['one', 'two, better']);
		expect(history.graph.forks).toHaveLength(1);
	});

	it('appear where a rewind was logged', async () => {
		const {history, prompts} = await read([
			start(),
			user('one'),
			answer('1'),
			event('user.message', {content: 'two', attachments: []}, {id: 'gone'}),
			answer('2'),
			event('session.snapshot_rewind', {upToEventId: 'gone', eventsRemoved: 2}),
		]);
		expect(prompts).toEqual(['one']);
		expect(promptsOf(await collect(history.entries('all')))).toEqual(['one', 'two']);
	});

	it('do not appear where an event only names another one than the last', async () => {
		const opening = start();
		const {history} = await read([
			opening,
			event('system.message', {content: 'notice'}),
			event('user.message', {content: 'one', attachments: []}, {parentId: opening.id}),
			answer('1'),
			event('tool.execution_start', {toolCallId: 'x', toolName: 'bash'}, {parentId: opening.id}),
		]);
		expect(history.graph.isLinear).toBe(true);
	});
});

describe('tokens', () => {
	const shutdown = (input: number) =>
		event('session.shutdown', {
			shutdownType: 'routine',
			modelMetrics: {m: {usage: {inputTokens: input, outputTokens: 1}}},
		});

	it('of sums that began anew are added', async () => {
		const {history} = await read([start(), user('a'), shutdown(100), user('b'), shutdown(30)]);
		expect(history.session.tokens).toMatchObject({input: 130, output: 2});
	});

	it('may be told by kind', async () => {
		const tokenDetails = {input: {tokenCount: 100}, output: {tokenCount: 15}, cache_read: {tokenCount: 5}};
		const {history} = await read([start(), user('a'), event('session.shutdown', {modelMetrics: {}, tokenDetails})]);
		expect(history.session.tokens).toEqual({input: 100, output: 15, cacheRead: 5, cacheCreation: 0});
	});
});

describe('titles', () => {
	it('are the first prompt where the name only repeats it', async () => {
		const {head} = await read([start(), user('Reply with one word: pong')], '\n', 'name: "Reply with one…"\n');
		expect(head).toMatchObject({title: 'Reply with one word: pong', titleSource: 'first-prompt'});
	});

	it('may be a summary of an older version', async () => {
		const {head} = await read([start(), user('hello')], '\n', 'summary: |-\n  Fixing\n  the cart\nsummary_count: 1\n');
		expect(head).toMatchObject({title: 'Fixing the cart', titleSource: 'generated'});
	});

	it('skip what nobody typed', async () => {
		const {head} = await read([
			start(),
			user('injected', {source: 'skill-pdf'}),
			user('to an agent', {source: 'agent-7'}),
			user('go on', {isAutopilotContinuation: true}),
			user('typed', {source: 'user'}),
		]);
		expect(head.title).toBe('typed');
	});

	it('are found behind a long system prompt', async () => {
		const {head, history} = await read([
			start(),
			event('system.message', {content: 'x'.repeat(300_000)}),
			user('behind'),
			answer('y'.repeat(300_000)),
		]);
		expect(head.title).toBe('behind');
		expect(head.endedAt).toBe(history.session.endedAt);
	});

	it('name what was attached where there are no words', async () => {
		const {head, prompts} = await read([start(), user('', {attachments: [{type: 'file', displayName: 'a.png'}]})]);
		expect(head.title).toBe('[file a.png]');
		expect(prompts).toEqual(['']);
	});
});

describe('workspace.yaml', () => {
	it('is read as far as Copilot writes it', () => {
		const yaml = `id: x\r\ncwd: "/a b/\\u0063"\nname: 'it''s'\nuser_named: true\nnested:\n  name: no\nbranch: >-\n  feature\n`;
		expect(readWorkspace(yaml)).toEqual({
			cwd: '/a b/c',
			branch: 'feature',
			name: "it's",
			isNamedByUser: true,
			summary: undefined,
		});
		expect(readWorkspace(': : :\n- a\n"')).toEqual({isNamedByUser: false});
	});

	it('tells the directory where the log does not', async () => {
		const {head} = await read([start({context: undefined}), user('x')], '\n', 'cwd: /from/yaml\nbranch: dev\n');
		expect(head).toMatchObject({cwd: '/from/yaml', gitBranch: 'dev'});
		expect(head.latestCwd).toBeUndefined();
	});
});

describe('bad input', () => {
	it('survives wrong types everywhere', async () => {
		const {prompts, entries} = await read([
			start({context: 'x', selectedModel: 4}),
			event('user.message', {content: 5, attachments: 'none'}),
			event('assistant.message', {content: null, toolRequests: [null, {toolCallId: 3}], outputTokens: 'x'}),
			event('tool.execution_complete', {toolCallId: {}, success: 'yes', result: 'text', error: 4}),
			event('session.shutdown', {modelMetrics: [1], tokenDetails: 'x'}),
			event('session.compaction_complete'),
			event('session.truncation'),
			{type: 7, data: []},
			'[1]',
			'null',
			user('still here'),
		]);
		expect(prompts).toEqual(['still here']);
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
		expect(kinds(entries, 'unknown')).toHaveLength(3);
	});

	it('warns of a line that is cut off and of garbage, and reads the rest', async () => {
		const {history, prompts} = await read(
			[start(), user('one'), 'garbage {', answer('1'), JSON.stringify(user('lost')).slice(0, 50)],
			'',
		);
		expect(prompts).toEqual(['one']);
		expect(history.warnings).toHaveLength(2);
	});

	it('shows an event that was written twice only once, and keeps two with one id', async () => {
		const once = [start(), user('one')];
		const {prompts, entries} = await read([
			...once,
			...once,
			event('user.message', {content: 'other', attachments: []}, {id: once[1]!.id, parentId: once[1]!.id}),
		]);
		expect(prompts).toEqual(['one', 'other']);
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
	});

	it('lists a log whose first line is damaged', async () => {
		const {prompts, ref} = await read(['{"type":"session.st', user('one'), answer('1')]);
		expect(prompts).toEqual(['one']);
		expect(ref.id).toBe(sessionId);
	});

	it('opens with the first entries in the order of the log', async () => {
		const {ref, entries} = await read([start(), user('one'), answer('1')]);
		expect(await collect(copilot.opening(ref))).toEqual(entries);
	});

	it('stops when it is told to', async () => {
		const {ref} = await read([start(), user('one')]);
		await expect(copilot.history(ref, {signal: AbortSignal.abort()})).rejects.toThrow();
	});
});
