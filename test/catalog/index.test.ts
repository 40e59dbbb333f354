/** The index of words: everything is in it, once, however it came there. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {agentIds} from '../../source/adapters/agents.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import {adapterFor} from '../../source/adapters/registry.ts';
import {withCjkPairs} from '../../source/catalog/fulltext/cjk.ts';
import {indexState} from '../../source/catalog/fulltext/pending.ts';
import {withoutData} from '../../source/catalog/fulltext/without-data.ts';
import type {Library} from '../../source/catalog/library.ts';
import {age} from '../helpers/check-passages.ts';
import {answer, collect, user, writeSession} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {everyAgent, scanned} from './catalogued.ts';
import {
	chunksOf,
	chunksWith,
	fill,
	growSession,
	holds,
	homeOf,
	inOneGo,
	marker,
	putSession,
	settled,
	shapeOf,
	soundness,
} from './indexed.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

function scenariosOf(agent: string): string[] {
	return fs.readdirSync(path.join(fixtures, agent)).map(name => `${agent}/${name}`);
}

/** What was typed into a session, and the files it is in. */
async function promptsOf(ref: SessionRef): Promise<Array<{text: string; file: string}>> {
	const history = await adapterFor(ref.agent).history(ref);
	const entries = await collect(history.entries('all'));
	return entries
		.filter(({kind, text}) => kind === 'user' && /[\p{L}\p{N}]/u.test(text))
		.map(({text, locator}) => ({text, file: locator.path}));
}

/** The beginning of a text as a phrase of the index. */
function phraseOf(text: string): string {
	const words = withCjkPairs(withoutData(text)).replaceAll('"', ' ').split(/\s+/).slice(0, 12);
	return `prompt : "${words.join(' ')}"`;
}

async function rescanned(library: Library) {
	const {sessions} = await library.rescan();
	return sessions;
}

describe('every prompt can be found', () => {
	it.each(agentIds)('of %s, in every recorded session', async agent => {
		for (const scenario of scenariosOf(agent)) {
			const home = fixtureHome(scenario);
			age(home);
			const {library, sessions} = await scanned(home, temporaryDirectory(), {agents: [agent]});
			const catalog = library.catalog!;
			const filled = await fill(catalog);
			expect(filled).toMatchObject({sessions: sessions.length, failures: [], isElsewhere: false});
			const missing: string[] = [];
			for (const ref of sessions) {
				for (const {text, file} of await promptsOf(ref)) {
					const owners = sessions.filter(({path: own, files}) => own === ref.path || files.includes(file));
					const found = chunksWith(catalog, phraseOf(text));
					if (!owners.some(owner => found.has(owner.path))) missing.push(`${scenario} ${ref.id}: ${text.slice(0, 80)}`);
				}
			}
			expect(missing).toEqual([]);
			expect(soundness(catalog)).toEqual([]);
			const {sessions: all, indexed, bytes, indexedBytes} = indexState(catalog);
			expect([indexed, indexedBytes]).toEqual([all, bytes]);
			expect((await fill(catalog)).requests).toEqual([]);
			library.close();
		}
	});
});

