/** What is found, with the index and without it: the answers must be the same. */
import {describe, expect, it} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import * as claude from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	type Asker,
	answer,
	days,
	type FindOptions,
	idOf,
	now,
	openIndexed,
	openUnindexed,
	prompt,
	type Spec,
	settle,
	thinking,
	work,
	writeClaude,
	writeCodex,
	writeOpencode,
	writers,
} from './search-home.ts';

const x = 'lorem ipsum dolor sit amet '.repeat(1500);

/** Everything a question could be about, each in a session of its own. */
const specs: Readonly<Record<string, Spec>> = {
	prompt: {
		id: idOf(1),
		told: [prompt('why does Zanzibar fail'), answer('no idea')],
		cwd: '/srv/shop-api',
		branch: 'fix/one',
	},
	answer: {id: idOf(2), told: [prompt('a question'), answer('because of zanzibar, of course')]},
	thinking: {id: idOf(3), told: [prompt('a question'), thinking('maybe zanzibar is it'), answer('no')]},
	input: {id: idOf(4), told: [prompt('a question'), work('grep zanzibar .', 'nothing'), answer('no')]},
	output: {id: idOf(5), told: [prompt('a question'), work('ls', 'zanzibar.txt', {isError: true}), answer('no')]},
	title: {id: idOf(6), told: [prompt('a question'), answer('no')], title: 'The Zanzibar affair'},
	nothing: {id: idOf(7), told: [prompt('quite another matter'), answer('yes')], model: 'claude-opus-4'},
	apart: {id: idOf(8), told: [prompt('quokka here'), answer(x), answer(x), prompt('and wombat there'), answer('fine')]},
	together: {id: idOf(9), told: [prompt('wombat and then quokka'), answer('fine')]},
	phrase: {id: idOf(10), told: [prompt('quokka wombat'), answer('fine')]},
	split: {id: idOf(11), told: [prompt('ends with quokka'), prompt('wombat begins this')]},
	accents: {id: idOf(12), told: [prompt('Größe, CAFÉ, naïve, который, 全文検索エンジン'), answer('done 🎉 -> fine')]},
	files: {id: idOf(13), told: [prompt('edit it'), work('x', 'ok', {file: '/srv/shop-api/src/retry-policy.ts'})]},
	mixed: {id: idOf(14), told: [prompt('a narwhal'), answer('swims')], title: 'On icebergs'},
};

const ids = (...names: string[]) => names.map(name => specs[name]!.id).sort();

function writeAll(home: string): void {
	for (const spec of Object.values(specs)) writeClaude(home, spec);
	// A sub-agent, and a branch that was given up.
	writeClaude(
		home,
		{id: idOf(20), told: [prompt('ask the pangolin'), answer('it says so')]},
		`${idOf(1)}/subagents/agent-pang.jsonl`,
	);
	const rewound = [
		claude.user('u1', null, 'first the beginning', {sessionId: idOf(21)}),
		claude.answer('a1', 'u1', 'good', {sessionId: idOf(21)}),
		claude.user('u2', 'a1', 'a capybara that was taken back', {sessionId: idOf(21)}),
		claude.answer('a2', 'u2', 'as you wish', {sessionId: idOf(21)}),
		claude.user('u3', 'a1', 'the other way', {sessionId: idOf(21)}),
		claude.answer('a3', 'u3', 'better', {sessionId: idOf(21)}),
	];
	claude.writeSession(home, rewound, `${idOf(21)}.jsonl`);
}

type Case = readonly [text: string, wanted: string[]];

