/** What the keeper tells while agents write. Real files and real watches; nothing here waits for a fixed time. */
import fs from 'node:fs';
import path from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {indexState} from '../../source/catalog/fulltext/pending.ts';
import {Library} from '../../source/catalog/library.ts';
import {Keeper, type KeeperOptions} from '../../source/catalog/live/keeper.ts';
import type {News} from '../../source/catalog/live/news.ts';
import {KnownSessions} from '../../source/search/known-sessions.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import {Search} from '../../source/search/search.ts';
import {answer, user, writeSession} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const stops: Array<() => Promise<void>> = [];

afterEach(async () => {
	for (const stop of stops.splice(0)) await stop();
});

/** As if all of it had been written a minute ago: what is as new as this moment is looked at twice. */
function age(folder: string): void {
	const past = Date.now() / 1000 - 60;
	for (const name of fs.readdirSync(folder, {recursive: true, encoding: 'utf8'}))
		fs.utimesSync(path.join(folder, name), past, past);
}

async function keep(home: string, options: Partial<KeeperOptions> = {}) {
	age(home);
	const library = new Library({homes: [home], cache: temporaryDirectory()});
	const news: News[] = [];
	const keeper = new Keeper({library, onNews: each => news.push(each), ...options});
	const running = keeper.run();
	stops.push(async () => {
		keeper.stop();
		await running;
		library.close();
	});
	await vi.waitFor(() => expect(news.at(-1)?.status?.phase).toBe('ready'), {timeout: 30_000, interval: 20});
	return {library, news, keeper};
}

async function finds(library: Library, word: string): Promise<string[]> {
	const known = new KnownSessions(library.catalog);
	const search = new Search({known, catalog: library.catalog});
	const query = parseQuery(word, {mode: 'words', now: Date.now(), agents: ['claude']});
	let ids: string[] = [];
	for await (const reply of search.search({query, limit: 10})) ids = reply.found.map(({ref}) => ref.id);
	return ids;
}

const changedIn = (news: readonly News[]) => news.flatMap(each => each.changed ?? []);
const until = (check: () => void | Promise<void>) => vi.waitFor(check, {timeout: 30_000, interval: 20});

function homeWithOne(): {home: string; file: string} {
	const home = temporaryDirectory();
	const file = writeSession(home, [user('u1', null, 'the first question'), answer('a1', 'u1', 'an answer')]);
	return {home, file};
}

describe.each([
	['watching', {}],
	['polling', {noWatching: 'this is a test', pollMs: 40}],
])('a keeper that is %s', (_, options) => {
	it('tells the whole list first, and fills the index', async () => {
		const {home} = homeWithOne();
		const {library, news} = await keep(home, options);
		expect(news.find(each => each.all)?.all).toHaveLength(1);
		expect(indexState(library.catalog!)).toMatchObject({sessions: 1, indexed: 1});
		expect(await finds(library, 'question')).toHaveLength(1);
	});

	it('sees what is appended, reads only that file, and indexes the new words', async () => {
		const {home, file} = homeWithOne();
		writeSession(home, [user('x1', null, 'another session')], 'bbbbbbbb-0000-4000-8000-000000000002.jsonl');
		const {library, news} = await keep(home, options);
		const {read} = library.work;
		fs.appendFileSync(file, `${JSON.stringify(user('u2', 'a1', 'now about zebras'))}\n`);
		await until(() => expect(changedIn(news).map(ref => ref.path)).toContain(file));
		await until(async () => expect(await finds(library, 'zebras')).toHaveLength(1));
		// Twice, as long as it is so new that its time tells nothing; the other session not at all.
		expect(library.work.read - read).toBeLessThanOrEqual(2);
		expect(changedIn(news).at(-1)!.size).toBe(fs.statSync(file).size);
	});

	it('sees new sessions, also in new folders, and forgets deleted ones', async () => {
		const {home, file} = homeWithOne();
		const {library, news} = await keep(home, {...options, sweepMs: 400});
		const other = writeSession(
			home,
			[user('y1', null, 'a giraffe appears')],
			'cccccccc-0000-4000-8000-000000000003.jsonl',
			'-home-user-other',
		);
		await until(() => expect(changedIn(news).map(ref => ref.path)).toContain(other));
		await until(async () => expect(await finds(library, 'giraffe')).toHaveLength(1));
		fs.rmSync(file);
		await until(() => expect(news.flatMap(each => each.gone ?? []).map(ref => ref.path)).toContain(file));
		await until(async () => expect(await finds(library, 'question')).toHaveLength(0));
	});
});

describe('a keeper', () => {
	it('says that it polls, and why', async () => {
		const {home} = homeWithOne();
		const {news} = await keep(home, {noWatching: 'no watches left'});
		expect(news.at(-1)?.status?.polling).toBe('no watches left');
	});

	it('works without a catalogue: sessions are told, nothing is indexed', async () => {
		const {home} = homeWithOne();
		const blocked = path.join(temporaryDirectory(), 'a-file');
		fs.writeFileSync(blocked, '');
		const library = new Library({homes: [home], cache: path.join(blocked, 'cache')});
		const news: News[] = [];
		const keeper = new Keeper({library, onNews: each => news.push(each)});
		const running = keeper.run();
		await until(() => expect(news.find(each => each.all)?.all).toHaveLength(1));
		await until(() => expect(news.at(-1)?.status?.phase).toBe('off'));
		expect(news.at(-1)?.status?.note).toMatch(/without the catalogue/);
		keeper.stop();
		await running;
	});

	it('counts sessions when everything is indexed', async () => {
		const {home} = homeWithOne();
		const {library} = await keep(home, {sweepMs: 200});
		await until(async () => {
			const [ref] = (await library.rescan()).sessions;
			expect((await library.head(ref!)).counts?.prompts).toBe(1);
		});
	});

	it('stops at once, whatever it is doing', async () => {
		const home = temporaryDirectory();
		for (let at = 0; at < 40; at++)
			writeSession(
				home,
				[user(`u${at}`, null, 'word '.repeat(2000))],
				`${String(at).padStart(8, '0')}-0000-4000-8000-000000000001.jsonl`,
			);
		const library = new Library({homes: [home], cache: temporaryDirectory()});
		const keeper = new Keeper({library, onNews: () => keeper.stop()});
		await keeper.run();
		library.close();
	});
});
