/** A chat in its database: order, times, tools, the log, and what is not in it. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {
	answer,
	ChatBuilder,
	type ChatOptions,
	call,
	collect,
	field,
	keepOpen,
	line,
	message,
	onlySession,
	opening,
	promptsOf,
	query,
	result,
	secretKey,
	sessionsOf,
	spoken,
	workspace,
} from '../helpers/cursor-chat.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const id = '5e1f0c9a-3d41-4a0e-9b1c-0c8f5a7d2e10';
const asked = 1788818588927;
const answered = 1788818591931;

const first = query('why does the checkout test fail', 'Tuesday, Sep 8, 2026, 12:03 AM (UTC+2)');
const conversation = [
	...opening,
	first,
	answer({type: 'redacted-reasoning', data: 'x'}, 'I run it first.', call('call_1', 'Shell', {command: 'npm test'})),
	result('call_1', 'Shell', 'Exit code: 1\n1 failed', {failure: {exitCode: 1}}, true),
	answer(call('call_2', 'Read', {path: '/src/cart.ts'}), call('call_3', 'Glob', {glob_pattern: '**/*.test.ts'})),
	result('call_3', 'Glob', 'cart.test.ts'),
	result('call_2', 'Read', 'export const total = 1;'),
	answer('The total is fixed.'),
];

/** A chat whose newest turn is only in the log, with a transcript beside it. */
function checkout(home: string, options: ChatOptions = {}): ChatBuilder {
	const chat = new ChatBuilder(home, {id, log: 'crashed', ...options});
	// Stored backwards: only the root knows the order.
	for (const each of [...conversation].reverse()) chat.message(each);
	chat.root(conversation, field(9, `file://${workspace}`));
	chat.checkpoint();
	const user = chat.ref(
		message(field(1, 'why does the checkout test fail'), field(2, 'uuid'), field(4, 1), field(25, asked)),
	);
	const thinking = chat.ref(
		message(field(3, message(field(1, 'The user wants a green test.'), field(2, 1439), field(3, asked + 500)))),
	);
	const said = chat.ref(message(field(1, message(field(1, 'The total is fixed.'), field(2, answered)))));
	const tool = (number: number, input: string) =>
		chat.ref(message(field(2, message(field(number, message(field(1, message(field(1, input)))))))));
	const steps = [thinking, chat.ref(message(field(1, message(field(1, 'I run it first.')))))];
	steps.push(tool(1, 'npm test'), tool(8, '/src/cart.ts'), tool(4, '**/*.test.ts'), said);
	const turn = chat.ref(
		message(field(1, user), ...steps.map(step => field(2, step)), field(3, 'request'), field(5, 3)),
	);
	chat.root(
		[...conversation, query('thanks'), answer('You are welcome.')],
		field(5, message(field(1, 12315), field(2, 200000))),
		field(8, chat.ref(message(field(1, turn)))),
		field(9, `file://${workspace}`),
		field(21, message(field(1, workspace), field(2, 'fix/checkout'))),
		field(22, 'cli'),
	);
	return chat.write();
}

const transcript = [
	line(
		'user',
		'<timestamp>Tuesday, Sep 8, 2026, 12:03 AM (UTC+2)</timestamp>\n<user_query>\nwhy does the checkout test fail\n</user_query>',
	),
	line('assistant', 'I run it first.', {type: 'tool_use', name: 'Shell', input: {command: 'npm test'}}),
	line('assistant', 'The total is fixed.'),
	{type: 'turn_ended', status: 'success'},
	line('user', '<user_query>\nthanks\n</user_query>'),
	line('assistant', 'You are welcome.'),
	{type: 'turn_ended', status: 'error', error: 'upstream timeout'},
];

