/** Records that are JSON, but not what anybody promised: nothing throws, nothing that can be read is lost. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {claude} from '../../source/adapters/claude/claude.ts';
import type {Entry} from '../../source/model/entry.ts';
import {answer, call, chain, collect, result, user} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';
import {discoverIn, lines, type RawReading, readRaw, readRef, writeRaw} from '../helpers/raw-session.ts';

const good = lines(user('u1', null, 'first'), answer('a1', 'u1', 'second'));

/** Reads a session that holds these records among good ones; the good ones must be there. */
async function readWith(...records: unknown[]): Promise<RawReading & {odd: Entry[]}> {
	const reading = await readRaw(`${good}${lines(...records)}${lines(user('u9', 'a1', 'last'))}`);
	expect(reading.prompts).toEqual(expect.arrayContaining(['first', 'last']));
	const ids = reading.entries.map(({id}) => id);
	expect(new Set(ids).size, 'every entry has an id of its own').toBe(ids.length);
	return {...reading, odd: reading.entries.filter(({id}) => !['u1', 'a1', 'u9'].includes(id))};
}

describe('a line that is no object', () => {
	it.each(['null', '1', '"text"', '[]', '[{"type":"user"}]', 'true'])('but %s is shown as unknown', async json => {
		const {odd, warnings} = await readWith(json);
		expect(odd).toMatchObject([{kind: 'unknown', detail: 'not an object', text: json}]);
		expect(warnings).toEqual([]);
	});
});

describe('a record', () => {
	it.each([
		['no type', {}],
		['a number for a type', {type: 7}],
		['an object for a type', {type: {toString: 1, valueOf: 1}}],
		['null for a type', {type: null}],
		['an unknown type', {type: 'of-tomorrow', text: 'x'}],
		['the name of a property of all objects for a type', {type: 'constructor'}],
	])('with %s is kept as unknown', async (_, more) => {
		const {odd} = await readWith({uuid: 'x', parentUuid: 'u1', ...more});
		expect(odd).toHaveLength(1);
		expect(odd[0]).toMatchObject({kind: 'unknown', text: expect.stringContaining('"uuid":"x"')});
	});

	it.each([
		['a message of null', {message: null}],
		['no message', {message: undefined}],
		['a message that is a string', {message: 'hello'}],
		['content that is null', {message: {content: null}}],
		['content that is a number', {message: {content: 5}}],
		['content that is an object', {message: {content: {type: 'text', text: 'x'}}}],
		[
			'content of all sorts of things',
			{message: {content: [null, 1, [], 'words', {}, {type: 5}, {type: 'text', text: 7}]}},
		],
		['tool results without anything', {message: {content: [{type: 'tool_result'}, {type: 'tool_result', content: 5}]}}],
		['tool results of all sorts', {message: {content: [{type: 'tool_result', content: [null, 3, {type: 'image'}]}]}}],
		['an image without a source', {message: {content: [{type: 'image', source: 'x'}, {type: 'document'}]}}],
		['a time that is none', {message: {content: 'x'}, timestamp: 'yesterday'}],
		['a time that is an object', {message: {content: 'x'}, timestamp: {}}],
		['a time beyond all calendars', {message: {content: 'x'}, timestamp: 1e300}],
		['ids that are numbers', {message: {id: 4, content: 'x'}, uuid: 12, parentUuid: 13}],
		[
			'fields of the wrong kind everywhere',
			{message: {content: 'x', usage: 'many', model: 7}, cwd: 5, gitBranch: [], version: {}},
		],
		['a fork from nothing', {message: {content: 'x'}, forkedFrom: 'somewhere', origin: 'human', isSidechain: 'yes'}],
		['odd results of tools', {message: {content: 'x'}, toolUseResult: [1], agentId: 5}],
	])('with %s harms nobody', async (_, more) => {
		for (const type of ['user', 'assistant', 'system', 'attachment', 'progress']) {
			const {history} = await readWith(chain(type, 'odd', 'a1', more));
			expect(history.session.counts!.prompts).toBeGreaterThanOrEqual(2);
		}
	});

	it.each(['custom-title', 'ai-title', 'summary', 'last-prompt', 'queue-operation', 'file-history-snapshot'])(
		'of type %s may hold anything',
		async type => {
			for (const value of [null, 5, {}, [], {toString: 5}]) {
				const fields = {customTitle: value, aiTitle: value, summary: value, leafUuid: value, lastPrompt: value};
				const {head} = await readWith({type, ...fields, content: value, operation: value, timestamp: value});
				expect(head.title).toBe('first');
			}
		},
	);

	it('with a type of progress that is an object is shown', async () => {
		const {odd} = await readWith(chain('progress', 'p1', 'a1', {data: {type: {toString: 1, valueOf: 1}}}));
		expect(odd).toMatchObject([{id: 'p1', detail: 'progress/'}]);
	});

	it('with keys that mean something to JavaScript changes nothing but itself', async () => {
		const {odd} = await readWith(
			'{"type":"of-tomorrow","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
		);
		expect(odd).toHaveLength(1);
		expect(({} as {polluted?: number}).polluted).toBeUndefined();
	});

	it('with zero characters and half characters keeps them for whoever cleans them', async () => {
		const {odd} = await readWith(answer('x', 'a1', 'zero\u0000 half\uD83D'));
		expect(odd).toMatchObject([{kind: 'assistant', text: 'zero\u0000 half\uD83D'}]);
	});

	it('with calls that have no id shows each of them', async () => {
		const calls = [1, 2].map(n => ({type: 'tool_use', name: 'Bash', input: {command: `run ${n}`}}));
		const {odd} = await readWith(answer('x', 'a1', calls));
		expect(odd.map(({text}) => text)).toEqual(['run 1', 'run 2']);
	});
});

