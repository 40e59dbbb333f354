/** What an index is made from, and what discovery remembers. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {Look} from '../../source/adapters/look.ts';
import {pi} from '../../source/adapters/pi/pi.ts';
import {
	age,
	changedWitnesses,
	discoverTwice,
	entriesIn,
	expectAllOfHistory,
	expectGrowth,
	expectOneReadAgain,
	expectReadableAlone,
	passagesOf,
} from '../helpers/check-passages.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const scenarios = ['v1', 'v2', 'tree', 'rewinds', 'subagent'];
const everything = () => fixtureHome(...scenarios.map(name => `pi/${name}`));
const store = '.pi/agent/sessions/--home-user-projects-webshop-api--';
const record = {
	type: 'message',
	id: 'feedbeef',
	parentId: null,
	timestamp: '2026-11-16T00:00:00.000Z',
	message: {role: 'user', content: 'a quokka é, added'},
};

async function sessionsIn(home: string) {
	return (await pi.discover({path: home, env: {}})).sessions;
}

describe('passages', () => {
	it.each(scenarios)('hold all of %s, and each can be read alone', async scenario => {
		for (const ref of await sessionsIn(fixtureHome(`pi/${scenario}`))) {
			await expectAllOfHistory(pi, ref);
			await expectReadableAlone(pi, ref);
		}
	});

	it('go on where a file grew', async () => {
		for (const ref of await sessionsIn(fixtureHome('pi/tree'))) await expectGrowth(pi, ref, record, 'quokka');
	});

	it('give a record that was written twice at both places, under one id', async () => {
		const home = fixtureHome('pi/v2');
		const [ref] = await sessionsIn(home);
		const once = entriesIn(await passagesOf(pi, ref!));
		fs.appendFileSync(ref!.path, fs.readFileSync(ref!.path));
		const twice = entriesIn(await passagesOf(pi, ref!));
		expect(twice.map(({id}) => id)).toEqual([...once, ...once].map(({id}) => id));
		await expectAllOfHistory(pi, ref!);
	});

	it('stop when they are told to', async () => {
		const [ref] = await sessionsIn(fixtureHome('pi/v2'));
		await expect(passagesOf(pi, ref!, {signal: AbortSignal.abort()})).rejects.toThrow(/abort/i);
	});

	it.skipIf(!hasCorpus)('hold all of real sessions', {timeout: 60_000}, async () => {
		for (const ref of await sessionsIn(corpusHome())) await expectAllOfHistory(pi, ref);
	});
});

describe('a second look', () => {
	it('learns nothing and finds the same', async () => {
		const home = everything();
		fs.symlinkSync(path.join(home, 'nowhere'), path.join(home, store, 'dangling.jsonl'));
		fs.writeFileSync(path.join(home, store, 'empty.jsonl'), '');
		age(home);
		const {discovery, look} = await discoverTwice(pi, home);
		expect(discovery.sessions.length).toBeGreaterThan(5);
		expect(changedWitnesses(look)).toEqual([]);
	});

	it('compares copies no second time', async () => {
		const home = fixtureHome('pi/v2');
		const [ref] = await sessionsIn(home);
		fs.mkdirSync(path.join(home, store, 'copy'));
		fs.copyFileSync(ref!.path, path.join(home, store, 'copy', path.basename(ref!.path)));
		age(home);
		const {discovery} = await discoverTwice(pi, home);
		expect(discovery.candidates.map(({verdict}) => verdict).sort()).toEqual(['hidden', 'listed']);
	});

	const changes: Array<[string, (home: string, session: string) => void]> = [
		['a session that grew', (_, session) => fs.appendFileSync(session, `${JSON.stringify(record)}\n`)],
		['a session that is gone', (_, session) => fs.rmSync(session)],
		['a new session', (_, session) => fs.copyFileSync(session, `${session}.new.jsonl`)],
		['a new folder', home => fs.mkdirSync(path.join(home, '.pi/agent/sessions/--other--'))],
		[
			'a setting that names another store',
			home => fs.writeFileSync(path.join(home, '.pi/agent/settings.json'), '{"sessionDir": "~/else"}'),
		],
		['a link that leads somewhere now', home => fs.writeFileSync(path.join(home, 'nowhere'), '')],
	];
	it.each(changes)('is not believed after %s', async (_, change) => {
		const home = fixtureHome('pi/tree');
		fs.symlinkSync(path.join(home, 'nowhere'), path.join(home, store, 'dangling.jsonl'));
		age(home);
		const {look, discovery} = await discoverTwice(pi, home);
		change(home, discovery.sessions[0]!.path);
		expect(changedWitnesses(look)).not.toEqual([]);
	});

	it('knows a setting without opening it, and stores that are not there yet', async () => {
		const home = fixtureHome('pi/v1');
		const settings = path.join(home, '.pi/agent/settings.json');
		fs.writeFileSync(settings, '{"sessionDir": "~/else"}');
		age(home);
		const {look} = await discoverTwice(pi, home);
		fs.mkdirSync(path.join(home, 'else'));
		expect(changedWitnesses(look)).toEqual([path.join(home, 'else')]);
		fs.writeFileSync(settings, '{');
		expect(changedWitnesses(look)).toContain(settings);
	});

	it('reads again only the session that changed, whose stamp alone is another', async () => {
		const home = fixtureHome('pi/tree', 'pi/v1');
		age(home);
		await expectOneReadAgain(pi, home, () => true);
	});

	it('in a hurry sees the newest sessions', async () => {
		const home = fixtureHome('pi/tree', 'pi/v1');
		age(home);
		const {sessions} = await pi.discover({path: home, env: {}});
		const newest = sessions[1]!.path;
		fs.utimesSync(newest, new Date(), new Date(Date.now() - 60_000));
		const hurried = await pi.discover({path: home, env: {}}, new Look({newest: 1}));
		expect(hurried.candidates.map(candidate => candidate.path)).toEqual([newest]);
	});

	it('finds nothing where there is nothing, until there is', async () => {
		const home = temporaryDirectory();
		age(home);
		const {look} = await discoverTwice(pi, home);
		fs.cpSync(path.join(fixtureHome('pi/v1'), '.pi'), path.join(home, '.pi'), {recursive: true});
		expect(changedWitnesses(look)).not.toEqual([]);
	});
});
