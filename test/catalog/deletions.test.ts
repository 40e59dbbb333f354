/** What is not found is gone only if everything could be looked at; else it stays as it was last known, and somebody says so. */
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {afterEach, describe, expect, it, vi} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import type {Library} from '../../source/catalog/library.ts';
import {age} from '../helpers/check-passages.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {catalogued, change, everyAgent, forbid, idsOf, scanned} from './catalogued.ts';

afterEach(() => {
	vi.useRealTimers();
});

/** One entry for each agent: a file of one of its sessions, and the folder that file lies in. */
function placesOf(sessions: readonly SessionRef[]): Map<string, {file: string; folder: string}> {
	return new Map(
		sessions
			.filter(({isFolded}) => !isFolded)
			.map(({agent, files}) => [agent, {file: files[0]!, folder: path.dirname(files[0]!)}]),
	);
}

const agents = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'];

function sumsHold(library: Library, scan: Awaited<ReturnType<Library['scan']>>): void {
	for (const withFolded of [false, true]) {
		const {found, listed, hidden, unreadable} = scan.totals(withFolded);
		expect(found).toBe(listed + hidden.reduce((sum, {count}) => sum + count, 0) + unreadable);
		expect(found).toBe(scan.candidates.length);
		expect(scan.newest(10_000, withFolded)).toHaveLength(listed);
	}
	expect(new Set(scan.candidates.map(({path: file}) => file)).size).toBe(scan.candidates.length);
	expect(library.catalog!.note).toBeUndefined();
}

describe('deleted sessions', () => {
	it('are gone after a look at everything, and nothing is left of them', async () => {
		const {home, cache, before} = await catalogued();
		const gone = before.sessions.filter(({agent}) => agent === 'claude' || agent === 'pi');
		for (const store of ['.claude', '.pi']) fs.rmSync(path.join(home, store), {recursive: true});
		const {library, scan} = await scanned(home, cache);
		expect(idsOf([...scan.sessions, ...gone])).toEqual(idsOf(before.sessions));
		expect(scan.warnings).toEqual([]);
		const rows = library.catalog!.use(database => database.all('SELECT ref FROM sessions'))!;
		expect(rows).toHaveLength(scan.sessions.length);
		expect(library.catalog!.use(database => database.all('SELECT number FROM gone'))).toHaveLength(gone.length);
		sumsHold(library, scan);
	});

	it('never give their number to another session: readers would take that for gone', async () => {
		const home = fixtureHome('claude/plain', 'pi/tree', 'codex/plain');
		age(home);
		const {cache} = await catalogued(home);
		const numbers = ({library}: {library: Library}, table: string) =>
			library.catalog!.use(database => database.all(`SELECT number FROM ${table}`))!.map(row => Number(row.number));
		const first = await scanned(home, cache);
		const last = first.library.catalog!.use(database =>
			database.get('SELECT agent FROM scans JOIN sessions ON scan = scans.number ORDER BY sessions.number DESC'),
		)!;
		const before = numbers(first, 'sessions');
		first.library.close();
		const store = path.join(home, `.${last.agent}`);
		fs.renameSync(store, `${store}-away`);
		(await scanned(home, cache)).library.close();
		fs.renameSync(`${store}-away`, store);
		const after = await scanned(home, cache);
		expect(numbers(after, 'gone')).toContain(Math.max(...before));
		expect(numbers(after, 'sessions')).toHaveLength(before.length);
		expect(numbers(after, 'sessions').filter(number => numbers(after, 'gone').includes(number))).toEqual([]);
	});
});

describe.each(agents)('%s', agent => {
	it('keeps what it knew of a folder it may not read, and looks again when it may', async () => {
		const {home, cache, before} = await catalogued(everyAgent(agent, 'copilot'));
		const {folder} = placesOf(before.sessions).get(agent)!;
		// So that there is a reason to look: something else changed.
		const beside = path.join(folder, 'beside');
		change(beside, () => fs.mkdirSync(beside));
		const lock = forbid(place => place === folder || place.startsWith(folder + path.sep));
		const locked = await scanned(home, cache);
		expect(idsOf(locked.sessions)).toEqual(idsOf(before.sessions));
		expect(locked.scan.warnings.map(({message}) => message).join('\n')).toMatch(/shown as last known/);
		sumsHold(locked.library, locked.scan);
		locked.library.close();
		const still = await scanned(home, cache);
		expect(still.work.searched).toBe(1);
		expect(idsOf(still.sessions)).toEqual(idsOf(before.sessions));
		still.library.close();

		lock.allow();
		const open = await scanned(home, cache);
		expect(open.work.searched).toBe(1);
		expect(idsOf(open.sessions)).toEqual(idsOf(before.sessions));
		expect(open.scan.warnings).toEqual([]);
		expect(open.scan.totals(true)).toEqual(before.totals(true));
		expect((await scanned(home, cache)).work.searched).toBe(0);
	});

	it('keeps a session whose file can not be opened, with one verdict, and looks again when it can', async () => {
		const {home, cache, before} = await catalogued(everyAgent(agent, 'copilot'));
		const {file, folder} = placesOf(before.sessions).get(agent)!;
		change(path.join(folder, 'beside'), () => fs.mkdirSync(path.join(folder, 'beside')));
		const time = new Date(Date.now() - 600_000);
		fs.utimesSync(file, time, time);
		const lock = forbid(place => place === file || place.startsWith(`${file}-`), 'EIO');
		const broken = await scanned(home, cache);
		expect(idsOf(broken.sessions)).toEqual(idsOf(before.sessions));
		expect(broken.scan.warnings.length).toBeGreaterThan(0);
		sumsHold(broken.library, broken.scan);
		broken.library.close();
		lock.allow();
		const mended = await scanned(home, cache);
		expect(mended.work.searched).toBe(1);
		expect(idsOf(mended.sessions)).toEqual(idsOf(before.sessions));
		expect(mended.scan.warnings).toEqual([]);
	});
});

