/** Small trees, and files that somebody damaged. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {History, SessionRef} from '../../source/adapters/adapter.ts';
import {pi} from '../../source/adapters/pi/pi.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

type Fields = Record<string, unknown>;

let clock = Date.UTC(2026, 10, 16);
const now = () => {
	clock += 1000;
	return new Date(clock).toISOString();
};

const header = (more: Fields = {}) => ({type: 'session', version: 3, id: 's', timestamp: now(), cwd: '/app', ...more});
const entry = (id: string, parentId: string | null, more: Fields): Fields => ({
	id,
	parentId,
	timestamp: now(),
	...more,
});
const message = (id: string, parentId: string | null, body: Fields) =>
	entry(id, parentId, {type: 'message', message: body});
const user = (id: string, parentId: string | null, content: unknown = `prompt ${id}`) =>
	message(id, parentId, {role: 'user', content});
const answer = (id: string, parentId: string, content: unknown = `answer ${id}`, more: Fields = {}) =>
	message(id, parentId, {
		role: 'assistant',
		model: 'm',
		content: typeof content === 'string' ? [{type: 'text', text: content}] : content,
		...more,
	});

type Read = {
	readonly ref: SessionRef;
	readonly head: Session;
	readonly history: History;
	readonly entries: Entry[];
	readonly prompts: string[];
};

async function read(records: ReadonlyArray<Fields | string>, ending = '\n'): Promise<Read> {
	const home = temporaryDirectory();
	const file = path.join(home, '.pi/agent/sessions/--app--/2026-11-16T00-00-00-000Z_s.jsonl');
	fs.mkdirSync(path.dirname(file), {recursive: true});
	const lines = records.map(record => (typeof record === 'string' ? record : JSON.stringify(record)));
	fs.writeFileSync(file, lines.join('\n') + ending);
	const {sessions, candidates} = await pi.discover({path: home, env: {}});
	expect(candidates).toMatchObject([{verdict: 'listed'}]);
	const ref = sessions[0]!;
	const history = await pi.history(ref);
	const entries = await collect(history.entries());
	return {ref, head: await pi.head(ref), history, entries, prompts: promptsOf(entries)};
}

it('tells who its first model was asked of', async () => {
	const {history} = await read([
		header(),
		user('u', null),
		answer('a', 'u', 'one', {provider: 'openrouter'}),
		answer('b', 'a', 'two', {model: 'n', provider: 'other'}),
	]);
	expect(history.session).toMatchObject({models: ['m', 'n'], modelProvider: 'openrouter'});
});

describe('where the session stands', () => {
	it('is the place somebody went to, even while nothing was typed there', async () => {
		const {history, prompts} = await read([
			header(),
			user('a', null),
			answer('b', 'a'),
			user('c', 'b'),
			answer('d', 'c'),
			entry('e', 'b', {type: 'model_change', provider: 'p', modelId: 'm'}),
		]);
		expect(prompts).toEqual(['prompt a']);
		expect(history.graph.forks).toHaveLength(1);
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 2, forks: 1});
	});

	it('is a side of its own where two others compete', async () => {
		const {history, prompts} = await read([
			header(),
			user('a', null),
			answer('b', 'a'),
			user('c', 'b'),
			user('d', 'b'),
			entry('e', 'b', {type: 'branch_summary', fromId: 'b', summary: 'two tries'}),
		]);
		expect(prompts).toEqual(['prompt a']);
		expect(history.graph.forks[0]!.sides.map(({isActive}) => isActive)).toEqual([false, false, true]);
	});

	it('is no fork when a label or a name follows', async () => {
		const {history} = await read([
			header(),
			user('a', null),
			answer('b', 'a'),
			entry('l', 'b', {type: 'label', targetId: 'a', label: 'here'}),
			entry('n', 'l', {type: 'session_info', name: 'named'}),
			user('c', 'n'),
		]);
		expect(history.graph.isLinear).toBe(true);
	});

	it('forgets a visit that left nothing but a setting', async () => {
		const {history, prompts} = await read([
			header(),
			user('a', null),
			answer('b', 'a'),
			user('c', 'b'),
			entry('e', 'b', {type: 'model_change', provider: 'p', modelId: 'm'}),
			answer('d', 'c'),
		]);
		expect(history.graph.isLinear).toBe(true);
		expect(prompts).toEqual(['prompt a', 'prompt c']);
	});

	it('may be named by a marker', async () => {
		const {history, prompts} = await read([
			header(),
			user('a', null),
			answer('b', 'a'),
			user('c', 'b'),
			entry('e', 'c', {type: 'leaf', targetId: 'b'}),
			user('f', 'e'),
		]);
		expect(prompts).toEqual(['prompt a', 'prompt f']);
		expect(history.graph.forks).toHaveLength(1);
	});

	it('takes a command that a person ran for a turn', async () => {
		const shell = {role: 'bashExecution', command: 'false', output: '', exitCode: 1, cancelled: false};
		const {history, entries} = await read([
			header(),
			user('a', null),
			answer('b', 'a'),
			message('c', 'b', shell),
			user('d', 'b'),
		]);
		expect(history.graph.forks).toHaveLength(1);
		expect(entries.some(({detail}) => detail === 'shell')).toBe(false);
		const first = await collect(history.entries(1));
		expect(first.at(-1)).toMatchObject({detail: 'shell', text: '! false\nexit code 1'});
	});
});

describe('names and titles', () => {
	it('lets an empty name take the last one away', async () => {
		const {head} = await read([
			header(),
			entry('n', null, {type: 'session_info', name: 'once'}),
			user('a', 'n'),
			entry('m', 'a', {type: 'session_info', name: ''}),
		]);
		expect(head).toMatchObject({title: 'prompt a', titleSource: 'first-prompt'});
	});

	it('finds a name in the middle of a long file', async () => {
		const long = 'x'.repeat(200_000);
		const {head, history} = await read([
			header(),
			user('a', null),
			answer('b', 'a', long),
			entry('n', 'b', {type: 'session_info', name: 'in the middle'}),
			answer('c', 'n', long),
		]);
		expect(head.title).toBe('in the middle');
		expect(head.title).toBe(history.session.title);
		expect(head.endedAt).toBe(history.session.endedAt);
	});

	it('shows a skill as it was typed, and a file by its name', async () => {
		const skill = '<skill name="review" location="/s/SKILL.md">\nReferences are relative to /s.\n\nBody\n</skill>';
		const {prompts, head} = await read([header(), user('a', null, `${skill}\n\nthe cart`)]);
		expect(prompts).toEqual(['/skill:review the cart']);
		expect(head.title).toBe('/skill:review the cart');
		const file = await read([header(), user('a', null, '<file name="/x/notes.md">\nlong\n</file>\nsum it up')]);
		expect(file.head.title).toBe('sum it up');
		const alone = await read([header(), user('a', null, '<file name="/x/notes.md">\nlong\n</file>\n')]);
		expect(alone.head.title).toBe('@notes.md');
	});

	it('calls a picture without words a picture', async () => {
		const {head} = await read([header(), user('a', null, [{type: 'image', data: 'AAAA', mimeType: 'image/png'}])]);
		expect(head.title).toBe('[Image]');
	});

	it('finds a first prompt behind large records', async () => {
		const {head} = await read([
			header(),
			entry('x', null, {type: 'custom', customType: 'state', data: 'y'.repeat(300_000)}),
			user('a', 'x'),
		]);
		expect(head.title).toBe('prompt a');
	});
});

describe('bad input', () => {
	it('keeps unknown entries, roles and blocks', async () => {
		const {entries, history} = await read([
			header(),
			user('a', null),
			entry('u', 'a', {type: 'hologram', width: 3}),
			message('r', 'u', {role: 'oracle', content: 'yes'}),
			answer('b', 'r', [{type: 'dance'}, {type: 'text', text: 'done'}]),
			'[1,2]',
			'"text"',
			'7',
		]);
		expect(entries.filter(({kind}) => kind === 'unknown').map(({detail}) => detail)).toEqual([
			'hologram',
			'message oracle',
			'block dance',
			'not an object',
			'not an object',
			'not an object',
		]);
		expect(history.graph.isLinear).toBe(true);
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
	});

	it('survives wrong types everywhere', async () => {
		const {prompts} = await read([
			header({cwd: 5, timestamp: 'yesterday', parentSession: {}}),
			message('a', null, {role: 'user', content: 7}),
			message('b', 'a', {role: 'assistant', content: [null, 3, {type: 'toolCall'}], usage: 'much', model: 1}),
			message('c', 'b', {role: 'toolResult', content: null, toolCallId: 9}),
			entry('d', 'c', {type: 'compaction', summary: 1, tokensBefore: 'x'}),
			entry('e', 'd', {type: 'session_info', name: 4}),
			{type: 'message', id: 5, parentId: 6, timestamp: 7, message: 'no'},
			user('f', 'nowhere', 'still here'),
		]);
		expect(prompts.at(-1)).toBe('still here');
	});

	it('warns of a line that is cut off and of garbage, and reads the rest', async () => {
		const {history, prompts} = await read(
			[header(), user('a', null), 'garbage {', answer('b', 'a'), JSON.stringify(user('c', 'b')).slice(0, 60)],
			'',
		);
		expect(prompts).toEqual(['prompt a']);
		expect(history.warnings).toHaveLength(2);
	});

	it('follows the line before where a parent is missing', async () => {
		const {history, prompts, entries} = await read([
			header(),
			user('a', null),
			answer('b', 'gone'),
			user('c', 'tool-call-id'),
		]);
		expect(prompts).toEqual(['prompt a', 'prompt c']);
		expect(history.graph.isLinear).toBe(true);
		expect(entries.find(({id}) => id === 'b')!.parent).toBe('a');
	});

	it('shows a file that was written twice over only once', async () => {
		const once = [header(), user('a', null), answer('b', 'a')];
		const {history, prompts, entries} = await read([...once, ...once, user('c', 'b')]);
		expect(prompts).toEqual(['prompt a', 'prompt c']);
		expect(history.graph.isLinear).toBe(true);
		expect(entries).toHaveLength(4);
		const raw = Buffer.concat(await collect(history.records())).toString();
		expect(raw.trim().split('\n')).toHaveLength(7);
	});

	it('keeps two records that share an id', async () => {
		const {prompts, entries} = await read([header(), user('a', null, 'first'), user('a', 'a', 'the second one')]);
		expect(prompts).toEqual(['first', 'the second one']);
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
	});

	it('lists a file whose first line is damaged', async () => {
		const {ref, prompts, history} = await read(['{"type":"session","id":', user('a', null), user('b', null)]);
		expect(ref.id).toBe('s');
		expect(prompts).toEqual(['prompt b']);
		expect(history.graph.forks).toHaveLength(1);
		expect(history.session.cwd).toBeUndefined();
	});

	it('opens with the first entries in the order of the file', async () => {
		const {ref} = await read([header(), user('a', null), answer('b', 'a'), user('c', 'a')]);
		expect(promptsOf(await collect(pi.opening(ref)))).toEqual(['prompt a', 'prompt c']);
	});

	it('stops when it is told to', async () => {
		const {ref} = await read([header(), user('a', null)]);
		await expect(pi.history(ref, {signal: AbortSignal.abort()})).rejects.toThrow();
	});
});
