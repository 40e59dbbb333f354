/** A long session read in parts: the parts together are the whole. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Hint, SessionRef} from '../../source/adapters/adapter.ts';
import {codex} from '../../source/adapters/codex/codex.ts';
import type {Entry} from '../../source/model/entry.ts';
import {isFileLocator} from '../../source/model/locator.ts';
import {collect} from '../helpers/claude-session.ts';
import {
	call,
	event,
	type Fields,
	line,
	meta,
	output,
	readRecords,
	readThread,
	response,
	rolloutPath,
	said,
	textOf,
	typed,
	usage,
	writeFile,
} from '../helpers/codex-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {expectSameInParts} from '../helpers/in-parts.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures', 'codex');

const words = (letters: number) => 'some words, and 漢字 '.repeat(letters / 20);

const settings = (model: string, cwd: string) => line('turn_context', {model, cwd, approval_policy: 'never'});
const ended = (id: string, more: Fields = {}) =>
	event('exec_command_end', {
		call_id: id,
		command: ['bash', '-lc', 'ls'],
		aggregated_output: words(1000),
		exit_code: 0,
		duration: {secs: 1, nanos: 0},
		...more,
	});

/** Turns of a prompt, calls and their results, and an answer; each about 100 KB. */
function turns(count: number, {prefix = 't', answers = (_: number): boolean => true} = {}): Fields[] {
	const records: Fields[] = [];
	for (let turn = 0; turn < count; turn++) {
		const id = `${prefix}${turn}`;
		records.push(event('task_started', {turn_id: id}));
		// Every tenth turn has other settings, which hold until the next ones.
		if (turn % 10 === 3) records.push(settings(`model-${turn}`, `/home/user/${turn}`));
		records.push(...typed(`prompt ${id}`), call(`call-${id}`, turn % 2 === 0 ? 'exec_command' : 'update_plan'));
		records.push(ended(`call-${id}`));
		if (answers(turn)) records.push(output(`call-${id}`, words(40_000)));
		// Told by the person's side alone: a call and its result in one record.
		records.push(ended(`own-${id}`, {aggregated_output: words(20_000)}), usage(1000 * (turn + 1), 1000));
		records.push(...said(words(20_000)), event('task_complete', {turn_id: id}));
	}
	return records;
}

/** What an entry follows, and its facts, a glance does not know. */
const shown = ({parent: _, facts: __, ...entry}: Entry) => JSON.stringify(entry);

/**
 * Somebody who is told of each part soon after it was read gives the same entries, in whatever order the parts are read.
 * How many were told rightly?
 */
async function expectSameAtAGlance(ref: SessionRef): Promise<number> {
	const told: Array<{place: number; hint: Hint}> = [];
	const history = await codex.history(ref, {onCut: (place, hint) => told.push({place, hint})});
	const glance = (await codex.glance!(ref))!;
	const entries = await collect(history.entries('all', {isWhole: true}));
	const parts = told.map(({place: to, hint}, at) => ({from: told[at - 1]?.place ?? 0, to, hint}));
	let right = 0;
	for (const {from, to, hint} of parts.toReversed()) {
		const given: Entry[] = [];
		for await (const batch of glance.read({from, to}, hint)) given.push(...batch);
		const known = history.cuts!.includes(to) ? history.hint!({from, to}) : undefined;
		const wanted = entries.filter(
			({locator}) => isFileLocator(locator) && locator.offset >= from && locator.offset < to,
		);
		if (!known || Buffer.compare(known, hint) !== 0) continue;
		expect(given.map(shown).join('\n') === wanted.map(shown).join('\n')).toBe(true);
		right++;
	}
	return right;
}

describe('a rollout at a glance', () => {
	it('is the same, part by part', async () => {
		const compaction = line('compacted', {message: 'what was said'});
		const spawn = [
			call('spawn', 'spawn_agent'),
			output('spawn', JSON.stringify({agent_id: 'agent-1'})),
			call('bad', 'exec_command'),
			ended('bad', {exit_code: 2}),
			output('bad', words(1000)),
		];
		const records = [meta(), ...turns(20), compaction, usage(30_000, 900), ...spawn, ...turns(30, {prefix: 'u'})];
		const {ref, history} = await readRecords(records);
		expect(await expectSameAtAGlance(ref)).toBe(history.cuts!.length - 1);
	});

	it('is not right where lines are damaged', async () => {
		const home = temporaryDirectory();
		const text = textOf([meta(), ...turns(60)])
			.split('\n')
			.map((each, at) => (at === 241 ? each.slice(0, -9) : each))
			.join('\n');
		writeFile(rolloutPath(home), text);
		const {ref, history} = await readThread(home);
		const right = await expectSameAtAGlance(ref);
		expect(right).toBeGreaterThan(1);
		expect(right).toBeLessThan(history.cuts!.length - 1);
	});
});

