/** Entries that were asked for whole: what their records tell beside the content, checked against the raw records. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Adapter, History, SessionRef} from '../../source/adapters/adapter.ts';
import {adapterFor, adapters} from '../../source/adapters/registry.ts';
import type {AgentId} from '../../source/model/agent.ts';
import type {Entry} from '../../source/model/entry.ts';
import {isFileLocator} from '../../source/model/locator.ts';
import type {Tokens} from '../../source/model/session.ts';
import {familyUsage, type Spending, spendingsOf, sumOf} from '../../source/model/usage.ts';
import {answer, call, collect, readSession, result, user} from '../helpers/claude-session.ts';
import {
	assistantText,
	readRecords as codexRecords,
	event,
	line,
	meta,
	said,
	turn,
	typed,
	usage,
} from '../helpers/codex-session.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {ChatBuilder, answer as cursorAnswer, onlySession, opening, query} from '../helpers/cursor-chat.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {database, answer as openAnswer, user as openUser, readIn, text} from '../helpers/opencode-store.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
const genuine = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'genuine');

type Raw = Record<string, any>;

const wholeEntries = (history: History) => collect(history.entries('all', {isWhole: true}));

function homesOf(folder: string): string[] {
	if (!fs.existsSync(folder)) return [];
	const names = fs.readdirSync(folder, {withFileTypes: true}).filter(entry => entry.isDirectory());
	return names.map(({name}) => path.join(folder, name));
}

function homeFrom(folder: string): string {
	const home = temporaryDirectory();
	for (const name of fs.readdirSync(folder)) {
		if (name.startsWith('dot-'))
			fs.cpSync(path.join(folder, name), path.join(home, `.${name.slice(4)}`), {recursive: true});
	}
	return home;
}

async function* sessionsIn(home: string, only?: AgentId): AsyncGenerator<{adapter: Adapter; ref: SessionRef}> {
	for (const adapter of adapters) {
		if (only !== undefined && adapter.agent !== only) continue;
		for (const ref of (await adapter.discover({path: home, env: {}})).sessions) yield {adapter, ref};
	}
}

/** Each entry of an agent's fixtures beside the record it was made of. */
async function* besideRecords(agent: AgentId): AsyncGenerator<{entry: Entry; record: Raw; entries: Entry[]}> {
	for (const folder of homesOf(path.join(fixtures, agent))) {
		for await (const {adapter, ref} of sessionsIn(homeFrom(folder), agent)) {
			const entries = await wholeEntries(await adapter.history(ref));
			for (const entry of entries) {
				const {locator} = entry;
				if (!isFileLocator(locator) || locator.length === 0 || locator.path.endsWith('.zst')) continue;
				const bytes = fs.readFileSync(locator.path).subarray(locator.offset, locator.offset + locator.length);
				yield {entry, record: JSON.parse(bytes.toString('utf8')), entries};
			}
		}
	}
}

const zeros = (tokens: Tokens | undefined) => ({
	input: tokens?.input ?? 0,
	output: tokens?.output ?? 0,
	cacheCreation: tokens?.cacheCreation ?? 0,
	cacheRead: tokens?.cacheRead ?? 0,
});

async function checkSums(home: string): Promise<{told: number; costs: number}> {
	let [told, costs] = [0, 0];
	for await (const {adapter, ref} of sessionsIn(home)) {
		const history = await adapter.history(ref);
		const entries = await wholeEntries(history);
		const {tokens, cost} = sumOf(await spendingsOf(entries));
		expect({path: ref.path, ...zeros(tokens)}).toEqual({path: ref.path, ...zeros(history.session.tokens)});
		// Claude Code's own total is of the session, not of its answers.
		if (cost !== undefined && adapter.agent !== 'claude') expect(history.session.cost).toBeCloseTo(cost, 9);
		if (history.session.tokens) told++;
		if (history.session.cost !== undefined) costs++;
		for (const {facts, cutBytes} of entries) {
			expect(facts).toBeDefined();
			expect(cutBytes).toBeUndefined();
		}
	}
	return {told, costs};
}

