/** What the real programs wrote is known: `check` has nothing to say of it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {watchedHistory} from '../../source/catalog/watched-history.ts';
import {checked, genuine, recordedHomes, sessionsIn, told} from '../helpers/check-files.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

/** Written to see what the reader does with types nobody knows. */
const invented: Readonly<Record<string, readonly string[]>> = {
	'copilot/old': ['UNKNOWN_TYPE $.type 1'],
	'copilot/resumed': ['UNKNOWN_TYPE $.type 1'],
};

describe('fixtures', () => {
	test.each(recordedHomes(fixtures))('%s', async name => {
		const refs = await sessionsIn(fixtureHome(name));
		const check = await checked(refs);
		expect(told(check)).toEqual(invented[name] ?? []);
		if (refs.length > 0) expect(check.records).toBeGreaterThan(0);
	});

	test('the demo sessions have one record of a type nobody knows', async () => {
		const check = await checked(await sessionsIn(path.join(fixtures, 'demo')));
		expect(told(check)).toEqual(['UNKNOWN_TYPE $.type 1']);
		expect(check.findings.list()[0]!.example).toContain('"workspace-pulse"');
	});
});

const hasGenuine = fs.existsSync(genuine);
if (!hasGenuine) console.log('skipped: there is no ../shared/genuine to read recorded sessions from');

describe.skipIf(!hasGenuine)('genuine sessions', () => {
	test.each(hasGenuine ? recordedHomes(genuine) : [])('%s', async name => {
		const home = temporaryDirectory();
		for (const entry of fs.readdirSync(path.join(genuine, name)).filter(each => each.startsWith('dot-')))
			fs.cpSync(path.join(genuine, name, entry), path.join(home, `.${entry.slice(4)}`), {recursive: true});
		const check = await checked(await sessionsIn(home));
		expect(told(check)).toEqual([]);
		expect(check.records).toBeGreaterThan(0);
	});
});

test.skipIf(!hasCorpus)(
	'sessions of strangers: what is new in them was looked at, and it is none of the agents',
	async () => {
		const check = await checked(await sessionsIn(corpusHome()));
		expect(check.sessions).toBeGreaterThan(250);
		expect(check.files).toBeGreaterThan(250);
		const found = check.findings.list();
		// Samples that other projects wrote for their own tests have types and fields of their own invention.
		expect(found.length).toBeLessThan(70);
		const names = found.filter(({code}) => code === 'UNKNOWN_TYPE').map(({example}) => example.split(':', 1)[0]);
		expect(names).toContain('"some_future_block"');
		expect(names).toContain('"some-future-entry-type"');
		// Nothing of what anybody wrote is told, nor where they keep it.
		for (const {example} of found) expect(example).not.toContain(os.homedir());
		for (const {example} of found) expect(example.length).toBeLessThan(240);
	},
);

test.skipIf(!hasCorpus)('the mark is where check speaks', {timeout: 60_000}, async () => {
	const differing: string[] = [];
	let marked = 0;
	for (const ref of await sessionsIn(corpusHome())) {
		const found = (await checked([ref])).findings.list().filter(({code}) => code !== 'DAMAGED');
		const {counts} = (await watchedHistory(ref)).session;
		if ((counts!.drift ?? 0) > 0 !== found.length > 0) differing.push(ref.path);
		if (counts!.drift) marked++;
	}
	expect(differing).toEqual([]);
	expect(marked).toBeGreaterThan(10);
});
