/** Sessions whose bytes are damaged: everything readable is shown, and a warning names the byte where the trouble begins. */
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {claude} from '../../source/adapters/claude/claude.ts';
import {answer, call, collect, result, user} from '../helpers/claude-session.ts';
import {lines, readRaw} from '../helpers/raw-session.ts';

const first = lines(user('u1', null, 'first'));
const second = JSON.stringify(answer('a1', 'u1', 'second'));
const third = JSON.stringify(user('u2', 'a1', 'third'));
const at = Buffer.byteLength(first);

const textsOf = (entries: ReadonlyArray<{text: string}>) => entries.map(({text}) => text);

describe('a session', () => {
	it('with a cut-off last line shows all before it', async () => {
		const {entries, warnings} = await readRaw(`${first}${second}\n${third.slice(0, -20)}`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(warnings).toEqual([
			`${at + second.length + 1}: the last record is cut off (still being written, or a crash)`,
		]);
	});

	it('with a whole last line that no line end follows shows it, without a warning', async () => {
		const {entries, warnings} = await readRaw(`${first}${second}`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(warnings).toEqual([]);
	});

	it('keeps both records of a glued line and says where', async () => {
		const {entries, warnings, history} = await readRaw(`${first}${second}${third}\n`);
		expect(textsOf(entries)).toEqual(['first', 'second', 'third']);
		expect(warnings).toEqual([`${at + second.length}: 2 records on one line; all are kept`]);
		expect(history.graph.size).toBe(3);
		expect(entries[2]!.locator).toMatchObject({offset: at + second.length, length: third.length});
	});

	it('of one glued line is listed, with a title, and can be opened by its path', async () => {
		const {entries, head, file} = await readRaw(`${first.trim()}${second}`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(head).toMatchObject({title: 'first', cwd: '/home/user/app'});
		expect(await claude.recognize(file)).toMatchObject({path: file});
	});

	it('keeps a record that is glued to one the survey does not read', async () => {
		const request = JSON.stringify({type: 'api-request', body: 'x'});
		const {entries, history} = await readRaw(`${first}${request}${second}\n${request.slice(0, -3)}${third}\n`);
		expect(textsOf(entries.filter(({isAside}) => !isAside))).toEqual(['first', 'second', 'third']);
		expect(history.session.counts).toMatchObject({prompts: 2, messages: 3});
	});

	it('with a cut-off record in the middle shows the one that was glued to it', async () => {
		const {entries, warnings} = await readRaw(`${first}${second.slice(0, 90)}${third}\n`);
		expect(textsOf(entries)).toEqual(['first', 'third']);
		expect(warnings[0]).toBe(`${at}: a record that is cut off, with the next one glued to it`);
	});

	it('with a line that is not JSON shows the others', async () => {
		const {entries, warnings} = await readRaw(`${first}\u001B[31m rubbish\n${second}\n`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(warnings).toEqual([`${at}: not a JSON record`]);
	});

	it('with bytes that are not UTF-8 shows them as replacements and says where the first one is', async () => {
		const bytes = Buffer.from(`${first}${second}\n`);
		const place = bytes.indexOf('second');
		bytes[place + 2] = 0xff;
		const {entries, warnings} = await readRaw(bytes);
		expect(textsOf(entries)).toEqual(['first', 'se\uFFFDond']);
		expect(warnings).toEqual([`${place + 2}: bytes that are not UTF-8, shown as \uFFFD`]);
	});

	it('with a byte order mark and line ends of Windows is like any other', async () => {
		const text = `\uFEFF${first}${second}\n`.replaceAll('\n', '\r\n');
		const {entries, warnings, head, history} = await readRaw(text);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(warnings).toEqual([]);
		expect(head.title).toBe('first');
		expect(Buffer.concat(await collect(history.records())).toString()).toBe(`${first}${second}\r\n`);
	});

	it('with zero bytes after a crash shows what was written before and after', async () => {
		const zeros = '\u0000'.repeat(512);
		const {entries, warnings} = await readRaw(`${first}${zeros}${second}\n${zeros}`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		const told = '512 zero bytes where a record should begin (a write that a crash cut off)';
		expect(warnings).toEqual([`${at}: ${told}`, `${at + 512 + second.length + 1}: ${told}`]);
	});

	it('with blank lines has nothing to warn of', async () => {
		const {entries, warnings} = await readRaw(`\n\n${first}\n  \n\r\n${second}\n\n`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(warnings).toEqual([]);
	});

	it('begins where its first readable line does, even after much rubbish', async () => {
		const {entries, head, warnings} = await readRaw(`${'rubbish\n'.repeat(2000)}${first}${second}\n`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(head.title).toBe('first');
		expect(warnings).toHaveLength(1001);
	});
});

describe('the records of a damaged session', () => {
	it('are copied one a line, without what is none', async () => {
		const {history} = await readRaw(`\uFEFF${first}rubbish\n${second}${third}\n${third.slice(0, 40)}`);
		const copied = Buffer.concat(await collect(history.records())).toString();
		expect(copied).toBe(`${first}${second}\n${third}\n`);
	});

	it('are copied with their own branch, though a line holds two of them', async () => {
		const rival = JSON.stringify(user('u3', 'a1', 'rival'));
		const end = JSON.stringify(answer('a3', 'u3', 'end'));
		const {history} = await readRaw(`${first}${second}${third}${rival}\n${end}\n`);
		expect(history.graph.branches).toHaveLength(2);
		const copy = async (branch: number) => Buffer.concat(await collect(history.records(branch))).toString();
		expect(await copy(1)).toBe(`${first}${second}\n${third}\n`);
		expect(await copy(2)).toBe(`${first}${second}\n${rival}\n${end}\n`);
	});
});

describe('a line of fifty megabytes', () => {
	const size = 50 * 1024 * 1024;
	const image = (text: string) =>
		user('u1', null, [
			{type: 'image', source: {type: 'base64', media_type: 'image/png', data: 'A'.repeat(size)}},
			{type: 'text', text},
		]);

	it('is read like any other, even when it is the first, and copied whole', async () => {
		const {entries, head, warnings, ref, file, history} = await readRaw(
			lines(image('look'), answer('a1', 'u1', 'seen')),
		);
		expect(textsOf(entries)).toEqual(['look', 'seen']);
		expect(entries[0]).toMatchObject({kind: 'user', cutBytes: size - 64 * 1024, media: [{type: 'image/png'}]});
		expect(entries[0]!.media![0]).not.toHaveProperty('bytes');
		expect(head).toMatchObject({title: 'look', cwd: '/home/user/app'});
		expect(ref.family).toMatch(/^u1 /);
		expect(warnings).toEqual([]);
		expect(await claude.recognize(file)).toMatchObject({path: file});
		let copied = 0;
		for await (const bytes of history.records()) copied += bytes.length;
		expect(copied).toBe(fs.statSync(file).size);
	});

	it('that a crash cut off does not take the next record with it', async () => {
		const broken = JSON.stringify(image('look')).slice(0, size);
		const {entries, warnings} = await readRaw(`${first}${broken}${second}\n`);
		expect(textsOf(entries)).toEqual(['first', 'second']);
		expect(warnings).toEqual([`${at}: a record that is cut off, with the next one glued to it`]);
		expect(entries[1]!.locator).toMatchObject({offset: at + size, length: second.length});
	});

	it('of a tool’s output is cut for the screen and says by how much', async () => {
		const output = 'é'.repeat(size / 2);
		const {entries} = await readRaw(
			lines(user('u1', null, 'first'), call('a1', 'u1', 't1'), result('r1', 'a1', 't1', output)),
		);
		expect(entries[2]!.text).toHaveLength(32 * 1024);
		expect(entries[2]!.cutBytes).toBe(size - 64 * 1024);
	});
});