describe('a session that grew', () => {
	it('is read and written again from its last chunk on, and nothing else is', async () => {
		const {files, library, catalog} = await homeOf(10, 60, 10);
		await fill(catalog);
		const [, file] = files;
		const before = files.map(each => chunksOf(catalog, each));
		expect(before[1]!.length).toBeGreaterThan(4);
		growSession(file!, 1, 60, 62);
		const sessions = await rescanned(library);
		const passages = vi.spyOn(claude, 'passages');
		const {requests, sessions: count} = await fill(catalog);
		const from = passages.mock.calls.map(([ref, options]) => [ref.path, options?.from]);
		passages.mockRestore();
		const last = before[1]!.at(-1)!;
		expect(requests.map(({ref, from: start}) => [ref.path, start])).toEqual([[file, last.start]]);
		expect(from).toEqual([[file, last.start]]);
		expect(count).toBe(1);
		expect(chunksOf(catalog, files[0]!)).toEqual(before[0]);
		expect(chunksOf(catalog, files[2]!)).toEqual(before[2]);
		expect(chunksOf(catalog, file!).slice(0, before[1]!.length - 1)).toEqual(before[1]!.slice(0, -1));
		for (const turn of [0, 30, 59, 60, 61]) expect(chunksWith(catalog, marker(1, turn))).toEqual(new Map([[file, 1]]));
		expect(soundness(catalog)).toEqual([]);
		expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(library.places[0]!));
	});

	it('line by line, half lines included, ends up as if it had been read at once', async () => {
		const {home, files, library, catalog} = await homeOf(3, 1);
		await fill(catalog);
		const [file] = files;
		const more = fs.readFileSync(putSession(temporaryDirectory(), 0, 24)).subarray(fs.statSync(file!).size);
		for (let at = 0; at < more.length; at += 17_011) {
			fs.appendFileSync(file!, more.subarray(at, at + 17_011));
			settled(file!);
			await rescanned(library);
			await fill(catalog);
			expect(soundness(catalog)).toEqual([]);
		}
		expect(shapeOf(catalog, await rescanned(library))).toEqual(await inOneGo(home));
		for (let turn = 0; turn < 24; turn++) expect(chunksWith(catalog, marker(0, turn))).toEqual(new Map([[file, 1]]));
	});

	it('beyond the rows that were set aside for it takes others, and nobody else’s', async () => {
		const {home, files, library, catalog} = await homeOf(2, 2, 2, 2);
		await fill(catalog);
		const [, file] = files;
		for (let turns = 2; turns < 200; turns += 33) {
			growSession(file!, 1, turns, turns + 33);
			await rescanned(library);
			const {failures, sessions} = await fill(catalog);
			expect([failures, sessions]).toEqual([[], 1]);
			expect(soundness(catalog)).toEqual([]);
		}
		expect(chunksOf(catalog, file!).length).toBeGreaterThan(20);
		// Written anew from its first letter, it may not run over the rows of those between.
		fs.writeFileSync(
			file!,
			`${JSON.stringify(user('u', null, 'another beginning'))}\n${fs.readFileSync(file!, 'utf8')}`,
		);
		settled(file!);
		const sessions = await rescanned(library);
		const {requests} = await fill(catalog);
		expect(requests).toHaveLength(1);
		expect(catalog.note).toBeUndefined();
		expect(soundness(catalog)).toEqual([]);
		expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
		for (const [session, each] of files.entries()) expect(holds(catalog, marker(session, 1))).toEqual([each]);
		// And the others may grow into their own rows afterwards.
		for (const session of [0, 2, 3]) growSession(files[session]!, session, 2, 40);
		await rescanned(library);
		await fill(catalog);
		expect(soundness(catalog)).toEqual([]);
		for (const [session, each] of files.entries()) expect(holds(catalog, marker(session, 39))).toEqual([each]);
	});
});

describe('a session that changed otherwise', () => {
	it('is read whole if anything before its last chunk changed', async () => {
		const {home, files, library, catalog} = await homeOf(40, 3);
		await fill(catalog);
		const [file] = files;
		const words = (await promptsIn(file!))[0]!;
		fs.writeFileSync(file!, fs.readFileSync(file!, 'utf8').replace(words, 'quokka'));
		settled(file!);
		const sessions = await rescanned(library);
		await fill(catalog);
		expect(holds(catalog, words)).toEqual([]);
		expect(holds(catalog, 'quokka')).toEqual([file]);
		expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
	});

	it('and is shorter now holds nothing of what is gone', async () => {
		const {home, files, library, catalog} = await homeOf(40, 3);
		await fill(catalog);
		const [file] = files;
		const lines = fs.readFileSync(file!, 'utf8').split('\n');
		for (const kept of [70, 20, 2]) {
			fs.writeFileSync(file!, `${lines.slice(0, kept).join('\n')}\n`);
			settled(file!);
			const sessions = await rescanned(library);
			await fill(catalog);
			expect(holds(catalog, marker(0, kept / 2 - 1))).toEqual([file]);
			expect(holds(catalog, marker(0, kept / 2))).toEqual([]);
			expect(soundness(catalog)).toEqual([]);
			expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
		}
	});

	it('and was cut off exactly where its last chunk began is complete again when it is written again', async () => {
		const {home, files, library, catalog} = await homeOf(40, 3);
		await fill(catalog);
		const [file] = files;
		const whole = fs.readFileSync(file!);
		const {start} = chunksOf(catalog, file!).at(-1)!;
		for (const bytes of [whole.subarray(0, start), whole]) {
			fs.writeFileSync(file!, bytes);
			settled(file!);
			const sessions = await rescanned(library);
			await fill(catalog);
			expect(soundness(catalog)).toEqual([]);
			if (bytes === whole) expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
		}
		for (const turn of [0, 20, 39]) expect(chunksWith(catalog, marker(0, turn))).toEqual(new Map([[file, 1]]));
	});

	it('and had nothing to index for a while is read whole afterwards', async () => {
		const {home, files, library, catalog} = await homeOf(40, 3);
		await fill(catalog);
		const [file] = files;
		// The adapter gives no passage at all, as it might for a file that is being replaced.
		const nothing = async function* () {};
		growSession(file!, 0, 40, 41);
		await rescanned(library);
		const passages = vi.spyOn(claude, 'passages').mockImplementation(nothing);
		const mark = vi.spyOn(claude, 'mark').mockReturnValue(undefined);
		await fill(catalog);
		passages.mockRestore();
		mark.mockRestore();
		expect(chunksOf(catalog, file!)).toEqual([]);
		growSession(file!, 0, 41, 42);
		const sessions = await rescanned(library);
		await fill(catalog);
		expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
		expect(holds(catalog, marker(0, 0))).toEqual([file]);
	});

	it('or is gone leaves nothing in the index', async () => {
		const {files, library, catalog} = await homeOf(20, 3);
		await fill(catalog);
		fs.rmSync(files[0]!);
		settled(files[1]!);
		await rescanned(library);
		await fill(catalog);
		expect(holds(catalog, marker(0, 5))).toEqual([]);
		expect(chunksWith(catalog, 'lorem').size).toBe(1);
		expect(catalog.use(database => database.all('SELECT DISTINCT session FROM chunks'))).toHaveLength(1);
		expect(soundness(catalog)).toEqual([]);
	});
});