describe('a rollout in parts', () => {
	it('is cut every megabyte or so, with the settings and the parents of each part', async () => {
		const {history} = await readRecords([meta(), ...turns(40)]);
		expect(history.cuts!.length).toBeGreaterThan(2);
		await expectSameInParts(history);
	});

	it('is cut behind records of more than one entry', async () => {
		const records = Array.from({length: 100}, (_, at) => ended(`own-${at}`, {aggregated_output: words(40_000)}));
		const {history} = await readRecords([meta(), ...typed('go'), ...records]);
		expect(history.cuts!.length).toBeGreaterThan(2);
		await expectSameInParts(history);
	});

	it('is not cut between a call, its end and its output', async () => {
		const records = [meta(), ...turns(40)];
		for (const [type, turn, behind] of [
			['function_call_output', 10, 240],
			['exec_command_end', 25, 400],
		] as const) {
			const late = records.findIndex(({payload}) => {
				const {type: its, call_id: id} = payload as Fields;
				return its === type && id === `call-t${turn}`;
			});
			const [moved] = records.splice(late, 1);
			records.splice(behind, 0, moved!);
		}
		const {history} = await readRecords(records);
		expect(history.cuts!.length).toBeGreaterThan(0);
		await expectSameInParts(history);
	});

	it('is cut behind calls that were given up, at a prompt', async () => {
		const {history} = await readRecords([meta(), ...turns(40, {answers: turn => turn % 20 !== 7})]);
		expect(history.cuts!.length).toBeGreaterThan(2);
		await expectSameInParts(history);
	});

	it('is cut behind searches, which have no output', async () => {
		const search = response('web_search_call', {id: 'ws', action: {type: 'search', query: 'it'}});
		const answers = Array.from({length: 100}, (_, at) => said(`${at} ${words(20_000)}`)).flat();
		const {history} = await readRecords([meta(), ...typed('go'), search, ...answers]);
		expect(history.cuts!.length).toBeGreaterThan(2);
		await expectSameInParts(history);
	});

	it('has turns that were taken back', async () => {
		const back = (count: number) => event('thread_rolled_back', {num_turns: count});
		const {history} = await readRecords([
			meta(),
			...turns(14),
			back(2),
			...turns(14, {prefix: 'x'}),
			back(24),
			...turns(14, {prefix: 'y'}),
		]);
		expect(history.graph.forks.length).toBeGreaterThan(1);
		expect(history.cuts!.length).toBeGreaterThan(2);
		await expectSameInParts(history);
	});

	it('is cut between lines only', async () => {
		const home = temporaryDirectory();
		// Half of the line ends are lost, and some lines are not whole.
		const text = textOf([meta(), ...turns(40)])
			.split('\n')
			.map((each, at) => (at % 41 === 40 ? each.slice(0, -9) : each) + (at % 2 === 0 ? '\n' : ' '))
			.join('');
		writeFile(rolloutPath(home), text);
		const {history} = await readThread(home);
		expect(history.warnings.length).toBeGreaterThan(4);
		for (const cut of history.cuts!) expect(Buffer.from(text)[cut - 1]).toBe(0x0a);
		await expectSameInParts(history);
	});

	it('is the whole where it is small; several files, and compressed ones, are not cut', async () => {
		let uncut = 0;
		for (const scenario of fs.readdirSync(fixtures)) {
			const {sessions} = await codex.discover({path: fixtureHome(`codex/${scenario}`), env: {}});
			for (const ref of sessions) {
				const history = await codex.history(ref);
				if (history.cuts) await expectSameInParts(history);
				else uncut++;
			}
		}
		expect(uncut).toBeGreaterThan(0);
	});
});
