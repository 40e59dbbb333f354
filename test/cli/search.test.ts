/** `recollect search` as a user types it, and the lines it prints. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Context} from '../../source/actions/context.ts';
import {searchSessions} from '../../source/actions/search-sessions.ts';
import {Library} from '../../source/catalog/library.ts';
import {painter} from '../../source/text/paint.ts';
import {widthOf} from '../../source/text/width.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {steering} from '../helpers/hostile-home.ts';
import {type CliRun, runCli} from '../helpers/run-cli.ts';
import {answer, days, idOf, prompt, settle, thinking, work, writeClaude, writeCodex} from '../search/search-home.ts';

const isRoot = process.getuid?.() === 0;

/** Neither the real home nor the real cache is touched. */
function surroundings(home: string) {
	const [cache, state] = [temporaryDirectory(), temporaryDirectory()];
	process.env.XDG_STATE_HOME = state;
	return {
		cache,
		run: (...args: string[]): Promise<CliRun> => runCli(['search', '--home', home, '--cache', cache, ...args]),
	};
}

type Asking = {
	readonly columns?: number;
	readonly hasColor?: boolean;
	readonly isJson?: boolean;
	readonly cache?: string;
	readonly agents?: readonly string[];
	readonly flags?: Partial<Context['flags']>;
	readonly warnings?: string[];
};

/** The same without starting a program each time. */
async function output(home: string, text: string, asking: Asking = {}): Promise<string> {
	process.env.XDG_STATE_HOME = temporaryDirectory();
	const {cache = temporaryDirectory(), agents, warnings} = asking;
	const library = new Library({homes: [home], cache, agents});
	onTestFinished(() => library.close());
	const context: Context = {
		library,
		json: asking.isJson ?? false,
		paint: painter(asking.hasColor ?? false),
		columns: asking.columns ?? 100,
		flags: {all: false, raw: false, full: false, ...asking.flags},
		warn: ({message}) => (warnings ? warnings.push(message) : expect.unreachable(message)),
		progress: () => {},
	};
	let printed = '';
	for await (const piece of searchSessions(context, text)) printed += piece;
	return printed;
}

const found = async (home: string, text: string, asking: Asking = {}) =>
	JSON.parse(await output(home, text, {...asking, isJson: true}));

const idsFound = async (home: string, text: string, asking: Asking = {}): Promise<string[]> =>
	(await found(home, text, asking)).sessions.map(({id}: {id: string}) => id);

function someHome(): string {
	const home = temporaryDirectory();
	writeClaude(home, {
		id: idOf(1),
		told: [prompt('why does it retry'), thinking('the socket'), answer('It will retry the socket.')],
		at: days(1),
	});
	writeCodex(home, {
		id: idOf(2),
		told: [prompt('Größe of the socket'), work('ls', 'socket.txt'), answer('done 🎉')],
		at: days(2),
	});
	writeClaude(home, {
		id: idOf(3),
		told: [prompt('全文検索エンジンを作る'), answer('はい')],
		at: days(3),
		title: 'Another matter',
	});
	settle(home);
	return home;
}

async function json(running: Promise<CliRun>) {
	const {stdout, stderr, code} = await running;
	expect({stderr, code}).toEqual({stderr: '', code: 0});
	expect(stdout.endsWith('}\n')).toBe(true);
	return JSON.parse(stdout);
}

