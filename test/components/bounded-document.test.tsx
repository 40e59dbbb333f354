/** A document that keeps no text must show what one shows that keeps all of it. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import type {History} from '../../source/adapters/adapter.ts';
import {adapters} from '../../source/adapters/registry.ts';
import {FileMemory} from '../../source/components/reader/entry-memory.ts';
import {forkNotes} from '../../source/components/reader/fork-notes.ts';
import {Hits} from '../../source/components/reader/hits.ts';
import {type BlockStyle, folded, layoutBlock} from '../../source/components/reader/layout/layout-block.ts';
import {PackedMemory} from '../../source/components/reader/packed-memory.ts';
import {ReaderDocument} from '../../source/components/reader/reader-document.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {turns} from '../helpers/fake-explorer.tsx';
import {entry, toolUse} from '../helpers/fake-library.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
const everything: BlockStyle = {columns: 90, folds: {...folded, level: 'everything'}, hasClock: true};

function scenariosOf(agent: string): string[] {
	const folder = path.join(fixtures, agent);
	return fs
		.readdirSync(folder)
		.filter(name => fs.readdirSync(path.join(folder, name)).some(each => each.startsWith('dot-')));
}

function drawn(document: ReaderDocument, style = everything): string[] {
	return document.blocks.map(block => JSON.stringify(layoutBlock(block, style)));
}

/** Words in any case, as a search would find them. */
const rangesOf = (word: string) => (text: string) =>
	[...text.matchAll(new RegExp(word, 'gi'))].map(({index}) => [index, index + word.length] as const);

async function countsOf(document: ReaderDocument, word: string, from = 0): Promise<number[]> {
	const hits = new Hits(document, rangesOf(word), () => {}, from);
	while (hits.isCounting) await turns(1);
	return document.blocks.map((_, block) => hits.countOf(block));
}

async function check(history: History, entries: readonly Entry[]): Promise<number> {
	const options = {compactions: history.compactions, forks: forkNotes(history.graph, undefined)};
	const memories = [new PackedMemory(), ...(history.recall ? [new FileMemory(history.recall)] : [])];
	const whole = new ReaderDocument(options);
	const bounded = memories.map(memory => new ReaderDocument({...options, memory, room: 0}));
	for (const each of entries) for (const document of [whole, ...bounded]) document.add(each);
	const expected = drawn(whole);
	for (const document of bounded) {
		expect(drawn(document)).toEqual(expected);
		expect(document.prompts).toEqual(whole.prompts);
		expect(document.completed).toEqual(whole.completed);
		for (const {id} of entries) expect(document.indexOf(id)).toBe(whole.indexOf(id));
		for (const word of ['the', 'e', 'file'])
			expect(await countsOf(document, word)).toEqual(await countsOf(whole, word));
	}
	return entries.length;
}

describe.each(adapters.map(({agent}) => agent))('%s', agent => {
	const adapter = adapters.find(each => each.agent === agent)!;

	test.each(scenariosOf(agent))('shows %s', async scenario => {
		const {sessions} = await adapter.discover({path: fixtureHome(`${agent}/${scenario}`), env: {}});
		for (const ref of sessions) {
			const history = await adapter.history(ref);
			await check(history, await collect(history.entries()));
		}
	});
});

