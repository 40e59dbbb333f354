/** The search behind the screen: questions, answers, and questions nobody waits for any more. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {afterAll, beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import {claude as adapter} from '../../source/adapters/claude/claude.ts';
import type {LibraryOptions} from '../../source/catalog/library.ts';
import type {Answer} from '../../source/search/search.ts';
import type {FromSearcher, ToSearcher} from '../../source/search/worker/messages.ts';
import {SearchClient} from '../../source/search/worker/search-client.ts';
import {Searcher} from '../../source/search/worker/searcher.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {answer, change, days, idOf, openIndexed, prompt, settle, work, writeClaude} from './search-home.ts';

// Stars are not asked of whoever runs this.
process.env.XDG_STATE_HOME = path.join(os.tmpdir(), 'recollect-test-no-state');

const asked = (text: string, more: object = {}) => ({text, mode: 'words' as const, limit: 100, ...more});
const request = (text: string, more: object = {}) => ({
	text,
	mode: 'words' as const,
	scope: 'all' as const,
	limit: 100,
	...more,
});
const never = new AbortController().signal;

async function someHome(count = 3): Promise<{home: string; cache: string}> {
	const home = temporaryDirectory();
	const cache = temporaryDirectory();
	for (let number = 1; number <= count; number++)
		writeClaude(home, {
			id: idOf(number),
			told: [prompt('hi'), answer(`meerkat ${number}`), work('ls', 'x')],
			at: days(number),
			cwd: `/srv/p${number % 2}`,
		});
	settle(home);
	(await openIndexed(home, {cache})).library.close();
	return {home, cache};
}

class Talk {
	readonly said: FromSearcher[] = [];
	private readonly searcher: Searcher;

	constructor(options: LibraryOptions) {
		this.searcher = new Searcher({...options, agentIds}, message => this.said.push(message));
		onTestFinished(() => this.searcher.close());
	}

	ask(message: ToSearcher): Promise<void> {
		return this.searcher.take(message);
	}

	of(id: number): FromSearcher[] {
		return this.said.filter(message => message.id === id);
	}

	found(id: number): string[] | undefined {
		const last = this.of(id).findLast(message => message.type === 'answer');
		return last?.type === 'answer' ? last.answer.found.map(({ref}) => ref.id) : undefined;
	}
}

describe('the searcher', () => {
	it('answers, ends, and tells where', async () => {
		const {home, cache} = await someHome();
		const talk = new Talk({homes: [home], cache});
		await talk.ask({type: 'search', id: 7, asked: asked('meerkat')});
		expect(talk.said.map(({type, id}) => `${type} ${id}`)).toEqual(['answer 7', 'end 7']);
		expect(talk.found(7)).toEqual([1, 2, 3].map(idOf));
		const first = talk.of(7)[0] as {answer: Answer};
		// As it comes through another thread.
		const found = structuredClone(first.answer.found[1]!);
		await talk.ask({type: 'matches', id: 8, asked: asked('meerkat'), found});
		expect(talk.of(8)).toMatchObject([
			{type: 'matches', matches: [{snippet: 'meerkat 2', ranges: [[0, 7]]}]},
			{type: 'end'},
		]);
		await talk.ask({type: 'search', id: 9, asked: asked('meerkat', {folder: '/srv/p0'})});
		expect(talk.found(9)).toEqual([idOf(2)]);
		await talk.ask({type: 'search', id: 10, asked: asked('meerkat', {limit: 1})});
		expect(talk.found(10)).toEqual([idOf(1)]);
	});

	it('knows the values of filters, the most frequent first', async () => {
		const {home, cache} = await someHome();
		const talk = new Talk({homes: [home], cache});
		await talk.ask({type: 'vocabulary', id: 1});
		expect(talk.said).toEqual([
			{
				type: 'vocabulary',
				id: 1,
				vocabulary: {
					agent: ['claude'],
					project: ['p1', 'p0'],
					branch: ['main'],
					model: ['claude-sonnet-4-5'],
					tool: ['Bash', 'bash'],
				},
			},
			{type: 'end', id: 1},
		]);
	});

	it('does not begin what was cancelled before its turn', async () => {
		const {home, cache} = await someHome();
		const talk = new Talk({homes: [home], cache});
		const asking = [1, 2, 3].map(id => talk.ask({type: 'search', id, asked: asked('meerkat')}));
		await talk.ask({type: 'cancel', id: 1});
		await talk.ask({type: 'cancel', id: 3});
		await talk.ask({type: 'cancel', id: 99});
		await Promise.all(asking);
		expect(talk.of(1)).toEqual([{type: 'end', id: 1, error: undefined}]);
		expect(talk.of(3)).toEqual([{type: 'end', id: 3, error: undefined}]);
		expect(talk.of(2).map(({type}) => type)).toEqual(['answer', 'end']);
		await talk.ask({type: 'cancel', id: 2});
		expect(talk.said.filter(({type}) => type === 'end')).toHaveLength(3);
	});

	it('stops in the middle, and answers the next question', async () => {
		const {home} = await someHome(8);
		// Without a cache everything has to be read.
		const talk = new Talk({homes: [home]});
		const real = adapter.passages;
		let count = 0;
		const passages = vi.spyOn(adapter, 'passages').mockImplementation((ref, options) => {
			if (++count === 2) void talk.ask({type: 'cancel', id: 1});
			return real.call(adapter, ref, options);
		});
		await talk.ask({type: 'search', id: 1, asked: asked('meerkat')});
		expect(talk.of(1).at(-1)).toEqual({type: 'end', id: 1, error: undefined});
		expect(count).toBeLessThan(8);
		expect((talk.of(1)[0] as {answer: Answer}).answer).toMatchObject({isComplete: false, scanning: {done: 0, of: 8}});
		passages.mockRestore();
		await talk.ask({type: 'search', id: 2, asked: asked('meerkat 5')});
		expect(talk.found(2)).toEqual([idOf(5)]);
	});

	it('sees what another thread wrote since', async () => {
		const {home, cache} = await someHome();
		const talk = new Talk({homes: [home], cache});
		await talk.ask({type: 'search', id: 1, asked: asked('wombat')});
		expect(talk.found(1)).toEqual([]);
		const file = path.join(home, '.claude/projects/-home-user-app', `${idOf(2)}.jsonl`);
		change(file, () => writeClaude(home, {id: idOf(2), told: [prompt('hi'), answer('a wombat now')]}));
		(await openIndexed(home, {cache})).library.close();
		await talk.ask({type: 'search', id: 2, asked: asked('wombat')});
		expect(talk.found(2)).toEqual([idOf(2)]);
		await talk.ask({type: 'search', id: 3, asked: asked('meerkat')});
		expect(talk.found(3)).toEqual([1, 3].map(idOf));
	});

	it('ends with an error where there is one, and goes on', async () => {
		const {home, cache} = await someHome();
		const talk = new Talk({homes: [home], cache});
		await talk.ask({
			type: 'matches',
			id: 1,
			asked: asked('x'),
			found: {ref: {agent: 'nobody'}, places: {stretches: []}} as never,
		});
		expect(talk.of(1)).toMatchObject([{type: 'end', error: expect.any(String)}]);
		await talk.ask({type: 'search', id: 2, asked: asked('meerkat')});
		expect(talk.found(2)).toHaveLength(3);
	});
});

/** The client and its thread as the build makes them, in a folder of their own. */
async function bundleClient(outdir: string): Promise<typeof SearchClient> {
	const root = path.join(import.meta.dirname, '..', '..');
	await build({
		entryPoints: {
			'search-client': path.join(root, 'source/search/worker/search-client.ts'),
			'search-worker': path.join(root, 'source/search/worker/search-worker.ts'),
		},
		outdir,
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node20.19',
		external: ['libsql'],
		define: {RECOLLECT_VERSION: '"test"'},
		banner: {
			js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
		},
	});
	fs.writeFileSync(path.join(outdir, 'package.json'), '{"type":"module"}');
	fs.symlinkSync(path.join(root, 'node_modules'), path.join(outdir, 'node_modules'));
	const url = pathToFileURL(path.join(outdir, 'search-client.js')).href;
	return ((await import(/* @vite-ignore */ url)) as {SearchClient: typeof SearchClient}).SearchClient;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-search-'));
let Bundled: typeof SearchClient;

beforeAll(async () => {
	Bundled = await bundleClient(folder);
});
afterAll(() => fs.rmSync(folder, {recursive: true, force: true}));

function clientFor(Client: typeof SearchClient, options: LibraryOptions, patienceMs?: number): SearchClient {
	const client = new Client(options, '/srv/p0', patienceMs);
	onTestFinished(() => client.close());
	return client;
}

async function lastAnswer(client: SearchClient, text: string, more: object = {}): Promise<Answer | undefined> {
	let last: Answer | undefined;
	await client.search(
		request(text, more),
		each => {
			last = each;
		},
		never,
	);
	return last;
}

describe.each([
	['in the same thread', () => SearchClient],
	['in a thread of its own', () => Bundled],
])('the client, %s', (_, load) => {
	it('asks, and gets what it asked for', async () => {
		const {home, cache} = await someHome();
		const client = clientFor(load(), {homes: [home], cache});
		client.start();
		const found = (await lastAnswer(client, 'meerkat'))!.found;
		expect(found.map(({ref}) => ref.id)).toEqual([1, 2, 3].map(idOf));
		expect(client.vocabulary('tool')).toEqual(['Bash', 'bash']);
		expect(client.vocabulary('nothing')).toEqual([]);
		expect((await lastAnswer(client, 'meerkat', {scope: 'here'}))!.found.map(({ref}) => ref.id)).toEqual([idOf(2)]);
		expect(await client.matches(found[0]!, request('meerkat'), never)).toMatchObject([{snippet: 'meerkat 1'}]);
	});

	it('keeps the answers of several questions apart', async () => {
		const {home, cache} = await someHome(5);
		const client = clientFor(load(), {homes: [home], cache});
		const texts = ['1', '2', '3', '4', '5'].map(number => `meerkat ${number}`);
		const answers = await Promise.all(texts.map(text => lastAnswer(client, text)));
		expect(answers.map(each => each!.found.map(({ref}) => ref.id))).toEqual(
			[1, 2, 3, 4, 5].map(number => [idOf(number)]),
		);
	});

	it('gives up at once, and hears no more of it', async () => {
		const {home} = await someHome(8);
		const client = clientFor(load(), {homes: [home]});
		const stopping = new AbortController();
		const answers: Answer[] = [];
		const search = client.search(
			request('meerkat'),
			each => {
				answers.push(each);
				stopping.abort();
			},
			stopping.signal,
		);
		await search;
		expect(answers).toHaveLength(1);
		await client.search(request('meerkat'), () => expect.unreachable(), AbortSignal.abort());
		expect((await lastAnswer(client, 'meerkat'))!.total).toBe(8);
		expect(answers).toHaveLength(1);
	});

	it('lets nobody wait when it is closed', async () => {
		const {home} = await someHome();
		const client = clientFor(load(), {homes: [home]});
		const waiting = client.search(request('meerkat'), () => {}, never);
		client.close();
		await waiting;
	});
});

describe('an expression that never ends', () => {
	const endless = '/(a+)+$/';
	const text = `${'a'.repeat(40)}!`;

	async function endlessHome(): Promise<string> {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), answer(text)], title: 'x', at: days(1)});
		writeClaude(home, {id: idOf(2), told: [prompt('hi'), answer('it ends with aaa')], title: 'x', at: days(2)});
		settle(home);
		return home;
	}

	it('does not keep the caller, nor the next question', async () => {
		const home = await endlessHome();
		// So little patience that the thread is ended before it gives up by itself.
		const cache = temporaryDirectory();
		(await openIndexed(home, {cache})).library.close();
		const client = clientFor(Bundled, {homes: [home], cache}, 100);
		const stopping = new AbortController();
		const search = client.search(request(endless), () => stopping.abort(), stopping.signal);
		await search;
		// Asked while the thread is still at it: it is asked again in the next one.
		const next = await lastAnswer(client, 'ends');
		expect(next).toMatchObject({isComplete: true, total: 1});
		expect((await lastAnswer(client, 'hi'))!.total).toBe(2);
	});

	it('is given up by itself, and what it can be answered for is answered', async () => {
		const home = await endlessHome();
		const talk = new Talk({homes: [home]});
		await talk.ask({type: 'search', id: 1, asked: asked(endless)});
		expect(talk.found(1)).toEqual([idOf(2)]);
		const last = talk.of(1).at(-2) as {answer: Answer};
		expect(last.answer).toMatchObject({
			isComplete: true,
			problems: [{start: 0, end: endless.length, message: expect.stringContaining('1 session could not be searched')}],
		});
	});

	it('does not hold up the screen that marks it', () => {
		const client = clientFor(SearchClient, {homes: [temporaryDirectory()]});
		expect(client.rangesIn('xaaa', request(endless))).toEqual([[1, 4]]);
		expect(client.rangesIn(text, request(endless))).toEqual([]);
		// From then on it is not tried any more: a thousand times as long would be too long.
		for (let round = 0; round < 1000; round++) expect(client.rangesIn(text, request(endless))).toEqual([]);
		expect(client.rangesIn('a retry', request('retry'))).toEqual([[2, 7]]);
		expect(client.rangesIn('xaaa', request(endless))).toEqual([[1, 4]]);
	});
});
