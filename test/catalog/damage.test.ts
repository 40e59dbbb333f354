/** A catalogue that is damaged, foreign, newer, older or out of reach: nothing is missing, and it is whole again or not used. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import {beforeAll, describe, expect, it, vi} from 'vitest';
import {Catalog} from '../../source/catalog/catalog.ts';
import {Database} from '../../source/catalog/database/database.ts';
import {schemaNumber} from '../../source/catalog/database/schema.ts';
import {age} from '../helpers/check-passages.ts';
import {user, writeSession} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';
import {ask, scanned} from './catalogued.ts';
import {idsIn, type Ran, run} from './commanded.ts';
import {everywhere, fill, putSession, soundness} from './indexed.ts';

const sessions = 7;

type Place = {readonly home: string; readonly cache: string; readonly file: string};

let bytes: Buffer;
let name: string;
let expected: {list: string; audit: string};

/** The same home for every test: a catalogue is for one place, and its bytes are made once. */
const root = path.join(os.tmpdir(), `recollect-damage-${process.pid}`);
const home = path.join(root, 'home');

beforeAll(async () => {
	fs.rmSync(root, {recursive: true, force: true});
	for (let session = 0; session < sessions; session++) putSession(home, session, 3 + session * 5);
	age(home);
	expected = {list: (await run('list', {home})).output, audit: (await run('audit', {home})).output};
	const cache = path.join(root, 'cache');
	await run('list', {home, cache});
	await run('index', {home, cache});
	[name] = fs.readdirSync(cache).filter(each => each.endsWith('.db')) as [string];
	const file = path.join(cache, name);
	ask(file, 'PRAGMA wal_checkpoint(TRUNCATE)');
	bytes = fs.readFileSync(file);
	expect(bytes.length).toBeGreaterThan(100_000);
	return () => fs.rmSync(root, {recursive: true, force: true});
});

/** A cache whose catalogue has these bytes. */
function cacheWith(content: Buffer | string | undefined): Place {
	const cache = path.join(temporaryDirectory(), 'cache');
	fs.mkdirSync(cache);
	const file = path.join(cache, name);
	if (content !== undefined) fs.writeFileSync(file, content);
	return {home, cache, file};
}

const damaged = (change: (copy: Buffer) => void): Buffer => {
	const copy = Buffer.from(bytes);
	change(copy);
	return copy;
};

function scribble(copy: Buffer, from: number, length: number, random: Random): void {
	for (let at = from; at < Math.min(copy.length, from + length); at++) copy[at] = random.below(256);
}

