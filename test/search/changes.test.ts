/** Answers while the index is not what the files are: empty, half filled, out of date. */
import fs from 'node:fs';
import {describe, expect, it, vi} from 'vitest';
import {claude as adapter} from '../../source/adapters/claude/claude.ts';
import {Database} from '../../source/catalog/database/database.ts';
import {fillIndex} from '../../source/catalog/fulltext/fill.ts';
import {keptEnd} from '../../source/catalog/fulltext/searchable.ts';
import {longestWord} from '../../source/catalog/fulltext/without-data.ts';
import * as claude from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	answer,
	change,
	days,
	idOf,
	openIndexed,
	openUnindexed,
	prompt,
	queryOf,
	settle,
	work,
	writeClaude,
	writeCodex,
} from './search-home.ts';

const lorem = (count: number) => 'lorem ipsum dolor sit amet '.repeat(count);

describe('an index that is not filled', () => {
	it('is searched completely all the same, and tells how far it is', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number <= 30; number++)
			writeClaude(home, {
				id: idOf(number),
				told: [prompt(`hi ${number % 2 ? 'meerkat' : ''}`), answer(lorem(2000))],
				at: days(number),
			});
		settle(home);
		const asker = await openIndexed(home, {isFilled: false});
		// As if each session took its time.
		let clock = 0;
		const spy = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 50));
		const answers = await asker.answers('meerkat').finally(() => spy.mockRestore());
		expect(answers.length).toBeGreaterThan(5);
		expect(answers[0]).toMatchObject({isComplete: false, total: 0, scanning: {done: 0, of: 30}});
		expect(answers.at(-1)).toMatchObject({isComplete: true, total: 15, scanning: {done: 30, of: 30}});
		for (const [at, {scanning, total, isComplete}] of answers.entries()) {
			const before = answers[at - 1];
			expect(scanning!.done).toBeGreaterThanOrEqual(before?.scanning?.done ?? 0);
			expect(total).toBeGreaterThanOrEqual(before?.total ?? 0);
			expect(isComplete).toBe(at === answers.length - 1);
		}
	});

	it('needs no reading where it is filled', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('meerkat'), answer('y')]});
		settle(home);
		const asker = await openIndexed(home);
		const passages = vi.spyOn(adapter, 'passages');
		expect(await asker.answers('meerkat')).toMatchObject([{isComplete: true, total: 1, scanning: undefined}]);
		expect(passages).not.toHaveBeenCalled();
		passages.mockRestore();
	});

	it('stops at once when nobody waits any more, and nothing goes on', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number <= 20; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('meerkat'), answer(lorem(4000))]});
		settle(home);
		const asker = await openUnindexed(home);
		const stopping = new AbortController();
		const read: string[] = [];
		const real = adapter.passages;
		const passages = vi.spyOn(adapter, 'passages').mockImplementation((ref, options) => {
			read.push(ref.id);
			if (read.length === 3) stopping.abort();
			return real.call(adapter, ref, options);
		});
		await expect(asker.answers('meerkat', {signal: stopping.signal})).rejects.toThrow(/abort/i);
		expect(read).toHaveLength(3);
		await new Promise(resolve => setTimeout(resolve, 20));
		expect(read).toHaveLength(3);
		passages.mockRestore();
		await expect(asker.answers('meerkat', {signal: AbortSignal.abort()})).rejects.toThrow(/abort/i);
	});

	it('is not waited for by whoever breaks off', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number <= 5; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('meerkat'), answer('y')]});
		settle(home);
		const asker = await openUnindexed(home);
		const passages = vi.spyOn(adapter, 'passages');
		for await (const {isComplete} of asker.search.search({query: queryOf('meerkat'), limit: 5})) {
			expect(isComplete).toBe(false);
			break;
		}
		expect(passages).not.toHaveBeenCalled();
		passages.mockRestore();
	});

	it('half of a long session in it is not taken for the whole', async () => {
		const home = temporaryDirectory();
		const long = Array.from({length: 80}, (_, at) => answer(`chunk${at} ${lorem(1300)}`));
		writeClaude(home, {id: idOf(1), told: [prompt('meerkat'), ...long, answer('the wombat at the end')]});
		settle(home);
		const asker = await openIndexed(home, {isFilled: false});
		const stopping = new AbortController();
		let calls = 0;
		await fillIndex({
			catalog: asker.library.catalog!,
			signal: stopping.signal,
			// Each piece is written at once, and after the first one somebody quits.
			now: () => Date.now() + calls++ * 5000,
			onProgress: () => stopping.abort(),
		});
		asker.known.update();
		const [known] = asker.known.all;
		expect(known!.isIndexed).toBe(false);
		const chunks = asker.library.catalog!.use(database => database.get('SELECT count(*) AS count FROM chunks'))!;
		expect(Number(chunks.count)).toBeGreaterThan(5);
		expect(await asker.sorted('wombat')).toEqual([idOf(1)]);
		expect(await asker.sorted('meerkat wombat')).toEqual([idOf(1)]);
		expect(await asker.sorted('meerkat -wombat')).toEqual([]);
		expect(await asker.sorted('meerkat -nothing')).toEqual([idOf(1)]);
	});
});

