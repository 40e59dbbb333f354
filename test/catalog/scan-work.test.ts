/** What a second look costs: nothing where nothing changed, and only what changed where something did. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import type {Library} from '../../source/catalog/library.ts';
import {age} from '../helpers/check-passages.ts';
import {answer, user, writeSession} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {appendTo, catalogued, change, everyAgent, idsOf, libraryOf, openedIn, scanned} from './catalogued.ts';

/** Everything that commands show of a scan. */
async function shown(library: Library) {
	const scan = await library.scan();
	return {
		sessions: scan.sessions,
		candidates: scan.candidates,
		warnings: scan.warnings,
		totals: [scan.totals(false), scan.totals(true)],
		newest: [scan.newest(5, false), scan.newest(1000, false), scan.newest(1000, true)],
	};
}

const claudeFile = (home: string, project?: string) =>
	writeSession(home, [user('u1', null, 'hello'), answer('a1', 'u1', 'hi')], undefined, project);

describe('a second look', () => {
	it('searches no agent and opens no file, and tells the same in every detail', async () => {
		const home = everyAgent();
		const cache = temporaryDirectory();
		const first = libraryOf(home, cache);
		const told = await shown(first);
		expect(new Set(told.sessions.map(({agent}) => agent))).toEqual(new Set(agentIds));
		expect(told.warnings).toEqual([]);
		expect(first.work.searched).toBe(agentIds.length);
		expect(first.work.read).toBeGreaterThanOrEqual(told.sessions.length / 2);
		first.close();

		const second = libraryOf(home, cache);
		const opened = await openedIn(async () => expect(await shown(second)).toEqual(told));
		expect(second.work).toEqual({searched: 0, read: 0});
		expect(opened.filter(file => file.startsWith(home))).toEqual([]);
		expect(await shown(libraryOf(home))).toEqual(told);
	});

	it('reads one file where one was appended to', async () => {
		const {home, cache, before} = await catalogued();
		const grown = before.sessions.find(({agent, files}) => agent === 'claude' && files.length === 1)!;
		appendTo(grown.path, user('u9', null, 'one more'));
		const {work, sessions} = await scanned(home, cache);
		expect(work).toEqual({searched: 1, read: 1});
		expect(idsOf(sessions)).toEqual(idsOf(before.sessions));
		expect(sessions.find(({path: file}) => file === grown.path)!.stamp).not.toBe(grown.stamp);
		expect((await scanned(home, cache)).work).toEqual({searched: 0, read: 0});
	});

	it('reads what is new, and forgets what is gone', async () => {
		const {home, cache, before} = await catalogued();
		const {path: known} = before.sessions.find(({agent, isFolded}) => agent === 'claude' && !isFolded)!;
		const file = claudeFile(home, path.basename(path.dirname(known)));
		change(file, () => {});
		const after = await scanned(home, cache);
		expect(after.work).toEqual({searched: 1, read: 1});
		expect(after.sessions).toHaveLength(before.sessions.length + 1);

		change(file, () => fs.rmSync(file));
		const gone = await scanned(home, cache);
		expect(gone.work).toEqual({searched: 1, read: 0});
		expect(idsOf(gone.sessions)).toEqual(idsOf(before.sessions));
		expect((await scanned(home, cache)).work.searched).toBe(0);
	});

	it('follows a file that was renamed, and one that was put in the place of another', async () => {
		const home = temporaryDirectory();
		const file = claudeFile(home);
		age(home);
		const {cache} = await catalogued(home);
		const renamed = path.join(path.dirname(file), 'bbbbbbbb-0000-4000-8000-000000000002.jsonl');
		change(renamed, () => fs.renameSync(file, renamed));
		const after = await scanned(home, cache);
		expect(after.sessions.map(ref => ref.path)).toEqual([renamed]);
		expect(after.work).toEqual({searched: 1, read: 1});

		// The same size and the same time: only the inode tells.
		const {size, mtime} = fs.statSync(renamed);
		const {mtime: folderTime} = fs.statSync(path.dirname(renamed));
		const bytes = fs.readFileSync(renamed, 'utf8').replace('hello', 'howdy');
		fs.writeFileSync(`${renamed}.new`, bytes);
		fs.renameSync(`${renamed}.new`, renamed);
		expect(fs.statSync(renamed).size).toBe(size);
		fs.utimesSync(renamed, mtime, mtime);
		fs.utimesSync(path.dirname(renamed), folderTime, folderTime);
		const replaced = await scanned(home, cache);
		expect(replaced.work).toEqual({searched: 1, read: 1});
		expect((await replaced.library.head(replaced.sessions[0]!)).title).toBe('howdy');
	});

	it('sees a title that changed beside the session', async () => {
		const home = fixtureHome('codex/plain');
		age(home);
		const {cache, before} = await catalogued(home);
		const [ref] = before.sessions;
		const list = path.join(home, '.codex', 'session_index.jsonl');
		change(list, () => fs.writeFileSync(list, `${JSON.stringify({id: ref!.id, thread_name: 'a given name'})}\n`));
		const {library, sessions, work} = await scanned(home, cache);
		expect(work.searched).toBe(1);
		expect(sessions[0]!.stamp).not.toBe(ref!.stamp);
		expect((await library.head(sessions[0]!)).title).toBe('a given name');
	});

	it('does not search again for the sake of a file that is nothing but garbage', async () => {
		const home = temporaryDirectory();
		const garbage = path.join(path.dirname(claudeFile(home)), 'cccccccc-0000-4000-8000-000000000003.jsonl');
		fs.writeFileSync(garbage, 'no JSON\nat all\n');
		age(home);
		const {cache, before} = await catalogued(home);
		expect(before.totals(false)).toMatchObject({found: 2, listed: 1, unreadable: 1});
		const {scan, work} = await scanned(home, cache);
		expect(work.searched).toBe(0);
		expect(scan.candidates).toEqual(before.candidates);
	});

	it('never believes what changed a moment ago', async () => {
		const home = temporaryDirectory();
		claudeFile(home);
		const cache = temporaryDirectory();
		(await scanned(home, cache)).library.close();
		const second = await scanned(home, cache);
		expect(second.work.searched).toBeGreaterThan(0);
		expect(second.sessions).toHaveLength(1);
	});
});

