/** The order of what is found. */
import {describe, expect, it} from 'vitest';
import {scoreOf} from '../../source/search/rank.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	type Asker,
	answer,
	days,
	idOf,
	now,
	openIndexed,
	openUnindexed,
	prompt,
	type Spec,
	settle,
	work,
	writeClaude,
} from './search-home.ts';

/** The best first, with the index and without it. */
async function orders(specs: ReadonlyArray<Omit<Spec, 'id'>>, text: string, mode: 'fuzzy' | 'words' = 'fuzzy') {
	const home = temporaryDirectory();
	for (const [at, spec] of specs.entries()) writeClaude(home, {id: idOf(at + 1), ...spec});
	settle(home);
	const order = async (asker: Asker) => (await asker.ids(text, {mode})).map(id => Number(id.slice(-3)));
	return {indexed: await order(await openIndexed(home)), without: await order(await openUnindexed(home))};
}

const both = (...order: number[]) => ({indexed: order, without: order});
const at = days(3);

describe('before others comes', () => {
	it('the phrase as it was asked for', async () => {
		const specs = [
			{told: [prompt('hi'), answer('the socket, and later a retry')], at},
			{told: [prompt('hi'), answer('a retry socket is it')], at},
			{told: [prompt('hi'), answer('retry'), answer('lorem ipsum '.repeat(6000)), answer('socket')], at},
		];
		expect(await orders(specs, 'retry socket')).toEqual(both(2, 1, 3));
	});

	it('what stands in a title', async () => {
		const specs = [
			{told: [prompt('hi'), answer('retry here')], at},
			{told: [prompt('hi'), answer('nothing')], title: 'The retry affair', at},
			{told: [prompt('hi'), work('retry', 'retry')], at},
		];
		const {indexed, without} = await orders(specs, 'retry');
		expect(indexed[0]).toBe(2);
		expect(without).toEqual(indexed);
		const two = [
			{told: [prompt('retry socket'), answer('x')], title: 'Something else', at},
			{told: [prompt('hi'), answer('nothing')], title: 'On retry socket', at},
		];
		expect(await orders(two, 'retry socket')).toEqual(both(2, 1));
	});

	it('what a person typed', async () => {
		const specs = [
			{told: [prompt('hi'), work('ls', 'retry')], title: 'x', at},
			{told: [prompt('hi'), prompt('retry')], title: 'x', at},
			{told: [prompt('hi'), answer('retry')], title: 'x', at: at - 1000},
		];
		expect(await orders(specs, 'retry')).toEqual(both(2, 1, 3));
	});

	it('what is newer, of equals', async () => {
		const told = [prompt('hi'), answer('retry it')];
		const specs = [days(9), days(1), days(400), days(2), days(4000), days(3999)].map(time => ({
			told,
			title: 'x',
			at: time,
		}));
		expect(await orders(specs, 'retry')).toEqual(both(2, 4, 1, 3, 6, 5));
	});

	it('a fresh hit before an old one of the same kind', async () => {
		const specs = [
			{told: [prompt('hi'), answer('retry socket')], title: 'x', at: days(300)},
			{told: [prompt('hi'), answer('retry socket')], title: 'x', at: days(1)},
			{told: [prompt('hi'), answer('retry, then socket')], title: 'x', at: days(0.1)},
		];
		expect(await orders(specs, 'retry socket')).toEqual(both(2, 1, 3));
	});

	it('a title that says it before one that nearly does', async () => {
		const specs = [
			{told: [prompt('hi'), answer('x')], title: 'Websockte things', at},
			{told: [prompt('hi'), answer('x')], title: 'Websocket things', at: days(100)},
		];
		expect(await orders(specs, 'websocket')).toEqual(both(2, 1));
	});

	it('the newest, where nothing but filters is asked for', async () => {
		const specs = [3, 1, 2].map(age => ({told: [prompt('hi'), work('a', 'b', {file: '/a.ts'})], at: days(age)}));
		expect(await orders(specs, '')).toEqual(both(2, 3, 1));
		expect(await orders(specs, 'file:a.ts')).toEqual(both(2, 3, 1));
		expect(await orders(specs, 'tool:edit -nothing')).toEqual(both(2, 3, 1));
	});
});

describe('the order', () => {
	it('is the same each time, for sessions that can not be told apart as well', async () => {
		const told = [prompt('hi'), answer('retry')];
		const specs = Array.from({length: 12}, () => ({told, title: 'x', at}));
		const {indexed, without} = await orders(specs, 'retry');
		expect(indexed).toEqual(Array.from({length: 12}, (_, index) => index + 1));
		expect(without).toEqual(indexed);
	});

	it('begins with the same sessions, however many are wanted', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number < 15; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('hi'), answer('retry')], title: 'x', at: days(number)});
		settle(home);
		const asker = await openIndexed(home);
		const all = await asker.ids('retry');
		for (const limit of [1, 5, 14]) {
			const {found, total} = await asker.last('retry', {limit});
			expect(found.map(({ref}) => ref.id)).toEqual(all.slice(0, limit));
			expect(total).toBeGreaterThanOrEqual(limit);
		}
	});
});

it('scores are numbers, whatever the time', () => {
	const signs = {isInPrompt: false, isExact: false, title: 'none', nearness: 0} as const;
	for (const endedMs of [0, now, now + 1e9, now - 1e13])
		expect(Number.isFinite(scoreOf(signs, endedMs, now))).toBe(true);
});
