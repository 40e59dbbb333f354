/** What the explorer is told at its start: the newest at once, all of them a moment later. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, it, onTestFinished, vi} from 'vitest';
import {ExploredSessions} from '../../source/actions/explored-sessions.ts';
import {Library, oneScreen} from '../../source/catalog/library.ts';
import type {News} from '../../source/catalog/live/news.ts';
// What the explorer loads when it is wanted is here before a test begins: a test may end while it would still be loading.
import '../../source/catalog/live/keeper.ts';
import '../../source/search/worker/searcher.ts';
import {age} from '../helpers/check-passages.ts';
import {user, writeSession} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const count = oneScreen + 15;

/** A machine that was looked at before. */
async function knownHome() {
	const [home, cache] = [temporaryDirectory(), temporaryDirectory()];
	for (let at = 0; at < count; at++) {
		const timestamp = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();
		writeSession(
			home,
			[user(`u${at}`, null, `prompt ${at}`, {timestamp})],
			`${String(at).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`,
		);
	}
	age(home);
	const library = new Library({homes: [home], cache});
	const {sessions} = await library.scan();
	library.close();
	return {home, cache, ids: sessions.map(({id}) => id)};
}

async function open({home, cache}: {home: string; cache: string}) {
	const explored = new ExploredSessions(new Library({homes: [home], cache}));
	const told: string[][] = [];
	const first = await explored.scan();
	const follow = () => {
		const stop = explored.follow(({all}: News) => all && told.push(all.map(({id}) => id)));
		onTestFinished(() => {
			stop();
			explored.close();
		});
	};
	return {first, told, follow};
}

it('are the newest, with the number of all, and then all', async () => {
	const known = await knownHome();
	const {first, told, follow} = await open(known);
	expect(first.sessions.map(({id}) => id)).toEqual(known.ids.slice(0, oneScreen));
	expect(first.total).toEqual({sessions: count, agentSessions: 0});
	follow();
	await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
	expect(told[0]).toEqual(known.ids);
});

it('are the newest again where the catalogue is lost in between, and all when they are found', async () => {
	const known = await knownHome();
	const {told, follow} = await open(known);
	for (const name of fs.readdirSync(known.cache)) fs.writeFileSync(path.join(known.cache, name), 'no database');
	follow();
	await vi.waitFor(() => expect(told[0]).toEqual(known.ids.slice(0, oneScreen)));
	await vi.waitFor(() => expect(told.at(-1)).toHaveLength(count), 5000);
});

it('need no search once nobody looks any more', async () => {
	const {home, cache} = await knownHome();
	const explored = new ExploredSessions(new Library({homes: [home], cache}));
	onTestFinished(() => explored.close());
	await explored.scan();
	const start = vi.spyOn(explored.search, 'start').mockImplementation(() => {});
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	explored.follow(() => {})();
	vi.advanceTimersByTime(10_000);
	expect(start).not.toHaveBeenCalled();
});
