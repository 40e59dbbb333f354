/** What an index of words is made from: every text once, in parts that can be read again and gone on from. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Passage, PassageOptions, SessionRef} from '../../source/adapters/adapter.ts';
import {gemini} from '../../source/adapters/gemini/gemini.ts';
import {Look} from '../../source/adapters/look.ts';
import type {Entry} from '../../source/model/entry.ts';
import {
	age,
	changedWitnesses,
	discoverTwice,
	entriesIn,
	expectGrowth,
	expectOneReadAgain,
	passagesOf as passagesIn,
} from '../helpers/check-passages.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import * as g from '../helpers/gemini-session.ts';

const scenarios = fs.readdirSync(path.join(import.meta.dirname, '../../fixtures/gemini'));

function passagesOf(ref: SessionRef, options?: PassageOptions): Promise<Passage[]> {
	return passagesIn(gemini, ref, options);
}

function textsOf(passages: readonly Passage[]): string[] {
	return entriesIn(passages)
		.filter(({isAside}) => !isAside)
		.map(({kind, text}) => `${kind}: ${text}`);
}

async function sessionsOf(home: string, look?: Look): Promise<readonly SessionRef[]> {
	return (await gemini.discover({path: home, env: {}}, look)).sessions;
}

async function sessionOf(records: readonly unknown[]): Promise<SessionRef> {
	const home = temporaryDirectory();
	g.writeFile(home, g.chatName, g.linesOf(records));
	return (await sessionsOf(home))[0]!;
}

/** A call and its result that have no id find each other only when all records are known. */
function essence({id, kind, text, tool, locator, timestamp, model}: Entry) {
	return {id, kind, text, input: tool?.input, output: tool?.output, locator, timestamp, model};
}

async function expectAllTexts(ref: SessionRef): Promise<void> {
	const all = await g.collect((await gemini.history(ref)).entries('all'));
	const given = entriesIn(await passagesOf(ref)).map(essence);
	const wanted = all.filter(({isAside, text}) => !isAside || text !== '').map(essence);
	const byId = (a: {id: string}, b: {id: string}) => (a.id < b.id ? -1 : 1);
	expect(given.sort(byId)).toEqual(wanted.sort(byId));
}

async function expectReadAgain(ref: SessionRef): Promise<void> {
	const passages = await passagesOf(ref);
	for (const [at, passage] of passages.entries()) {
		const {from, to} = passage;
		expect(to).toBeGreaterThan(from);
		const next = passages[at + 1];
		if (next) expect(next.from).toBeGreaterThanOrEqual(to);
		expect(await passagesOf(ref, {from, to})).toEqual([passage]);
	}
	const middle = Math.floor(passages.length / 2);
	expect(await passagesOf(ref, {from: passages[middle]!.from})).toEqual(passages.slice(middle));
	expect(await passagesOf(ref, {to: passages[middle]!.from})).toEqual(passages.slice(0, middle));
}

describe('passages', () => {
	it.each(scenarios)('hold every text of %s, and can be read one by one', async scenario => {
		for (const ref of await sessionsOf(fixtureHome(`gemini/${scenario}`))) {
			await expectAllTexts(ref);
			await expectReadAgain(ref);
		}
	});

	it.skipIf(!hasCorpus)('hold every text of real sessions', {timeout: 60_000}, async () => {
		for (const ref of await sessionsOf(corpusHome())) {
			await expectAllTexts(ref);
			await expectReadAgain(ref);
		}
	});

	it('tell a message once, however often it was written', async () => {
		const question = g.user('u1', 'what is in a.ts');
		const answer = g.answer('a1', 'Let me look.');
		const called = {...answer, toolCalls: [g.toolCall('c1')]};
		const told = {...g.user('r1', ''), content: [g.response('c1', 'output of c1')]};
		const ref = await sessionOf([
			g.header(),
			g.set({messages: [g.context()]}),
			question,
			g.touched(),
			answer,
			g.touched(),
			called,
			told,
			g.answer('a2', 'Nothing.'),
			g.header(),
			g.snapshot(g.context(), question, called, g.answer('a2', 'Nothing.')),
			g.user('u2', 'thanks'),
		]);
		expect(textsOf(await passagesOf(ref))).toEqual([
			'user: what is in a.ts',
			'assistant: Let me look.',
			'tool_call: a.ts',
			'tool_result: output of c1',
			'assistant: Nothing.',
			'user: thanks',
		]);
		await expectReadAgain(ref);
	});

	it('keep what was taken back, and what only a snapshot holds', async () => {
		const ref = await sessionOf([
			g.header(),
			g.user('u1', 'first'),
			g.answer('a1', 'one'),
			{$rewindTo: 'u1'},
			g.snapshot(g.user('u2', 'second'), g.answer('a2', 'two')),
		]);
		const texts = textsOf(await passagesOf(ref));
		for (const text of ['user: first', 'assistant: one', 'user: second', 'assistant: two'])
			expect(texts).toContain(text);
		await expectAllTexts(ref);
		await expectReadAgain(ref);
	});

	it('read a document as a whole', async () => {
		const home = temporaryDirectory();
		const document = {...g.header(), messages: [g.user('u1', 'hello'), g.answer('a1', 'hi')]};
		g.writeFile(home, g.chatName.replace('.jsonl', '.json'), JSON.stringify(document, null, 2));
		const [ref] = await sessionsOf(home);
		expect(textsOf(await passagesOf(ref!))).toEqual(['user: hello', 'assistant: hi']);
		expect(gemini.mark!(ref!, 100)).toBeUndefined();
		await expectReadAgain(ref!);
	});
});

