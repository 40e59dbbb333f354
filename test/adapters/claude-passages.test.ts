/** What an index is made from, and what discovery remembers. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import {Look} from '../../source/adapters/look.ts';
import type {Entry} from '../../source/model/entry.ts';
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
import {answer, call, collect, promptsOf, result, sessionId, user, writeSession} from '../helpers/claude-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {writeRaw} from '../helpers/raw-session.ts';

const scenarios = fs.readdirSync(path.join(import.meta.dirname, '../../fixtures/claude'));
const everything = () => fixtureHome(...scenarios.map(name => `claude/${name}`));
const record = user('feedbeef-0000-4000-8000-000000000000', null, 'a quokka é, added');

/** A result does not name its tool: alone it can't tell. */
const nameless = (entry: Entry) =>
	entry.kind === 'tool_result' ? {...entry, tool: {...entry.tool, name: '', universal: ''}} : entry;

async function sessionsIn(home: string): Promise<readonly SessionRef[]> {
	return (await claude.discover({path: home, env: {}})).sessions;
}

async function sessionOf(records: readonly unknown[]): Promise<SessionRef> {
	const home = temporaryDirectory();
	writeSession(home, records);
	return (await sessionsIn(home))[0]!;
}

describe('passages', () => {
	it.each(scenarios)('hold all of %s, and each can be read alone', async scenario => {
		const sessions = await sessionsIn(fixtureHome(`claude/${scenario}`));
		expect(sessions).not.toEqual([]);
		for (const ref of sessions) {
			await expectAllOfHistory(claude, ref);
			await expectReadableAlone(claude, ref, nameless);
		}
	});

	it('go on where a transcript grew', async () => {
		for (const ref of await sessionsIn(fixtureHome('claude/tools', 'claude/subagent')))
			await expectGrowth(claude, ref, record, 'quokka');
	});

	it('hold what was typed mid-turn and stands nowhere but in the queue', async () => {
		const ref = await sessionOf([
			user('u1', null, 'first'),
			{type: 'queue-operation', operation: 'enqueue', content: 'steer left', sessionId},
			{type: 'queue-operation', operation: 'remove', content: 'steer left', sessionId},
			{type: 'queue-operation', operation: 'remove', sessionId},
			answer('a1', 'u1', 'done'),
		]);
		await expectAllOfHistory(claude, ref);
		await expectReadableAlone(claude, ref);
		expect(promptsOf(entriesIn(await passagesOf(claude, ref)))).toEqual(['first', 'steer left']);
		expect(promptsOf(await collect(claude.opening(ref)))).toEqual(['first']);
	});

	it('hold large outputs that lie beside the transcript', async () => {
		const home = temporaryDirectory();
		const stub = '<persisted-output>\nOutput too large (60KB). Full output saved to: /x/tool-results/big.txt\n';
		const file = writeSession(home, [user('u1', null, 'go'), call('a1', 'u1', 't1'), result('r1', 'a1', 't1', stub)]);
		const folder = path.join(file.replace('.jsonl', ''), 'tool-results');
		fs.mkdirSync(folder, {recursive: true});
		fs.writeFileSync(path.join(folder, 'big.txt'), 'the quokka in full');
		const [ref] = await sessionsIn(home);
		await expectAllOfHistory(claude, ref!);
		await expectReadableAlone(claude, ref!, nameless);
		expect(entriesIn(await passagesOf(claude, ref!)).at(-1)).toMatchObject({
			text: 'the quokka in full',
			tool: {name: 'Bash', output: 'the quokka in full'},
		});
		// Somebody deletes it: what was in the index is not there any more.
		age(home);
		const [before] = await sessionsIn(home);
		fs.rmSync(path.join(folder, 'big.txt'));
		const [after] = await sessionsIn(home);
		expect(after!.stamp).not.toBe(before!.stamp);
	});

	it('pass over what was sent to the API once more', async () => {
		const copy = `{"type":"api-request","messages":["quokka"],"sessionId":"${sessionId}"}`;
		const ref = await sessionOf([user('u1', null, 'first'), copy, answer('a1', 'u1', 'done')]);
		const passages = await passagesOf(claude, ref);
		expect(passages.map(({entries}) => entries.map(({id}) => id))).toEqual([['u1'], [], ['a1']]);
		await expectReadableAlone(claude, ref);
	});

	it('survive damage, and give what is behind it', async () => {
		const [first, second] = [user('u1', null, 'one'), answer('a1', 'u1', 'two')].map(each => JSON.stringify(each));
		const home = temporaryDirectory();
		writeRaw(home, `\uFEFF${first}\r\nnot JSON\r\n${first!.slice(0, 45)}${second}${second}\r\n{"half":`);
		const [ref] = await sessionsIn(home);
		const passages = await passagesOf(claude, ref!);
		expect(entriesIn(passages).map(({text}) => text)).toEqual(['one', 'two', 'two']);
		expect(passages.at(-1)!.to).toBe(fs.statSync(ref!.path).size - '{"half":'.length);
		await expectReadableAlone(claude, ref!);
	});

	it('give both of two records under one uuid, each with its place', async () => {
		const ref = await sessionOf([user('u1', null, 'one'), user('u1', null, 'other'), answer('a1', 'u1', 'done')]);
		await expectAllOfHistory(claude, ref);
		expect(promptsOf(entriesIn(await passagesOf(claude, ref)))).toEqual(['one', 'other']);
	});

	it.skipIf(!hasCorpus)('hold all of real sessions', {timeout: 60_000}, async () => {
		for (const ref of await sessionsIn(corpusHome())) await expectAllOfHistory(claude, ref);
	});
});

