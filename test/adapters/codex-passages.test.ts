/** What an index of words is made from: every text once, in parts that can be read again and gone on from. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import {describe, expect, it} from 'vitest';
import type {Passage, PassageOptions, SessionRef} from '../../source/adapters/adapter.ts';
import {codex} from '../../source/adapters/codex/codex.ts';
import {Look} from '../../source/adapters/look.ts';
import type {Entry} from '../../source/model/entry.ts';
import {isFileLocator} from '../../source/model/locator.ts';
import {
	age,
	changedWitnesses,
	discoverTwice,
	entriesIn,
	expectGrowth,
	expectOneReadAgain,
	passagesOf as passagesIn,
} from '../helpers/check-passages.ts';
import {collect} from '../helpers/claude-session.ts';
import * as c from '../helpers/codex-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const scenarios = fs.readdirSync(path.join(import.meta.dirname, '../../fixtures/codex'));

function passagesOf(ref: SessionRef, options?: PassageOptions): Promise<Passage[]> {
	return passagesIn(codex, ref, options);
}

/** Those a reader sees, one line each. */
function outline(passages: readonly Passage[]): string[] {
	return c.outline(entriesIn(passages));
}

async function sessionsOf(home: string, look?: Look): Promise<readonly SessionRef[]> {
	return (await codex.discover({path: home, env: {}}, look)).sessions;
}

async function readPassages(records: readonly unknown[]): Promise<Passage[]> {
	const home = temporaryDirectory();
	c.writeRollout(home, records);
	return passagesOf((await sessionsOf(home))[0]!);
}

/** What the index needs of an entry; `spawned`, `parent` and `model` are told by other records. */
function essence({id, kind, text, tool, locator, timestamp}: Entry) {
	return {id, kind, text, input: tool?.input, output: tool?.output, locator, timestamp};
}

async function expectAllTexts(ref: SessionRef): Promise<void> {
	const {entries} = await codex.history(ref);
	const found = new Map(entriesIn(await passagesOf(ref)).map(entry => [entry.id, entry]));
	for (const entry of await collect(entries('all'))) {
		if (entry.text.trim() === '' && entry.tool === undefined) continue;
		// What a fork took over is in the file of the other thread.
		if (!isFileLocator(entry.locator) || !ref.files.includes(entry.locator.path)) continue;
		const given = found.get(entry.id);
		expect(given, `${entry.id} ${entry.text.slice(0, 80)}`).toBeDefined();
		if (!entry.isAside) expect(essence(given!)).toEqual(essence(entry));
		else {
			expect(given!.locator).toEqual(entry.locator);
			expect(`${given!.text}\n${given!.tool?.input}`).toContain(entry.text);
		}
	}
}

async function expectReadAgain(ref: SessionRef): Promise<void> {
	const passages = await passagesOf(ref);
	for (const [at, passage] of passages.entries()) {
		const {from, to} = passage;
		expect(to).toBeGreaterThan(from);
		const next = passages[at + 1];
		if (next) expect(next.from).toBeGreaterThanOrEqual(to);
		// Where the last record of a compressed file ends nobody knows to the byte.
		expect(await passagesOf(ref, {from, to})).toEqual([{...passage, to: expect.any(Number)}]);
	}
	const middle = Math.floor(passages.length / 2);
	expect(await passagesOf(ref, {from: passages[middle]!.from})).toEqual(passages.slice(middle));
	expect(entriesIn(await passagesOf(ref, {to: passages[middle]!.from}))).toEqual(entriesIn(passages.slice(0, middle)));
}