describe('the sum of what answers took is what the session took', () => {
	for (const agent of ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'] as const) {
		it(`in the fixtures of ${agent}`, async () => {
			let told = 0;
			for (const folder of homesOf(path.join(fixtures, agent))) told += (await checkSums(homeFrom(folder))).told;
			expect(told > 0).toBe(agent !== 'cursor');
		});
	}

	it.skipIf(!fs.existsSync(genuine))('in every genuine session', async () => {
		let told = 0;
		for (const agent of homesOf(genuine))
			for (const folder of homesOf(agent)) told += (await checkSums(homeFrom(folder))).told;
		expect(told).toBeGreaterThan(30);
	});

	it.skipIf(!hasCorpus)('in the corpus', async () => {
		const {told, costs} = await checkSums(corpusHome());
		expect(told).toBeGreaterThan(200);
		expect(costs).toBeGreaterThan(20);
	});
});

describe('without being asked for whole', () => {
	it('no entry has facts, and all else is the same', async () => {
		for (const agent of ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'] as const) {
			const [folder] = homesOf(path.join(fixtures, agent)).slice(-1);
			for await (const {adapter, ref} of sessionsIn(homeFrom(folder!), agent)) {
				const history = await adapter.history(ref);
				const plain = await collect(history.entries('all'));
				expect(plain.some(entry => entry.facts !== undefined)).toBe(false);
				expect((await wholeEntries(history)).map(({facts: _, ...entry}) => entry)).toEqual(plain);
			}
		}
	});
});

describe('Claude Code', () => {
	it('tells of every entry what its record tells', async () => {
		let answers = 0;
		for await (const {entry, record} of besideRecords('claude')) {
			const isAnswer = record.type === 'assistant' && record.message.model !== '<synthetic>';
			const took = isAnswer ? record.message.usage : undefined;
			expect(entry.facts).toEqual({
				cwd: record.cwd,
				gitBranch: record.gitBranch,
				agentVersion: record.version,
				userType: record.userType,
				requestId: record.requestId,
				...(isAnswer && {
					stopReason: record.message.stop_reason ?? undefined,
					stopSequence: record.message.stop_sequence ?? undefined,
					tokens: took && {
						input: took.input_tokens,
						output: took.output_tokens,
						cacheCreation: took.cache_creation_input_tokens,
						cacheRead: took.cache_read_input_tokens,
					},
				}),
			});
			if (took) answers++;
		}
		expect(answers).toBeGreaterThan(20);
	});

	it('believes the last record of an answer, and the last total it wrote down itself', async () => {
		const part = (uuid: string, parent: string, output: number, words: string) =>
			answer(uuid, parent, words, {
				message: {
					id: 'msg_1',
					model: 'claude-sonnet-4-5',
					content: [{type: 'text', text: words}],
					stop_reason: 'stop_sequence',
					stop_sequence: 'END',
					usage: {input_tokens: 7, output_tokens: output},
				},
			});
		const {history} = await readSession([
			user('u1', null, 'go'),
			part('a1', 'u1', 1, 'one'),
			part('a2', 'a1', 40, 'two'),
			{type: 'cost-state', totalCostUSD: 0.5},
			{type: 'cost-state', totalCostUSD: 0.75},
		]);
		const entries = await wholeEntries(history);
		const spendings = await spendingsOf(entries);
		expect(spendings).toMatchObject([{id: 'a1', key: 'msg_1', tokens: {input: 7, output: 40}}]);
		expect(entries.find(({id}) => id === 'a2')?.facts).toMatchObject({
			stopReason: 'stop_sequence',
			stopSequence: 'END',
		});
		expect(history.session).toMatchObject({tokens: {input: 7, output: 40}, cost: 0.75});
	});

	it('adds up the costs of answers where nobody wrote a total', async () => {
		const {history} = await readSession([
			user('u1', null, 'go'),
			answer('a1', 'u1', 'one', {costUSD: 0.25}),
			answer('a2', 'a1', 'two', {costUSD: 0.5}),
		]);
		expect(history.session.cost).toBeCloseTo(0.75);
		expect(sumOf(await spendingsOf(await wholeEntries(history))).cost).toBeCloseTo(0.75);
		const {history: silent} = await readSession([user('u1', null, 'go'), answer('a1', 'u1', 'one')]);
		expect(silent.session.cost).toBeUndefined();
	});

	it('counts once what a record without any id took, however many blocks it has', async () => {
		const {history} = await readSession([
			user('u1', null, 'go'),
			answer('a1', 'u1', '', {
				message: {
					model: 'claude-sonnet-4-5',
					content: [
						{type: 'text', text: 'one'},
						{type: 'text', text: 'two'},
					],
					usage: {input_tokens: 10, output_tokens: 5},
				},
			}),
		]);
		expect(sumOf(await spendingsOf(await wholeEntries(history))).tokens).toMatchObject({input: 10, output: 5});
	});
});