describe('a chat of Cursor CLI', () => {
	it('is read in the root’s order, with what is only in the log', async () => {
		const home = temporaryDirectory();
		checkout(home);
		const ref = await onlySession(home);
		const {session, graph, warnings, entries} = await cursor.history(ref);
		expect(warnings).toEqual([]);
		expect(spoken(await collect(entries()))).toEqual([
			'user: why does the checkout test fail',
			'thinking: The user wants a green test.',
			'thinking: ',
			'assistant: I run it first.',
			'tool_call: npm test',
			'tool_result: Exit code: 1\n1 failed',
			'tool_call: /src/cart.ts',
			'tool_call: **/*.test.ts',
			'tool_result: cart.test.ts',
			'tool_result: export const total = 1;',
			'assistant: The total is fixed.',
			'user: thanks',
			'assistant: You are welcome.',
		]);
		expect(graph.isLinear).toBe(true);
		expect(session.counts).toEqual({prompts: 2, messages: 6, toolCalls: 3, errors: 1, forks: 0});
	});

	it('says of itself what it knows, and nothing else', async () => {
		const home = temporaryDirectory();
		checkout(home, {meta: {lastUsedModel: 'composer-2'}});
		const ref = await onlySession(home);
		const head = await cursor.head(ref);
		const {session} = await cursor.history(ref);
		for (const each of [head, session]) {
			expect(each).toMatchObject({
				agent: 'cursor',
				id,
				title: 'why does the checkout test fail',
				titleSource: 'first-prompt',
				cwd: workspace,
				gitBranch: 'fix/checkout',
				startedAt: '2026-09-07T22:03:00.000Z',
				endedAt: '2026-09-07T22:03:11.931Z',
				models: ['composer-2'],
				isAgentSession: false,
			});
			expect(each.tokens).toBeUndefined();
		}
	});

	it('has times where the store has them, and none elsewhere', async () => {
		const home = temporaryDirectory();
		checkout(home);
		const {entries} = await cursor.history(await onlySession(home));
		const times = (await collect(entries())).filter(({isAside}) => !isAside).map(({timestamp}) => timestamp);
		expect(times.filter(time => time !== undefined)).toEqual([
			new Date(asked).toISOString(),
			new Date(asked + 500).toISOString(),
			new Date(answered).toISOString(),
		]);
		expect(times.at(-1)).toBeUndefined();
	});

	it('pairs calls and results, and tells the failed ones', async () => {
		const home = temporaryDirectory();
		checkout(home);
		const {entries} = await cursor.history(await onlySession(home));
		const all = await collect(entries());
		const calls = all.filter(({kind}) => kind === 'tool_call').map(({tool}) => [tool?.callId, tool?.name]);
		expect(calls).toEqual([
			['call_1', 'Shell'],
			['call_2', 'Read'],
			['call_3', 'Glob'],
		]);
		const results = all.filter(({kind}) => kind === 'tool_result').map(({tool, isError}) => [tool?.callId, isError]);
		expect(results).toEqual([
			['call_1', true],
			['call_3', undefined],
			['call_2', undefined],
		]);
	});

	it('has entries of unique ids, each with its row and its parent', async () => {
		const home = temporaryDirectory();
		const chat = checkout(home);
		const {entries, graph} = await cursor.history(await onlySession(home));
		const all = await collect(entries('all'));
		expect(new Set(all.map(each => each.id)).size).toBe(all.length);
		for (const {id: entryId, parent, locator} of all) {
			if (!entryId.includes('#')) expect(graph.has(entryId)).toBe(true);
			if (parent !== undefined) expect(graph.has(parent.split('#')[0]!)).toBe(true);
			expect(locator).toMatchObject({path: chat.file, table: expect.stringMatching(/^(?:blobs|meta)$/)});
		}
		expect(all.filter(({parent}) => parent === undefined)).toHaveLength(1);
	});

	it('takes the log into account whether the program runs, was killed or is closed', async () => {
		for (const log of ['crashed', 'killed', 'closed'] as const) {
			const home = temporaryDirectory();
			checkout(home, {log});
			const {entries} = await cursor.history(await onlySession(home));
			expect(promptsOf(await collect(entries()))).toEqual(['why does the checkout test fail', 'thanks']);
		}
		const home = temporaryDirectory();
		const chat = checkout(home, {log: 'closed'});
		const writer = keepOpen(chat.file);
		const before = (await onlySession(home)).size;
		const late = Buffer.from(JSON.stringify(query('one more')));
		writer.prepare('INSERT INTO blobs VALUES (?, ?)').run('f'.repeat(64), late);
		const root = message(field(1, Buffer.from('f'.repeat(64), 'hex')));
		writer.prepare('INSERT INTO blobs VALUES (?, ?)').run('e'.repeat(64), root);
		const meta = Buffer.from(JSON.stringify({latestRootBlobId: 'e'.repeat(64)})).toString('hex');
		writer.prepare('UPDATE meta SET value = ?').run(meta);
		const ref = await onlySession(home);
		expect(ref.size).toBeGreaterThan(before);
		expect(ref.files).toContain(`${chat.file}-wal`);
		expect(promptsOf(await collect((await cursor.history(ref)).entries()))).toEqual(['one more']);
	});

	it('joins the transcript: the same turns are not told twice, its own marks are kept', async () => {
		const home = temporaryDirectory();
		const chat = checkout(home);
		const file = chat.transcript(transcript);
		const {candidates} = await cursor.discover({path: home, env: {}});
		expect(candidates.map(({path: place, verdict, reason}) => [place, verdict, reason])).toEqual([
			[chat.file, 'listed', undefined],
			[file, 'hidden', 'part of a listed session'],
		]);
		const ref = await onlySession(home);
		expect(ref.files).toEqual([chat.file, `${chat.file}-wal`, file]);
		const {session, entries, records, graph} = await cursor.history(ref);
		const all = await collect(entries());
		expect(promptsOf(all)).toEqual(['why does the checkout test fail', 'thanks']);
		expect(session.counts).toEqual({
			prompts: 2,
			messages: 6,
			toolCalls: 3,
			errors: 2,
			forks: 0,
			endsInError: true,
		});
		expect(graph.isLinear).toBe(true);
		expect(all.filter(({isError, kind}) => isError && kind === 'system').map(({text}) => text)).toEqual([
			'upstream timeout',
		]);
		const raw = Buffer.concat(await collect(records()))
			.toString('utf8')
			.trimEnd()
			.split('\n');
		for (const record of transcript) expect(raw).toContain(JSON.stringify(record));
	});

	it('takes title, directory and times from meta.json first', async () => {
		const home = temporaryDirectory();
		const sidecar = {
			schemaVersion: 1,
			createdAtMs: 1788818000000,
			updatedAtMs: 1788819999000,
			title: 'Fix the checkout test',
			hasConversation: true,
			cwd: '/home/user/elsewhere',
			blobEncryptionKey: secretKey,
		};
		checkout(home, {sidecar, meta: {name: 'Another name'}});
		expect(await cursor.head(await onlySession(home))).toMatchObject({
			title: 'Fix the checkout test',
			titleSource: 'generated',
			cwd: '/home/user/elsewhere',
			startedAt: '2026-09-07T21:53:20.000Z',
			endedAt: '2026-09-07T22:26:39.000Z',
		});
		const other = temporaryDirectory();
		checkout(other, {meta: {name: 'Another name', createdAt: '1788818000000'}});
		expect(await cursor.head(await onlySession(other))).toMatchObject({
			title: 'Another name',
			startedAt: '2026-09-07T21:53:20.000Z',
		});
	});

	it('never shows the encryption key', async () => {
		const home = temporaryDirectory();
		const sidecar = {schemaVersion: 1, title: 'T', blobEncryptionKey: secretKey, nested: {apiToken: secretKey}};
		const chat = checkout(home, {sidecar});
		chat.transcript(transcript);
		expect(fs.readFileSync(path.join(path.dirname(chat.file), 'meta.json'), 'utf8')).toContain(secretKey);
		const found = await cursor.discover({path: home, env: {}});
		const ref = found.sessions[0]!;
		const history = await cursor.history(ref);
		const raw = Buffer.concat(await collect(history.records('all'))).toString('utf8');
		expect(raw).toContain('"table":"meta"');
		expect(raw).toContain('"latestRootBlobId"');
		const shown = [found, await cursor.head(ref), history.session, history.warnings];
		const entries = [await collect(history.entries('all')), await collect(cursor.opening(ref))];
		for (const text of [raw, JSON.stringify(shown), JSON.stringify(entries)]) {
			expect(text).not.toContain(secretKey);
			expect(text).not.toContain(Buffer.from(secretKey).toString('hex'));
			expect(text).not.toMatch(/EncryptionKey/i);
		}
	});

	it('gives the records as they are, a line a row', async () => {
		const home = temporaryDirectory();
		checkout(home);
		const {records} = await cursor.history(await onlySession(home));
		const rows = Buffer.concat(await collect(records()))
			.toString('utf8')
			.trimEnd()
			.split('\n')
			.map(row => JSON.parse(row));
		expect(rows[0]).toMatchObject({table: 'meta', key: '0', value: {agentId: id}});
		expect(rows.filter(({data}) => data?.role).map(({data}) => data)).toEqual([
			...conversation,
			query('thanks'),
			answer('You are welcome.'),
		]);
		expect(rows.at(-1)).toMatchObject({table: 'blobs', encoding: 'base64'});
	});

	it('previews the first entries', async () => {
		const home = temporaryDirectory();
		checkout(home);
		const entries = await collect(cursor.opening(await onlySession(home)));
		expect(promptsOf(entries)).toEqual(['why does the checkout test fail', 'thanks']);
	});

	it('is recognized wherever it lies', async () => {
		const home = temporaryDirectory();
		const chat = checkout(home, {sidecar: {title: 'Named'}});
		const file = chat.transcript(transcript);
		// What changed in the last moment never has the same stamp twice.
		for (const each of (await sessionsOf(home))[0]!.files) fs.utimesSync(each, 1e9, 1e9);
		expect(await cursor.recognize(chat.file)).toEqual((await sessionsOf(home))[0]);
		expect(await cursor.recognize(file)).toMatchObject({id, path: file});
		const moved = path.join(temporaryDirectory(), 'backup', 'store.db');
		fs.mkdirSync(path.dirname(moved));
		for (const suffix of ['', '-wal']) fs.copyFileSync(chat.file + suffix, moved + suffix);
		expect(await cursor.recognize(moved)).toMatchObject({id: 'backup', path: moved});
	});

	it('is also found among the sessions of editors (ACP)', async () => {
		const home = temporaryDirectory();
		const chat = checkout(home, {folder: 'acp-sessions'});
		expect(await onlySession(home)).toMatchObject({id, path: chat.file});
	});

	it('shows commands that the person ran', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const shell = message(
			field(1, chat.ref(message(field(1, 'git status')))),
			field(2, chat.ref(message(field(1, 'clean'), field(2, ''), field(3, 0)))),
		);
		const user = chat.ref(message(field(1, 'hello'), field(25, asked)));
		chat.root(
			[...opening, query('hello'), answer('Hi.')],
			field(8, chat.ref(message(field(1, message(field(1, user)))))),
			field(8, chat.ref(message(field(2, shell)))),
		);
		chat.write();
		const {entries, session} = await cursor.history(await onlySession(home));
		expect(spoken(await collect(entries()))).toEqual(['user: hello', 'assistant: Hi.', 'system: ! git status\nclean']);
		expect(session.counts).toMatchObject({prompts: 1, toolCalls: 0, errors: 0});
	});

	it('keeps the same words said twice apart', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		chat.root([...opening, query('continue'), answer('Done.'), query('continue'), answer('Done.')]);
		chat
			.write()
			.transcript([
				line('user', '<user_query>\ncontinue\n</user_query>'),
				line('assistant', 'Done.'),
				line('user', '<user_query>\ncontinue\n</user_query>'),
				line('assistant', 'Done.'),
			]);
		const {entries, session, graph} = await cursor.history(await onlySession(home));
		const all = await collect(entries('all'));
		expect(promptsOf(all)).toEqual(['continue', 'continue']);
		expect(new Set(all.map(each => each.id)).size).toBe(all.length);
		expect(session.counts).toMatchObject({prompts: 2, messages: 4});
		expect(graph.isLinear).toBe(true);
	});

	it('describes pictures and keeps what it does not know', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const picture = {type: 'image', image: Buffer.alloc(300).toString('base64'), mimeType: 'image/png'};
		chat.root([
			...opening,
			{role: 'user', content: [{type: 'text', text: '<user_query>what is this</user_query>'}, picture]},
			answer({type: 'hologram', data: 1}, 'A cat.'),
			{role: 'oracle', content: 'hm'},
		]);
		chat.write();
		const {entries} = await cursor.history(await onlySession(home));
		const all = await collect(entries());
		expect(all.find(({kind}) => kind === 'user')?.media).toEqual([{type: 'image/png', bytes: 300}]);
		expect(all.filter(({kind}) => kind === 'unknown').map(({detail}) => detail)).toEqual(['hologram', 'oracle']);
	});
});