describe('passages', () => {
	it.each(scenarios)('hold every text of %s, and can be read one by one', async scenario => {
		for (const ref of await sessionsOf(fixtureHome(`codex/${scenario}`))) {
			await expectAllTexts(ref);
			await expectReadAgain(ref);
		}
	});

	it.skipIf(!hasCorpus)('hold every text of real sessions', {timeout: 120_000}, async () => {
		for (const ref of await sessionsOf(corpusHome())) {
			const entries = entriesIn(await passagesOf(ref));
			expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
			const texts = new Set(entries.flatMap(({text, tool}) => [text.trim(), tool?.input, tool?.output]));
			for (const {text, isAside} of await collect((await codex.history(ref)).entries('all')))
				if (text.trim() !== '' && !isAside) expect(texts).toContain(text.trim());
		}
	});

	it('tell what a legacy file says twice once, as the person was told it', async () => {
		const passages = await readPassages([
			c.meta(),
			c.event('task_started', {turn_id: 't1'}),
			c.userText('<environment_context>\n<cwd>/x</cwd>\n</environment_context>'),
			...c.typed('do it'),
			c.event('agent_reasoning', {text: '**First** thing'}),
			c.event('agent_reasoning', {text: '**Second** thing'}),
			c.response('reasoning', {
				summary: ['**First** thing', '**Second** thing'].map(text => ({type: 'summary_text', text})),
				encrypted_content: 'gAAA',
			}),
			...c.said('I will'),
			c.call('call_1'),
			c.event('exec_command_end', {call_id: 'call_1', command: ['bash', '-lc', 'ls'], aggregated_output: 'a.ts'}),
			c.output('call_1', 'Exit code: 0\nOutput:\na.ts'),
			c.event('web_search_end', {call_id: 'ws_1', query: 'how'}),
			c.response('web_search_call', {action: {type: 'search', query: 'how'}}),
			c.call('call_2'),
			c.event('exec_command_end', {call_id: 'call_2', command: ['bash', '-lc', 'ls'], aggregated_output: 'only here'}),
			...c.said('done'),
			c.event('task_complete', {turn_id: 't1', last_agent_message: 'done'}),
		]);
		expect(outline(passages)).toEqual([
			'user: do it',
			'thinking: **First** thing',
			'thinking: **Second** thing',
			'assistant: I will',
			'tool_call: exec_command ls',
			'tool_result: exec_command Exit code: 0\nOutput:\na.ts',
			'tool_call: web_search how',
			'tool_call: exec_command ls',
			'tool_result: exec_command only here',
			'assistant: done',
		]);
	});

	it('keep what only one side tells', async () => {
		expect(
			outline(await readPassages([c.meta(), c.userText('to the model'), c.assistantText('by the model')])),
		).toEqual(['user: to the model', 'assistant: by the model']);
		const events = [c.event('user_message', {message: 'shown'}), c.event('agent_message', {message: 'told'})];
		expect(outline(await readPassages([c.meta(), ...events]))).toEqual(['user: shown', 'assistant: told']);
	});

	it('tell an equal text again that stands too far away to be the same', async () => {
		const between = Array.from({length: 80}, (_, at) => c.event('warning', {message: `warning ${at}`}));
		const [told, repeated] = c.said('again');
		expect(
			outline(await readPassages([c.meta(), told, ...between, repeated])).filter(line => /again/.test(line)),
		).toEqual(['assistant: again', 'assistant: again']);
	});

	it('name the model with the settings of a turn', async () => {
		const passages = await readPassages([
			c.meta(),
			c.line('turn_context', {cwd: '/x', model: 'gpt-5.5'}),
			...c.said('x'),
		]);
		expect(entriesIn(passages).map(({model, isAside}) => [model, isAside])).toEqual([
			['gpt-5.5', true],
			[undefined, undefined],
		]);
	});

	it('stay bounded however calls are entangled', async () => {
		const calls = Array.from({length: 3000}, (_, at) => [
			c.call(`call_${at + 1}`),
			c.output(`call_${at}`, `output ${at}`),
		]);
		const passages = await readPassages([c.meta(), c.call('call_0'), ...calls.flat()]);
		expect(Math.max(...passages.map(({entries}) => entries.length))).toBeLessThanOrEqual(1024);
		expect(entriesIn(passages)).toHaveLength(6001);
	});

	it('pass over what a sub-agent was given of its parent', async () => {
		const ordinals = [
			c.meta({source: {subagent: {thread_spawn: {parent_thread_id: 'p'}}}, subagent_history_start_ordinal: 3}),
			c.userText('of the parent'),
			c.assistantText('of the parent too'),
			c.userText('the task'),
		].map((record, ordinal) => ({...record, ordinal}));
		const entries = entriesIn(await readPassages(ordinals));
		expect(entries.map(({text, isAside}) => [text, isAside])).toEqual([
			['of the parent', true],
			['of the parent too', true],
			['the task', undefined],
		]);
	});
});

