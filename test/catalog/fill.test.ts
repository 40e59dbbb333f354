/** Filling the index while everything goes wrong: the next attempt goes on, and the result is as if nothing had happened. */
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {Catalog} from '../../source/catalog/catalog.ts';
import {fillIndex, type SessionReader} from '../../source/catalog/fulltext/fill.ts';
import {indexState} from '../../source/catalog/fulltext/pending.ts';
import {readSession} from '../../source/catalog/fulltext/read-session.ts';
import {Random} from '../helpers/random.ts';
import {
	chunksOf,
	chunksWith,
	fill,
	growSession,
	holds,
	homeOf,
	inOneGo,
	marker,
	putSession,
	settled,
	shapeOf,
	soundness,
} from './indexed.ts';

/** A clock that is always too late: everything is written as soon as it is read. */
function impatient(): () => number {
	let now = Date.now();
	return () => (now += 2000);
}

/** A second process with the same catalogue. */
const another = (catalog: Catalog, home: string) => {
	const folder = catalog.file.slice(0, catalog.file.lastIndexOf('/'));
	const other = new Catalog({folder, homes: [home]});
	expect(other.file).toBe(catalog.file);
	return other;
};

/** More than a megabyte of text is handed over in several pieces. */
const large = 1300;

describe('a large session', () => {
	it('is written piece by piece, and each piece stays if the rest never comes', async () => {
		const {home, files, library, catalog} = await homeOf(2, large);
		const seen: number[] = [];
		const stops = async function* (...[request, signal]: Parameters<SessionReader>) {
			for await (const piece of readSession(request, signal)) {
				yield piece;
				if (request.ref.path !== files[1]) continue;
				seen.push(chunksOf(catalog, files[1]!).length);
				if (seen.length === 2) throw new Error('the disk is gone');
			}
		};
		const {failures, sessions, requests} = await fill(catalog, {read: stops, now: impatient()});
		expect(failures).toEqual([{path: files[1], message: 'the disk is gone'}]);
		expect(sessions).toBe(1);
		expect(requests).toHaveLength(2);
		expect(seen[0]).toBeGreaterThan(10);
		expect(seen[1]).toBeGreaterThan(seen[0]!);
		expect(indexState(catalog)).toMatchObject({sessions: 2, indexed: 1});
		expect(holds(catalog, marker(1, 0))).toEqual([files[1]]);
		expect(holds(catalog, marker(1, large - 1))).toEqual([]);

		const kept = chunksOf(catalog, files[1]!);
		const rest = await fill(catalog, {now: impatient()});
		expect(rest.requests.map(({ref, from}) => [ref.path, from])).toEqual([[files[1], kept.at(-1)!.start]]);
		expect(soundness(catalog)).toEqual([]);
		expect(shapeOf(catalog, (await library.scan()).sessions)).toEqual(await inOneGo(home));
	});

	it('that fails before anything of it was read does not stop the others, and is told of each time', async () => {
		const {home, files, library, catalog, sessions} = await homeOf(2, 3, 4);
		const broken: SessionReader = async function* (request, signal) {
			if (request.ref.path === files[1]) throw new Error('no permission');
			yield* readSession(request, signal);
		};
		for (const count of [2, 0]) {
			const filled = await fill(catalog, {read: broken});
			expect(filled.failures).toEqual([{path: files[1], message: 'no permission'}]);
			expect(filled.sessions).toBe(count);
			expect(filled.isElsewhere).toBe(false);
		}
		expect(indexState(catalog)).toMatchObject({sessions: 3, indexed: 2});
		fs.rmSync(files[2]!);
		settled(files[0]!);
		await library.rescan();
		expect(await fill(catalog)).toMatchObject({sessions: 2, failures: []});
		expect(shapeOf(catalog, (await library.scan()).sessions)).toEqual(await inOneGo(home));
		expect(sessions).toHaveLength(3);
	});

	it('that is gone when its turn comes is a failure and no more', async () => {
		const {files, catalog} = await homeOf(2, 3, 4);
		fs.rmSync(files[1]!);
		const {failures, sessions} = await fill(catalog);
		expect(failures).toMatchObject([{path: files[1], message: expect.stringContaining('ENOENT')}]);
		expect(sessions).toBe(2);
	});
});