describe('an index that is out of date', () => {
	const told = [prompt('hi'), answer('an old meerkat')];

	it('finds what is new and not what is gone', async () => {
		const home = temporaryDirectory();
		const file = writeClaude(home, {id: idOf(1), told, title: 'x'});
		writeClaude(home, {id: idOf(2), told: [prompt('hi'), answer('another meerkat')]});
		settle(home);
		const asker = await openIndexed(home);
		expect(await asker.sorted('meerkat')).toEqual([idOf(1), idOf(2)]);
		change(file, () =>
			writeClaude(home, {id: idOf(1), told: [prompt('hi'), answer('a young wombat, so much longer')], title: 'x'}),
		);
		await asker.library.rescan();
		expect(await asker.sorted('wombat')).toEqual([idOf(1)]);
		expect(await asker.sorted('meerkat')).toEqual([idOf(2)]);
		expect(await asker.sorted('-meerkat')).toEqual([idOf(1)]);
		expect(await asker.sorted('hi -wombat')).toEqual([idOf(2)]);
		expect((await asker.firstMatches('wombat'))[0]!.snippet).toBe('a young wombat, so much longer');
		await fillIndex({catalog: asker.library.catalog!});
		expect(await asker.answers('meerkat')).toMatchObject([{total: 1, scanning: undefined}]);
		expect(await asker.sorted('wombat')).toEqual([idOf(1)]);
	});

	it('goes on where a session only grew', async () => {
		const home = temporaryDirectory();
		const file = writeClaude(home, {id: idOf(1), told});
		settle(home);
		const asker = await openIndexed(home);
		const more = claude.answer('more', null, 'and a wombat', {sessionId: idOf(1), cwd: '/home/user/app'});
		change(file, () => fs.appendFileSync(file, `${JSON.stringify(more)}\n`));
		await asker.library.rescan();
		for (const isFilled of [false, true]) {
			if (isFilled) await fillIndex({catalog: asker.library.catalog!});
			expect(await asker.sorted('wombat meerkat')).toEqual([idOf(1)]);
			expect(await asker.sorted('meerkat -wombat')).toEqual([]);
			const snippets = (await asker.firstMatches('wombat meerkat ')).map(({snippet}) => snippet);
			expect(snippets.sort()).toEqual(['an old meerkat', 'and a wombat']);
		}
	});

	it('knows the filters of the session as it is now', async () => {
		const home = temporaryDirectory();
		const file = writeClaude(home, {
			id: idOf(1),
			told: [prompt('hi'), work('a', 'b')],
			branch: 'one',
			model: 'model-one',
		});
		settle(home);
		const asker = await openIndexed(home);
		expect(await asker.sorted('tool:bash branch:one model:one')).toEqual([idOf(1)]);
		change(file, () =>
			writeClaude(home, {
				id: idOf(1),
				told: [prompt('hi'), work('a', 'b', {file: '/x.ts', isError: true})],
				branch: 'two',
				model: 'model-two',
			}),
		);
		await asker.library.rescan();
		const holding = ['branch:two', 'has:error', 'file:x.ts', '-branch:one', 'tool:edit', 'model:two'];
		const failing = ['branch:one', '-has:error', '-file:x.ts'];
		for (const text of [...holding, '-tool:bash', '-model:one'])
			expect(await asker.sorted(text), text).toEqual([idOf(1)]);
		for (const text of [...failing, 'tool:bash', 'model:one']) expect(await asker.sorted(text), text).toEqual([]);
		await fillIndex({catalog: asker.library.catalog!});
		for (const text of holding) expect(await asker.sorted(text), text).toEqual([idOf(1)]);
		for (const text of failing) expect(await asker.sorted(text), text).toEqual([]);
	});

	it('shows nothing of a file that is gone or another one', async () => {
		const home = temporaryDirectory();
		const gone = writeClaude(home, {id: idOf(1), told});
		const other = writeClaude(home, {id: idOf(2), told});
		const shorter = writeCodex(home, {id: idOf(3), told});
		settle(home);
		const asker = await openIndexed(home);
		fs.rmSync(gone);
		fs.writeFileSync(other, fs.readFileSync(other, 'utf8').replaceAll('meerkat', 'wombats'));
		fs.truncateSync(shorter, 10);
		// Nobody looked at the stores since: they are still believed to hold it.
		const {found} = await asker.last('meerkat');
		expect(found.map(({ref}) => ref.id).sort()).toEqual([1, 2, 3].map(idOf));
		for (const each of found) expect(await asker.matches(each, 'meerkat')).toEqual([]);
		fs.rmSync(shorter);
		await asker.library.rescan();
		expect(await asker.sorted('meerkat')).toEqual([]);
		expect(await asker.sorted('wombats')).toEqual([idOf(2)]);
	});

	it('that can not be read does not stop the search', async () => {
		const home = temporaryDirectory();
		const file = writeClaude(home, {id: idOf(1), told});
		writeClaude(home, {id: idOf(2), told});
		settle(home);
		const asker = await openUnindexed(home);
		fs.rmSync(file);
		fs.mkdirSync(file);
		for (const text of ['meerkat', '/meerkat/', 'meerkat tool:bash', 'meerkat has:error', '-meerkat', 'file:x'])
			expect((await asker.last(text)).isComplete).toBe(true);
		expect(await asker.sorted('meerkat')).toEqual([idOf(2)]);
	});
});