describe('a rollout that grows', () => {
	const records = [c.meta(), ...c.turn('one', 't1'), c.call('call_1'), c.output('call_1', 'x'), ...c.turn('two', 't2')];

	async function grown(): Promise<{ref: SessionRef; passages: Passage[]; append: (text: string) => void}> {
		const home = temporaryDirectory();
		const file = c.writeRollout(home, records);
		const [ref] = await sessionsOf(home);
		return {ref: ref!, passages: await passagesOf(ref!), append: text => fs.appendFileSync(file, text)};
	}

	it('grows byte by byte', async () => {
		const {ref} = await grown();
		await expectGrowth(codex, ref, c.event('user_message', {message: 'a new word'}), 'a new word');
	});

	it('is gone on with, and only what is new is read', async () => {
		const {ref, passages, append} = await grown();
		const {to} = passages.at(-1)!;
		expect(to).toBe(fs.statSync(ref.path).size);
		const marks = passages.map(({from}) => codex.mark!(ref, from));
		expect(await passagesOf(ref, {from: to})).toEqual([]);
		append(c.textOf([c.event('user_message', {message: 'three'})]));
		expect(outline(await passagesOf(ref, {from: to}))).toEqual(['user: three']);
		expect(passages.map(({from}) => codex.mark!(ref, from))).toEqual(marks);
		expect(marks).not.toContain(undefined);
	});

	it('loses no record that was only half written', async () => {
		const {ref, passages, append} = await grown();
		const line = c.textOf(c.typed('three'));
		const half = line.slice(0, line.length - 40);
		append(half);
		const before = await passagesOf(ref);
		expect(outline(before)).toEqual([...outline(passages), 'user: three']);
		append(line.slice(half.length));
		expect(outline(await passagesOf(ref, {from: before.at(-1)!.to}))).toEqual(['user: three']);
	});

	it('reads a record again whose line has no end yet', async () => {
		const {ref, passages, append} = await grown();
		append(JSON.stringify(c.event('user_message', {message: 'three'})));
		const last = (await passagesOf(ref)).at(-1)!;
		expect([outline([last]), last.to]).toEqual([['user: three'], last.from]);
		expect(last.from).toBe(passages.at(-1)!.to);
		append(`\n${c.textOf([c.event('agent_message', {message: 'four'})])}`);
		expect(outline(await passagesOf(ref, {from: last.to}))).toEqual(['user: three', 'assistant: four']);
	});

	it('has another mark when it was written anew', async () => {
		const {ref, passages} = await grown();
		const {from} = passages.at(-1)!;
		const mark = codex.mark!(ref, from);
		const text = fs.readFileSync(ref.path, 'utf8');
		fs.writeFileSync(ref.path, text.replaceAll('two', '2wo'));
		expect(codex.mark!(ref, from)).not.toBe(mark);
		fs.renameSync(c.writeFile(`${ref.path}.new`, text), ref.path);
		expect(codex.mark!(ref, from)).not.toBe(mark);
		fs.truncateSync(ref.path, 10);
		expect(codex.mark!(ref, from)).toBeUndefined();
	});

	it('goes on in another file after a backtrack, at higher places', async () => {
		const home = fixtureHome('codex/tui-backtrack-mid');
		age(home);
		const [ref] = await sessionsOf(home);
		expect(ref!.files.length).toBeGreaterThan(1);
		const passages = await passagesOf(ref!);
		const files = entriesIn(passages).map(({locator}) => (isFileLocator(locator) ? locator.path : ''));
		expect([...new Set(files)]).toEqual([...ref!.files].sort());
		const {from, to} = passages.at(-1)!;
		const mark = codex.mark!(ref!, from);
		fs.appendFileSync(ref!.path, c.textOf([c.item('UserMessage', {content: [{type: 'text', text: 'more'}]})]));
		expect(codex.mark!(ref!, from)).toBe(mark);
		expect(outline(await passagesOf(ref!, {from: to}))).toEqual(['user: more']);
		fs.appendFileSync(ref!.files.find(file => file !== ref!.path)!, '\n');
		expect(codex.mark!(ref!, from)).not.toBe(mark);
	});

	it('has no mark where it is not added to', async () => {
		for (const scenario of ['compressed', 'document']) {
			const [ref] = await sessionsOf(fixtureHome(`codex/${scenario}`));
			expect(codex.mark!(ref!, 100)).toBeUndefined();
		}
	});
});