describe('whatever interrupts it', () => {
	it('the result is the same in the end', async () => {
		const turns = [5, 900, 40, 3, 1300, 8, 60];
		const {home, files, library, catalog, sessions} = await homeOf(...turns);
		const {sessions: all} = indexState(catalog);
		const random = new Random(20_261_116);
		let attempts = 0;
		for (; attempts < 40; attempts++) {
			const stopping = new AbortController();
			let left = 1 + random.below(3);
			const way = random.pick(['abort', 'throw', 'end']);
			const read: SessionReader = async function* (request, signal) {
				for await (const piece of readSession(request, signal)) {
					left--;
					if (left < 0 && way === 'throw') throw new Error('out of memory');
					if (left < 0 && way === 'abort') stopping.abort();
					// As if the reader had gone away in the middle, without a word.
					if (left < 0 && way === 'end') return;
					yield piece;
				}
			};
			const now = random.below(2) === 0 ? impatient() : undefined;
			await fill(catalog, {read, signal: stopping.signal, now});
			expect(soundness(catalog)).toEqual([]);
			if (indexState(catalog).indexed === all) break;
		}
		expect(attempts).toBeGreaterThan(3);
		await fill(catalog);
		expect(indexState(catalog)).toMatchObject({sessions: 7, indexed: 7});
		expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
		for (const [session, file] of files.entries())
			for (const turn of [0, 1, 2, 100, 299, 899, 1299]) {
				const expected = turn < turns[session]! ? [[file, 1]] : [];
				expect([...chunksWith(catalog, marker(session, turn))], marker(session, turn)).toEqual(expected);
			}
		expect(library.catalog!.note).toBeUndefined();
	});

	it('sessions may change and go while they are read', async () => {
		const {home, files, library, catalog} = await homeOf(30, 30, 30);
		const read: SessionReader = async function* (request, signal) {
			for await (const piece of readSession(request, signal)) {
				if (request.ref.path === files[2]) {
					fs.rmSync(files[2]);
					growSession(files[1]!, 1, 30, 60);
					putSession(home, 3, 5);
					await library.rescan();
				}
				yield piece;
			}
		};
		await fill(catalog, {read});
		expect(soundness(catalog)).toEqual([]);
		await fill(catalog);
		const {sessions} = await library.scan();
		expect(sessions).toHaveLength(3);
		expect(soundness(catalog)).toEqual([]);
		expect(holds(catalog, marker(2, 0))).toEqual([]);
		expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
	});

	it('stops at once when it is told to, and has written what it had', async () => {
		const {catalog} = await homeOf(1, 1, 1, 1);
		const stopping = new AbortController();
		let read = 0;
		let before = Promise.resolve();
		// As threads do: whatever is asked for at once is read one after the other.
		const reader: SessionReader = async function* (request, signal) {
			const turn = before;
			let resolve = () => {};
			before = new Promise(done => {
				resolve = done;
			});
			await turn;
			try {
				signal?.throwIfAborted();
				yield* readSession(request);
				if (++read === 2) stopping.abort();
			} finally {
				resolve();
			}
		};
		const {sessions} = await fill(catalog, {read: reader, signal: stopping.signal});
		expect([sessions, read]).toEqual([2, 2]);
		expect(indexState(catalog).indexed).toBe(2);
	});

	it('tells whoever reads ahead that nobody waits any more', async () => {
		const {catalog} = await homeOf(...Array.from({length: 40}, () => 1));
		const stopping = new AbortController();
		const [begun, ended] = [new Set<string>(), new Set<string>()];
		const read: SessionReader = ({ref, ...rest}) => {
			begun.add(ref.path);
			const pieces = readSession({ref, ...rest});
			return {
				[Symbol.asyncIterator]: () => ({
					async next() {
						const result = await pieces.next();
						if (result.done) ended.add(ref.path);
						if (ended.size === 3) stopping.abort();
						return result;
					},
					async return() {
						ended.add(ref.path);
						return {done: true as const, value: undefined};
					},
				}),
			};
		};
		await fill(catalog, {read, signal: stopping.signal});
		expect(begun.size).toBeGreaterThan(10);
		expect(ended).toEqual(begun);
	});
});

