/** `recollect check`, and the marks of what it would say. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {checkSessions} from '../../source/actions/check-sessions.ts';
import type {Context} from '../../source/actions/context.ts';
import {Library} from '../../source/catalog/library.ts';
import type {Warning} from '../../source/model/warning.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

async function run(home: string, given: readonly string[], {all = false, json = false} = {}) {
	const library = new Library({homes: [home]});
	const warnings: Warning[] = [];
	let code = -1;
	const context = {
		library,
		json,
		paint: (_: string, text: string) => text,
		columns: 100,
		flags: {all, raw: false, full: false},
		warn: (warning: Warning) => warnings.push(warning),
		progress() {},
		ends: (wanted: number) => {
			code = wanted;
		},
	} as unknown as Context;
	let text = '';
	for await (const piece of checkSessions(context, given[0] ?? '', given[1] ?? '', given)) text += piece;
	return {text, code, warnings};
}

/** Changes the first record of a type in the only Claude session of a home. */
function changeRecord(home: string, type: string, change: object): string {
	const folder = path.join(home, '.claude', 'projects');
	const file = fs
		.readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.map(name => path.join(folder, name))
		.find(name => name.endsWith('.jsonl'))!;
	const lines = fs.readFileSync(file, 'utf8').split('\n');
	const at = lines.findIndex(line => line.includes(`"type":"${type}"`));
	lines[at] = JSON.stringify({...JSON.parse(lines[at]!), ...change});
	fs.writeFileSync(file, lines.join('\n'));
	return file;
}

test('says that there is nothing new', async () => {
	const home = fixtureHome('claude/plain', 'codex/plain', 'gemini/plain', 'opencode/plain', 'pi/tree');
	const {text, code} = await run(home, [], {all: true});
	expect(text).toMatch(/^\d+ sessions checked, nothing new\n$/);
	expect(code).toBe(0);
	const files = fs.readdirSync(path.join(home, '.claude', 'projects'), {recursive: true, encoding: 'utf8'});
	const file = path.join(home, '.claude', 'projects', files.find(name => name.endsWith('.jsonl'))!);
	expect((await run(home, [file])).text).toBe('1 session checked, nothing new\n');
	// A folder, and a database with all that is in it.
	expect((await run(home, [path.join(home, '.claude')])).text).toBe('1 session checked, nothing new\n');
	const database = path.join(home, '.local', 'share', 'opencode', 'opencode.db');
	expect((await run(home, [database, file])).text).toBe('2 sessions checked, nothing new\n');
});

test('tells what is new, as text and as JSON, and ends with 1', async () => {
	const home = fixtureHome('claude/plain');
	const file = changeRecord(home, 'assistant', {sparkle: {a: 1}, version: '99.0.0'});
	const {text, code} = await run(home, [], {all: true});
	expect(code).toBe(1);
	expect(text).toContain('NEW_FIELD      $.sparkle  1 ×\n');
	expect(text).toContain('object {a}  (claude 99.0.0 in assistant)');
	expect(text).toMatch(/first: \/.*\.jsonl:\d+ \(byte \d+\)/);
	expect(text).toContain('1 session checked, 1 finding\n');
	expect(text).toMatch(/claude 99\.0\.0 is newer than what is known here \(up to [\d.]+\)/);
	const id = path.basename(file, '.jsonl');
	const answer = JSON.parse((await run(home, [id.slice(0, 8)], {json: true})).text);
	expect(answer).toMatchObject({schema_version: '1.0', checked: 1, files: 1});
	expect(answer.findings).toEqual([
		{
			code: 'NEW_FIELD',
			agent: 'claude',
			version: '99.0.0',
			records: ['assistant'],
			path: '$.sparkle',
			count: 1,
			first: {file, line: expect.any(Number), offset: expect.any(Number), row: null},
			example: 'object {a}',
		},
	]);
});

test('what can not be checked is told, the rest is checked, and it ends with 2', async () => {
	const home = fixtureHome('claude/plain');
	const {text, code, warnings} = await run(home, [
		'nothing-like-this',
		path.join(home, '.claude'),
		temporaryDirectory(),
	]);
	expect(code).toBe(2);
	expect(warnings.map(({message}) => message)).toEqual([
		expect.stringContaining('nothing-like-this'),
		'there is no session in this folder',
	]);
	expect(text).toBe('1 session checked, nothing new\n');
	await expect(run(home, [])).rejects.toThrow('--all');
});

