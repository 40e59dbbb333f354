/** A change in the stores of each agent is found where it lies. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {loadLibsql} from '../../source/adapters/sqlite/load-libsql.ts';
import {checked, checkedFile, sessionsIn} from '../helpers/check-files.ts';
import {answer, ChatBuilder, call, opening, query, result} from '../helpers/cursor-chat.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {database} from '../helpers/opencode-store.ts';

type Change = (line: Record<string, any>) => Record<string, any>;

/** Changes one record of one file of a home, and tells what is found. */
async function afterChange(fixture: string, wanted: (line: Record<string, any>) => boolean, change: Change) {
	const home = fixtureHome(fixture);
	const files = (await sessionsIn(home)).flatMap(ref => ref.files);
	const file = files.find(each => each.endsWith('.jsonl'))!;
	const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
	const at = lines.findIndex(line => wanted(JSON.parse(line)));
	expect(at).toBeGreaterThan(-1);
	lines[at] = JSON.stringify(change(JSON.parse(lines[at]!)));
	fs.writeFileSync(file, `${lines.join('\n')}\n`);
	const check = await checked(await sessionsIn(home));
	return check.findings.list().map(({code, path: place, first}) => `${code} ${place} :${first.line! - at}`);
}

test('Codex', async () => {
	const isMessage = (line: Record<string, any>) => line.payload?.type === 'message';
	expect(await afterChange('codex/plain', isMessage, line => ({...line, payload: {...line.payload, tune: 1}}))).toEqual(
		['NEW_FIELD $.payload<message>.tune :1'],
	);
	expect(await afterChange('codex/plain', isMessage, line => ({...line, type: 'dream'}))).toEqual([
		'UNKNOWN_TYPE $.type :1',
	]);
	expect(await afterChange('codex/plain', isMessage, line => ({...line, payload: {...line.payload, role: 4}}))).toEqual(
		['TYPE_MISMATCH $.payload<message>.role :1'],
	);
	expect(await afterChange('codex/plain', isMessage, line => ({...line, timestamp: undefined}))).toEqual([
		'MISSING_FIELD $.timestamp :1',
	]);
});

test('Gemini', async () => {
	const isAnswer = (line: Record<string, any>) => line.type === 'gemini';
	expect(await afterChange('gemini/plain', isAnswer, line => ({...line, tokens: 12, sparkle: true}))).toEqual([
		'TYPE_MISMATCH $.tokens :1',
		'NEW_FIELD $.sparkle :1',
	]);
});

test('Gemini: a record that changes the session in a way nobody knows is one finding', async () => {
	const home = fixtureHome('gemini/plain');
	const [ref] = await sessionsIn(home);
	fs.appendFileSync(ref!.files[0]!, '{"$foo":1}\n');
	const found = (await checked(await sessionsIn(home))).findings.list();
	expect(found.map(({code, path: place, example}) => `${code} ${place} ${example}`)).toEqual([
		'UNKNOWN_TYPE $.type no type: object {$foo}',
	]);
});

test('pi', async () => {
	const isAnswer = (line: Record<string, any>) => line.message?.role === 'assistant';
	expect(
		await afterChange('pi/tree', isAnswer, line => ({...line, message: {...line.message, content: undefined}})),
	).toEqual(['MISSING_FIELD $.message<assistant>.content :1']);
});

test('Copilot', async () => {
	const isPrompt = (line: Record<string, any>) => line.type === 'user.message';
	expect(
		await afterChange('copilot/subagent', isPrompt, line => ({...line, data: {...line.data, aura: 'blue'}})),
	).toEqual(['NEW_FIELD $.data.aura :1']);
});

test('Cursor', async () => {
	const isSpoken = (line: Record<string, any>) => line.role === 'assistant';
	expect(
		await afterChange('cursor/transcripts', isSpoken, line => ({...line, message: {...line.message, halo: 1}})),
	).toEqual(['NEW_FIELD $.message.halo :1']);
});

