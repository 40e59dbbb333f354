/** What an index is made from, and what discovery remembers. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {copilot} from '../../source/adapters/copilot/copilot.ts';
import {Look} from '../../source/adapters/look.ts';
import {
	age,
	changedWitnesses,
	discoverTwice,
	entriesIn,
	expectAllOfHistory,
	expectGrowth,
	expectOneReadAgain,
	expectReadableAlone,
	passagesOf,
} from '../helpers/check-passages.ts';
import {collect} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const scenarios = ['tools', 'resumed', 'subagent', 'old'];
const state = '.copilot/session-state';
const sessionId = 'c0ffee00-0000-4000-8000-0000000000bb';
const time = '2026-11-16T00:00:00.000Z';
const event = (id: string, type: string, data: object) => ({type, data, id, timestamp: time, parentId: null});
const record = event('feedbeef', 'user.message', {content: 'a quokka é, added'});

async function sessionsIn(home: string): Promise<readonly SessionRef[]> {
	return (await copilot.discover({path: home, env: {}})).sessions;
}

async function logOf(events: readonly object[]): Promise<SessionRef> {
	const file = path.join(temporaryDirectory(), state, sessionId, 'events.jsonl');
	fs.mkdirSync(path.dirname(file), {recursive: true});
	const start = event('start', 'session.start', {sessionId, selectedModel: 'gpt-5'});
	fs.writeFileSync(file, [start, ...events].map(each => `${JSON.stringify(each)}\n`).join(''));
	return (await copilot.recognize(file))!;
}

describe('passages', () => {
	it.each(scenarios)('hold all of %s, and each can be read alone', async scenario => {
		for (const ref of await sessionsIn(fixtureHome(`copilot/${scenario}`))) {
			await expectAllOfHistory(copilot, ref);
			await expectReadableAlone(copilot, ref);
		}
	});

	it('go on where a log grew', async () => {
		for (const ref of await sessionsIn(fixtureHome('copilot/tools', 'copilot/resumed')))
			await expectGrowth(copilot, ref, record, 'quokka');
	});

	it('say nothing of a document but what is in it: it is written as a whole', async () => {
		const documents = (await sessionsIn(fixtureHome('copilot/old'))).filter(ref => ref.path.endsWith('.json'));
		expect(documents).toHaveLength(2);
		for (const ref of documents) {
			const passages = await passagesOf(copilot, ref);
			expect(copilot.mark!(ref, passages.at(-1)!.to)).toBeUndefined();
			for (const {from, to} of passages) expect(to).toBeGreaterThan(from);
		}
	});

	/** A call is asked for, starts and ends; between two of these other words of any length stand. */
	const call = (name: string, gap: number) => [
		event(`${name}-ask`, 'assistant.message', {
			content: `asking ${name}`,
			reasoningText: `thought of ${name}`,
			toolRequests: [{toolCallId: name, name: 'bash', arguments: {command: `run ${name}`}}],
		}),
		event(`${name}-gap1`, 'system.message', {content: 'x'.repeat(gap)}),
		event(`${name}-start`, 'tool.execution_start', {
			toolCallId: name,
			toolName: 'bash',
			arguments: {command: `run ${name}`},
		}),
		event(`${name}-gap2`, 'system.message', {content: 'y'.repeat(gap)}),
		event(`${name}-end`, 'tool.execution_complete', {
			toolCallId: name,
			success: true,
			result: {content: `${name} ran`},
		}),
		event(`${name}-end2`, 'tool.execution_complete', {toolCallId: name, success: true, result: {content: 'again'}}),
	];

	it('tell of a call once, as long as what repeats it stands near', async () => {
		const ref = await logOf([...call('a', 10), ...call('b', 50_000)]);
		await expectAllOfHistory(copilot, ref);
		await expectReadableAlone(copilot, ref);
		const calls = entriesIn(await passagesOf(copilot, ref)).filter(({kind}) => kind === 'tool_call');
		expect(calls.map(({id}) => id)).toEqual(['a-ask#2', 'b-ask#2']);
	});

	it('read alone the same wherever a call is told of again, however far that is', async () => {
		for (const gap of [40_000, 65_000, 65_600, 131_000, 200_000, 1_500_000]) {
			const ref = await logOf([...call('a', gap), ...call('b', 10), ...call('c', gap)]);
			await expectReadableAlone(copilot, ref);
		}
	});

	it('know of a large event right before them', async () => {
		const ref = await logOf([
			event('ask', 'assistant.message', {
				content: '',
				toolRequests: [{toolCallId: 'w', name: 'create', arguments: {path: 'x', content: 'z'.repeat(700_000)}}],
			}),
			event('begin', 'tool.execution_start', {toolCallId: 'w', toolName: 'create', arguments: {}}),
			event('end', 'tool.execution_complete', {toolCallId: 'w', success: true, result: {content: 'made'}}),
		]);
		await expectAllOfHistory(copilot, ref);
		await expectReadableAlone(copilot, ref);
		const last = (await passagesOf(copilot, ref)).at(-1)!;
		expect(last.entries).toMatchObject([{kind: 'tool_result', tool: {name: 'create'}}]);
	});

	it('give a thought once, by itself or within the answer after it', async () => {
		const ref = await logOf([
			event('r', 'assistant.reasoning', {content: 'hm'}),
			event('m', 'assistant.message', {content: 'yes', reasoningText: 'hm'}),
			event('n', 'assistant.message', {content: 'no', reasoningText: 'hm'}),
		]);
		const entries = entriesIn(await passagesOf(copilot, ref)).filter(({isAside}) => !isAside);
		expect(entries.map(({id, text}) => [id, text])).toEqual([
			['r', 'hm'],
			['m', 'yes'],
			['n', 'hm'],
			['n#1', 'no'],
		]);
		await expectReadableAlone(copilot, ref);
	});

	it('survive damage', async () => {
		const ref = await logOf([record]);
		const [first, second] = fs.readFileSync(ref.path, 'utf8').split('\n');
		fs.writeFileSync(ref.path, `\uFEFF${first}\r\nnot JSON\r\n${first!.slice(0, 40)}${second}${second}\r\n\0\0\0`);
		const passages = await passagesOf(copilot, ref);
		expect(entriesIn(passages).map(({id}) => id)).toEqual(['start', 'feedbeef', 'feedbeef']);
		await expectReadableAlone(copilot, ref);
	});

	it.skipIf(!hasCorpus)('hold all of real sessions', {timeout: 60_000}, async () => {
		for (const ref of await sessionsIn(corpusHome())) {
			await expectAllOfHistory(copilot, ref);
			if (ref.size < 45_000) await expectReadableAlone(copilot, ref);
		}
	});
});

