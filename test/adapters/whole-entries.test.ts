/** Texts of lines so long that they are shortened for a reader: whoever writes them down gets them whole. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {adapterFor} from '../../source/adapters/registry.ts';
import type {AgentId} from '../../source/model/agent.ts';
import type {Entry} from '../../source/model/entry.ts';
import * as claude from '../helpers/claude-session.ts';
import * as codex from '../helpers/codex-session.ts';
import {line as cursorLine, writeTranscript} from '../helpers/cursor-chat.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import * as gemini from '../helpers/gemini-session.ts';

const {collect} = claude;

/** Lines beyond 8 MB are shortened: three such texts make one. No quote, but escapes and wide letters. */
const long = (name: string) => `${name} ${'wörter\tund "mehr" \\ 漢字\n'.repeat(100_000)}the end of ${name}`;
const [one, two, three] = [long('one'), long('two'), long('three')];

async function readAll(home: string, agent: AgentId): Promise<{shown: Entry[]; whole: Entry[]}> {
	const adapter = adapterFor(agent);
	const {sessions} = await adapter.discover({path: home, env: {}});
	const history = await adapter.history(sessions[0]!);
	return {
		shown: await collect(history.entries('all')),
		whole: await collect(history.entries('all', {isWhole: true})),
	};
}

function write(home: string, name: string, records: readonly unknown[]): void {
	const file = path.join(home, name);
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join(''));
}

/** Strings of megabytes are compared without being printed. */
function check({shown, whole}: {shown: Entry[]; whole: Entry[]}, texts: readonly string[]): void {
	expect(shown.some(({cutBytes}) => cutBytes !== undefined)).toBe(true);
	expect(whole.map(({id, kind}) => `${kind} ${id}`)).toEqual(shown.map(({id, kind}) => `${kind} ${id}`));
	expect(whole.filter(({cutBytes}) => cutBytes !== undefined)).toEqual([]);
	const found = new Set(whole.flatMap(({text, tool}) => [text.trim(), String(tool?.output ?? '').trim()]));
	expect(texts.map(text => found.has(text.trim()))).toEqual(texts.map(() => true));
}

const blocks = [one, two, three].map(text => ({type: 'text', text}));

describe('very long lines', () => {
	it('of Claude Code', async () => {
		const home = temporaryDirectory();
		claude.writeSession(home, [claude.user('u1', null, 'go'), claude.answer('a1', 'u1', blocks)]);
		check(await readAll(home, 'claude'), [one, two, three]);
	});

	it('of Codex', async () => {
		const home = temporaryDirectory();
		const content = [{type: 'output_text', text: one + two + three}];
		codex.writeRollout(home, [
			codex.meta(),
			...codex.typed('go'),
			codex.response('message', {role: 'assistant', content}),
		]);
		check(await readAll(home, 'codex'), [one + two + three]);
	});

	it('of Gemini CLI, in a log and in a document', async () => {
		const messages = [gemini.user('u1', 'go'), gemini.answer('g1', one + two + three)];
		const home = temporaryDirectory();
		gemini.writeFile(home, gemini.chatName, gemini.linesOf([gemini.header(), ...messages]));
		check(await readAll(home, 'gemini'), [one + two + three]);
		const other = temporaryDirectory();
		const document = JSON.stringify({...gemini.header(), messages});
		gemini.writeFile(other, gemini.chatName.replace('.jsonl', '.json'), document);
		check(await readAll(other, 'gemini'), [one + two + three]);
	});

	it('of pi', async () => {
		const home = temporaryDirectory();
		const time = '2026-11-16T00:00:00.000Z';
		write(home, '.pi/agent/sessions/--app--/2026-11-16T00-00-00-000Z_s1.jsonl', [
			{type: 'session', version: 3, id: 's1', timestamp: time, cwd: '/app'},
			{type: 'message', id: '1', parentId: null, timestamp: time, message: {role: 'user', content: 'go'}},
			{type: 'message', id: '2', parentId: '1', timestamp: time, message: {role: 'assistant', content: blocks}},
		]);
		check(await readAll(home, 'pi'), [one, two, three]);
	});

	it('of Copilot', async () => {
		const home = temporaryDirectory();
		const timestamp = '2026-11-16T00:00:00.000Z';
		const id = 'c0ffee00-0000-4000-8000-0000000000aa';
		write(home, `.copilot/session-state/${id}/events.jsonl`, [
			{type: 'session.start', id: '1', timestamp, data: {sessionId: id}},
			{type: 'user.message', id: '2', parentId: '1', timestamp, data: {content: 'go'}},
			{
				type: 'assistant.message',
				id: '3',
				parentId: '2',
				timestamp,
				data: {messageId: 'm', content: one + two + three},
			},
		]);
		check(await readAll(home, 'copilot'), [one + two + three]);
	});

	it('of Cursor', async () => {
		const home = temporaryDirectory();
		const id = '3b9a1f52-6a0d-4c7e-8f11-2d5e90a7c399';
		const asked = cursorLine('user', '<user_query>\ngo\n</user_query>');
		writeTranscript(home, `${id}/${id}.jsonl`, [asked, cursorLine('assistant', one, two, three)]);
		check(await readAll(home, 'cursor'), [one, two, three]);
	});
});

describe('what nobody knows', () => {
	it('is told as a whole, and only as much of it as anybody reads otherwise', async () => {
		const record = {type: 'from-the-future', uuid: 'f1', words: 'word '.repeat(10_000)};
		const home = temporaryDirectory();
		claude.writeSession(home, [claude.user('u1', null, 'go'), record, claude.answer('a1', 'u1', 'done')]);
		const {shown, whole} = await readAll(home, 'claude');
		const unknown = (entries: Entry[]) => entries.find(({kind}) => kind === 'unknown')!.text;
		expect(unknown(shown).length).toBeLessThan(20_000);
		expect(JSON.parse(unknown(whole))).toEqual(record);
	});
});

describe('what can not be told as a whole', () => {
	it('says how much is missing: a record nested beyond all measure', async () => {
		const deep = `{"type":"from-the-future","uuid":"f1","deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
		const home = temporaryDirectory();
		claude.writeSession(home, [claude.user('u1', null, 'go'), deep, claude.answer('a1', 'u1', 'done')]);
		const {whole} = await readAll(home, 'claude');
		const cut = whole.filter(({cutBytes}) => cutBytes !== undefined);
		expect(cut.map(({kind, cutBytes}) => [kind, cutBytes! > 98_000])).toEqual([['unknown', true]]);
	});
});