/** In words mode, with a space at the end where a whole word is meant. */
const cases: readonly Case[] = [
	['zanzibar ', ids('prompt', 'answer', 'thinking', 'input', 'output', 'title')],
	['ZANZIBAR', ids('prompt', 'answer', 'thinking', 'input', 'output', 'title')],
	['zanzi', ids('prompt', 'answer', 'thinking', 'input', 'output', 'title')],
	['zanzi ', []],
	['anzibar', []],
	['pangolin', ['agent-pang']],
	['capybara', [idOf(21)]],
	['quokka wombat ', ids('apart', 'together', 'phrase', 'split')],
	['wombat quokka ', ids('apart', 'together', 'phrase', 'split')],
	['"quokka wombat"', ids('phrase')],
	['"wombat quokka"', []],
	['quokka -wombat', []],
	['quokka -then ', ids('apart', 'phrase', 'split')],
	['quokka -"quokka wombat"', ids('apart', 'together', 'split')],
	[
		'-question -quokka -wombat -zanzibar',
		[...ids('nothing', 'accents', 'files', 'mixed'), 'agent-pang', idOf(21)].sort(),
	],
	['grosse ', []],
	['große', ids('accents')],
	['GROẞE', ids('accents')],
	['cafe', ids('accents')],
	['naïve', ids('accents')],
	['naive', ids('accents')],
	['который', ids('accents')],
	['котор', ids('accents')],
	['検', ids('accents')],
	['検索', ids('accents')],
	['全文検索エンジン', ids('accents')],
	['"検索エンジン"', ids('accents')],
	['文エ', []],
	['🎉', ids('accents')],
	['->', ids('accents')],
	['<-', []],
	['narwhal icebergs', ids('mixed')],
	['"narwhal icebergs"', []],
	['icebergs -narwhal', []],
	['zanzibar -affair', ids('prompt', 'answer', 'thinking', 'input', 'output')],
	['/zan.ibar/', ids('prompt', 'answer', 'thinking', 'input', 'output', 'title')],
	['/Zanzi/', ids('prompt', 'title')],
	['/zanzibar\\.txt/', ids('output')],
	['a /zan.ibar/ -course', ids('thinking', 'input', 'output', 'title')],
	['question /zan.ibar/', ids('answer', 'thinking', 'input', 'output', 'title')],
	['/no such (?:thing|thought)/', []],
	['file:retry-policy', ids('files')],
	['file:src/retry', ids('files')],
	['file:policy.ts,nothing', ids('files')],
	['file:etry', []],
	['-file:retry question ', ids('answer', 'thinking', 'input', 'output', 'title')],
	['edit file:retry', ids('files')],
	['zanzibar file:retry', []],
	['tool:edit', ids('files')],
	['tool:bash', ids('input', 'output')],
	['tool:Bash zanzibar -tool:edit', ids('input', 'output')],
	['-tool:bash question ', ids('answer', 'thinking', 'title')],
	['has:thinking', ids('thinking')],
	['has:error', ids('output')],
	['-has:error tool:bash', ids('input')],
	['has:fork', [idOf(21)]],
	['has:subagent', ids('prompt')],
	['is:subagent', ['agent-pang']],
	['zanzibar -has:subagent', ids('answer', 'thinking', 'input', 'output', 'title')],
	['has:image', []],
	['model:opus', ids('nothing')],
	['-model:opus quite ', []],
	['branch:fix', ids('prompt')],
	['project:shop', ids('prompt')],
	['project:/srv zanzibar', ids('prompt')],
	['-project:shop zanzibar', ids('answer', 'thinking', 'input', 'output', 'title')],
	['title:affair', ids('title')],
	['agent:codex', []],
	['agent:claude,codex narwhal', ids('mixed')],
	['-agent:claude', []],
	['retry zanzibar', []],
];

/** With an index, with an empty one, and without any. */
async function openAll(home: string, isStarred?: (ref: {readonly id: string}) => boolean) {
	settle(home);
	return Object.entries({
		indexed: await openIndexed(home, {isStarred}),
		empty: await openIndexed(home, {isStarred, isFilled: false}),
		without: await openUnindexed(home, {isStarred}),
	});
}

/** Whoever is asked, the answer is the same. */
async function expectFound(
	askers: ReadonlyArray<readonly [string, Asker]>,
	asked: readonly Case[],
	options: FindOptions = {},
) {
	const wrong: unknown[] = [];
	for (const [text, wanted] of asked)
		for (const [name, asker] of askers) {
			const found = await asker.sorted(text, options);
			if (found.join() !== [...wanted].sort().join()) wrong.push({text, name, found, wanted});
		}
	expect(wrong).toEqual([]);
}