describe('search --json', () => {
	it('prints one document of exactly this shape', async () => {
		const home = someHome();
		const {run, cache} = surroundings(home);
		const document = await json(run('retry socket', '--json'));
		expect(Object.keys(document)).toEqual(['schema_version', 'query', 'sessions', 'meta']);
		expect(document).toMatchObject({schema_version: '1.0', query: 'retry socket'});
		expect(document.meta).toEqual({state: 'indexed', indexed: 3, total: 3, took_ms: expect.any(Number)});
		expect(Number.isInteger(document.meta.took_ms)).toBe(true);
		expect(document.sessions).toHaveLength(1);
		const [session] = document.sessions;
		const {sessions} = JSON.parse((await runCli(['list', '--json', '--home', home, '--cache', cache])).stdout);
		const listed = sessions.find(({id}: {id: string}) => id === session.id);
		expect(Object.keys(session)).toEqual([...Object.keys(listed), 'score', 'matches']);
		const {score, matches, counts: _, models: __, tokens: ___, cost: ____, ...rest} = session;
		const {counts: _2, models: __2, tokens: ___2, cost: ____2, ...wanted} = listed;
		expect(rest).toEqual(wanted);
		expect(score).toBeGreaterThan(1);
		expect(matches.length).toBeGreaterThan(0);
		for (const match of matches) expect(Object.keys(match)).toEqual(['entry_id', 'role', 'snippet', 'ranges']);
		expect(matches[0]).toEqual({
			entry_id: `${idOf(1)}-2`,
			role: 'assistant',
			snippet: 'It will retry the socket.',
			ranges: [
				[8, 13],
				[18, 24],
			],
		});
	});

	it('tells where a session was copied from, as list does', async () => {
		const home = fixtureHome('claude/fork');
		const {cache} = surroundings(home);
		const searched = await found(home, 'prompt', {cache});
		const listed = JSON.parse((await runCli(['list', '--json', '--home', home, '--cache', cache])).stdout);
		const origins = ({sessions}: {sessions: Array<Record<string, string>>}) =>
			Object.fromEntries(sessions.map(({id, forked_from}) => [id, forked_from]));
		expect(origins(searched)).toEqual(origins(listed));
		expect(Object.values(origins(searched)).some(Boolean)).toBe(true);
	});

	it('counts ranges in UTF-16 units of the snippet', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('🎉🎉 cafe\u0301 検索 end'), answer('x')], title: 'x'});
		settle(home);
		const [session] = (await found(home, 'cafe 検索')).sessions;
		const [{snippet, ranges}] = session.matches;
		expect(ranges.map(([start, end]: [number, number]) => snippet.slice(start, end))).toEqual(['cafe\u0301', '検索']);
		expect(ranges).toEqual([
			[5, 10],
			[11, 13],
		]);
	});

	it('finds nothing with an empty list and without an error', async () => {
		const {run} = surroundings(someHome());
		expect(await json(run('nobodywrotethis', '--json'))).toMatchObject({
			sessions: [],
			meta: {state: 'indexed', total: 3},
		});
	});

	it('is of the wanted agents only, their number too', async () => {
		const home = someHome();
		const cache = temporaryDirectory();
		expect((await found(home, 'socket', {cache})).sessions).toHaveLength(2);
		const document = await found(home, 'socket', {cache, agents: ['codex']});
		expect(document.sessions.map(({agent}: {agent: string}) => agent)).toEqual(['codex']);
		expect(document.meta).toMatchObject({indexed: 1, total: 1, state: 'indexed'});
	});
});