describe('a second look', () => {
	it('learns nothing and finds the same', async () => {
		const home = everything();
		age(home);
		const {look, discovery} = await discoverTwice(claude, home);
		expect(discovery.sessions.length).toBeGreaterThan(10);
		expect(changedWitnesses(look)).toEqual([]);
	});

	it('compares copies no second time', async () => {
		const home = fixtureHome('claude/plain');
		const [ref] = await sessionsIn(home);
		fs.mkdirSync(path.join(home, '.claude/projects/-other'));
		fs.copyFileSync(ref!.path, path.join(home, '.claude/projects/-other', path.basename(ref!.path)));
		age(home);
		const {discovery} = await discoverTwice(claude, home);
		expect(discovery.candidates.map(({verdict}) => verdict).sort()).toEqual(['hidden', 'listed']);
	});

	const projects = '.claude/projects/-home-user-projects-webshop-api';
	const changes: Array<[string, (home: string, transcript: string, companion: string) => void]> = [
		['a transcript that grew', (_, file) => fs.appendFileSync(file, `${JSON.stringify(record)}\n`)],
		['a transcript that is gone', (_, file) => fs.rmSync(file)],
		['a new transcript', (_, file) => fs.copyFileSync(file, `${file}.new.jsonl`)],
		['a new project', home => fs.mkdirSync(path.join(home, '.claude/projects/-new'))],
		['another store', home => fs.mkdirSync(path.join(home, '.config/claude/projects'), {recursive: true})],
		['a title', (_, __, folder) => fs.writeFileSync(path.join(folder, 'custom-title.json'), '{"customTitle":"x"}')],
		['a sub-agent', (_, file, folder) => fs.copyFileSync(file, path.join(folder, 'subagents/agent-x.jsonl'))],
		[
			'another description',
			(_, __, folder) =>
				fs.writeFileSync(path.join(folder, 'subagents/agent-a6f9e6f4145038fb2.meta.json'), '{"description":"new"}'),
		],
		['a link that leads somewhere now', home => fs.writeFileSync(path.join(home, 'nowhere'), '')],
	];
	it.each(changes)('is not believed after %s', async (_, change) => {
		const home = fixtureHome('claude/subagent');
		fs.symlinkSync(path.join(home, 'nowhere'), path.join(home, projects, 'dangling.jsonl'));
		age(home);
		const {look, discovery} = await discoverTwice(claude, home);
		const {path: transcript} = discovery.sessions.find(({isAgentSession}) => !isAgentSession)!;
		change(home, transcript, transcript.replace('.jsonl', ''));
		expect(changedWitnesses(look)).not.toEqual([]);
	});

	it('reads again only the transcript that changed, whose stamp alone is another', async () => {
		const home = fixtureHome('claude/plain', 'claude/tools', 'claude/subagent', 'claude/tui-branch');
		age(home);
		await expectOneReadAgain(claude, home, ({isAgentSession}) => !isAgentSession);
	});

	it('gives a session another stamp when its title or its description beside it changes', async () => {
		const home = fixtureHome('claude/subagent');
		age(home);
		const [before, after] = [new Map<string, string>(), new Map<string, string>()];
		for (const {id, stamp} of await sessionsIn(home)) before.set(id, stamp);
		const agent = [...before.keys()].find(id => id.startsWith('agent-'))!;
		const main = [...before.keys()].find(id => id !== agent)!;
		const folder = path.join(home, projects, main);
		fs.writeFileSync(path.join(folder, 'custom-title.json'), '{"customTitle": "x"}');
		for (const {id, stamp} of await sessionsIn(home)) after.set(id, stamp);
		expect(after.get(main)).not.toBe(before.get(main));
		expect(after.get(agent)).toBe(before.get(agent));
		fs.writeFileSync(path.join(folder, 'subagents', `${agent}.meta.json`), '{"description": "another task"}');
		const described = (await sessionsIn(home)).find(({id}) => id === agent)!;
		expect(described.stamp).not.toBe(before.get(agent));
		expect((await claude.head(described)).title).toBe('another task');
	});

	it('in a hurry sees the newest transcripts, and all of what lies beside them', async () => {
		const home = fixtureHome('claude/plain', 'claude/tui-rewind');
		age(home);
		const titled = (await sessionsIn(home)).find(({stamp}) => stamp.includes(' '))!;
		fs.utimesSync(titled.path, new Date(), new Date(Date.now() - 60_000));
		const hurried = await claude.discover({path: home, env: {}}, new Look({newest: 1}));
		expect(hurried.candidates.map(candidate => candidate.path)).toEqual([titled.path]);
		expect(hurried.sessions[0]!.stamp.split(' ')).toHaveLength(2);
	});
});