/** The markers of its prompts, in their order. */
async function promptsIn(file: string): Promise<string[]> {
	return fs
		.readFileSync(file, 'utf8')
		.split('\n')
		.filter(line => line.includes('"type":"user"'))
		.map(line => /zq\d+x\d+/.exec(line)![0]);
}

it('gives newer sessions higher rows, whenever they are read', async () => {
	const {home, files, library, catalog} = await homeOf(12, 20, 9, 30, 1);
	await fill(catalog);
	const newest = putSession(home, 5, 15);
	await rescanned(library);
	await fill(catalog);
	const rows = [...files, newest].map(file => chunksOf(catalog, file).map(({number}) => number));
	for (const [at, own] of rows.entries()) {
		expect(own.length).toBeGreaterThan(0);
		if (at > 0) expect(Math.min(...own)).toBeGreaterThan(Math.max(...rows[at - 1]!));
	}
});

it('gives rows by time over all agents, so that what is read together lies together', async () => {
	const home = everyAgent();
	const {library, sessions} = await scanned(home, temporaryDirectory());
	const catalog = library.catalog!;
	await fill(catalog);
	const rows = catalog.use(database =>
		database.all('SELECT ended_at, next_row, last_row FROM sessions ORDER BY ended_at, number'),
	)!;
	expect(rows).toHaveLength(sessions.length);
	for (const [at, row] of rows.entries())
		if (at > 0) expect(Number(row.next_row)).toBeGreaterThan(Number(rows[at - 1]!.last_row));
});

it('reads the newest session first', async () => {
	const {catalog, files} = await homeOf(1, 2, 1, 1);
	const {requests} = await fill(catalog);
	expect(requests.map(({ref}) => ref.path)).toEqual([...files].reverse());
});