test('OpenCode: rows of a database are told by table and name', async () => {
	const home = fixtureHome('opencode/plain');
	const file = path.join(home, '.local', 'share', 'opencode', 'opencode.db');
	const Package = loadLibsql();
	const opened = new Package(file);
	opened.exec(`UPDATE part SET data = json_set(data, '$.shine', 1) WHERE json_extract(data, '$.type') = 'text'`);
	opened.exec('ALTER TABLE session ADD COLUMN weather TEXT');
	opened.exec('ALTER TABLE part ADD COLUMN colour TEXT');
	opened.close();
	const found = (await checked(await sessionsIn(home))).findings.list();
	expect(found.map(({code, path: place}) => `${code} ${place}`)).toEqual([
		'NEW_FIELD $.colour',
		'NEW_FIELD $.weather',
		'NEW_FIELD $.shine',
	]);
	expect(found[2]!.first.row).toMatch(/^part prt_/);
	expect(found[2]!.records).toEqual(['text']);
	expect(found[2]!.version).toMatch(/^1\./);
});

test('Cursor: the blobs of a chat, its row and what lies beside it', async () => {
	const home = temporaryDirectory();
	const sidecar = {
		schemaVersion: 1,
		createdAtMs: 1,
		updatedAtMs: 2,
		title: 'T',
		hasConversation: true,
		cwd: '/x',
		rank: 1,
	};
	const chat = new ChatBuilder(home, {sidecar, meta: {lastUsedModel: 'm', mood: 'calm'}});
	chat.root([
		...opening,
		query('do it'),
		{...answer('Done.', call('c', 'Shell', {command: 'ls'})), shimmer: true},
		result('c', 'Shell', 'a'),
		answer({type: 'riddle', text: 'what'}),
	]);
	chat.write();
	const found = (await checked(await sessionsIn(home))).findings.list();
	expect(found.map(({code, path: place}) => `${code} ${place}`)).toEqual([
		'NEW_FIELD $.mood',
		'NEW_FIELD $.shimmer',
		'UNKNOWN_TYPE $.content[].type',
		'NEW_FIELD $.rank',
	]);
	expect(found[0]!.first.row).toBe('meta 0');
	expect(found[1]!.first.row).toMatch(/^blobs [0-9a-f]{64}$/);
	expect(found[3]!.first).toMatchObject({file: expect.stringMatching(/meta\.json$/), line: 1});
});

test('OpenCode: the second engine, in its tables and in an export', async () => {
	const home = temporaryDirectory();
	const store = database(home, {first: false, second: true})
		.secondSession()
		.secondMessage('msg_1', 1, 'user', {text: 'Hi'})
		.secondMessage('msg_2', 2, 'assistant', {content: [{type: 'text', text: 'Hello'}]})
		.secondMessage('msg_3', 3, 'telepathy', {thought: 'x'})
		.close();
	const found = (await checked(await sessionsIn(home))).findings.list();
	expect(found.map(({code, path: place, example}) => `${code} ${place} ${example.split(':', 1)[0]}`)).toEqual([
		'UNKNOWN_TYPE $.type "telepathy"',
	]);
	expect(found[0]!.first).toMatchObject({file: store, row: 'session_message msg_3'});
	const file = path.join(home, 'export.json');
	const messages = [
		{id: 'msg_1', type: 'user', text: 'Hi', time: {created: 1}},
		{id: 'msg_2', type: 'synthetic', text: 'note', time: {created: 2}},
		{id: 'msg_3', type: 'dream', time: {created: 3}},
	];
	fs.writeFileSync(file, JSON.stringify({info: {id: 'ses_1', title: 'T', time: {created: 1}}, messages}));
	const exported = (await checkedFile('opencode', file)).findings.list();
	expect(exported.map(({code, path: place, example}) => `${code} ${place} ${example.split(':', 1)[0]}`)).toEqual([
		'UNKNOWN_TYPE $.type "dream"',
	]);
});
