/** Records that name each other wrongly: nobody goes round in circles, and every record is shown on some branch. */
import {describe, expect, it} from 'vitest';
import type {History} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import {answer, chain, collect, sessionId, user} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {lines, readRaw, writeRaw} from '../helpers/raw-session.ts';

async function idsOf(history: History, branch?: number | 'all'): Promise<string[]> {
	return (await collect(history.entries(branch))).map(({id}) => id);
}

const missing = 'a record names a parent that is not in the file; it is shown as a new beginning';
const cycle = 'a record names itself or a record after it as its parent; it is shown as a new beginning';
const twice = 'a record has the uuid of another, earlier record; both are shown';

/** Where these records end, and the next one begins. */
const endOf = (...records: unknown[]) => Buffer.byteLength(lines(...records));

describe('a parent', () => {
	it('that is not in the file is told once, with the place of the first', async () => {
		const [one, two, three] = [user('u1', null, 'one'), user('u2', 'gone', 'two'), user('u3', 'gone too', 'three')];
		const {prompts, warnings, history} = await readRaw(lines(one, two, three));
		expect(prompts).toEqual(['one', 'two', 'three']);
		expect(warnings).toEqual([`${endOf(one)}: ${missing} (and 1 more)`]);
		expect(history.graph.isLinear).toBe(true);
	});

	it('that is the record itself is no parent', async () => {
		const one = user('u1', null, 'one');
		const {prompts, warnings} = await readRaw(lines(one, user('u2', 'u2', 'two'), answer('a2', 'u2', 'yes')));
		expect(prompts).toEqual(['one', 'two']);
		expect(warnings).toEqual([`${endOf(one)}: ${cycle}`]);
	});

	it('that comes after its child is found', async () => {
		const records = [
			user('u1', null, 'one'),
			user('u2', 'a1', 'two'),
			answer('a1', 'u1', 'yes'),
			answer('a2', 'u2', 'no'),
		];
		const {prompts, warnings, history} = await readRaw(lines(...records));
		expect(prompts).toEqual(['one', 'two']);
		expect(warnings).toEqual([]);
		expect(history.graph.roots).toEqual([0]);
	});

	it('may be of a kind that nobody knows yet', async () => {
		const link = {type: 'of-tomorrow', uuid: 'x1', parentUuid: 'a1'};
		const {prompts, warnings, history} = await readRaw(
			lines(user('u1', null, 'one'), answer('a1', 'u1', 'yes'), link, user('u2', 'x1', 'two')),
		);
		expect(prompts).toEqual(['one', 'two']);
		expect(warnings).toEqual([]);
		expect(history.graph.roots).toEqual([0]);
	});
});

describe('a circle', () => {
	it('of two records is opened at the first', async () => {
		const {prompts, warnings, history} = await readRaw(
			lines(user('u1', 'a1', 'one'), answer('a1', 'u1', 'yes'), user('u2', 'a1', 'two')),
		);
		expect(prompts).toEqual(['one', 'two']);
		expect(warnings).toEqual([`0: ${cycle}`]);
		expect(history.graph.roots).toEqual([0]);
	});

	it('of many records loses none of them', async () => {
		const size = 1000;
		const records = Array.from({length: size}, (_, at) => user(`u${at}`, `u${(at + size - 1) % size}`, `${at}`));
		const {history, warnings} = await readRaw(lines(...records));
		expect(await idsOf(history, 'all')).toHaveLength(size);
		expect(warnings).toEqual([`0: ${cycle}`]);
	});

	it('written backwards loses none of them', async () => {
		const size = 1000;
		const records = Array.from({length: size}, (_, at) => user(`u${at}`, `u${(at + 1) % size}`, `${at}`));
		const {history} = await readRaw(lines(...records));
		expect(await idsOf(history, 'all')).toHaveLength(size);
	});
});

describe('a uuid', () => {
	it('that a record has which was there before shows it once, when it says the same', async () => {
		const again = user('u1', null, 'one');
		const {entries, warnings} = await readRaw(lines(again, answer('a1', 'u1', 'yes'), {...again, parentUuid: 'a1'}));
		expect(entries.map(({text}) => text)).toEqual(['one', 'yes']);
		expect(warnings).toEqual([]);
	});

	it('of two records of other words and other parents shows both, and says so', async () => {
		const records = [
			user('u1', null, 'one'),
			answer('a1', 'u1', 'yes'),
			answer('x', 'a1', 'left'),
			answer('x', 'u1', 'next'),
		];
		const {history, warnings} = await readRaw(lines(...records));
		const entries = await collect(history.entries('all'));
		expect(entries.map(({text}) => text)).toEqual(['one', 'yes', 'left', 'next']);
		expect(new Set(entries.map(({id}) => id)).size).toBe(4);
		expect(warnings).toEqual([`${endOf(...records.slice(0, 3))}: ${twice}`]);
	});

	it('that all records share loses none of them', async () => {
		const records = Array.from({length: 50}, (_, at) => answer('x', 'x', `answer ${at}`));
		const {history} = await readRaw(lines(user('u1', null, 'one'), ...records));
		const entries = await collect(history.entries('all'));
		expect(entries.map(({text}) => text)).toEqual(['one', ...records.map((_, at) => `answer ${at}`)]);
	});

	it('that is missing or empty makes a record no less readable', async () => {
		const {prompts} = await readRaw(
			lines(user('', null, 'one'), chain('user', '', '', {uuid: undefined, message: {content: 'two'}})),
		);
		expect(prompts).toEqual(['one', 'two']);
	});
});

