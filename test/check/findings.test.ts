/** Each change is named once, with how often and where first. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {checkedFile, told} from '../helpers/check-files.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const secret = 'sk-ant-REDACTED-of-nobody-0123456789';

const user = {
	type: 'user',
	uuid: 'a1',
	parentUuid: null,
	sessionId: 's',
	timestamp: '2026-11-16T10:00:00.000Z',
	version: '9.9.9',
	cwd: '/home/user/project',
	message: {role: 'user', content: 'Hello'},
};
const assistant = {
	...user,
	type: 'assistant',
	uuid: 'a2',
	parentUuid: 'a1',
	message: {role: 'assistant', content: [{type: 'text', text: 'Hi'}]},
};

function sessionFile(records: readonly unknown[], end = '\n'): string {
	const folder = path.join(temporaryDirectory(), '.claude', 'projects', '-home-user-project');
	fs.mkdirSync(folder, {recursive: true});
	const file = path.join(folder, '11111111-2222-4333-8444-555555555555.jsonl');
	const lines = records.map(record => (typeof record === 'string' ? record : JSON.stringify(record)));
	fs.writeFileSync(file, lines.join('\n') + end);
	return file;
}

test('nothing is said of what is known', async () => {
	const check = await checkedFile('claude', sessionFile([user, assistant]));
	expect(told(check)).toEqual([]);
	expect([check.sessions, check.files, check.records]).toEqual([1, 1, 2]);
});

test('types, fields, types of value and missing fields are told exactly, each once', async () => {
	const {uuid: _, ...withoutId} = user;
	const file = sessionFile([
		user,
		{type: 'hologram', sessionId: 's', projection: {depth: 3}},
		assistant,
		{...assistant, mood: secret},
		{...user, mood: secret},
		{...assistant, message: {...assistant.message, content: [{type: 'song', melody: secret}]}},
		{...assistant, message: {...assistant.message, usage: {input_tokens: secret}}},
		{...user, message: {...user.message, content: [{type: 'text', text: 7}]}},
		withoutId,
		{...user, message: {role: 'user'}},
		{type: 'hologram', sessionId: 's'},
	]);
	const check = await checkedFile('claude', file);
	expect(told(check)).toEqual([
		'UNKNOWN_TYPE $.type 2',
		'NEW_FIELD $.mood 2',
		'UNKNOWN_TYPE $.message.content[].type 1',
		'TYPE_MISMATCH $.message.usage.input_tokens 1',
		'TYPE_MISMATCH $.message.content[]<text>.text 1',
		'MISSING_FIELD $.uuid 1',
		'MISSING_FIELD $.message.content 1',
	]);
	const found = check.findings.list();
	expect(found.map(({first}) => first.line)).toEqual([2, 4, 6, 7, 8, 9, 10]);
	expect(found.every(({agent, version}) => agent === 'claude' && version === '9.9.9')).toBe(true);
	const lines = fs.readFileSync(file).toString().split('\n');
	expect(found[0]!.first).toEqual({file, line: 2, offset: lines[0]!.length + 1, row: undefined});
	expect(found[0]!.example).toBe('"hologram": object {type, sessionId, projection}');
	expect(found[1]!.records).toEqual(['assistant', 'user']);
	expect(found[3]!.example).toBe(`string of ${secret.length}; known is number`);
	expect(JSON.stringify(found)).not.toContain('sk-ant');
});

test('keys that are data are no fields, and what tools take and give is free', async () => {
	const file = sessionFile([
		user,
		{
			...assistant,
			message: {role: 'assistant', content: [{type: 'tool_use', id: 't', name: 'X', input: {any: [{thing: 1}]}}]},
		},
		{...user, toolUseResult: {what: {ever: true}}},
		{
			type: 'file-history-snapshot',
			messageId: 'm',
			isSnapshotUpdate: false,
			snapshot: {messageId: 'm', timestamp: 't', trackedFileBackups: {'/a/b c.ts': {backupFileName: null, version: 1}}},
		},
	]);
	expect(told(await checkedFile('claude', file))).toEqual([]);
});

test('what is no JSON is told with its place', async () => {
	const file = sessionFile([user, 'not a record', assistant, '{"type":"user","mess'], '');
	const check = await checkedFile('claude', file);
	expect(check.findings.list().map(({code, example, first}) => [code, example, first.line])).toEqual([
		['DAMAGED', 'not a JSON record', 2],
		['DAMAGED', 'the last record is cut off (still being written, or a crash)', 4],
	]);
});

test('names out of files are made harmless and short', async () => {
	const check = await checkedFile(
		'claude',
		sessionFile([user, {...user, [`\u001B[2J${'x'.repeat(500)}`]: 1}, {...user, type: 'a\nb\u0007'}]),
	);
	const text = JSON.stringify(check.findings.list());
	expect(text).not.toMatch(/\\u001b|\\u0007/i);
	expect(text.length).toBeLessThan(1500);
});

test('a file of nothing but new fields does not fill the memory', async () => {
	const fields = Object.fromEntries(Array.from({length: 5000}, (_, at) => [`field${at}`, at]));
	const check = await checkedFile('claude', sessionFile([user, {...user, ...fields}]));
	expect(check.findings.size).toBe(1000);
	expect(check.findings.untold).toBe(4000);
});
