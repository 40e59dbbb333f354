/** A glance at a session, before its shape is known: with what the history says of each part, it gives the same entries. */
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {ByteRange} from '../../source/adapters/adapter.ts';
import {noHint} from '../../source/adapters/claude/glance.ts';
import type {Entry} from '../../source/model/entry.ts';
import {isFileLocator} from '../../source/model/locator.ts';
import {answer, call, type Fields, readSession, result, user} from '../helpers/claude-session.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';

/** What an entry follows, and what its record tells beside its content, a glance need not know. */
const shown = ({parent: _, facts: __, ...entry}: Entry) => entry;

const offsetOf = ({locator}: Entry) => (isFileLocator(locator) ? locator.offset : 0);

/** The beginnings of prompts before which every call has its result, and behind which nobody speaks of those calls. */
function placesToCut(entries: readonly Entry[]): number[] {
	const lastOf = new Map<string, number>();
	for (const [at, {tool}] of entries.entries()) if (tool?.callId !== undefined) lastOf.set(tool.callId, at);
	const places: number[] = [];
	let open = -1;
	for (const [at, entry] of entries.entries()) {
		if (entry.kind === 'user' && at > open && offsetOf(entry) > 0) places.push(offsetOf(entry));
		if (entry.tool?.callId !== undefined) open = Math.max(open, lastOf.get(entry.tool.callId)!);
	}
	return [...new Set(places)].sort((a, b) => a - b);
}

async function check({adapter, ref, name}: FoundSession): Promise<number> {
	const glance = await adapter.glance?.(ref);
	if (!glance || fs.statSync(ref.path).size === 0) return 0;
	const history = await adapter.history(ref);
	const entries: Entry[] = [];
	for await (const entry of history.entries('all', {isWhole: true})) entries.push(entry);
	const lines = fs.readFileSync(ref.path);
	const places = placesToCut(entries).filter(place => lines[place - 1] === 0x0a);
	let from = 0;
	let confirmed = 0;
	for (const to of [...places, lines.length]) {
		const range: ByteRange = {from, to};
		const hint = history.warnings.length > 0 ? undefined : history.hint!(range);
		const given: Entry[] = [];
		for await (const batch of glance.readTo(to, hint ?? noHint)) given.push(...batch);
		const wanted = entries.filter(entry => offsetOf(entry) >= range.from && offsetOf(entry) < range.to);
		from = to;
		if (!hint) continue;
		confirmed++;
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
		expect(await isKnown(records)).toEqual([true, true, true]);
	});

	it('is a record that was written before', async () => {
		const records = [...turn('1', null), ...turn('2', '1-b'), ...turn('3', '2-b')];
		records.splice(7, 0, records[6]!);
		expect(await isKnown(records)).toEqual([true, false, true]);
	});

	it('is the sub-agent that a later record names', async () => {
		const records = [...turn('1', null), ...turn('2', '1-b'), ...turn('3', '2-b')];
		records[7] = {...records[7], toolUseResult: {agentId: 'a1'}};
		expect(await isKnown(records)).toEqual([true, false, true]);
	});
});