describe('a file of 200,000 records', () => {
	const size = 200_000;
	const record = (at: number, parent: string | null) => {
		const [type, content] = at % 2 === 0 ? ['user', '"p"'] : ['assistant', `[{"type":"text","text":"a"}]`];
		const parentUuid = parent === null ? 'null' : `"${parent}"`;
		return `{"parentUuid":${parentUuid},"type":"${type}","uuid":"r${at}","sessionId":"${sessionId}","message":{"id":"m${at}","content":${content}}}`;
	};
	const fileOf = (parentOf: (at: number) => string | null, length = size) =>
		`${Array.from({length}, (_, at) => record(at, parentOf(at))).join('\n')}\n`;

	async function survey(parentOf: (at: number) => string | null, length = size): Promise<History> {
		const ref = await claude.recognize(writeRaw(temporaryDirectory(), fileOf(parentOf, length)));
		return claude.history(ref!);
	}

	it('in one chain is read without going deep', {timeout: 60_000}, async () => {
		const {session, graph, warnings} = await survey(at => (at === 0 ? null : `r${at - 1}`));
		expect(session.counts).toMatchObject({prompts: size / 2, messages: size, forks: 0});
		expect(graph.path()).toHaveLength(size);
		expect(graph.outline().nodes).toHaveLength(size);
		expect(warnings).toEqual([]);
	});

	it('each before its parent is read as well', {timeout: 60_000}, async () => {
		const {graph, warnings} = await survey(at => (at === size - 1 ? null : `r${at + 1}`));
		expect(graph.size).toBe(size);
		expect(graph.roots).toEqual([size - 1]);
		expect(warnings).toEqual([]);
	});

	it('or fewer, that are all roots, is read as well', async () => {
		const {session, graph} = await survey(() => null, 20_000);
		expect(graph.roots).toHaveLength(20_000);
		expect(session.counts).toMatchObject({prompts: 10_000, forks: 0});
	});
});

describe('forks', () => {
	const graphOf = (size: number, parentOf: (at: number) => string | null) => {
		const builder = new BranchGraphBuilder();
		for (let at = 0; at < size; at++) builder.add({id: `r${at}`, parent: parentOf(at), role: 'prompt'});
		return builder.build();
	};

	it('of 100,000 prompts at one place, or each inside of the other, take no longer than a chain of them', () => {
		const star = graphOf(100_000, at => (at === 0 ? null : 'r0'));
		expect(star.branches).toHaveLength(99_999);
		expect(star.path()).toEqual([0, 99_999]);
		const comb = graphOf(100_000, at => (at === 0 ? null : at % 2 === 0 ? `r${at - 2}` : `r${at - 1}`));
		expect(comb.forks).toHaveLength(49_999);
		expect(comb.path(2)).toEqual([0, 2, 3]);
	});

	it('whose parents all come later take no longer either', () => {
		const size = 100_000;
		const graph = graphOf(size, at => (at < size / 2 ? `r${size - 1}` : at === size / 2 ? null : `r${at - 1}`));
		expect(graph.roots).toEqual([size / 2]);
		expect(graph.branches).toHaveLength(size / 2);
	});

	it('of a thousand prompts after one answer are as many branches, each with its own prompt', async () => {
		const rivals = Array.from({length: 1000}, (_, at) => user(`r${at}`, 'a1', `rival ${at}`));
		const {history} = await readRaw(lines(user('u1', null, 'one'), answer('a1', 'u1', 'yes'), ...rivals));
		expect(history.graph.branches).toHaveLength(1000);
		expect(await idsOf(history, 7)).toEqual(['u1', 'a1', 'r6']);
	});

	it('inside of forks inside of forks lose nothing', async () => {
		const size = 60;
		const comb = Array.from({length: size}, (_, at) => [
			user(`u${at}`, at === 0 ? null : `u${at - 1}`, `tooth ${at}`),
			user(`x${at}`, at === 0 ? 'u0' : `u${at - 1}`, `left ${at}`),
		]);
		const {history, prompts} = await readRaw(lines(...comb.flat()));
		expect(history.graph.branches.length).toBeGreaterThan(size / 2);
		expect(await idsOf(history, 'all')).toHaveLength(2 * size);
		expect(prompts.length).toBeGreaterThan(size / 2);
		const seen = new Set<string>();
		for (const {number} of history.graph.branches) for (const id of await idsOf(history, number)) seen.add(id);
		expect(seen.size, 'every record is on some branch').toBe(2 * size);
	});
});