describe('what the index leaves out', () => {
	it('is found with isDeep, and only then', async () => {
		const home = temporaryDirectory();
		const output = `first ${lorem(2800)} deepmeerkat ${lorem(2800)} last`;
		expect(output.length).toBeGreaterThan(150_000);
		const secret = `${'Ab1'.repeat(longestWord / 3)}x`;
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), work('cat', output), answer('fine')]});
		writeClaude(home, {id: idOf(2), told: [prompt(`hi ${secret} there`), answer('fine')], title: 'x'});
		writeClaude(home, {id: idOf(3), told: [prompt(`hi ${secret.slice(0, -1)} there`), answer('fine')], title: 'x'});
		settle(home);
		const asker = await openIndexed(home);
		const without = await openUnindexed(home);
		const found = async (text: string, isDeep: boolean) => asker.sorted(text, {isDeep});
		expect(await found('first last ', false)).toEqual([idOf(1)]);
		expect(await found('deepmeerkat', false)).toEqual([]);
		expect(await found('deepmeerkat', true)).toEqual([idOf(1)]);
		expect(await found('first deepmeerkat', true)).toEqual([idOf(1)]);
		expect(await found('first -deepmeerkat', false)).toEqual([idOf(1)]);
		expect(await found('first -deepmeerkat', true)).toEqual([]);
		expect(await found('agent:claude -deepmeerkat', true)).toEqual([idOf(2), idOf(3)]);
		expect(await without.sorted('deepmeerkat')).toEqual([idOf(1)]);
		// An expression is looked for in the files themselves.
		expect(await found('/deepm..rkat/', false)).toEqual([idOf(1)]);
		expect(await found(`${secret} `, false)).toEqual([]);
		expect(await found(`${secret} `, true)).toEqual([idOf(2)]);
		expect(await found(`${secret.slice(0, -1)} `, false)).toEqual([idOf(3)]);
		const [match] = await asker.firstMatches('deepmeerkat', {isDeep: true});
		expect(match).toMatchObject({role: 'tool', snippet: expect.stringContaining('deepmeerkat')});
		expect(keptEnd * 2).toBeLessThan(150_000);
	});

	it('is read only where something was left out', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number < 6; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('hi'), answer('fine')]});
		writeClaude(home, {id: idOf(9), told: [prompt('hi'), work('cat', lorem(3000))]});
		settle(home);
		const asker = await openIndexed(home);
		expect((await asker.last('meerkat', {isDeep: true})).scanning).toEqual({done: 1, of: 1});
		expect((await asker.last('meerkat')).scanning).toBeUndefined();
	});
});