describe('a store that never answers', () => {
	it('keeps its sessions, says so, and is looked at again when it does', async () => {
		const {home, cache, before} = await catalogued();
		// The others answer at once: a busy disk must not be slower than the clock below.
		const answer = async (place: string) => fs.statSync(place);
		const spy = vi
			.spyOn(fs.promises, 'stat')
			.mockImplementation(((place: string) =>
				place.includes('.claude') ? new Promise(() => {}) : answer(place)) as never);
		const read = vi.spyOn(fs, 'readdirSync');
		vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
		try {
			const looking = scanned(home, cache);
			let isDone = false;
			void looking.finally(() => {
				isDone = true;
			});
			while (!isDone) {
				await vi.advanceTimersByTimeAsync(1000);
				await new Promise(resolve => setImmediate(resolve));
			}
			const {scan, library} = await looking;
			expect(idsOf(scan.sessions)).toEqual(idsOf(before.sessions));
			const told = scan.warnings.map(({message}) => message);
			expect(told).toEqual(expect.arrayContaining([expect.stringContaining('does not answer')]));
			expect(told).toEqual(expect.arrayContaining([expect.stringContaining('shown as last known')]));
			// Nobody may touch it any more: that would never end.
			expect(read.mock.calls.map(([place]) => String(place)).filter(place => place.includes('.claude'))).toEqual([]);
			sumsHold(library, scan);
			library.close();
		} finally {
			vi.useRealTimers();
			read.mockRestore();
			spy.mockRestore();
		}
		const back = await scanned(home, cache);
		expect(back.work).toEqual({searched: 1, read: 0});
		expect(back.scan.warnings).toEqual([]);
		expect(back.scan.totals(true)).toEqual(before.totals(true));
	});
});

describe('a database of OpenCode', () => {
	async function withDatabase() {
		const home = fixtureHome('opencode/subagent', 'claude/plain');
		age(home);
		const {cache, before} = await catalogued(home);
		const file = path.join(home, '.local/share/opencode/opencode.db');
		expect(before.sessions.filter(({agent}) => agent === 'opencode').length).toBeGreaterThan(1);
		return {home, cache, before, file};
	}

	it('that is damaged keeps its sessions, and mended it is read again though its times are the same', async () => {
		const {home, cache, before, file} = await withDatabase();
		const whole = fs.readFileSync(file);
		const {atime, mtime} = fs.statSync(file);
		const damaged = Buffer.from(whole);
		damaged.fill(0x55, 100);
		fs.writeFileSync(file, damaged);
		change(file, () => {});
		const broken = await scanned(home, cache);
		expect(idsOf(broken.sessions)).toEqual(idsOf(before.sessions));
		expect(broken.scan.warnings.at(-1)!.message).toMatch(/sessions can't be looked at now and are shown as last known/);
		expect(broken.scan.totals(false).unreadable).toBe(1);
		sumsHold(broken.library, broken.scan);
		broken.library.close();
		fs.writeFileSync(file, whole);
		fs.utimesSync(file, atime, mtime);
		const mended = await scanned(home, cache);
		expect(mended.work.searched).toBe(1);
		expect(mended.scan.warnings).toEqual([]);
		expect(mended.scan.totals(true)).toEqual(before.totals(true));
	});

	it('that another program has for itself keeps its sessions, and is read again when it is free', async () => {
		const {home, cache, before, file} = await withDatabase();
		// A rollback journal: its locks keep readers out.
		const owner = new Libsql(file);
		owner.exec('PRAGMA journal_mode = DELETE');
		change(file, () => {});
		owner.exec('BEGIN EXCLUSIVE');
		try {
			const locked = await scanned(home, cache);
			expect(idsOf(locked.sessions)).toEqual(idsOf(before.sessions));
			expect(locked.scan.warnings.at(-1)!.message).toMatch(/shown as last known/);
			sumsHold(locked.library, locked.scan);
			locked.library.close();
		} finally {
			owner.exec('ROLLBACK');
			owner.close();
		}
		const free = await scanned(home, cache);
		expect(free.work.searched).toBe(1);
		expect(free.scan.warnings).toEqual([]);
		expect(idsOf(free.sessions)).toEqual(idsOf(before.sessions));
		free.library.close();
		expect((await scanned(home, cache)).work.searched).toBe(0);
	});

	it('that is gone for good takes its sessions with it', async () => {
		const {home, cache, before, file} = await withDatabase();
		for (const end of ['', '-wal', '-shm']) fs.rmSync(`${file}${end}`, {force: true});
		const {sessions, scan} = await scanned(home, cache);
		expect(sessions).toEqual(before.sessions.filter(({agent}) => agent === 'claude'));
		expect(scan.warnings).toEqual([]);
	});
});

it('a home that was never looked at has nothing to keep', async () => {
	const home = everyAgent();
	const {agent, folder} = {agent: 'claude', folder: path.join(home, '.claude', 'projects')};
	forbid(place => place === folder || place.startsWith(folder + path.sep));
	const {sessions, scan} = await scanned(home, temporaryDirectory());
	expect(sessions.some(ref => ref.agent === agent)).toBe(false);
	expect(scan.warnings.some(({message}) => /last known/.test(message))).toBe(false);
	expect(scan.warnings.length).toBeGreaterThan(0);
});