describe('a second look', () => {
	it('learns nothing and finds the same', async () => {
		const home = fixtureHome(...scenarios.map(name => `copilot/${name}`));
		fs.mkdirSync(path.join(home, state, 'nothing-in-it'));
		fs.writeFileSync(path.join(home, state, '.DS_Store'), 'a file beside the folders');
		age(home);
		const {discovery, look} = await discoverTwice(copilot, home);
		expect(discovery.sessions).toHaveLength(8);
		expect(discovery.warnings).toEqual([]);
		expect(changedWitnesses(look)).toEqual([]);
	});

	const named = `${state}/c0ffee00-0000-4000-8000-000000000001`;
	const changes: Array<[string, (home: string) => void]> = [
		['a log that grew', home => fs.appendFileSync(path.join(home, named, 'events.jsonl'), '{}\n')],
		['a log that is gone', home => fs.rmSync(path.join(home, named, 'events.jsonl'))],
		['another name', home => fs.writeFileSync(path.join(home, named, 'workspace.yaml'), 'name: other\n')],
		['a name that is gone', home => fs.rmSync(path.join(home, named, 'workspace.yaml'))],
		['a log where only a name was', home => fs.writeFileSync(path.join(home, state, 'new/events.jsonl'), '{}\n')],
		['a log where nothing was', home => fs.writeFileSync(path.join(home, state, 'bare/events.jsonl'), '{}\n')],
		['a new session', home => fs.mkdirSync(path.join(home, state, 'newer'))],
		['a new document', home => fs.writeFileSync(path.join(home, '.copilot/history-session-state/x.json'), '{}')],
		['a link that leads somewhere now', home => fs.writeFileSync(path.join(home, 'nowhere'), '{}\n')],
		['a link that is gone', home => fs.rmSync(path.join(home, state, 'linked/events.jsonl'))],
	];
	it.each(changes)('is not believed after %s', async (_, change) => {
		const home = fixtureHome('copilot/tools', 'copilot/old');
		for (const name of ['new', 'bare', 'linked']) fs.mkdirSync(path.join(home, state, name));
		fs.writeFileSync(path.join(home, state, 'new/workspace.yaml'), 'name: new\n');
		fs.symlinkSync(path.join(home, 'nowhere'), path.join(home, state, 'linked/events.jsonl'));
		age(home);
		const {look} = await discoverTwice(copilot, home);
		change(home);
		expect(changedWitnesses(look)).not.toEqual([]);
	});

	it('reads again only the log that changed, whose stamp alone is another', async () => {
		const home = fixtureHome('copilot/tools', 'copilot/resumed', 'copilot/old');
		age(home);
		await expectOneReadAgain(copilot, home, ref => ref.path.includes(named));
	});

	it('gives a session with another name another stamp', async () => {
		const home = fixtureHome('copilot/tools');
		age(home);
		const [before] = await sessionsIn(home);
		fs.writeFileSync(path.join(home, named, 'workspace.yaml'), 'name: other\n');
		const [after] = await sessionsIn(home);
		expect(after!.stamp).not.toBe(before!.stamp);
	});

	it('in a hurry sees the newest sessions', async () => {
		const home = fixtureHome('copilot/tools', 'copilot/resumed');
		age(home);
		const file = path.join(home, named, 'events.jsonl');
		fs.utimesSync(file, new Date(), new Date(Date.now() - 60_000));
		const hurried = await copilot.discover({path: home, env: {}}, new Look({newest: 1}));
		expect(hurried.candidates.map(candidate => candidate.path)).toEqual([file]);
	});

	it('says of a folder that nobody may enter that it can not be read', {skip: process.getuid?.() === 0}, async () => {
		const home = fixtureHome('copilot/tools');
		const folder = path.join(home, named);
		fs.chmodSync(folder, 0);
		const {candidates} = await copilot.discover({path: home, env: {}});
		fs.chmodSync(folder, 0o700);
		expect(candidates).toMatchObject([{verdict: 'unreadable', reason: 'no permission to read it'}]);
	});
});

it('a history tells of every call once, however far apart', async () => {
	const filler = Array.from({length: 4}, (_, n) => event(`f${n}`, 'system.message', {content: 'x'.repeat(100_000)}));
	const ref = await logOf([
		event('ask', 'assistant.message', {content: '', toolRequests: [{toolCallId: 'a', name: 'bash', arguments: {}}]}),
		...filler,
		event('begin', 'tool.execution_start', {toolCallId: 'a', toolName: 'bash', arguments: {}}),
	]);
	const history = await copilot.history(ref);
	const calls = (await collect(history.entries('all'))).filter(({kind}) => kind === 'tool_call');
	expect(calls.map(({id}) => id)).toEqual(['ask']);
	expect(history.session.counts!.toolCalls).toBe(1);
});
