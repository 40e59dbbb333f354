/** A long session read in parts: the parts together are the whole. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {claude} from '../../source/adapters/claude/claude.ts';
import {answer, call, type Fields, readSession, result, user} from '../helpers/claude-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';
import {expectSameInParts} from '../helpers/in-parts.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures', 'claude');

const words = (letters: number) => 'some words, and 漢字 '.repeat(letters / 20);

/** Turns of a prompt, calls and their results, and an answer; each about 100 KB. */
function turns(
	count: number,
	{prefix = 't', parent = null as string | null, answers = (turn: number) => turn >= 0} = {},
) {
	const records: Fields[] = [];
	let before = parent;
	const follow = (record: Fields) => {
		records.push(record);
		before = record.uuid as string;
	};
	for (let turn = 0; turn < count; turn++) {
		const id = `${prefix}${turn}`;
		follow(user(`${id}-u`, before, `prompt ${id}`));
		follow(call(`${id}-c`, before!, `call-${id}`, 'Bash', {command: 'ls', description: words(1000)}));
		if (answers(turn)) follow(result(`${id}-r`, before!, `call-${id}`, words(40_000)));
		records.push({type: 'queue-operation', operation: 'enqueue', content: 'later', sessionId: 's'});
		follow(answer(`${id}-a`, before, words(60_000)));
	}
	return records;
}

describe('a session in parts', () => {
	it('is cut every megabyte or so, between turns', async () => {
		const {history} = await readSession(turns(60));
		expect(history.cuts!.length).toBeGreaterThan(4);
		await expectSameInParts(history);
	});

	it('is not cut between a call and its result', async () => {
		const records = turns(60);
		const late = records.findIndex(({uuid}) => uuid === 't20-r');
		const [moved] = records.splice(late, 1);
		records.splice(120, 0, moved!);
		const {history} = await readSession(records);
		expect(history.cuts!.length).toBeGreaterThan(2);
		await expectSameInParts(history);
	});

	it('is cut behind calls that were given up, at a prompt', async () => {
		const {history} = await readSession(turns(60, {answers: turn => turn % 20 !== 7}));
		expect(history.cuts!.length).toBeGreaterThan(4);
		await expectSameInParts(history);
	});

	it('has forks, records that were written twice, and a uuid with other content', async () => {
		const records = [...turns(20), ...turns(20, {prefix: 'x', parent: 't3-a'})];
		records.push(records[0]!, user('t15-u', 't14-a', 'something else'));
		records.push(...turns(20, {prefix: 'y', parent: 't12-a'}), call('z-c', 'y19-a', 'call-x19'));
		records.push(...turns(12, {prefix: 'z', parent: 'z-c'}), result('z-r', 'z11-a', 'call-x19'));
		const {history} = await readSession(records);
		expect(history.graph.forks.length).toBeGreaterThan(1);
		expect(history.cuts!.length).toBeGreaterThan(3);
		await expectSameInParts(history);
	});

	it('is not cut at all where its lines are damaged', async () => {
		const records: unknown[] = turns(30);
		records.splice(40, 0, '{"type":"user","mess');
		expect((await readSession(records)).history.cuts).toBeUndefined();
	});

	it('is the whole where it is small', async () => {
		for (const scenario of fs.readdirSync(fixtures)) {
			const {sessions} = await claude.discover({path: fixtureHome(`claude/${scenario}`), env: {}});
			for (const ref of sessions) await expectSameInParts(await claude.history(ref));
		}
	});
});