describe('search', () => {
	it('takes several words as they are typed', async () => {
		const {run} = surroundings(someHome());
		const document = await json(run('--json', 'retry', 'socket', '--limit', '5'));
		expect(document.query).toBe('retry socket');
		expect(document.sessions.map(({id}: {id: string}) => id)).toEqual([idOf(1)]);
		expect((await json(run('--json', '"retry the"', 'socket', '007x', '007'))).query).toBe(
			'"retry the" socket 007x 007',
		);
	});

	it('takes what begins with a minus behind two of them', async () => {
		const {run} = surroundings(someHome());
		const ids = async (...args: string[]) =>
			(await json(run('--json', ...args))).sessions.map(({id}: {id: string}) => id);
		expect(await ids('socket', '--', '-retry')).toEqual([idOf(2)]);
		expect(await ids('--', '-agent:codex', '-retry')).toEqual([idOf(3)]);
		expect((await run('-socket')).code).toBe(2);
	});

	it('limits what is shown', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number < 30; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('hi'), answer('retry')], title: 'x', at: days(number)});
		settle(home);
		const limited = (limit: number) => idsFound(home, 'retry', {flags: {limit}});
		expect(await idsFound(home, 'retry')).toHaveLength(20);
		expect(await limited(3)).toEqual([1, 2, 3].map(idOf));
		expect(await limited(100)).toHaveLength(29);
		expect(await output(home, 'retry', {flags: {limit: 2}})).toMatch(/^2 of \d+ sessions/m);
		expect((await surroundings(home).run('retry', '--limit', '0')).code).toBe(2);
	});

	it('finds with --deep what the index leaves out', async () => {
		const home = temporaryDirectory();
		const lorem = 'lorem ipsum dolor '.repeat(4500);
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), work('cat', `${lorem} meerkat ${lorem}`)]});
		settle(home);
		expect(await output(home, 'meerkat')).toMatch(/Nothing was found\..*--deep/);
		expect((await json(surroundings(home).run('meerkat', '--deep', '--json'))).sessions).toHaveLength(1);
		expect(await output(home, 'nobody', {flags: {deep: true}})).toBe('Nothing was found.\n');
	});

	it.each([
		['projct:shop', /no filter projct:.*project:.*agent:.*branch:/],
		['agent:nobody', /no agent nobody.*claude.*codex/],
		['date:soonish', /date/],
		['/(unclosed/', /regular expression is not valid/],
		['has:money', /has: does not know money.*error/],
	])('does not understand %s, and says why', async (text, message) => {
		const asking = output(temporaryDirectory(), text);
		await expect(asking).rejects.toThrow(message);
		await expect(asking).rejects.toMatchObject({exitCode: 2});
		await expect(asking).rejects.not.toThrow('searched as text');
	});

	it('says what it does not understand in one line, and nothing else', async () => {
		const {code, stdout, stderr} = await surroundings(someHome()).run('projct:shop');
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toMatch(/^recollect: There is no filter projct:\. Did you mean project:\?.*agent: project: .*\n$/);
	});

	it('needs something to look for', async () => {
		const {run} = surroundings(someHome());
		expect(await run()).toMatchObject({code: 2, stdout: '', stderr: expect.stringContaining('QUERY')});
		// Nothing in quotes is everything.
		expect(await idsFound(someHome(), '')).toEqual([1, 2, 3].map(idOf));
	});

	it('says that nothing was found where there is nothing at all', async () => {
		const {run} = surroundings(temporaryDirectory());
		expect(await run('x')).toMatchObject({code: 0, stderr: '', stdout: expect.stringContaining('Nothing was found')});
		expect(await found(temporaryDirectory(), 'x')).toMatchObject({sessions: [], meta: {indexed: 0, total: 0}});
	});

	it('reads everything where nothing can be written down', async () => {
		const home = someHome();
		process.env.XDG_STATE_HOME = temporaryDirectory();
		const cache = path.join(temporaryDirectory(), 'file');
		fs.writeFileSync(cache, 'not a folder');
		const {code, stdout, stderr} = await runCli(['search', 'retry socket', '--json', '--home', home, '--cache', cache]);
		expect(code).toBe(0);
		expect(stderr).toMatch(/without the catalogue/);
		const document = JSON.parse(stdout);
		expect(document.sessions.map(({id}: {id: string}) => id)).toEqual([idOf(1)]);
		expect(document.sessions[0].matches[0].snippet).toBe('It will retry the socket.');
		expect(document.meta).toMatchObject({state: 'scanned', indexed: 0, total: 3});
		expect(fs.readFileSync(cache, 'utf8')).toBe('not a folder');
	});

	it.skipIf(isRoot)('leaves a folder alone that it may not write to', async () => {
		const home = someHome();
		const cache = temporaryDirectory();
		fs.chmodSync(cache, 0o500);
		onTestFinished(() => fs.chmodSync(cache, 0o700));
		const {code, stdout} = await runCli(['search', 'retry', '--json', '--home', home, '--cache', cache]);
		expect(code).toBe(0);
		expect(JSON.parse(stdout).sessions).toHaveLength(1);
		expect(fs.readdirSync(cache)).toEqual([]);
	});

	it('gives up an expression that never ends, and says so', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), answer(`${'a'.repeat(40)}!`)], title: 'x'});
		writeClaude(home, {id: idOf(2), told: [prompt('hi'), answer('aaa')], title: 'x'});
		settle(home);
		const warnings: string[] = [];
		expect(await idsFound(home, '/(a+)+$/', {warnings})).toEqual([idOf(2)]);
		expect(warnings).toEqual([expect.stringMatching(/takes too long.*1 session /)]);
	});
});