describe('a session is found', () => {
	it('by what stands in it, and by every filter', async () => {
		const home = temporaryDirectory();
		writeAll(home);
		await expectFound(await openAll(home), cases);
	});

	it('wherever its agent puts the words', async () => {
		const home = temporaryDirectory();
		const told = [
			prompt('the prompt has aardvark'),
			thinking('the thought has badger'),
			work('input with caracal', 'output with dingo', {file: '/src/echidna.ts'}),
			answer('the answer has ferret, Größe and 検索エンジン'),
		];
		const all = agentIds.map((agent, at) => ({agent, id: idOf(100 + at)}));
		for (const {agent, id} of all)
			if (agent !== 'opencode') writers[agent]!(home, {id, told: [...told, prompt(`only for ${agent}x`)], at: days(2)});
		writeOpencode(home, [
			{id: idOf(100 + agentIds.indexOf('opencode')), told: [...told, prompt('only for opencodex')]},
		]);
		const everybody = all.map(({id}) => id);
		const askers = await openAll(home);
		await expectFound(askers, [
			['aardvark', everybody],
			['badger', everybody],
			['caracal', everybody],
			['dingo', everybody],
			['ferret grosse ', []],
			['ferret große 検索', everybody],
			['"output with dingo"', everybody],
			['"dingo the answer"', []],
			['file:echidna', everybody],
			['tool:bash', everybody.filter(id => id !== idOf(100 + agentIds.indexOf('claude')))],
			['/c[a]racal/ badger', everybody],
			...all.map(({agent, id}): Case => [`${agent}x`, [id]]),
			...all.map(({agent, id}): Case => [`aardvark agent:${agent}`, [id]]),
		]);
		for (const [, asker] of askers)
			for (const found of (await asker.last('dingo')).found) {
				const [match] = await asker.matches(found, 'dingo');
				expect(match, found.ref.agent).toMatchObject({role: 'tool', snippet: expect.stringContaining('dingo')});
			}
	});

	it('by the time it was in', async () => {
		const home = temporaryDirectory();
		const at = (number: number, time: number) =>
			writeClaude(home, {id: idOf(number), told: [prompt('x'), answer('y')], at: time});
		at(1, now - 60_000);
		at(2, days(1));
		at(3, days(10));
		at(4, Date.UTC(2025, 5, 1));
		await expectFound(await openAll(home), [
			['', [1, 2, 3, 4].map(idOf)],
			['after:5d', [1, 2].map(idOf)],
			['before:5d', [3, 4].map(idOf)],
			['date:2025', [idOf(4)]],
			['-date:2025', [1, 2, 3].map(idOf)],
			['date:2025-06 x ', [idOf(4)]],
			['after:20d before:2d', [idOf(3)]],
			['date:<2h', [idOf(1)]],
			['is:live', [idOf(1)]],
			['-is:live after:5d', [idOf(2)]],
			['date:2024', []],
		]);
	});

	it('by its star and by its folder', async () => {
		const home = temporaryDirectory();
		for (const [number, cwd] of ['/srv/app', '/srv/app/deep/er', '/srv/application', '/srv'].entries())
			writeClaude(home, {id: idOf(number + 1), told: [prompt('meerkat'), answer('y')], cwd});
		const askers = await openAll(home, ({id}) => id === idOf(2));
		await expectFound(askers, [
			['is:starred', [idOf(2)]],
			['meerkat -is:starred', [1, 3, 4].map(idOf)],
		]);
		await expectFound(
			askers,
			[
				['', [1, 2].map(idOf)],
				['meerkat', [1, 2].map(idOf)],
				['-meerkat', []],
			],
			{folder: '/srv/app'},
		);
		await expectFound(askers, [['meerkat', [1, 2, 3, 4].map(idOf)]], {folder: '/'});
		await expectFound(askers, [['meerkat', []]], {folder: '/elsewhere'});
	});

	it('only among the agents that are wanted, though the catalogue knows others', async () => {
		const home = temporaryDirectory();
		const cache = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('meerkat'), answer('y')]});
		writeCodex(home, {id: idOf(2), told: [prompt('meerkat'), answer('y')]});
		settle(home);
		expect(await (await openIndexed(home, {cache})).sorted('meerkat')).toEqual([1, 2].map(idOf));
		const some = await openIndexed(home, {cache, agents: ['codex']});
		for (const text of ['meerkat', 'meer', '', '/meerkat/', '-nothing'])
			expect(await some.sorted(text, {limit: 1})).toEqual([idOf(2)]);
	});

	it('in spite of every kind of nonsense in the query', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('a b c prompt answer AND OR NOT NEAR'), answer('y')]});
		const askers = await openAll(home);
		const nonsense = [
			'"',
			'*',
			'^a',
			'NEAR(a b)',
			'AND',
			'a AND b',
			'(',
			'{prompt}:a',
			'a"b',
			"a'b",
			'a;--',
			'\0',
			'%',
			'a\0b',
		];
		for (const [, asker] of askers)
			for (const mode of ['words', 'fuzzy'] as const)
				for (const text of [...nonsense, 'a '.repeat(10_000), `"${'a '.repeat(10_000)}"`])
					await asker.last(text, {mode});
		await expectFound(askers, [
			['a AND b', [idOf(1)]],
			['NEAR(a b)', []],
			['a"b', [idOf(1)]],
			['prompt answer', [idOf(1)]],
		]);
	});
});

