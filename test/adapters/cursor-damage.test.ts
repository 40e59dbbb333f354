/** Chats that are damaged, encrypted or of a make we do not know: what can be read is shown, the rest is told of. */
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {
	answer,
	ChatBuilder,
	collect,
	field,
	message,
	onlySession,
	opening,
	promptsOf,
	query,
	spoken,
} from '../helpers/cursor-chat.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const turn = (name: string) => [query(name), answer(`${name} done`)];

describe('a damaged chat', () => {
	it('shows what can be read, and names table and row of the rest', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const broken = chat.ref(Buffer.from([0xff, 0x00, 0x01, 0x7b]));
		const half = chat.ref(Buffer.from('{"role":"user","content":"half a mess'));
		const missing = Buffer.alloc(32, 0xab);
		const [ask, reply] = turn('alpha').map(each => chat.message(each));
		const last = turn('beta').map(each => field(1, chat.message(each)));
		const root = chat.blob(message(...[ask!, broken, half, missing, reply!].map(each => field(1, each)), ...last));
		chat.meta({latestRootBlobId: root});
		chat.write();
		const {entries, warnings, records} = await cursor.history(await onlySession(home));
		const all = await collect(entries());
		expect(promptsOf(all)).toEqual(['alpha', 'beta']);
		expect(all.filter(({kind}) => kind === 'unknown').map(({detail}) => detail)).toEqual([
			'message/unreadable',
			'message/unreadable',
			'message/missing',
		]);
		expect(warnings.map(({path, message: text}) => [path, text])).toEqual([
			[
				chat.file,
				`table blobs, row ${broken.toString('hex')}: 4 bytes that are not a JSON message (encrypted, or damaged)`,
			],
			[
				chat.file,
				`table blobs, row ${half.toString('hex')}: 37 bytes that are not a JSON message (encrypted, or damaged)`,
			],
			[chat.file, `table blobs, row ${missing.toString('hex')}: is missing or unreadable, and what it held with it`],
		]);
		expect(Buffer.concat(await collect(records())).toString('utf8')).toContain('"encoding":"base64","data":"/wABew=="');
	});

	it('whose root is lost is shown from the root before it', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		chat.root([...opening, ...turn('alpha')]);
		chat.meta({latestRootBlobId: 'd'.repeat(64)});
		chat.write();
		const {entries, warnings} = await cursor.history(await onlySession(home));
		expect(promptsOf(await collect(entries()))).toEqual(['alpha']);
		expect(warnings[0]?.message).toBe(
			`table blobs, row ${'d'.repeat(64)}: the root can’t be read; the newest earlier one is shown`,
		);
	});

	it('without any root is shown in the order it was stored', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		for (const each of [...opening, ...turn('alpha'), ...turn('beta')]) chat.message(each);
		chat.blob(Buffer.from('{"name":"a file, not a message"}'));
		chat.meta({latestRootBlobId: 'deadbeef'});
		chat.write();
		const {entries, warnings} = await cursor.history(await onlySession(home));
		expect(spoken(await collect(entries()))).toEqual([
			'user: alpha',
			'assistant: alpha done',
			'user: beta',
			'assistant: beta done',
		]);
		expect(warnings).toHaveLength(1);
	});

	it('whose own row is of no use is still read', async () => {
		for (const value of ['not hex', Buffer.from('[1,2]').toString('hex'), '', '{"latestRootBlobId":7}']) {
			const home = temporaryDirectory();
			const chat = new ChatBuilder(home);
			chat.root([...opening, ...turn('alpha')]);
			chat.run('UPDATE meta SET value = ?', value);
			chat.write();
			const ref = await onlySession(home);
			expect(promptsOf(await collect((await cursor.history(ref)).entries()))).toEqual(['alpha']);
			expect(await cursor.head(ref)).toMatchObject({title: 'alpha', startedAt: undefined});
		}
	});

	it('whose row is JSON without the hexadecimal is read the same', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const root = chat.root([...opening, ...turn('alpha')]);
		chat.run('UPDATE meta SET value = ?', JSON.stringify({latestRootBlobId: root, name: 'Plain'}));
		chat.write();
		expect(await cursor.head(await onlySession(home))).toMatchObject({title: 'Plain'});
	});

	it('with turns that lead nowhere keeps its messages', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const junk = chat.ref(Buffer.from([0xff, 0xff, 0xff]));
		const user = chat.ref(message(field(1, 'alpha'), field(25, 1788818588000)));
		chat.root(
			[...opening, ...turn('alpha')],
			field(8, Buffer.alloc(32, 0xcd)),
			field(8, chat.ref(message(field(1, message(field(1, user), field(2, junk)))))),
			field(16, 'not a map'),
			field(5, Buffer.from([0xff])),
			field(9, 'https://example.com/no-directory'),
		);
		chat.write();
		const {entries, warnings, session} = await cursor.history(await onlySession(home));
		expect(spoken(await collect(entries()))).toEqual(['user: alpha', 'assistant: alpha done']);
		expect(warnings.map(({message: text}) => text.replace(/[0-9a-f]{64}/, 'ID'))).toEqual([
			'table blobs, row ID: a turn is missing or unreadable; its times and its thinking are not known',
			'table blobs, row ID: a step of the turn is unreadable',
		]);
		expect(session.cwd).toBeUndefined();
	});

	it('never throws, wherever it was cut off', async () => {
		const source = new ChatBuilder(temporaryDirectory());
		for (let count = 0; count < 40; count++) source.root([...opening, ...turn(`alpha ${'long '.repeat(count * 20)}`)]);
		source.write();
		const whole = fs.readFileSync(source.file);
		for (let cut = 1; cut <= 12; cut++) {
			const home = temporaryDirectory();
			const chat = new ChatBuilder(home).write();
			const bytes = Buffer.from(whole);
			// A hole of zeros that wanders through the file, or an end that is missing.
			const at = Math.floor((whole.length * cut) / 13);
			fs.writeFileSync(chat.file, cut % 2 ? bytes.subarray(0, at) : bytes.fill(0, at, at + 3000));
			const {candidates, sessions} = await cursor.discover({path: home, env: {}});
			expect(candidates).toHaveLength(1);
			for (const ref of sessions) {
				const history = await cursor.history(ref);
				await collect(history.entries('all'));
				await collect(history.records('all'));
				await cursor.head(ref);
			}
		}
	});

	it('of wrong types everywhere is told, not thrown', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home, {meta: {name: 7, mode: [], createdAt: 'soon', lastUsedModel: {}}});
		chat.root([
			{role: 'user', content: null},
			{role: 'user', content: [null, 7, {type: 'text'}, {type: 'text', text: 5}]},
			{role: 'assistant', content: {type: 'text', text: 'alone'}},
			{role: 'assistant', content: [{type: 'tool-call', toolName: 3, args: '{"command":"ls"}'}, {type: 'tool-call'}]},
			{
				role: 'tool',
				content: [
					{type: 'tool-result', result: {a: 1}},
					{type: 'text', text: 'odd'},
				],
			},
			{role: 'tool', content: 'text', providerOptions: 5},
			{role: ['user'], content: 'x'},
			{role: 'user', content: '<user_query>never closed'},
		]);
		chat.write();
		const {entries} = await cursor.history(await onlySession(home));
		const all = await collect(entries('all'));
		expect(promptsOf(all)).toEqual(['never closed']);
		expect(all.filter(({kind}) => kind === 'tool_call')).toHaveLength(2);
		expect(all.find(({kind}) => kind === 'tool_result')?.text).toBe('{"a":1}');
	});
});
