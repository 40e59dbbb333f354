/** The built program, several at once and killed at any moment: the catalogue stays whole, and nobody misses anything. */
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {Catalog} from '../../source/catalog/catalog.ts';
import {indexState} from '../../source/catalog/fulltext/pending.ts';
import {age} from '../helpers/check-passages.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';
import {type CliRun, runCli} from '../helpers/run-cli.ts';
import {idsOf, scanned} from './catalogued.ts';
import {chunksWith, everywhere, marker, putSession, soundness} from './indexed.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const sessions = 150;
const root = path.join('/tmp', `recollect-processes-${process.pid}`);
const home = path.join(root, 'home');
const env = {XDG_STATE_HOME: path.join(root, 'state'), NO_COLOR: '1'};

beforeAll(() => {
	for (let session = 0; session < sessions; session++) putSession(home, session, 2 + (session % 7));
	age(home);
	return () => fs.rmSync(root, {recursive: true, force: true});
});

const recollect = (cache: string, ...args: string[]): Promise<CliRun> =>
	runCli([...args, '--home', home, '--cache', cache], env);

/** Starts the program and kills it after a moment, or when it is done. */
function killed(cache: string, args: readonly string[], afterMs: number): Promise<NodeJS.Signals | null> {
	return new Promise(resolve => {
		const child = spawn(process.execPath, [cli, ...args, '--home', home, '--cache', cache], {
			env: {...process.env, ...env},
			stdio: 'ignore',
		});
		const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
		child.on('close', (_, signal) => {
			clearTimeout(timer);
			resolve(signal);
		});
	});
}

const catalogIn = (cache: string) => new Catalog({folder: cache, homes: [home]});

/** Every word of every session is in the index, once. */
function expectAllIndexed(cache: string): void {
	const catalog = catalogIn(cache);
	expect(soundness(catalog)).toEqual([]);
	expect(indexState(catalog)).toMatchObject({sessions, indexed: sessions});
	expect(chunksWith(catalog, everywhere).size).toBe(sessions);
	for (let session = 0; session < sessions; session += 7)
		expect([...chunksWith(catalog, marker(session, 1)).values()], marker(session, 1)).toEqual([1]);
	catalog.close();
}

function idsIn({stdout}: CliRun): string[] {
	const {sessions: found} = JSON.parse(stdout) as {sessions: Array<{agent: string; id: string}>};
	return found.map(({agent, id}) => `${agent}:${id}`).sort();
}

it('is killed at any moment: the catalogue is whole, the list complete, and the next one goes on', async () => {
	const cache = temporaryDirectory();
	const random = new Random(1116);
	const all = idsOf((await scanned(home, temporaryDirectory())).sessions);
	expect(all).toHaveLength(sessions);
	const signals: Array<NodeJS.Signals | null> = [];
	let indexed = 0;
	for (let kill = 0; kill < 15; kill++) {
		signals.push(await killed(cache, ['index'], random.below(600)));
		const catalog = catalogIn(cache);
		expect(soundness(catalog)).toEqual([]);
		expect(catalog.note).toBeUndefined();
		// What was written stays written.
		const state = indexState(catalog);
		expect(state.indexed).toBeGreaterThanOrEqual(indexed);
		({indexed} = state);
		catalog.close();
		const {sessions: listed, library} = await scanned(home, cache);
		expect(idsOf(listed)).toEqual(all);
		expect(library.catalog!.note).toBeUndefined();
		library.close();
	}
	expect(signals).toContain('SIGKILL');
	const list = await recollect(cache, 'list', '--json');
	expect([list.code, list.stderr, idsIn(list)]).toEqual([0, '', all]);
	const done = await recollect(cache, 'index', '--json');
	expect([done.code, done.stderr]).toEqual([0, '']);
	expect(JSON.parse(done.stdout)).toMatchObject({state: 'complete', sessions, indexed: sessions});
	expectAllIndexed(cache);
	const search = await recollect(cache, 'search', everywhere, '--json', '--limit', '1000');
	expect([search.code, search.stderr, idsIn(search)]).toEqual([0, '', all]);
}, 60_000);