describe('where stores are moved by variables', () => {
	it('looks again when a variable is set, changed or taken away', async () => {
		const own = fixtureHome('claude/plain');
		const moved = fixtureHome('claude/multiturn');
		for (const home of [own, moved]) age(home);
		const cache = temporaryDirectory();
		vi.stubEnv('HOME', own);
		for (const name of ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'])
			vi.stubEnv(name, undefined);
		const look = async () => {
			const library = libraryOf([], cache, {agents: ['claude']});
			return {stores: new Set((await library.scan()).sessions.map(({store}) => store)), work: library.work};
		};
		try {
			const first = await look();
			expect(first.stores.size).toBe(1);
			expect((await look()).work.searched).toBe(0);
			vi.stubEnv('CLAUDE_CONFIG_DIR', path.join(moved, '.claude'));
			const second = await look();
			expect(second.work).toEqual({searched: 1, read: 1});
			expect(second.stores.size).toBe(2);
			expect((await look()).work.searched).toBe(0);
			vi.stubEnv('CLAUDE_CONFIG_DIR', undefined);
			const third = await look();
			expect(third.work.searched).toBe(1);
			expect(third.stores).toEqual(first.stores);
		} finally {
			vi.unstubAllEnvs();
		}
	});

	it('does not mix the own home with the same home by its name', async () => {
		const own = fixtureHome('claude/plain');
		const moved = fixtureHome('claude/multiturn');
		for (const home of [own, moved]) age(home);
		const cache = temporaryDirectory();
		vi.stubEnv('HOME', own);
		vi.stubEnv('CLAUDE_CONFIG_DIR', path.join(moved, '.claude'));
		try {
			const mine = () => scanned([], cache, {agents: ['claude']});
			const named = () => scanned(own, cache, {agents: ['claude']});
			const [first, second] = [await mine(), await named()];
			expect(idsOf(first.sessions)).not.toEqual(idsOf(second.sessions));
			expect((await mine()).work.searched).toBe(0);
			expect((await named()).work.searched).toBe(0);
		} finally {
			vi.unstubAllEnvs();
		}
	});
});

describe('a catalogue', () => {
	it('holds two homes, and each of them alone', async () => {
		const [one, two] = [fixtureHome('claude/plain', 'pi/tree'), fixtureHome('claude/multiturn')];
		for (const home of [one, two]) age(home);
		const cache = temporaryDirectory();
		const both = await scanned([one, two], cache);
		const alone = [await scanned(one, cache), await scanned(two, cache)];
		expect(idsOf(both.sessions)).toEqual(idsOf(alone.flatMap(({sessions}) => [...sessions])));
		appendTo(alone[1]!.sessions[0]!.path, user('u9', null, 'one more'));
		expect((await scanned([one, two], cache)).work).toEqual({searched: 1, read: 1});
		// In which order they are named means nothing.
		expect((await scanned([two, one], cache)).work).toEqual({searched: 0, read: 0});
		expect((await scanned(one, cache)).work.searched).toBe(0);
		expect(new Set([both, ...alone].map(({library}) => library.catalog!.file)).size).toBe(3);
	});

	it('does not mix two names of one home: every session is in it once', async () => {
		const home = fixtureHome('claude/plain');
		age(home);
		const cache = temporaryDirectory();
		const link = path.join(temporaryDirectory(), 'link');
		fs.symlinkSync(home, link);
		const byName = await scanned(home, cache);
		const byLink = await scanned(link, cache);
		for (const {library, sessions} of [byName, byLink]) {
			const rows = library.catalog!.use(database => database.all('SELECT path FROM sessions'));
			expect(rows!.map(row => row.path)).toEqual(sessions.map(ref => ref.path));
		}
		expect((await scanned(home, cache)).work.searched).toBe(0);
		expect((await scanned(link, cache)).work.searched).toBe(0);
	});

	it('does not forget the agents that were not asked for', async () => {
		const {home, cache, before} = await catalogued();
		const some = await scanned(home, cache, {agents: ['codex', 'pi']});
		expect(new Set(some.sessions.map(({agent}) => agent))).toEqual(new Set(['codex', 'pi']));
		expect(some.work.searched).toBe(0);
		appendTo(some.sessions.find(({agent}) => agent === 'pi')!.path, {type: 'unknown'});
		expect((await scanned(home, cache, {agents: ['codex', 'pi']})).work.searched).toBe(1);
		const all = await scanned(home, cache);
		expect(all.work.searched).toBe(0);
		expect(idsOf(all.sessions)).toEqual(idsOf(before.sessions));
	});

	it('tells what it knows before anybody looks', async () => {
		const {home, cache, before} = await catalogued();
		fs.rmSync(path.join(home, '.claude'), {recursive: true});
		const library = libraryOf(home, cache);
		expect(idsOf(library.recall()!.sessions)).toEqual(idsOf(before.sessions));
		expect(libraryOf(home, temporaryDirectory()).recall()).toBeUndefined();
		expect(libraryOf(home).recall()).toBeUndefined();
		expect((await library.scan()).sessions.some(({agent}) => agent === 'claude')).toBe(false);
		expect(library.recall()!.sessions.some(({agent}) => agent === 'claude')).toBe(false);
	});

	it('reads only the newest where no more are wanted, and the rest when it is', async () => {
		const {home, cache, before} = await catalogued();
		for (const withFolded of [false, true]) {
			const expected = before.newest(3, withFolded);
			const scan = await libraryOf(home, cache).scan(3);
			expect(scan.newest(3, withFolded)).toEqual(expected);
			expect(scan.newest(2, withFolded)).toEqual(expected.slice(0, 2));
			expect(scan.totals(withFolded)).toEqual(before.totals(withFolded));
			expect(scan.newest(1000, withFolded)).toEqual(before.newest(1000, withFolded));
		}
		const recalled = libraryOf(home, cache).recall(2)!;
		expect(recalled.newest(2, true)).toEqual(before.newest(2, true));
		expect(recalled.sessions).toEqual(before.sessions);
		expect(recalled.candidates).toEqual(before.candidates);
	});

	it('that was lost since its beginning was read does not look like a machine without sessions', async () => {
		const {home, cache} = await catalogued();
		const scan = libraryOf(home, cache).recall(1)!;
		for (const name of fs.readdirSync(cache)) fs.writeFileSync(path.join(cache, name), 'no database');
		expect(() => scan.sessions).toThrow('lost');
	});

	it('looks again at some agents only, and the others stay as they were', async () => {
		const {home, cache, before} = await catalogued();
		const {library} = await scanned(home, cache);
		const file = claudeFile(home);
		change(file, () => {});
		fs.rmSync(path.join(home, '.pi'), {recursive: true});
		const scan = await library.rescan(new Set(['claude']));
		expect(scan.sessions).toHaveLength(before.sessions.length + 1);
		const all = await library.rescan();
		expect(all.sessions.some(({agent}) => agent === 'pi')).toBe(false);
		expect(await library.scan()).toBe(all);
	});

	it('follows a session that was touched, in what is known of it later', async () => {
		const home = temporaryDirectory();
		const file = claudeFile(home);
		age(home);
		const {library, sessions} = await scanned(home, temporaryDirectory());
		appendTo(file, user('u2', 'a1', 'more', {timestamp: '2027-01-01T00:00:00.000Z'}));
		const touched = await library.touch(sessions[0]!);
		expect(touched).toMatchObject({id: sessions[0]!.id, endedAt: '2027-01-01T00:00:00.000Z'});
		const scan = await library.rescan(new Set(['pi']));
		expect(scan.sessions).toEqual([touched]);
	});
});