describe('the lines', () => {
	const lines = async (home: string, text: string, columns: number, hasColor = false) =>
		(await output(home, text, {columns, hasColor})).trimEnd().split('\n');

	const plain = (line: string) => line.replace(/\u001B\[[0-9;]*m/g, '');
	/** What is painted as a hit. */
	const hits = (all: readonly string[]) =>
		all.flatMap(line => [...line.matchAll(/\u001B\[1m\u001B\[4m(.*?)\u001B\[24m\u001B\[22m/g)].map(found => found[1]!));

	function wideHome(): string {
		const home = temporaryDirectory();
		const long = 'lorem ipsum dolor sit amet, '.repeat(10);
		const kanji = '全文を読んで考えてから'.repeat(12);
		const told = [
			prompt(`${long}retry the socket ${long}`),
			answer(`${kanji}検索エンジン retry ${kanji}`),
			work('ls', `${'🎉'.repeat(60)} retry ${'🎉'.repeat(60)}`),
		];
		writeClaude(home, {id: idOf(1), told, title: 'A very long title about many things that never ends '.repeat(4)});
		writeClaude(home, {
			id: idOf(2),
			told,
			title: '全文検索エンジンの作り方'.repeat(10),
			cwd: `/srv/${'プロジェクト'.repeat(10)}`,
		});
		writeClaude(home, {id: idOf(3), told: [prompt('retry'), answer('x')], cwd: `/srv/${'long-name-'.repeat(20)}`});
		settle(home);
		return home;
	}

	it.each([60, 80, 120])('fit into %i columns, and the hits are in them', async columns => {
		const home = wideHome();
		for (const hasColor of [false, true]) {
			const all = await lines(home, 'retry', columns, hasColor);
			expect(all).toHaveLength(3 + 3 + 3 + 1 + 1);
			for (const line of all) {
				expect(widthOf(plain(line)), line).toBeLessThanOrEqual(columns);
				expect(plain(line)).not.toMatch(steering);
			}
			const places = all.filter(line => plain(line).startsWith('  '));
			expect(places).toHaveLength(7);
			for (const line of places) expect(plain(line)).toContain('retry');
			expect(all.join('').includes('\u001B')).toBe(hasColor);
			if (hasColor) expect(hits(all)).toEqual(Array.from({length: 7}, () => 'retry'));
		}
	});

	it('are the same with and without colours', async () => {
		const home = wideHome();
		const [colourless, painted] = [await lines(home, 'retry 検索', 80), await lines(home, 'retry 検索', 80, true)];
		expect(painted.map(plain)).toEqual(colourless);
		expect(hits(painted)).toContain('検索');
	});

	it('tell what a session is and how to read it', async () => {
		const all = await lines(someHome(), 'socket', 100);
		expect(all.find(line => line.startsWith('claude'))).toMatch(/^claude {4}\S+ +\S+ {2}why does it retry {2}app$/);
		expect(all.filter(line => /^ {2}(?:user|assistant|tool) /.test(line)).length).toBeGreaterThan(2);
		expect(all.at(-1)).toBe('2 sessions · recollect show ID reads one');
	});

	it('survive the narrowest terminal', async () => {
		for (const columns of [1, 10, 20, 30])
			for (const line of await lines(wideHome(), 'retry', columns)) expect(line).toBeTypeOf('string');
	});
});