describe('a record nested 100,000 levels deep', () => {
	const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
	const envelope = (type: string, content: string) =>
		`{"type":"${type}","uuid":"deep","parentUuid":"a1","message":{"id":"m","content":${content}}}`;

	it.each([
		['by itself', deep],
		['of an unknown type', `{"type":"of-tomorrow","deep":${deep}}`],
		['in a call', envelope('assistant', `[{"type":"tool_use","id":"t","name":"Bash","input":${deep}}]`)],
		['in a result', envelope('user', `[{"type":"tool_result","tool_use_id":"t","content":[${deep}]}]`)],
		['in a block nobody knows', envelope('assistant', `[{"type":"new","deep":${deep}}]`)],
		['in the content', envelope('user', deep)],
	])('%s is shown as far as it can be, and can be printed', async (_, line) => {
		const {odd, warnings} = await readWith(line);
		expect(odd).toHaveLength(1);
		expect(() => JSON.stringify(odd)).not.toThrow();
		expect(warnings[0]).toMatch(/^\d+: a record nested more than 500 levels deep/);
	});
});

describe('text that regular expressions fear', () => {
	it.each(['<system-reminder>', '<bash-stdout>', '<command-name>', '[Image: source: ', '<ide_selection>', '\u001B]0;'])(
		'such as %s again and again is read at once',
		async piece => {
			const text = piece.repeat(400_000 / piece.length);
			const {entries} = await readRaw(
				lines(user('u1', null, 'first'), user('u2', 'u1', text), answer('a1', 'u2', 'end')),
			);
			expect(entries.map(({id}) => id)).toEqual(['u1', 'u2', 'a1']);
		},
	);
});

describe('random records', () => {
	const names = [
		'type',
		'uuid',
		'parentUuid',
		'message',
		'content',
		'timestamp',
		'sessionId',
		'isSidechain',
		'text',
		'id',
	];
	const types = ['user', 'assistant', 'system', 'attachment', 'progress', 'summary', 'last-prompt', 'queue-operation'];

	function anything(random: Random, depth: number): unknown {
		const kind = random.below(depth > 0 ? 9 : 6);
		if (kind === 0) return null;
		if (kind === 1) return random.below(1000) - 500;
		if (kind === 2) return random.below(2) === 0;
		if (kind === 3) return random.pick(types);
		if (kind < 6) return random.text(['a', 'u1', 'é', '\u001B[2J', '\uD800', '<', '2026'], 5);
		const length = random.below(5);
		if (kind === 6) return Array.from({length}, () => anything(random, depth - 1));
		return Object.fromEntries(Array.from({length}, () => [random.pick(names), anything(random, depth - 1)]));
	}

	it('of the right names and the wrong contents never throw', async () => {
		const random = new Random(42);
		for (let round = 0; round < 40; round++) {
			const records = Array.from({length: 25}, () => ({
				type: random.pick(types),
				...(anything(random, 4) as object),
				message: anything(random, 4),
				attachment: anything(random, 3),
			}));
			const {history, ref, entries} = await readRaw(`${good}${lines(...records)}`);
			const ids = entries.map(({id}) => id);
			expect(new Set(ids).size).toBe(ids.length);
			await collect(history.entries('all'));
			await collect(history.records());
			await collect(claude.opening(ref));
			history.graph.outline();
		}
	});
});

describe('what lies beside a session', () => {
	it('is not waited for when it is a pipe, and not believed when it is rubbish', async () => {
		const home = temporaryDirectory();
		const file = writeRaw(home, `${good}${lines(call('c1', 'a1', 't1', 'Task'))}`);
		const folder = file.replace(/\.jsonl$/, '');
		fs.mkdirSync(path.join(folder, 'subagents'), {recursive: true});
		execFileSync('mkfifo', [path.join(folder, 'custom-title.json')]);
		for (const name of ['pipe', 'rubbish', 'odd', 'huge']) {
			const agent = path.join(folder, 'subagents', `agent-${name}`);
			fs.writeFileSync(`${agent}.jsonl`, lines(user('s1', null, 'task', {isSidechain: true, agentId: name})));
			if (name === 'pipe') execFileSync('mkfifo', [`${agent}.meta.json`]);
			if (name === 'rubbish') fs.writeFileSync(`${agent}.meta.json`, '{"toolUseId":');
			if (name === 'odd') fs.writeFileSync(`${agent}.meta.json`, '{"toolUseId":{"a":1},"description":7}');
			if (name === 'huge') fs.writeFileSync(`${agent}.meta.json`, `{"toolUseId":"t1","x":"${'x'.repeat(2_000_000)}"}`);
		}
		const {sessions} = await discoverIn(home);
		expect(sessions).toHaveLength(5);
		for (const ref of sessions) expect((await readRef(ref)).entries.length).toBeGreaterThan(0);
	});

	it('and should hold an output, but is a pipe, is shown as gone', async () => {
		const home = temporaryDirectory();
		const stub =
			'<persisted-output>\nOutput too large. Full output saved to: /x/tool-results/out.txt\n</persisted-output>';
		const file = writeRaw(home, `${good}${lines(call('c1', 'a1', 't1'), result('r1', 'c1', 't1', stub))}`);
		const folder = path.join(file.replace(/\.jsonl$/, ''), 'tool-results');
		fs.mkdirSync(folder, {recursive: true});
		execFileSync('mkfifo', [path.join(folder, 'out.txt')]);
		const {sessions} = await discoverIn(home);
		const {entries} = await readRef(sessions[0]!);
		expect(entries.at(-1)).toMatchObject({kind: 'tool_result', detail: 'spilled output, its file is gone'});
	});
});