describe('two processes', () => {
	it('do not do the same work: one of them says that the other is at it', async () => {
		const {home, catalog, sessions} = await homeOf(3, 4, 5);
		const other = another(catalog, home);
		let second: Awaited<ReturnType<typeof fill>> | undefined;
		const read: SessionReader = async function* (request) {
			second ??= await fill(other);
			yield* readSession(request);
		};
		const first = await fill(catalog, {read});
		expect(first).toMatchObject({sessions: 3, isElsewhere: false});
		expect(second).toMatchObject({sessions: 0, isElsewhere: true, requests: []});
		expect(await fill(other)).toMatchObject({sessions: 0, isElsewhere: false, requests: []});
		expect(soundness(catalog)).toEqual([]);
		expect(shapeOf(other, sessions)).toEqual(await inOneGo(home));
		other.close();
	});

	it('at the very same moment: nothing is there twice', async () => {
		const {home, catalog, sessions} = await homeOf(3, 40, 5, 1, 1);
		const other = another(catalog, home);
		const both = await Promise.all([fill(catalog), fill(other)]);
		expect(both.map(({isElsewhere}) => isElsewhere)).toEqual([false, true]);
		expect(both[0]!.sessions).toBe(5);
		expect(soundness(catalog)).toEqual([]);
		expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
		other.close();
	});

	it('of which one was killed: the other takes over when the time has run out, and not before', async () => {
		const {home, catalog, sessions} = await homeOf(3, 4);
		const other = another(catalog, home);
		const begin = Date.now();
		// Killed: it never comes back to say that it is done.
		const killed = fill(catalog, {
			now: () => begin,
			read: () => ({[Symbol.asyncIterator]: () => ({next: () => new Promise(() => {})})}),
		});
		void killed;
		expect(await fill(other, {now: () => begin + 14_000})).toMatchObject({isElsewhere: true});
		expect(await fill(other, {now: () => begin + 16_000})).toMatchObject({isElsewhere: false, sessions: 2});
		expect(shapeOf(other, sessions)).toEqual(await inOneGo(home));
		other.close();
	});

	it('of which one is not there any more: the other need not wait', async () => {
		const {home, catalog, sessions} = await homeOf(3, 4);
		const stuck = fill(catalog, {read: () => ({[Symbol.asyncIterator]: () => ({next: () => new Promise(() => {})})})});
		void stuck;
		const other = another(catalog, home);
		expect(await fill(other)).toMatchObject({isElsewhere: true, sessions: 0});
		const {pid} = spawnSync(process.execPath, ['--version']);
		other.write(database => database.run("UPDATE numbers SET value = ? WHERE name = 'filler pid'", pid));
		expect(await fill(other)).toMatchObject({isElsewhere: false, sessions: 2});
		expect(shapeOf(other, sessions)).toEqual(await inOneGo(home));
		other.close();
	});

	it('with clocks that do not agree do not lock each other out for ever', async () => {
		const {catalog} = await homeOf(1);
		const tomorrow = Date.now() + 86_400_000;
		void fill(catalog, {
			now: () => tomorrow,
			read: () => ({[Symbol.asyncIterator]: () => ({next: () => new Promise(() => {})})}),
		});
		expect(await fill(catalog)).toMatchObject({sessions: 1, isElsewhere: false});
	});

	it('of which one slept in the middle of a session: what it still has is refused', async () => {
		const {home, files, catalog, sessions} = await homeOf(2, large, 3);
		const other = another(catalog, home);
		const begin = Date.now();
		let clock = begin;
		let pieces = 0;
		const sleepy: SessionReader = async function* (request) {
			for await (const piece of readSession(request)) {
				// In the middle of the large one it sleeps, and another process does all the work meanwhile.
				if (request.ref.path === files[1] && ++pieces === 3) {
					expect(chunksOf(catalog, files[1]!).length).toBeGreaterThan(0);
					clock = begin + 60_000;
					expect(await fill(other, {now: () => clock})).toMatchObject({isElsewhere: false, failures: []});
				}
				yield piece;
			}
		};
		// Every piece is written at once, but the clock stands still: the lease is as old as it says.
		let ticks = 0;
		const first = await fill(catalog, {read: sleepy, now: () => clock + (ticks++ % 2) * 1600});
		expect(first.isElsewhere).toBe(true);
		expect(soundness(catalog)).toEqual([]);
		expect(indexState(other)).toMatchObject({sessions: 3, indexed: 3});
		expect(shapeOf(other, sessions)).toEqual(await inOneGo(home));
		for (const turn of [0, 300, large - 1])
			expect(chunksWith(other, marker(1, turn))).toEqual(new Map([[files[1], 1]]));
		other.close();
	});
});

it('goes on in a new catalogue when the old one turns out to be damaged', async () => {
	const {home, library, catalog, sessions} = await homeOf(3, 4, 5);
	await fill(catalog);
	const shard = catalog.use(database => database.get('SELECT number FROM shards'))!.number;
	catalog.write(database => database.exec(`UPDATE words_${shard}_data SET block = x'00FF00FF00FF' WHERE id > 1`));
	growSession(sessions[0]!.path, 2, 5, 9);
	await library.rescan();
	const filled = await fillIndex({catalog});
	expect(filled.failures).toEqual([]);
	expect(catalog.note).toMatch(/was damaged and is made anew/);
	expect(indexState(catalog)).toMatchObject({sessions: 3, indexed: 3});
	expect(soundness(catalog)).toEqual([]);
	expect(shapeOf(catalog, (await library.scan()).sessions)).toEqual(await inOneGo(home));
});