const isUnused = ({note}: Ran) => /^(?:working without|the catalogue can't be written)/.test(note ?? '');

/** Every session is listed, accounted for and found, now and the next time. */
async function expectEverything(place: Place): Promise<void> {
	for (const time of ['now', 'the next time']) {
		expect((await run('list', place)).output, time).toBe(expected.list);
		expect(idsIn(await run('search', place, everywhere)), time).toHaveLength(sessions);
	}
	expect((await run('audit', place)).output).toBe(expected.audit);
}

/** And the catalogue is a whole one again, or somebody says that it is not used. */
async function expectWhole(place: Place): Promise<void> {
	await expectEverything(place);
	const last = await run('index', place);
	expect(isUnused(last)).toBe(false);
	const {sessions: all, indexed} = JSON.parse(last.output);
	expect([all, indexed]).toEqual([sessions, sessions]);
	const catalog = new Catalog({folder: place.cache, homes: [home]});
	expect(soundness(catalog)).toEqual([]);
	catalog.close();
	const again = await run('list', place);
	expect([again.output, again.note, again.searched]).toEqual([expected.list, undefined, 0]);
}

it('a whole one is used', async () => {
	const place = cacheWith(bytes);
	expect(await run('list', place)).toMatchObject({output: expected.list, note: undefined, searched: 0});
	expect(idsIn(await run('search', place, everywhere))).toHaveLength(sessions);
	await expectWhole(place);
});

describe('a catalogue that is cut off', () => {
	it.each([0, 1, 100, 512, 4096, 4097, 0.3, 0.9, 0.999])('at %s', async length => {
		const end = length < 1 ? Math.floor(length * bytes.length) : length;
		await expectWhole(cacheWith(bytes.subarray(0, end)));
	});
});

describe('a catalogue with random bytes', () => {
	it('at its beginning', async () => {
		for (const [from, length] of [
			[0, 16],
			[16, 84],
			[24, 4],
			[100, 300],
			[0, 4096],
		] as const) {
			const place = cacheWith(damaged(copy => scribble(copy, from, length, new Random(from + length))));
			await expectEverything(place);
		}
	});

	it('in any page does not change the newest few, of which only a part is read', async () => {
		const few = {limit: 3};
		const newest = (await run('list', {home}, '', few)).output;
		for (let page = 1; page < bytes.length / 4096; page++) {
			const place = cacheWith(damaged(copy => scribble(copy, page * 4096, 4096, new Random(page))));
			expect((await run('list', place, '', few)).output, `page ${page}`).toBe(newest);
			expect((await run('list', place)).output, `page ${page}, all`).toBe(expected.list);
		}
	});

	it.each([1, 2, 3, 4])('anywhere (%s)', async seed => {
		const random = new Random(seed * 7919);
		for (let round = 0; round < 6; round++) {
			const length = random.pick([4, 30, 400, 4096]);
			const places = 1 + random.below(5);
			const copy = damaged(each => {
				for (let at = 0; at < places; at++) scribble(each, 4096 + random.below(each.length - 4096), length, random);
			});
			const place = cacheWith(copy);
			expect((await run('list', place)).output).toBe(expected.list);
			expect((await run('audit', place)).output).toBe(expected.audit);
		}
	});

	/** The pages of tables whose names fit. */
	function pagesOf(fits: RegExp): number[] {
		const {file} = cacheWith(bytes);
		return ask(file, 'SELECT name, pageno FROM dbstat')
			.filter(row => fits.test(String(row.name)))
			.map(row => Number(row.pageno));
	}

	it.each([
		['what discoveries found', /^scans$/],
		['sessions', /^sessions$/],
		['what files told', /^facts$/],
		['chunks', /^chunks$/],
		['an order', /^sessions_|^sqlite_autoindex/],
		['a counter', /^numbers$/],
	])('in the pages of %s', async (_, fits) => {
		const pages = pagesOf(fits);
		expect(pages.length).toBeGreaterThan(0);
		const random = new Random(pages.length);
		for (const length of [20, 4096]) {
			const page = random.pick(pages);
			const from = (page - 1) * 4096 + (length < 4096 ? random.below(4096 - length) : 0);
			await expectEverything(cacheWith(damaged(copy => scribble(copy, from, length, random))));
		}
	});

	it('in every page of words', async () => {
		const pages = pagesOf(/^words_/);
		expect(pages.length).toBeGreaterThan(3);
		for (const length of [40, 4096]) {
			const random = new Random(length);
			const place = cacheWith(
				damaged(copy => {
					for (const page of pages) scribble(copy, (page - 1) * 4096 + (length < 4096 ? 2000 : 0), length, random);
				}),
			);
			expect((await run('list', place)).output).toBe(expected.list);
			await expectEverything(place);
			// What nobody looks at is not noticed; but then something did.
			if (length === 4096) await expectWhole(place);
		}
	});

	const one: Record<string, string> = {
		scans: "agent = 'claude'",
		facts: 'key = (SELECT max(key) FROM facts)',
		sessions: 'number = (SELECT max(number) FROM sessions)',
	};

	it('in texts: bytes that are no text must not end the process', async () => {
		const columns = {
			scans: ['environment', 'stores', 'witnesses', 'totals', 'candidates', 'warnings'],
			facts: ['key', 'stamp', 'facts'],
			sessions: [
				'path',
				'id',
				'ref',
				'stamp',
				'ended_at',
				'head',
				'head_stamp',
				'warnings',
				'title',
				'prompt',
				'text_facts',
			],
		};
		for (const [table, names] of Object.entries(columns)) {
			for (const column of names) {
				const place = cacheWith(bytes);
				ask(place.file, `UPDATE ${table} SET ${column} = CAST(x'C328FF41FE' AS TEXT) WHERE ${one[table]}`);
				expect((await run('list', place)).output, column).toBe(expected.list);
				expect((await run('audit', place)).output, column).toBe(expected.audit);
				expect(idsIn(await run('search', place, everywhere)), column).toHaveLength(sessions);
			}
		}
	});

	it('in what was packed: half a record is no record', async () => {
		const columns = {
			scans: ['environment', 'stores', 'witnesses', 'totals', 'candidates', 'warnings'],
			facts: ['facts'],
			sessions: ['ref', 'head', 'text_facts'],
		};
		for (const [table, names] of Object.entries(columns)) {
			for (const column of names) {
				const place = cacheWith(bytes);
				ask(
					place.file,
					`UPDATE ${table} SET ${column} = substr(${column}, 1, length(${column}) / 2) WHERE ${one[table]}`,
				);
				expect((await run('list', place)).output, column).toBe(expected.list);
				expect(idsIn(await run('search', place, everywhere)), column).toHaveLength(sessions);
			}
		}
	});
});

describe('tables', () => {
	it.each(['scans', 'sessions', 'facts', 'chunks', 'numbers', 'gone', 'shards'])(
		'%s that is not there',
		async table => {
			const place = cacheWith(bytes);
			ask(place.file, `DROP TABLE ${table}`);
			await expectWhole(place);
		},
	);

	it.each(['scans', 'sessions', 'numbers'])('%s that is empty', async table => {
		const place = cacheWith(bytes);
		ask(place.file, `DELETE FROM ${table}`);
		expect((await run('list', place)).output).toBe(expected.list);
	});

	it('of words that are not there', async () => {
		const place = cacheWith(bytes);
		for (const {number} of ask(place.file, 'SELECT number FROM shards')) ask(place.file, `DROP TABLE words_${number}`);
		await expectWhole(place);
	});

	it('with a session missing are noticed', async () => {
		const place = cacheWith(bytes);
		ask(place.file, 'DELETE FROM sessions WHERE number = (SELECT max(number) FROM sessions)');
		await expectWhole(place);
	});
});

describe('something else in its place', () => {
	it.each(['', 'not a database\n', `${'a line of a log\n'.repeat(2000)}`])('a text', async text => {
		await expectWhole(cacheWith(text));
	});

	it('a directory: it is left alone, and a note says so', async () => {
		const place = cacheWith(undefined);
		fs.mkdirSync(path.join(place.file, 'within'), {recursive: true});
		await expectEverything(place);
		expect(isUnused(await run('list', place))).toBe(true);
		expect(fs.readdirSync(place.file)).toEqual(['within']);
	});

	it.each([
		['without a number', 'CREATE TABLE notes (a TEXT); INSERT INTO notes VALUES (1)'],
		['with our number', `CREATE TABLE notes (a TEXT); PRAGMA user_version = ${schemaNumber}`],
		['with our number and a table of ours', `CREATE TABLE sessions (a TEXT); PRAGMA user_version = ${schemaNumber}`],
	])('a database of another program %s', async (_, sql) => {
		const place = cacheWith(undefined);
		const other = new Libsql(place.file);
		other.exec(sql);
		other.close();
		await expectWhole(place);
	});
});

describe('another version', () => {
	const versioned = (version: number): Place => {
		const place = cacheWith(bytes);
		ask(place.file, `PRAGMA user_version = ${version}`);
		ask(place.file, 'PRAGMA wal_checkpoint(TRUNCATE)');
		for (const end of ['-wal', '-shm']) fs.rmSync(`${place.file}${end}`, {force: true});
		return place;
	};

	it('that is newer is left alone to the last byte, and a note says so', async () => {
		const place = versioned(schemaNumber + 1);
		const before = fs.readFileSync(place.file);
		await expectEverything(place);
		const {note} = await run('list', place);
		expect(note).toMatch(/working without the catalogue: .* was made by a newer version of recollect/);
		expect(fs.readFileSync(place.file).equals(before)).toBe(true);
		await expect(run('index', place)).rejects.toThrow(/newer version/);
		expect(fs.readFileSync(place.file).equals(before)).toBe(true);
		// Unless somebody asks for a new one.
		expect((await run('index', place, '', {rebuild: true})).note).toBeUndefined();
		await expectWhole(place);
	});

	it('that is older is made anew without a word', async () => {
		const place = versioned(schemaNumber - 1);
		expect((await run('list', place)).note).toBeUndefined();
		await expectWhole(place);
	});
});

describe('a place that can not be used', () => {
	it('a file where the folder should be', async () => {
		const cache = path.join(temporaryDirectory(), 'cache');
		fs.writeFileSync(cache, 'mine');
		const place = {home, cache, file: ''};
		await expectEverything(place);
		expect(isUnused(await run('list', place))).toBe(true);
		expect(fs.readFileSync(cache, 'utf8')).toBe('mine');
		await expect(run('index', place)).rejects.toThrow(/There is no index/);
	});

	it.each(['EACCES', 'EROFS', 'ENOSPC', 'EDQUOT'])('a folder that says %s', async code => {
		const place = cacheWith(undefined);
		const open = fs.openSync;
		const spy = vi.spyOn(fs, 'openSync').mockImplementation(((file: string, ...rest: [string]) => {
			if (file.startsWith(place.cache))
				throw Object.assign(new Error(`${code}: no`), {code, syscall: 'open', path: file});
			return open(file, ...rest);
		}) as never);
		try {
			await expectEverything(place);
			expect((await run('list', place)).note).toBe(`working without the catalogue: ${code}: no`);
		} finally {
			spy.mockRestore();
		}
		await expectWhole(place);
	});

	/** From now on the catalogue can't grow beyond so many pages. */
	function limitPages(most: number) {
		const open = Database.open;
		return vi.spyOn(Database, 'open').mockImplementation(file => {
			const database = open(file);
			database.exec(`PRAGMA max_page_count = ${most}`);
			return database;
		});
	}

	it('a disk that is full from the beginning', async () => {
		const place = cacheWith(undefined);
		const full = limitPages(1);
		try {
			await expectEverything(place);
			expect((await run('list', place)).note).toMatch(/can't be written: database or disk is full/);
		} finally {
			full.mockRestore();
		}
		await expectWhole(place);
	});

	it('a disk that is full when the sessions are known and the words are not', async () => {
		const place = cacheWith(undefined);
		await run('list', place);
		const pages = Number(ask(place.file, 'PRAGMA page_count')[0]!.page_count);
		const full = limitPages(pages + 1);
		try {
			await expectEverything(place);
			const told = await run('index', place);
			expect(told.warnings.join()).toMatch(/not indexed: the catalogue can't be written: .*disk is full/);
			expect(JSON.parse(told.output)).toMatchObject({state: 'incomplete', sessions});
		} finally {
			full.mockRestore();
		}
		await expectWhole(place);
	});

	it('a disk that fills up while one agent is written down and the others are known', async () => {
		const own = fixtureHome('claude/plain', 'pi/tree', 'codex/plain');
		age(own);
		const place = {home: own, cache: temporaryDirectory()};
		await run('list', place);
		for (let at = 0; at < 30; at++) writeSession(own, [user('u', null, 'more')], `${at}.jsonl`, 'another');
		age(own, -600_000);
		const all = (await run('list', {home: own})).output;
		const full = limitPages(1);
		try {
			const told = await run('list', place);
			expect(told.output).toBe(all);
			expect(told.note).toMatch(/disk is full/);
			expect(idsIn(await run('search', place, 'more', {limit: 100})).length).toBeGreaterThanOrEqual(30);
		} finally {
			full.mockRestore();
		}
	});

	it('a catalogue that goes away while it is used is made anew, with all that is known', async () => {
		const place = cacheWith(bytes);
		const {library, sessions: before} = await scanned(home, place.cache);
		fs.rmSync(place.cache, {recursive: true});
		expect((await library.head(before[0]!)).title).toContain('zq');
		expect(idsIn(await run('search', place, everywhere))).toHaveLength(sessions);
		library.close();
		await expectWhole(place);
	});

	it('a catalogue that another process begins anew is the one that is used from then on', async () => {
		const place = cacheWith(bytes);
		const {library, scan} = await scanned(home, place.cache);
		const catalog = library.catalog!;
		const {generation} = catalog;
		await run('index', place, '', {rebuild: true});
		expect(catalog.use(database => database.all('SELECT ref FROM sessions'))).toHaveLength(sessions);
		expect(catalog.generation).toBeGreaterThan(generation);
		expect(scan.sessions).toHaveLength(sessions);
		await fill(catalog);
		library.close();
		await expectWhole(place);
	});
});