describe('words', () => {
	async function indexed(...texts: unknown[]) {
		const home = temporaryDirectory();
		const records = texts.map((content, at) =>
			Array.isArray(content)
				? answer(`a${at}`, at === 0 ? null : `a${at - 1}`, content)
				: user(`a${at}`, at === 0 ? null : `a${at - 1}`, content),
		);
		writeSession(home, records);
		age(home);
		const {library} = await scanned(home, temporaryDirectory());
		await fill(library.catalog!);
		const facts = library.catalog!.use(database => database.get('SELECT text_facts FROM sessions'))!;
		return {catalog: library.catalog!, facts: JSON.parse(String(facts.text_facts))};
	}
	const has = ({catalog}: Awaited<ReturnType<typeof indexed>>, expression: string) =>
		chunksWith(catalog, expression).size > 0;

	it('of Chinese, Japanese and Korean are pairs of characters', async () => {
		const index = await indexed(
			'数据库迁移失败了',
			'ログインできない',
			'데이터베이스를',
			'mixed 漢字and latin',
			'𠮷野家',
		);
		for (const pair of ['数据', '据库', '库迁', '失败', 'ログ', 'イン', 'ない', '데이', '터베', '漢字', '𠮷野', '野家'])
			expect(has(index, `"${pair}"`), pair).toBe(true);
		// A longer text is a phrase of pairs; single characters begin one, the last of a run too.
		expect(has(index, '"数据 据库 库迁 迁移"')).toBe(true);
		expect(has(index, '"数据 库迁"')).toBe(false);
		for (const one of ['了', '家', '库', '野']) expect(has(index, `"${one}" *`), one).toBe(true);
		for (const word of ['mixed', 'and', 'latin']) expect(has(index, word), word).toBe(true);
		expect(has(index, '"字and"')).toBe(false);
	});

	it('have no case and no accents, and no phrase reaches from one entry into the next', async () => {
		const index = await indexed('Größe ÉTÉ naïve', 'first entry ends here', 'there begins another');
		for (const word of ['große', 'ete', 'NAIVE', 'été']) expect(has(index, `"${word}"`), word).toBe(true);
		expect(has(index, '"ends here"')).toBe(true);
		expect(has(index, '"here there"')).toBe(false);
	});

	it('are in the column of who said them', async () => {
		const index = await indexed(
			'asked',
			[{type: 'text', text: 'answered'}],
			[{type: 'thinking', thinking: 'pondered'}],
			[
				{
					type: 'tool_use',
					id: 't1',
					name: 'Read',
					input: {file_path: '/src/opened.ts', nested: {deep: ['within', 42]}},
				},
			],
		);
		const columns = {
			asked: 'prompt',
			answered: 'answer',
			pondered: 'thinking',
			opened: 'files',
			within: 'work',
			42: 'work',
		};
		for (const [word, column] of Object.entries(columns)) {
			expect(has(index, `${column} : "${word}"`), word).toBe(true);
			const others = ['prompt', 'answer', 'thinking'].filter(each => each !== column);
			expect(has(index, `{${others.join(' ')}} : "${word}"`), word).toBe(false);
		}
		expect(has(index, '"file_path"')).toBe(false);
		expect(index.facts).toMatchObject({hasThinking: true, isCut: false, firstPrompt: 'asked'});
		expect(index.facts.tools).toContain('Read');
	});

	it('in the middle of long outputs are left out, and those of prompts are not', async () => {
		const long = (at: string) => `${'a '.repeat(20_000)}${at}${' b'.repeat(20_000)}`;
		const output = (text: string, id: string) => ({
			type: 'user',
			message: {role: 'user', content: [{type: 'tool_result', tool_use_id: id, content: text}]},
		});
		const home = temporaryDirectory();
		const short = `begins1 ${'c '.repeat(8 * 1024 - 20)} ends1`;
		writeSession(home, [
			user('u1', null, long('inprompt')),
			answer('a1', 'u1', long('inanswer')),
			answer('a2', 'a1', [
				{type: 'tool_use', id: 't1', name: 'Bash', input: {command: `begins2 ${long('incall')} ends2`}},
			]),
			{...user('u2', 'a2', ''), ...output(`begins3 ${long('inresult')} ends3`, 't1')},
			{...user('u3', 'u2', ''), ...output(short.replace(' c c c ', ' inshort '), 't1')},
		]);
		age(home);
		const {library} = await scanned(home, temporaryDirectory());
		await fill(library.catalog!);
		const words = ['inprompt', 'inanswer', 'begins1', 'ends1', 'inshort', 'begins2', 'ends2', 'begins3', 'ends3'];
		for (const word of words) expect(holds(library.catalog!, word), word).toHaveLength(1);
		for (const word of ['incall', 'inresult']) expect(holds(library.catalog!, word), word).toEqual([]);
		const row = library.catalog!.use(database => database.get('SELECT text_facts FROM sessions'))!;
		expect(JSON.parse(String(row.text_facts)).isCut).toBe(true);
	});

	it('stand beside data, which is left out', async () => {
		const data = Buffer.from(Array.from({length: 3000}, (_, at) => (at * 37) % 251)).toString('base64');
		const way = `/${Array.from({length: 25}, (_, at) => `folder${at}`).join('/')}/thelast`;
		const index = await indexed(
			`before ${data} between ${'x'.repeat(120)} ${'y'.repeat(121)} after`,
			`see ${way} there`,
		);
		for (const word of ['before', 'between', 'after', 'x'.repeat(120), 'folder0', 'folder13', 'thelast', 'there'])
			expect(has(index, `"${word}"`), word).toBe(true);
		for (const word of ['y'.repeat(121), data.slice(0, 40)]) expect(has(index, `"${word}" *`)).toBe(false);
		expect(index.facts.isCut).toBe(true);
	});
});