describe('Codex', () => {
	it('puts what a response took on the answer before it', async () => {
		const home = fixtureHome('codex/multiturn');
		const {ref} = (await collect(sessionsIn(home, 'codex')))[0]!;
		const history = await adapterFor('codex').history(ref);
		const raw: Raw[] = fs
			.readFileSync(ref.path, 'utf8')
			.trim()
			.split('\n')
			.map(each => JSON.parse(each));
		const took = raw
			.filter(({type}) => type === 'token_usage_record')
			.map(({payload}) => ({
				input: payload.usage.input_tokens - payload.usage.cached_input_tokens,
				output: payload.usage.output_tokens,
				cacheCreation: payload.usage.cache_write_input_tokens ?? 0,
				cacheRead: payload.usage.cached_input_tokens,
			}));
		const answers = (await wholeEntries(history)).filter(({kind}) => kind === 'assistant');
		expect(took.length).toBeGreaterThan(2);
		expect(answers.map(({facts}) => facts?.tokens)).toEqual(took);
		const {payload} = raw[0]!;
		expect(answers[0]?.facts).toMatchObject({cwd: payload.cwd, agentVersion: payload.cli_version});
	});

	it('follows the directory and forgets neither a response without an answer nor a sum told twice', async () => {
		const {history} = await codexRecords([
			meta(),
			...turn('first', 't1'),
			usage(100),
			usage(100),
			line('turn_context', {cwd: '/home/user/other', model: 'gpt-5.2'}),
			...typed('second'),
			usage(150, 50),
			...said('at last'),
			usage(200, 50, 20),
		]);
		const entries = await wholeEntries(history);
		const told = entries.filter(({facts}) => facts?.tokens).map(({kind, text: words, facts}) => [kind, words, facts]);
		expect(told).toEqual([
			['assistant', 'answer to first', expect.objectContaining({cwd: '/home/user/app', gitBranch: 'main'})],
			['system', '', expect.objectContaining({cwd: '/home/user/other'})],
			['assistant', 'at last', expect.objectContaining({cwd: '/home/user/other', agentVersion: '0.140.0'})],
		]);
		expect(entries.map(({facts}) => facts?.tokens?.input).filter(Boolean)).toEqual([100, 50, 30]);
		expect(sumOf(await spendingsOf(entries)).tokens).toEqual(history.session.tokens);
	});

	it('leaves what was taken back with the turn that was taken back', async () => {
		const {history} = await codexRecords([
			meta(),
			...turn('first', 't1'),
			usage(100),
			...turn('second', 't2'),
			usage(300, 200),
			event('thread_rolled_back', {num_turns: 1}),
			...turn('third', 't3'),
			usage(350, 50),
		]);
		const active = await collect(history.entries(undefined, {isWhole: true}));
		expect(sumOf(await spendingsOf(active)).tokens).toMatchObject({input: 150});
		expect(history.session.tokens).toMatchObject({input: 350});
	});

	it('counts a call and its result in one record once', async () => {
		const image = {id: 'ig_1', result: 'iVBORw0KGgo=', revised_prompt: 'a cat'};
		const {history} = await codexRecords([
			meta(),
			...typed('draw'),
			line('response_item', {type: 'image_generation_call', ...image}),
			usage(70),
			assistantText('done'),
		]);
		expect(sumOf(await spendingsOf(await wholeEntries(history))).tokens).toMatchObject({input: 70, output: 7});
	});
});

