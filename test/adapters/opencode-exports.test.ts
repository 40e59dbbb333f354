/** Exports and other paths that somebody may give. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {answer, database, readRef, start, storeFolder, text, user} from '../helpers/opencode-store.ts';

type Fields = Record<string, unknown>;

const info = {
	id: 'ses_export',
	title: 'An export',
	directory: '/home/user/app',
	time: {created: start, updated: start},
};

const message = (id: string, seconds: number, more: Fields, ...parts: Fields[]) => ({
	info: {id, sessionID: info.id, time: {created: start + seconds * 1000}, ...more},
	parts: parts.map((part, index) => ({id: `prt_${id}_${index}`, ...part})),
});

function write(content: string, name = 'export.json'): string {
	const file = path.join(temporaryDirectory(), name);
	fs.writeFileSync(file, content);
	return file;
}

const talk = [
	message('msg_2', 1, answer, text('an answer with "quotes", { and [ and \\ and 日本語')),
	message('msg_1', 0, user, text('a prompt')),
];

describe('an export', () => {
	it.each([
		['over many lines', JSON.stringify({info, messages: talk}, null, 2), 'export.json'],
		['on one line', JSON.stringify({info, messages: talk}), 'session.jsonl'],
		[
			'with what the program said to the terminal',
			`Exporting session: ses_export\n${JSON.stringify({info, messages: talk})}`,
			'out.txt',
		],
		['with a byte order mark', `\uFEFF${JSON.stringify({info, messages: talk})}`, 'export.json'],
	])('%s is read in the order of time', async (_, content, name) => {
		const ref = (await opencode.recognize(write(content, name)))!;
		expect(ref).toMatchObject({agent: 'opencode', id: 'ses_export', isFolded: false, size: Buffer.byteLength(content)});
		const {entries, history} = await readRef(ref);
		expect(entries.map(({kind, text: words}) => [kind, words])).toEqual([
			['user', 'a prompt'],
			['assistant', 'an answer with "quotes", { and [ and \\ and 日本語'],
		]);
		expect(history.warnings).toEqual([]);
		const [first] = entries;
		const {offset, length} = first!.locator as {offset: number; length: number};
		const bytes = fs.readFileSync(ref.path).subarray(offset, offset + length);
		expect(JSON.parse(bytes.toString()).info.id).toBe('msg_1');
		const lines = Buffer.concat(await collect(history.records()))
			.toString()
			.trim()
			.split('\n');
		expect(lines.map(line => JSON.parse(line))).toEqual([info, talk[1], talk[0]]);
	});

	it('that is larger than what is read at a time is whole', async () => {
		const long = 'é"\\{}[]'.repeat(60_000);
		const messages = Array.from({length: 8}, (_, index) =>
			message(`msg_${index}`, index, index % 2 ? answer : user, text(long)),
		);
		const ref = (await opencode.recognize(write(JSON.stringify({info, messages}, null, 2))))!;
		const {entries} = await readRef(ref);
		expect(entries.map(({text: words}) => words === long)).toEqual(Array(8).fill(true));
	});

	it('that is cut off gives what is there, with a warning', async () => {
		const whole = JSON.stringify({info, messages: [talk[1], talk[0]]});
		const ref = (await opencode.recognize(write(whole.slice(0, -40))))!;
		const {prompts, history} = await readRef(ref);
		expect(prompts).toEqual(['a prompt']);
		expect(history.warnings).toEqual([
			{path: ref.path, offset: whole.indexOf('{"info":{"id":"msg_2"'), message: 'the document is cut off here'},
		]);
	});

	it('of the second engine is read too', async () => {
		const {directory, ...rest} = info;
		const document = {
			info: {...rest, location: {directory}, fork: {sessionID: 'ses_origin'}},
			messages: [
				{id: 'msg_1', type: 'user', text: 'a prompt', time: {created: start}},
				{id: 'msg_2', type: 'assistant', content: [{type: 'text', text: 'an answer'}], time: {created: start + 1}},
			],
		};
		const ref = (await opencode.recognize(write(JSON.stringify(document))))!;
		const {entries, history} = await readRef(ref);
		expect(entries.map(({text: words}) => words)).toEqual(['a prompt', 'an answer']);
		expect(history.session).toMatchObject({cwd: directory, forkedFrom: 'ses_origin'});
	});

	it('with odd messages keeps them', async () => {
		const messages = [talk[1], {id: 'x'}, {info: 7}, {info: {id: 'msg_1'}, parts: 3}, {type: 9}];
		const ref = (await opencode.recognize(write(JSON.stringify({info, messages}))))!;
		const {all} = await readRef(ref);
		expect(all).toHaveLength(5);
		expect(new Set(all.map(({id}) => id)).size).toBe(5);
	});

	it.each([
		['another document', '{"info":{"name":"x"},"messages":[]}'],
		['a list', '[{"info":{"id":"ses_1"}}]'],
		['nothing', ''],
		['half a header', '{"info":{"id":"ses_1","ti'],
		['text', 'hello'],
	])('is not %s', async (_, content) => {
		expect(await opencode.recognize(write(content))).toBeUndefined();
	});
});

describe('a path', () => {
	it('of a database with one session is that session; of one with more it needs an id', async () => {
		const one = fixtureHome('opencode/subagent');
		const file = path.join(storeFolder(one), 'opencode.db');
		expect((await opencode.recognize(file))!.id).toBe('ses_e1df2f49bffez6QXAN78G0gEIG');
		const child = `${file}#ses_e1df2d88dffe7f4G9VgVZPoDMF`;
		expect(await opencode.recognize(child)).toMatchObject({path: child, isAgentSession: true, isFolded: false});
		expect(await opencode.recognize(`${file}#ses_nobody`)).toBeUndefined();
		const two = temporaryDirectory();
		const more = database(two).session({id: 'ses_a'}).session({id: 'ses_b'}).close();
		await expect(opencode.recognize(more)).rejects.toThrow('it holds 2 sessions; add #ID');
		expect((await opencode.recognize(`${more}#ses_b`))!.id).toBe('ses_b');
	});

	it('that leads nowhere is an error, and a directory is no session', async () => {
		await expect(opencode.recognize('/nowhere/at-all.json')).rejects.toThrow();
		expect(await opencode.recognize(temporaryDirectory())).toBeUndefined();
	});
});