describe('a second look', () => {
	function agedHome(): string {
		const home = fixtureHome(
			'codex/bare',
			'codex/compressed',
			'codex/document',
			'codex/fork',
			'codex/tui-backtrack-mid',
		);
		c.writeRollout(home, [c.meta(), ...c.typed('hello')]);
		c.writeFile(path.join(home, '.codex/sessions/2026/empty.jsonl'), '');
		c.writeFile(path.join(home, '.codex/session_index.jsonl'), `{"id":"${c.threadId}","thread_name":"named"}\n`);
		age(home);
		return home;
	}

	it('learns nothing where nothing changed, and finds the same', async () => {
		const home = agedHome();
		const {look, discovery} = await discoverTwice(codex, home);
		expect(look.confirmed.size).toBeGreaterThan(8);
		expect(changedWitnesses(look)).toEqual([]);
		expect((await codex.head(discovery.sessions.find(({id}) => id === c.threadId)!)).title).toBe('named');
	});

	it('reads only the file again that changed', async () => {
		const home = fixtureHome('codex/bare', 'codex/document', 'codex/fork');
		c.writeRollout(home, [c.meta(), ...c.typed('hello')]);
		age(home);
		await expectOneReadAgain(codex, home, ({id}) => id === c.threadId);
	});

	const changes: Array<[string, (home: string) => void]> = [
		['a new file', home => c.writeRollout(home, [c.meta({id: 'x'})], {id: 'x', stamp: '2026-11-16T11-00-00'})],
		['a new day', home => c.writeRollout(home, [c.meta({id: 'x'})], {id: 'x', stamp: '2026-12-01T11-00-00'})],
		['an archive', home => c.writeRollout(home, [c.meta({id: 'x'})], {id: 'x', folder: 'archived_sessions'})],
		['more in a file', home => fs.appendFileSync(c.rolloutPath(home), c.textOf(c.said('more')))],
		['a file less', home => fs.rmSync(c.rolloutPath(home))],
		['another name', home => fs.appendFileSync(path.join(home, '.codex/session_index.jsonl'), '{"id":"x"}\n')],
		['no names', home => fs.rmSync(path.join(home, '.codex/session_index.jsonl'))],
		['a newer database', home => new Database(path.join(home, '.codex/state_6.sqlite')).exec('CREATE TABLE x (y)')],
		['a log beside the database', home => c.writeFile(path.join(home, '.codex/state_5.sqlite-wal'), 'x')],
	];

	it.each(changes)('sees %s', async (_, change) => {
		const home = agedHome();
		const look = new Look();
		await sessionsOf(home, look);
		change(home);
		expect(changedWitnesses(look)).not.toEqual([]);
	});

	it('gives a session another stamp when its file, its name or its row changed, and only then', async () => {
		const home = agedHome();
		const stamps = async () => new Map((await sessionsOf(home)).map(({id, stamp}) => [id, stamp]));
		const differing = (before: Map<string, string>, after: Map<string, string>) =>
			[...after].filter(([id, stamp]) => before.get(id) !== stamp).map(([id]) => id);
		const first = await stamps();
		expect(await stamps()).toEqual(first);

		fs.appendFileSync(c.rolloutPath(home), c.textOf(c.said('more')));
		fs.utimesSync(c.rolloutPath(home), 0, 0);
		const second = await stamps();
		expect(differing(first, second)).toEqual([c.threadId]);

		fs.appendFileSync(path.join(home, '.codex/session_index.jsonl'), `{"id":"${c.threadId}","thread_name":"new"}\n`);
		const third = await stamps();
		expect(differing(second, third)).toEqual([c.threadId]);

		const [other] = [...third.keys()].filter(id => id !== c.threadId);
		const database = new Database(path.join(home, '.codex/state_6.sqlite'));
		database.exec('CREATE TABLE threads (id TEXT, title TEXT)');
		database.prepare('INSERT INTO threads VALUES (?, ?)').run(other, 'A title');
		database.close();
		expect(differing(third, await stamps())).toContain(other);
		expect(differing(third, await stamps())).not.toContain(c.threadId);
	});

	it('gives a session that is opened by its path a stamp too', async () => {
		const home = agedHome();
		const [found] = (await sessionsOf(home)).filter(({id}) => id === c.threadId);
		expect((await codex.recognize(found!.path))!.stamp).toBe(found!.stamp);
	});

	it('looks at the newest files only when it is in a hurry', async () => {
		const home = agedHome();
		fs.utimesSync(c.rolloutPath(home), new Date(), new Date());
		expect((await sessionsOf(home, new Look({newest: 1}))).map(({id}) => id)).toEqual([c.threadId]);
	});
});