describe('a log that grows', () => {
	async function grown() {
		const ref = await sessionOf([g.header(), g.user('u1', 'one'), g.answer('a1', 'answer one'), g.touched()]);
		const passages = await passagesOf(ref);
		const append = (text: string) => fs.appendFileSync(ref.path, text);
		return {ref, passages, append, to: passages.at(-1)!.to};
	}

	it('grows byte by byte', async () => {
		const {ref} = await grown();
		await expectGrowth(gemini, ref, g.user('u2', 'a new word'), 'a new word');
	});

	it('is gone on with, and only what is new is given', async () => {
		const {ref, passages, append, to} = await grown();
		expect(to).toBe(fs.statSync(ref.path).size);
		const marks = passages.map(({from}) => gemini.mark!(ref, from));
		expect(await passagesOf(ref, {from: to})).toEqual([]);
		append(g.linesOf([g.user('u2', 'two'), g.touched()]));
		expect(textsOf(await passagesOf(ref, {from: to}))).toEqual(['user: two']);
		expect(passages.map(({from}) => gemini.mark!(ref, from))).toEqual(marks);
		expect(marks).not.toContain(undefined);
	});

	it('gives a message again that was written again', async () => {
		const {ref, append, to} = await grown();
		append(g.linesOf([g.answer('a1', 'answer one', {toolCalls: [g.toolCall('c1')]})]));
		expect(textsOf(await passagesOf(ref, {from: to}))).toEqual([
			'assistant: answer one',
			'tool_call: a.ts',
			'tool_result: output of c1',
		]);
	});

	it('loses no record that was only half written', async () => {
		const {ref, passages, append, to} = await grown();
		const line = g.linesOf([g.user('u2', 'two')]);
		append(line.slice(0, 60));
		const before = await passagesOf(ref);
		expect(before).toEqual(passages);
		append(line.slice(60));
		expect(textsOf(await passagesOf(ref, {from: to}))).toEqual(['user: two']);
	});

	it('gives a record again whose line has no end yet', async () => {
		const {ref, append, to} = await grown();
		append(
			g
				.linesOf([
					g.snapshot(g.user('u1', 'one'), g.answer('a1', 'answer one'), g.user('u2', 'two'), g.user('u3', 'three')),
				])
				.trimEnd(),
		);
		const before = await passagesOf(ref);
		expect([textsOf(before.slice(-1)), before.at(-1)!.from, before.at(-1)!.to]).toEqual([
			['user: two', 'user: three'],
			to,
			to,
		]);
		append('\n');
		expect(textsOf(await passagesOf(ref, {from: to}))).toEqual(['user: two', 'user: three']);
	});

	it('has another mark when it was written anew', async () => {
		const {ref, to} = await grown();
		const mark = gemini.mark!(ref, to);
		const text = fs.readFileSync(ref.path, 'utf8');
		fs.writeFileSync(ref.path, text.replace('answer one', 'answer 0n3'));
		expect(gemini.mark!(ref, to)).not.toBe(mark);
		fs.truncateSync(ref.path, 10);
		expect(gemini.mark!(ref, to)).toBeUndefined();
	});

	it('goes on in another file at higher places', async () => {
		const home = temporaryDirectory();
		const [question, answer] = [g.user('u1', 'one'), g.answer('a1', 'two')];
		const note = g.user('n1', 'only here', {type: 'info'});
		const first = g.writeFile(home, g.chatName, g.linesOf([g.header(), note, question, answer]));
		const second = g.chatName.replace('T00-00', 'T00-01');
		g.writeFile(home, second, g.linesOf([g.header(), g.snapshot(question, answer), g.user('u2', 'three')]));
		age(home);
		const [ref] = await sessionsOf(home);
		expect(ref!.files).toHaveLength(2);
		const passages = await passagesOf(ref!);
		expect(textsOf(passages)).toEqual(['system: only here', 'user: one', 'assistant: two', 'user: three']);
		const {from, to} = passages.at(-1)!;
		const mark = gemini.mark!(ref!, from);
		fs.appendFileSync(ref!.path, g.linesOf([g.user('u3', 'four')]));
		expect(gemini.mark!(ref!, from)).toBe(mark);
		expect(textsOf(await passagesOf(ref!, {from: to}))).toEqual(['user: four']);
		fs.appendFileSync(first, '\n');
		expect(gemini.mark!(ref!, from)).not.toBe(mark);
	});
});