describe('a bounded document', () => {
	const many = (count: number) =>
		Array.from({length: count}, (_, at) => [
			entry('user', `Prompt ${at}`),
			...toolUse('Bash', {command: `echo ${at}`}, `needle ${at} `.repeat(at % 7)),
			entry('assistant', `Answer ${at} with a needle`),
		]).flat();
	const bounded = (entries: readonly Entry[], room = 0) => {
		const document = new ReaderDocument({memory: new PackedMemory(), room});
		for (const each of entries) document.add(each);
		return document;
	};

	test('counts hits from anywhere, and finds the way from one to the next', async () => {
		const document = bounded(many(2000));
		const from = 4321;
		const expected = await countsOf(document, 'needle');
		expect(await countsOf(document, 'needle', from)).toEqual(expected);
		const hits = new Hits(document, rangesOf('needle'), () => {}, from);
		const near = expected.findIndex((count, block) => block >= from && count > 0);
		while (!hits.beside({block: from - 1, hit: 99}, 1)) await turns(1);
		expect(hits.beside({block: from - 1, hit: 99}, 1)).toEqual({block: near, hit: 0});
		while (hits.isCounting) await turns(1);
		const sum = expected.reduce((all, count) => all + count, 0);
		expect(hits.total).toBe(sum);
		let at = hits.edge(1)!;
		for (let number = 1; number <= sum; number++) {
			expect(hits.numberOf(at)).toBe(number);
			at = hits.beside(at, 1) ?? at;
		}
		expect(at).toEqual(hits.edge(-1));
	});

	test('passes over long stretches without a hit', async () => {
		const entries: Entry[] = many(1500).map(each => ({
			...each,
			text: each.text.replaceAll('needle', 'straw'),
			tool: undefined,
		}));
		entries[3] = entry('assistant', 'a needle');
		entries.push(entry('assistant', 'the last needle'));
		const hits = new Hits(bounded(entries), rangesOf('needle'), () => {});
		while (hits.isCounting) await turns(1);
		const [first, last] = [hits.edge(1)!, hits.edge(-1)!];
		expect(hits.total).toBe(2);
		expect([hits.beside(first, 1), hits.beside(last, -1)]).toEqual([last, first]);
		expect([hits.beside(last, 1), hits.beside(first, -1)]).toEqual([undefined, undefined]);
	});

	test('gives the same block as long as somebody holds it', () => {
		const document = bounded(many(500));
		const held = document.blocks[700]!;
		for (let index = 0; index < document.blocks.length; index++) document.blocks[index];
		expect(document.blocks[700]).toBe(held);
	});

	test('adds a result to a block that is in sight, and to one that is not', () => {
		const [call, result] = toolUse('Bash', {command: 'ls'}, 'listed');
		const [other, late] = toolUse('Bash', {command: 'pwd'}, 'printed');
		const document = bounded([call!, other!, ...many(300)]);
		const held = document.blocks[0]!;
		expect(held.result).toBeUndefined();
		document.add(result!);
		document.add(late!);
		expect(held.result?.body.text).toBe('listed');
		expect(document.blocks[1]!.result?.body.text).toBe('printed');
		expect(document.indexOf(late!.id)).toBe(1);
	});

	test('keeps the room that it has, and cuts nothing beyond it', () => {
		const entries = Array.from({length: 40}, (_, at) => entry('assistant', `${at} ${'z'.repeat(5000)}`));
		const document = bounded(entries, 20_000);
		const kept = entries.filter((_, index) => document.known(index) !== undefined).length;
		expect(kept).toBeLessThan(10);
		expect(document.blocks.every(({body}) => body.text.length > 5000 && body.leftOut === 0)).toBe(true);
	});

	test('is an array to whoever reads it', () => {
		const {blocks} = bounded(many(3));
		expect(blocks).toHaveLength(9);
		expect(blocks.at(-1)!.body.text).toBe('Answer 2 with a needle');
		expect([...blocks].map(({kind}) => kind).slice(0, 3)).toEqual(['prompt', 'tool', 'answer']);
		expect(blocks.slice(1, 2)[0]!.kind).toBe('tool');
		expect(blocks.findLast(({kind}) => kind === 'prompt')!.summary).toBe('Prompt 2');
		expect([blocks[9], blocks[-1 as number], 8 in blocks, 9 in blocks]).toEqual([undefined, undefined, true, false]);
	});

	test('says so where a record is not in the file any more', () => {
		const entries = many(2);
		let isGone = false;
		const memory = new FileMemory(({offset}) =>
			isGone ? [] : entries.filter(each => 'offset' in each.locator && each.locator.offset === offset),
		);
		const document = new ReaderDocument({memory, room: 0});
		for (const each of entries) document.add(each);
		expect(document.blocks[2]!.body.text).toBe('Answer 0 with a needle');
		isGone = true;
		expect(JSON.stringify(layoutBlock(document.blocks[5]!, everything))).toContain('not in the file any more');
		expect(document.blocks.length).toBe(6);
	});

	test('holds what was written after the session was read and can not be read again', () => {
		const memory = new FileMemory(() => []);
		const document = new ReaderDocument({memory, room: 0});
		memory.settle();
		for (const each of many(1)) document.add(each);
		expect(document.blocks.map(({body}) => body.text)).toContain('Answer 0 with a needle');
		expect(document.blocks[1]!.name).toBe('Bash');
	});
});
