/** A glance at a session, before its shape is known: with what the history says of each part, it gives the same entries. */
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {ByteRange} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import type {Entry} from '../../source/model/entry.ts';
import {answer, call, type Fields, readSession, result, user} from '../helpers/claude-session.ts';
import {offsetOf, placesToCut} from '../helpers/cut-places.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';

/** What an entry follows, and what its record tells beside its content, a glance need not know. */
const shown = ({parent: _, facts: __, ...entry}: Entry) => entry;

async function check({adapter, ref, name}: FoundSession): Promise<number> {
	const glance = await adapter.glance?.(ref);
	if (!glance || fs.statSync(ref.path).size === 0) return 0;
	const history = await adapter.history(ref);
	const entries: Entry[] = [];
	for await (const entry of history.entries('all', {isWhole: true})) entries.push(entry);
	const places = await placesToCut(history, ref.path);
	const ranges = [...places, fs.statSync(ref.path).size].map((to, at): ByteRange => ({from: places[at - 1] ?? 0, to}));
	let confirmed = 0;
	// In another order than they were written in: parts know nothing of each other.
	for (const range of ranges.toReversed()) {
		const hint = history.warnings.length > 0 ? undefined : history.hint!(range);
		if (!hint) continue;
		confirmed++;
		const given: Entry[] = [];
		for await (const batch of glance.read(range, hint)) given.push(...batch);
		const wanted = entries.filter(entry => offsetOf(entry) >= range.from && offsetOf(entry) < range.to);
		expect({name, range, entries: given.map(shown)}).toEqual({name, range, entries: wanted.map(shown)});
		for (const compaction of history.compactions)
			if (wanted.some(({id}) => id === compaction.id)) expect(glance.compactions).toContainEqual(compaction);
	}
	return confirmed;
}

let confirmed = 0;

describeEverySession(async session => {
	confirmed += await check(session);
});

it('is right as a rule', () => {
	expect(confirmed).toBeGreaterThan(20);
});

describe('what a glance can not know', () => {
	const words = 'words '.repeat(60_000);

	async function isKnown(records: readonly Fields[]): Promise<boolean[]> {
		const {ref, history} = await readSession(records);
		const places = [0, ...(history.cuts ?? []), fs.statSync(ref.path).size];
		return places.slice(1).map((to, at) => history.hint!({from: places[at]!, to}) !== undefined);
	}

	const turn = (id: string, parent: string | null): Fields[] => [
		user(`${id}-u`, parent, `prompt ${id}`),
		call(`${id}-c`, `${id}-u`, `call-${id}`, 'Task', {prompt: 'go'}),
		result(`${id}-r`, `${id}-c`, `call-${id}`, words),
		answer(`${id}-a`, `${id}-r`, words),
		answer(`${id}-b`, `${id}-a`, words),
	];

	it('is nothing in a plain session', async () => {
		const records = [...turn('1', null), ...turn('2', '1-b'), ...turn('3', '2-b')];
		const known = await isKnown(records);
		expect(known.length).toBeGreaterThan(2);
		expect(known).not.toContain(false);
	});

	it('is the sub-agent that a record names so late that nobody remembers where its call was', async () => {
		const records = [...turn('1', null), ...turn('2', '1-b'), call('c0', '2-b', 'call-0', 'Task', {})];
		let before = 'c0';
		for (let at = 0; at < 9000; at++) {
			records.push(call(`many-${at}`, before, `small-${at}`, 'Bash', {}));
			before = `many-${at}`;
		}
		const late = {...result('late', before, 'call-0', 'done'), toolUseResult: {agentId: 'a1'}};
		expect(new Set(await isKnown([...records, late]))).toEqual(new Set([false]));
	});

	it('is not the sub-agent of a call that nobody wrote', async () => {
		const records = [...turn('1', null), ...turn('2', '1-b')];
		const late = {...result('late', '2-b', 'call-0', 'done'), toolUseResult: {agentId: 'a1'}};
		expect(new Set(await isKnown([...records, late]))).toEqual(new Set([true]));
	});
});

it('knows by its hint the sub-agent that another record names, wherever the call is written', async () => {
	const records = [
		user('u', null, 'go'),
		call('c', 'u', 'call-1', 'Task', {prompt: 'go'}),
		{...result('r', 'c', 'call-1', 'done'), toolUseResult: {agentId: 'a1'}},
		user('u2', 'r', 'again'),
		call('c2', 'u2', 'call-1', 'Task', {prompt: 'go'}),
	];
	const {ref, history} = await readSession(records);
	const text = fs.readFileSync(ref.path);
	const cut = text.indexOf('\n', text.indexOf('toolUseResult')) + 1;
	const glance = (await claude.glance!(ref))!;
	const spawned: unknown[] = [];
	for (const range of [
		{from: 0, to: cut},
		{from: cut, to: ref.size},
	])
		for await (const batch of glance.read(range, history.hint!(range)!))
			spawned.push(...batch.map(entry => entry.spawned));
	expect(spawned).toEqual([undefined, 'agent-a1', undefined, undefined, 'agent-a1']);
});