describe('modes', () => {
	it('fuzzy finds beginnings and titles that are nearly right; words does not', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {
			id: idOf(1),
			told: [prompt('hi'), answer('we shall retryable')],
			title: 'Websocket reconnection',
		});
		writeClaude(home, {
			id: idOf(2),
			told: [prompt('hi'), answer('nothing')],
			title: 'Invoices',
			cwd: '/srv/paymentgateway',
		});
		for (const [name, asker] of await openAll(home)) {
			const found = (text: string) => asker.sorted(text, {mode: 'fuzzy'});
			expect(await found('retr shal '), name).toEqual([idOf(1)]);
			expect(await found('etryable'), name).toEqual([]);
			expect(await found('socket'), name).toEqual([idOf(1)]);
			expect(await found('websokcet'), name).toEqual([idOf(1)]);
			expect(await found('reconection websocket'), name).toEqual([idOf(1)]);
			expect(await found('gateway'), name).toEqual([idOf(2)]);
			expect(await found('"websokcet"'), name).toEqual([]);
			for (const text of ['retr shal ', 'socket', 'websokcet', 'reconection websocket', 'gateway'])
				expect(await asker.sorted(text), `${name} ${text}`).toEqual([]);
			expect(await asker.sorted('reconnection websocket')).toEqual([idOf(1)]);
			expect(await asker.sorted('paymentgateway')).toEqual([idOf(2)]);
		}
	});

	it('regex takes everything but the filters for one expression', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('status 404 of  it'), answer('y')]});
		writeClaude(home, {id: idOf(2), told: [prompt('status 500'), answer('y')]});
		const askers = await openAll(home);
		await expectFound(
			askers,
			[
				['status [45]\\d\\d', [1, 2].map(idOf)],
				['status \\d+ of', [idOf(1)]],
				['STATUS agent:claude', []],
				['', [1, 2].map(idOf)],
			],
			{mode: 'regex'},
		);
	});

	it('a few letters are a beginning only where somebody types them', async () => {
		const home = temporaryDirectory();
		writeClaude(home, {id: idOf(1), told: [prompt('retry'), answer('y')]});
		const [[, asker]] = (await openAll(home)) as [[string, Asker]];
		expect(await asker.sorted('ret')).toEqual([idOf(1)]);
		expect(await asker.sorted('re')).toEqual([]);
		expect(await asker.sorted('ret ')).toEqual([]);
		expect(await asker.sorted('"ret"')).toEqual([]);
	});
});

describe('many chunks', () => {
	it('of one long session do not hide the others', async () => {
		const home = temporaryDirectory();
		const long = Array.from({length: 700}, (_, at) =>
			answer(`meerkat ${at} ${'x'.repeat(10)} ${'word '.repeat(6600)}`),
		);
		writeClaude(home, {id: idOf(1), told: [prompt('hi'), ...long], at: days(1)});
		for (let number = 2; number < 6; number++)
			writeClaude(home, {id: idOf(number), told: [prompt('a meerkat'), answer('y')], at: days(number)});
		settle(home);
		const asker = await openIndexed(home);
		const chunks = asker.library.catalog!.use(database => database.get('SELECT count(*) AS count FROM chunks'))!;
		expect(Number(chunks.count)).toBeGreaterThan(650);
		expect(await asker.sorted('meerkat ', {limit: 20})).toEqual([1, 2, 3, 4, 5].map(idOf));
		expect(await asker.sorted('meerkat word ', {limit: 20})).toEqual([idOf(1)]);
		// The only ones with it are all refused: what comes behind them must still be asked for.
		expect(await asker.sorted('meer -word', {limit: 1, mode: 'fuzzy'})).toEqual([idOf(2)]);
	});
});