describe('the others', () => {
	it('Gemini CLI tells what each answer took', async () => {
		let answers = 0;
		for await (const {entry, record} of besideRecords('gemini')) {
			const {tokens} = record;
			if (entry.message === undefined || !tokens) continue;
			answers++;
			expect(entry.facts?.tokens).toMatchObject({input: tokens.input - tokens.cached, cacheRead: tokens.cached});
			expect(entry.facts?.tokens?.output).toBeGreaterThanOrEqual(tokens.output);
		}
		expect(answers).toBeGreaterThan(5);
	});

	it('pi tells tokens, cost and why an answer ended', async () => {
		let answers = 0;
		for await (const {entry, record} of besideRecords('pi')) {
			const took = record.message?.usage;
			expect(entry.facts?.cwd).toBe('/home/user/projects/webshop-api');
			expect(entry.facts?.stopReason).toBe(record.message?.stopReason);
			if (!took || entry.message === undefined) continue;
			answers++;
			expect(entry.facts).toMatchObject({
				cost: took.cost.total,
				tokens: {input: took.input, output: took.output, cacheRead: took.cacheRead, cacheCreation: took.cacheWrite},
			});
		}
		expect(answers).toBeGreaterThan(10);
	});

	it('Copilot tells the output of each answer, and the rest where it ends', async () => {
		let [answers, ends] = [0, 0];
		for await (const {entry, record, entries} of besideRecords('copilot')) {
			if (record.type === 'assistant.message' && record.data.outputTokens !== undefined) {
				answers++;
				expect(entry.facts?.tokens).toEqual({output: record.data.outputTokens});
				expect(entry.facts?.requestId).toBe(record.data.requestId ?? record.data.serviceRequestId);
			}
			if (record.type !== 'session.shutdown' || !entry.facts?.tokens) continue;
			ends++;
			expect(entry.facts.agentVersion).toBe(entries[0]?.facts?.agentVersion);
		}
		expect(answers).toBeGreaterThan(3);
		expect(ends).toBeGreaterThan(0);
	});

	it('OpenCode tells the sum of the steps, the cost of the message and why it ended', async () => {
		const home = temporaryDirectory();
		const step = (input: number) => ({type: 'step-finish', cost: 0.1, tokens: {input, output: 2, reasoning: 1}});
		database(home)
			.session()
			.message('msg_1', 1, openUser, [text('go')])
			.message('msg_2', 2, {...openAnswer, cost: 0.2, finish: 'stop', tokens: {input: 9, output: 9}}, [
				{type: 'step-start'},
				text('one'),
				step(10),
				text('two'),
				step(20),
			])
			.message('msg_3', 3, {...openAnswer, cost: 0.3, tokens: {input: 4, output: 5, cache: {read: 6, write: 7}}}, [
				text('three'),
			])
			.close();
		const {history} = await readIn(home);
		const entries = await wholeEntries(history);
		const facts = (words: string) => entries.find(entry => entry.text === words)?.facts;
		const shared = {agentVersion: '1.18.33', cwd: '/home/user/app'};
		expect(facts('go')).toEqual({agentVersion: '1.18.33'});
		for (const words of ['one', 'two'])
			expect(facts(words)).toEqual({
				...shared,
				stopReason: 'stop',
				cost: 0.2,
				tokens: {input: 30, output: 6, cacheCreation: 0, cacheRead: 0},
			});
		expect(facts('three')).toMatchObject({
			...shared,
			cost: 0.3,
			tokens: {input: 4, output: 5, cacheCreation: 7, cacheRead: 6},
		});
		expect(history.session.cost).toBeCloseTo(0.5);
		expect(sumOf(await spendingsOf(entries)).cost).toBeCloseTo(0.5);
	});

	it('Cursor tells which request a prompt was sent with', async () => {
		const home = temporaryDirectory();
		const asked = {...query('go'), providerOptions: {cursor: {requestId: 'req-1'}}};
		const builder = new ChatBuilder(home);
		builder.root([...opening, asked, cursorAnswer('gone')]);
		builder.write();
		const history = await adapterFor('cursor').history(await onlySession(home));
		const entries = await wholeEntries(history);
		expect(entries.find(({kind}) => kind === 'user')?.facts?.requestId).toBe('req-1');
		expect(entries.find(({kind}) => kind === 'assistant')?.facts).toEqual({});
	});
});