describe('a second look', () => {
	const hash = g.hashOf(g.project);

	/** Two projects, copies in an old folder, a second file, checkpoints, a sub-agent, and what is no session. */
	function agedHome(): string {
		const home = fixtureHome('gemini/tui-rewind', 'gemini/subagent');
		const records = [g.header(), g.user('u1', 'one'), g.answer('a1', 'two', {toolCalls: [g.toolCall('c1')]})];
		g.writeFile(home, g.chatName, g.linesOf([...records, g.user('u2', 'three')]));
		g.writeFile(home, g.chatName.replace('app', hash), g.linesOf(records));
		g.writeFile(home, 'tmp/app/.project_root', g.project);
		g.writeFile(home, 'tmp/app/chats/empty.jsonl', '');
		const saved = JSON.stringify([{role: 'user', parts: [{text: 'one'}]}]);
		g.writeFile(home, 'tmp/app/checkpoint-tag.json', saved);
		g.writeFile(home, `tmp/${g.hashOf('/srv/unknown')}/checkpoint-other.json`, saved);
		g.writeFile(home, `tmp/${g.hashOf('/srv/unknown')}/chats/session-x.json`, '{"messages": ["/srv/unknown/a.ts"]}');
		age(home);
		return home;
	}

	it('learns nothing where nothing changed, and finds the same', async () => {
		const home = agedHome();
		const {look, discovery} = await discoverTwice(gemini, home);
		expect(discovery.candidates.filter(({reason}) => reason === 'copy of a listed session')).toHaveLength(1);
		expect(changedWitnesses(look)).toEqual([]);
	});

	it('reads only the file again that changed', async () => {
		const home = fixtureHome('gemini/tui-rewind', 'gemini/subagent', 'gemini/tools');
		age(home);
		await expectOneReadAgain(gemini, home, ref => ref.path.includes('cc4aed53'));
	});

	const chat = (home: string) => path.join(home, '.gemini', g.chatName);

	const changes: Array<[string, (home: string) => void]> = [
		['a new file', home => g.writeFile(home, 'tmp/app/chats/new.jsonl', '')],
		['a new project', home => g.writeFile(home, 'tmp/other/chats/new.jsonl', '')],
		['the chats of a project without any', home => g.writeFile(home, 'tmp/bin/chats/new.jsonl', '')],
		['a new checkpoint', home => g.writeFile(home, 'tmp/app/checkpoint-new.json', '[]')],
		['a new sub-agent', home => g.writeFile(home, `tmp/app/chats/${g.sessionId}/agent.jsonl`, '')],
		['more in a file', home => fs.appendFileSync(chat(home), g.linesOf([g.user('u9', 'more')]))],
		['a file less', home => fs.rmSync(chat(home))],
		['another owner of a folder', home => g.writeFile(home, 'tmp/app/.project_root', '/somewhere/else')],
		['an owner in the history', home => g.writeFile(home, 'history/demo/.project_root', '/somewhere')],
		['another list of projects', home => g.writeFile(home, 'projects.json', '{"projects":{}}')],
	];

	it.each(changes)('sees %s', async (_, change) => {
		const home = agedHome();
		fs.mkdirSync(path.join(home, '.gemini/tmp/bin'));
		age(home);
		const look = new Look();
		await sessionsOf(home, look);
		change(home);
		expect(changedWitnesses(look)).not.toEqual([]);
	});

	it('gives a session another stamp when its file or its folder changed, and only then', async () => {
		const home = agedHome();
		const stamps = async () => new Map((await sessionsOf(home)).map(({path: file, stamp}) => [file, stamp]));
		const differing = (before: Map<string, string>, after: Map<string, string>) =>
			[...after].filter(([file, stamp]) => before.get(file) !== stamp).map(([file]) => path.basename(file));
		const first = await stamps();
		expect(await stamps()).toEqual(first);

		fs.appendFileSync(chat(home), g.linesOf([g.user('u9', 'more')]));
		fs.utimesSync(chat(home), 0, 0);
		const second = await stamps();
		expect(differing(first, second)).toEqual([path.basename(g.chatName)]);

		g.writeFile(home, 'tmp/app/.project_root', '/somewhere/else');
		expect(differing(second, await stamps()).sort()).toEqual(['checkpoint-tag.json', path.basename(g.chatName)]);
	});

	it('gives a session that is opened by its path a stamp too', async () => {
		const home = agedHome();
		const found = (await sessionsOf(home)).find(({path: file}) => file === chat(home));
		expect((await gemini.recognize(chat(home)))!.stamp).toBe(found!.stamp);
	});

	it('looks at the newest files only when it is in a hurry', async () => {
		const home = agedHome();
		fs.utimesSync(chat(home), new Date(), new Date());
		expect((await sessionsOf(home, new Look({newest: 1}))).map(({path: file}) => file)).toEqual([chat(home)]);
	});
});