test('documents of the open formats are held against their own schemas', async () => {
	const folder = temporaryDirectory();
	const file = path.join(folder, 'session.json');
	const message = (more: object) => ({exchangeId: 'e', messages: [{role: 'user', content: [], ...more}]});
	fs.writeFileSync(
		file,
		JSON.stringify({
			schemaVersion: '1.0',
			provider: {id: 'claude', name: 'Claude Code', version: '2'},
			sessionId: 's',
			createdAt: '2026-11-16T10:00:00Z',
			workspaceRoot: '/x',
			exchanges: [message({}), message({})],
			surprise: true,
		}),
	);
	const {text, code} = await run(folder, [file]);
	expect(code).toBe(1);
	expect(text).toContain('INVALID        $.surprise  1 ×');
	expect(text).toContain('(session-data)');
	expect(text).toContain('$.exchanges[].messages[].content  2 ×');
	expect(text).toContain('1 session checked');
});

test('what is invalid is told with the line of the message it is in, laid out or one document a line', async () => {
	const folder = temporaryDirectory();
	const entry = (id: string, type: string) => ({id, timestamp: '2026-11-16T10:00:00Z', type, content: 'x'});
	const document = {
		id: 's',
		version: '1.0',
		source: {cli: 'codex'},
		project: {path: '/x'},
		model: {provider: 'openai', model: 'm'},
		timeline: [entry('1', 'user'), entry('2', 'nobody')],
		metadata: {created: '2026-11-16T10:00:00Z', lastModified: '2026-11-16T10:00:00Z'},
	};
	const laidOut = JSON.stringify(document, undefined, 1);
	fs.writeFileSync(path.join(folder, 'a.json'), laidOut);
	const at = laidOut.indexOf('{\n   "id": "2"');
	const line = laidOut.slice(0, at).split('\n').length;
	expect((await run(folder, [path.join(folder, 'a.json')])).text).toContain(`a.json:${line} (byte ${at})`);
	const flat = JSON.stringify(document);
	fs.writeFileSync(path.join(folder, 'a.ndjson'), `${flat.replace('nobody', 'user')}\n${flat}\n`);
	const second = flat.length - 'nobody'.length + 'user'.length + 1 + flat.indexOf('{"id":"2"');
	expect((await run(folder, [path.join(folder, 'a.ndjson')])).text).toContain(`a.ndjson:2 (byte ${second})`);
});

test('documents are counted whether or not they are damaged, and each line is held against its own format', async () => {
	const folder = temporaryDirectory();
	const write = (name: string, ...lines: string[]) => {
		fs.writeFileSync(path.join(folder, name), lines.join('\n'));
		return run(folder, [path.join(folder, name)]);
	};
	const provider = {id: 'claude', name: 'Claude Code', version: '2'};
	const data = JSON.stringify({schemaVersion: '1.0', provider, sessionId: 's', createdAt: 'x', exchanges: []});
	const unified = JSON.stringify({schema_version: '1.0', agent: 'codex', session: {}, messages: []});
	const damaged = await write('session.json', unified.slice(0, -4));
	expect([damaged.code, damaged.text]).toEqual([1, expect.stringContaining('1 session checked, 1 finding')]);
	const lines = await write('sessions.ndjson', '{"broken', data, unified);
	expect(lines.text).toContain('3 sessions checked');
	expect(lines.text).toContain(`first: ${path.join(folder, 'sessions.ndjson:1 (byte 0)')}`);
	expect(lines.text).toContain('$.workspaceRoot is missing  (session-data)');
	expect(lines.text).toContain('$.session.id is missing  (unified)');
});

describe('the mark', () => {
	test('counts say how many kinds of change there are', async () => {
		const home = fixtureHome('claude/plain');
		const library = new Library({homes: [home]});
		const [ref] = (await library.scan()).sessions;
		expect((await library.history(ref!)).session.counts!.drift).toBeUndefined();
		changeRecord(home, 'assistant', {sparkle: 1, glitter: 2});
		const changed = new Library({homes: [home]});
		const [after] = (await changed.scan()).sessions;
		expect((await changed.measure(after!)).session.counts!.drift).toBe(2);
	});

	test.each([
		'codex/plain',
		'gemini/tools',
		'opencode/tools',
		'pi/tree',
		'copilot/tools',
		'claude/tools',
		'cursor/transcripts',
	])('there is none on %s', async fixture => {
		const library = new Library({homes: [fixtureHome(fixture)]});
		for (const ref of (await library.scan()).sessions)
			expect((await library.measure(ref)).session.counts!.drift).toBeUndefined();
	});
});
