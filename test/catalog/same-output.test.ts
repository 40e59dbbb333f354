/** Whatever is in the cache, commands print the same, byte for byte. */
import fs from 'node:fs';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import {age} from '../helpers/check-passages.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {hostileHome} from '../helpers/hostile-home.ts';
import {runCli} from '../helpers/run-cli.ts';
import {everyAgent, libraryOf} from './catalogued.ts';
import {run, runWith} from './commanded.ts';
import {fill} from './indexed.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

/** A folder where no catalogue can be. */
function nowhere(): string {
	const file = path.join(temporaryDirectory(), 'a file');
	fs.writeFileSync(file, '');
	return file;
}

type Command = readonly [name: Parameters<typeof run>[0], argument: string, flags: Parameters<typeof run>[3]];

const overviews: readonly Command[] = [
	['list', '', {json: false}],
	['list', '', {json: false, all: true}],
	['list', '', {json: false, limit: 2}],
	['list', '', {json: true}],
	['list', '', {json: true, all: true, limit: 3}],
	['audit', '', {json: false}],
	['audit', '', {json: true}],
];

/** Output and warnings, without what is said of the catalogue itself. */
async function printed(home: string, cache: string | undefined, commands: readonly Command[]): Promise<string[]> {
	const all: string[] = [];
	for (const [name, argument, flags] of commands) {
		const {output, warnings} = await run(name, {home, cache}, argument, flags);
		all.push(JSON.stringify([name, argument, flags]), output, ...warnings);
	}
	return all;
}

/** The same, as if all of it were one process. */
async function printedAtOnce(home: string, cache: string | undefined, commands: readonly Command[]): Promise<string[]> {
	const library = libraryOf(home, cache);
	const all: string[] = [];
	for (const [name, argument, flags] of commands) {
		const {output, warnings} = await runWith(library, name, argument, flags);
		all.push(JSON.stringify([name, argument, flags]), output, ...warnings);
	}
	library.close();
	return all;
}

/** Without a catalogue, with an empty one, and with one that knows more each time. */
async function expectSame(home: string, commands: readonly Command[]): Promise<string[]> {
	const plain = await printed(home, undefined, commands);
	expect(await printed(home, nowhere(), commands)).toEqual(plain);
	for (const command of commands)
		expect(await printed(home, temporaryDirectory(), [command])).toEqual(await printed(home, undefined, [command]));
	const cache = temporaryDirectory();
	for (const _ of ['cold', 'warm', 'warmer']) expect(await printed(home, cache, commands)).toEqual(plain);
	const library = libraryOf(home, cache);
	await library.scan();
	await fill(library.catalog!);
	library.close();
	expect(await printed(home, cache, commands)).toEqual(plain);
	return plain;
}

describe('in one process, at one moment', () => {
	beforeEach(() => {
		vi.useFakeTimers({toFake: ['Date'], now: Date.now()});
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it.each(agentIds)('of every recorded session of %s', async agent => {
		const scenarios = fs.readdirSync(path.join(fixtures, agent)).map(name => `${agent}/${name}`);
		// Those with a database would lie on top of each other.
		for (const some of agent === 'opencode' ? scenarios.map(each => [each]) : [scenarios]) {
			const home = fixtureHome(...some);
			age(home);
			const {sessions} = await libraryOf(home).scan();
			const each = sessions.flatMap(({agent: name, id, path: file}): Command[] => {
				// The header of these does not know when they ended; whoever has read them does.
				const isVague = agent === 'codex' && !file.endsWith('.jsonl');
				return [
					...(isVague ? [] : [['show', `${name}:${id}`, {json: false, full: true}] as const]),
					['tree', `${name}:${id}`, {json: true}],
				];
			});
			const commands = [...overviews, ...each];
			const cache = temporaryDirectory();
			const plain = await printedAtOnce(home, undefined, commands);
			for (const time of ['cold', 'warm']) expect(await printedAtOnce(home, cache, commands), time).toEqual(plain);
		}
	});

	it('of all agents together', async () => {
		const plain = await expectSame(everyAgent(), overviews);
		expect(plain.join('\n')).toMatch(/\+\d/);
	});

	it('of a home of nothing but trouble, warnings included', async () => {
		const {home} = hostileHome();
		age(home);
		// The table shows counts of large files where they are known already, and only there.
		const plain = await expectSame(
			home,
			overviews.filter(([name, , flags]) => name !== 'list' || flags!.json),
		);
		expect(plain.filter(line => /\.jsonl:\d+: /.test(line)).length).toBeGreaterThan(5);
	});
});

it('of the built program', async () => {
	const home = everyAgent();
	const state = {XDG_STATE_HOME: temporaryDirectory(), COLUMNS: '120'};
	const {sessions} = await libraryOf(home).scan();
	const [forked] = sessions.filter(({agent}) => agent === 'claude');
	const commands = [
		['list'],
		['list', '--all'],
		['list', '--json'],
		['audit', '--json'],
		['tree', forked!.id, '--json'],
		['show', forked!.id],
	];
	const all = async (cache: string) => {
		const runs: string[] = [];
		for (const args of commands) {
			const {code, stdout, stderr} = await runCli([...args, '--home', home, '--cache', cache], state);
			runs.push(
				`${args.join(' ')} ${code}\n${stdout}\n${stderr.replace(/^recollect: working without the catalogue: .*\n/gm, '')}`,
			);
		}
		return runs;
	};
	const before = await all(nowhere());
	const cache = temporaryDirectory();
	for (const time of ['cold', 'warm']) {
		let printed = await all(cache);
		// Ages are shown to the minute: where one has passed meanwhile, the same must be true of the others.
		if (printed.join() !== before.join()) {
			before.splice(0, before.length, ...(await all(nowhere())));
			printed = await all(cache);
		}
		expect(printed, time).toEqual(before);
	}
	for (const run of before) expect(run.length).toBeGreaterThan(200);
}, 60_000);