describe('at once, on a fresh cache', () => {
	const wants: Record<string, readonly string[]> = {
		list: ['list', '--json'],
		index: ['index', '--json'],
		search: ['search', everywhere, '--json', '--limit', '1000'],
	};

	it.each([[['index', 'list']], [['index', 'index', 'list', 'search']], [['list', 'list', 'list', 'list']]])(
		'%s',
		async names => {
			const cache = path.join(temporaryDirectory(), 'not', 'there', 'yet');
			const runs = await Promise.all(names.map(name => recollect(cache, ...wants[name]!)));
			for (const [at, run] of runs.entries()) {
				expect([names[at], run.code, run.stderr]).toEqual([names[at], 0, '']);
				if (names[at] === 'index')
					expect(JSON.parse(run.stdout)).toMatchObject({state: 'complete', sessions, indexed: sessions});
				else expect(idsIn(run)).toHaveLength(sessions);
			}
			const {library, work, sessions: found} = await scanned(home, cache);
			expect([found.length, work.searched, library.catalog!.note]).toEqual([sessions, 0, undefined]);
			library.close();
			const last = await recollect(cache, 'index', '--json');
			expect([last.code, last.stderr]).toEqual([0, '']);
			expectAllIndexed(cache);
		},
		60_000,
	);

	it('with one that begins anew again and again', async () => {
		const cache = temporaryDirectory();
		await recollect(cache, 'list');
		const runs = await Promise.all([
			recollect(cache, 'index', '--rebuild', '--json'),
			recollect(cache, ...wants.list!),
			recollect(cache, 'index', '--rebuild', '--json'),
			recollect(cache, ...wants.search!),
		]);
		expect(runs.map(({code, stderr}) => [code, stderr])).toEqual(runs.map(() => [0, '']));
		for (const at of [1, 3]) expect(idsIn(runs[at]!)).toHaveLength(sessions);
		expect((await recollect(cache, 'index')).code).toBe(0);
		expectAllIndexed(cache);
	}, 60_000);

	it('with a catalogue that is damaged: nobody sees it, and one of them mends it', async () => {
		const cache = temporaryDirectory();
		await recollect(cache, 'index');
		const {file} = catalogIn(cache);
		const bytes = fs.readFileSync(file);
		bytes.fill(0x5a, 4096, bytes.length / 2);
		for (const end of ['-wal', '-shm']) fs.rmSync(`${file}${end}`, {force: true});
		fs.writeFileSync(file, bytes);
		const runs = await Promise.all([wants.list!, wants.list!, wants.list!].map(args => recollect(cache, ...args)));
		for (const run of runs) {
			expect(run.code).toBe(0);
			expect(run.stderr.replace(/^recollect: the catalogue was damaged and is made anew .*\n/gm, '')).toBe('');
			expect(idsIn(run)).toHaveLength(sessions);
		}
		expect((await recollect(cache, 'index')).code).toBe(0);
		expectAllIndexed(cache);
	}, 60_000);
});

it('keeps its locks, however often one process opens the catalogue', async () => {
	const cache = temporaryDirectory();
	const {library} = await scanned(home, cache);
	const first = library.catalog!;
	first.write(database => database.run("INSERT OR REPLACE INTO numbers (name, value) VALUES ('first', 1)"));
	// The screen, the keeper and the search are threads of one process, each with a connection of its own.
	const second = catalogIn(cache);
	expect(second.isUsable).toBe(true);
	const wal = fs.statSync(`${first.file}-wal`).ino;
	const {code} = await recollect(cache, 'list', '--limit', '1');
	expect(code).toBe(0);
	// Whoever ends last takes this file away. That must not be a process that came later and ended earlier.
	expect(fs.statSync(`${first.file}-wal`, {throwIfNoEntry: false})?.ino).toBe(wal);
	first.write(database => database.run("INSERT OR REPLACE INTO numbers (name, value) VALUES ('second', 2)"));
	const third = catalogIn(cache);
	expect(third.use(database => database.get("SELECT value FROM numbers WHERE name = 'second'"))?.value).toBe(2);
	for (const each of [second, third]) each.close();
});