describe('what was read', () => {
	it('is not read again before it changes', async () => {
		const home = temporaryDirectory();
		const files = Array.from({length: 20}, (_, at) =>
			writeClaude(home, {id: idOf(at), told: [prompt('hi'), answer('fine')]}),
		);
		settle(home);
		const asker = await openIndexed(home);
		const all = vi.spyOn(Database.prototype, 'all');
		const rowsRead = () => {
			const rows = all.mock.results.flatMap(({value}) => value as Array<{isIndexed?: unknown}>);
			all.mockClear();
			return rows.filter(row => row.isIndexed !== undefined).length;
		};
		asker.known.update();
		expect(rowsRead()).toBe(20);
		asker.known.update();
		await asker.last('hi');
		expect(rowsRead()).toBe(0);
		change(files[3]!, () => fs.appendFileSync(files[3]!, '{"one":"more"}\n'));
		fs.rmSync(files[4]!);
		await asker.library.rescan();
		rowsRead();
		asker.known.update();
		expect(rowsRead()).toBe(1);
		expect(asker.known.all).toHaveLength(19);
		expect(asker.known.all.filter(({isIndexed}) => !isIndexed).map(({ref}) => ref.path)).toEqual([files[3]]);
		all.mockRestore();
	});

	it('is forgotten with the catalogue', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number < 6; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('hi'), answer('fine')]});
		settle(home);
		const asker = await openIndexed(home);
		expect(await asker.sorted('fine')).toHaveLength(5);
		fs.rmSync((await asker.last('fine')).found[0]!.ref.path);
		asker.library.catalog!.rebuild();
		await asker.library.rescan();
		expect(await asker.sorted('fine')).toHaveLength(4);
	});

	it('is read from the files where the index is gone or damaged', async () => {
		const home = temporaryDirectory();
		for (let number = 1; number < 6; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('hi'), answer(`fine ${number}`)], title: 'x'});
		settle(home);
		const asker = await openIndexed(home);
		const {catalog} = asker.library;
		expect((await asker.last('fine')).scanning).toBeUndefined();
		catalog!.use(database => database.exec('DROP TABLE words_0'));
		expect(await asker.last('fine -5')).toMatchObject({total: 4, scanning: {done: 5, of: 5}});
		catalog!.close();
		for (const text of ['fine', 'fine -5', '/fin./', '-5', 'file:x', 'hi fine'])
			expect((await asker.last(text)).scanning, text).toEqual({done: 5, of: 5});
		expect(await asker.sorted('fine -5')).toHaveLength(4);
		const {found} = await asker.last('fine 3');
		expect(await asker.matches(found[0]!, 'fine 3')).toMatchObject([{snippet: 'fine 3'}]);
	});
});