describe('a fork and its origin', () => {
	const familyOf = async (folder: string, agent: AgentId) => {
		const members: Spending[][] = [];
		for await (const {adapter, ref} of sessionsIn(fixtureHome(folder), agent))
			members.push(await spendingsOf(await wholeEntries(await adapter.history(ref))));
		expect(members).toHaveLength(2);
		return {...familyUsage(members), sums: members.map(member => sumOf(member))};
	};

	it.each([
		['claude/fork', 'claude'],
		['opencode/fork', 'opencode'],
		['pi/tree', 'pi'],
	] as const)('of %s share answers, which count once', async (folder, agent) => {
		const {total, shared, sums} = await familyOf(folder, agent);
		expect(shared.answers).toBeGreaterThan(0);
		expect(total.answers).toBe(sums[0]!.answers + sums[1]!.answers - shared.answers);
		for (const kind of ['input', 'output', 'cacheRead', 'cacheCreation'] as const) {
			const [one, two] = sums.map(({tokens}) => tokens?.[kind] ?? 0);
			expect(total.tokens?.[kind] ?? 0).toBe(one! + two! - (shared.tokens?.[kind] ?? 0));
		}
	});

	it('of Codex share nothing: a fork refers to its origin, and what was taken there is not its own', async () => {
		const {total, shared, sums} = await familyOf('codex/fork', 'codex');
		expect(shared.answers).toBe(0);
		expect(total.tokens?.input).toBe(sums[0]!.tokens!.input! + sums[1]!.tokens!.input!);
	});
});

describe('results that were spilled', () => {
	it('are whole', async () => {
		const output = `${'a line of output\n'.repeat(200_000)}the end`;
		const stub =
			'<persisted-output>\nOutput too large (3MB). Full output saved to: /x/tool-results/big.txt\n</persisted-output>';
		const {ref, history, entries} = await readSession([
			user('u1', null, 'go'),
			call('a1', 'u1', 'toolu_1'),
			result('r1', 'a1', 'toolu_1', stub),
		]);
		const folder = path.join(ref.path.replace(/\.jsonl$/, ''), 'tool-results');
		fs.mkdirSync(folder, {recursive: true});
		fs.writeFileSync(path.join(folder, 'big.txt'), output);
		expect(entries.at(-1)?.detail).toBe('spilled output, its file is gone');
		const shown = (await collect(history.entries())).at(-1)!;
		expect(shown.cutBytes).toBe(output.length - 1024 * 1024);
		const whole = (await wholeEntries(history)).at(-1)!;
		expect(whole.cutBytes).toBeUndefined();
		expect(whole.tool?.output === output && whole.text === output).toBe(true);
	});
});
