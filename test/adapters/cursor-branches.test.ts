/** Older roots and transcripts: what was given up, what a summary replaced, and what is no branch at all. */
import {describe, expect, it} from 'vitest';
import type {History} from '../../source/adapters/adapter.ts';
import {cursor} from '../../source/adapters/cursor/cursor.ts';
import {
	answer,
	ChatBuilder,
	call,
	collect,
	field,
	line,
	message,
	onlySession,
	opening,
	promptsOf,
	query,
	result,
	spoken,
} from '../helpers/cursor-chat.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const turn = (name: string) => [query(name), answer(`${name} done`)];
const alpha = turn('alpha');
const summary = (text: string) => ({
	role: 'user',
	content: [{type: 'text', text}],
	providerOptions: {cursor: {isSummary: true}},
});

/** A chat that had these roots one after the other. */
async function read(roots: ReadonlyArray<readonly object[]>, transcript?: readonly object[]): Promise<History> {
	const home = temporaryDirectory();
	const chat = new ChatBuilder(home);
	for (const root of roots) chat.root(root);
	chat.write();
	if (transcript) chat.transcript(transcript);
	return cursor.history(await onlySession(home));
}

async function prompts(history: History, branch?: number | 'all'): Promise<string[]> {
	return promptsOf(await collect(history.entries(branch)));
}

/** The prompts of every branch, the active one marked. */
async function branches({graph, entries}: History): Promise<string[]> {
	const lists = graph.branches.map(async ({number, isActive}) => {
		const list = promptsOf(await collect(entries(number)));
		return `${isActive ? '*' : ' '} ${list.join(' ')}`;
	});
	return Promise.all(lists);
}

const said = (name: string) => [
	line('user', `<user_query>\n${name}\n</user_query>`),
	line('assistant', `${name} done`),
];

describe('the roots of a chat', () => {
	it('that only grew are no branches', async () => {
		const partial = [query('beta'), answer('Let me'), result('c', 'Shell', 'ok')];
		const whole = [
			query('beta'),
			answer('Let me see', call('c', 'Shell', {command: 'ls'})),
			result('c', 'Shell', 'ok'),
		];
		const history = await read([
			[...opening, ...alpha],
			[...opening, ...alpha, partial[0]!],
			[...opening, ...alpha, ...partial],
			[{role: 'system', content: 'Another mode.'}, opening[1]!, ...alpha, ...whole],
		]);
		expect(history.graph.isLinear).toBe(true);
		expect(await prompts(history, 'all')).toEqual(['alpha', 'beta']);
		expect(history.session.counts).toEqual({prompts: 2, messages: 4, toolCalls: 1, errors: 0, forks: 0});
		expect(history.warnings).toEqual([]);
	});

	it('show a rewind as a fork', async () => {
		const history = await read([
			[...opening, ...alpha],
			[...opening, ...alpha, ...turn('beta')],
			[...opening, ...alpha, ...turn('beta'), ...turn('gamma')],
			[...opening, ...alpha],
			[...opening, ...alpha, ...turn('DELTA')],
		]);
		expect(await branches(history)).toEqual(['  alpha beta gamma', '* alpha DELTA']);
		expect(history.session.counts).toEqual({prompts: 2, messages: 4, toolCalls: 0, errors: 0, forks: 1});
		expect(await prompts(history, 'all')).toEqual(['alpha', 'beta', 'gamma', 'DELTA']);
	});

	it('show a rewind to the first prompt', async () => {
		const history = await read([
			[...opening, ...alpha, ...turn('beta')],
			[...opening, ...turn('DELTA')],
		]);
		expect(await branches(history)).toEqual(['  alpha beta', '* DELTA']);
	});

	it('show what was taken back while nothing was typed after it', async () => {
		const history = await read([
			[...opening, ...alpha, ...turn('beta')],
			[...opening, ...alpha],
		]);
		expect(await branches(history)).toEqual(['  alpha beta', '* alpha']);
		expect(history.session.counts).toMatchObject({prompts: 1, forks: 1});
	});

	it('show rewinds within rewinds', async () => {
		const history = await read([
			[...opening, ...alpha, ...turn('b1'), ...turn('c1')],
			[...opening, ...alpha, ...turn('b1'), ...turn('c2')],
			[...opening, ...alpha, ...turn('b2')],
		]);
		expect((await branches(history)).sort()).toEqual(['  alpha b1 c1', '  alpha b1 c2', '* alpha b2']);
		expect(history.graph.forks).toHaveLength(2);
	});

	it('gives what a summary replaced back its place', async () => {
		const history = await read([
			[...opening, ...alpha, ...turn('beta')],
			[...opening, summary('We did alpha and beta.')],
			[...opening, summary('We did alpha and beta.'), ...turn('gamma')],
		]);
		expect(history.graph.isLinear).toBe(true);
		expect(spoken(await collect(history.entries()))).toEqual([
			'user: alpha',
			'assistant: alpha done',
			'user: beta',
			'assistant: beta done',
			'compaction: We did alpha and beta.',
			'user: gamma',
			'assistant: gamma done',
		]);
		const [compaction] = history.compactions;
		expect((await collect(history.entries())).find(({id}) => id === compaction?.id)?.kind).toBe('compaction');
		expect(history.session).toMatchObject({title: 'alpha', counts: {prompts: 3, forks: 0}});
	});

	it('follows several summaries, and a tail that was kept', async () => {
		const history = await read([
			[...opening, ...alpha, ...turn('x'), ...turn('b')],
			[...opening, ...alpha, ...turn('b'), ...turn('c')],
			[...opening, summary('one'), ...turn('c'), ...turn('d')],
			[...opening, summary('two'), ...turn('e')],
		]);
		expect(await branches(history)).toEqual(['  alpha x b', '* alpha b c d e']);
		expect(spoken(await collect(history.entries())).filter(each => each.startsWith('comp'))).toEqual([
			'compaction: one',
			'compaction: two',
		]);
	});

	it('do not fork at a turn that a compaction kept', async () => {
		const history = await read([
			[...opening, ...alpha, ...turn('b'), ...turn('c'), ...turn('x')],
			[...opening, ...alpha, ...turn('b'), ...turn('c')],
			[...opening, summary('one'), ...turn('c'), ...turn('d')],
		]);
		expect(await branches(history)).toEqual(['  alpha b c x', '* alpha b c d']);
		expect(await prompts(history, 'all')).toEqual(['alpha', 'b', 'c', 'x', 'd']);
	});

	it('tell a sub-agent’s root from a rewind', async () => {
		const task = answer(call('t', 'Task', {description: 'look', prompt: 'find the bug'}));
		const history = await read([
			[...opening, query('find the bug'), answer('found')],
			[...opening, ...alpha, query('beta'), task, result('t', 'Task', 'found')],
		]);
		expect(history.graph.isLinear).toBe(true);
		expect(await prompts(history, 'all')).toEqual(['alpha', 'beta']);
	});

	it('that share nothing with the present one are told of, and not shown', async () => {
		const history = await read([
			[{role: 'system', content: 'x'}, ...turn('stranger')],
			[...opening, ...alpha],
		]);
		expect(await prompts(history, 'all')).toEqual(['alpha']);
		expect(history.warnings[0]?.message).toMatch(/^table blobs, row [0-9a-f]{64}: an earlier root/);
	});
});

describe('what a compaction took out', () => {
	const plain = {role: 'user', content: [{type: 'text', text: 'So far we did alpha.'}]};

	it('is found in the archive, and its summary is no prompt', async () => {
		for (const number of [11, 13]) {
			const home = temporaryDirectory();
			const chat = new ChatBuilder(home);
			const taken = [...opening, ...alpha].map(each => field(1, chat.message(each)));
			const archive = message(...taken, field(2, 'So far we did alpha.'), field(4, chat.message(plain)));
			chat.root([...opening, plain, ...turn('beta')], field(number, chat.ref(archive)));
			chat.write();
			const history = await cursor.history(await onlySession(home));
			expect(spoken(await collect(history.entries('all')))).toEqual([
				'user: alpha',
				'assistant: alpha done',
				'compaction: So far we did alpha.',
				'user: beta',
				'assistant: beta done',
			]);
			expect(history.session.counts).toMatchObject({prompts: 2, forks: 0});
		}
	});

	it('has its place even without a message for the summary', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		chat.root([...opening, ...alpha]);
		const taken = [...opening, ...alpha].map(each => field(1, chat.message(each)));
		chat.root([...opening, ...turn('beta')], field(13, message(...taken, field(2, 'alpha happened'))));
		chat.write();
		const history = await cursor.history(await onlySession(home));
		expect(spoken(await collect(history.entries('all')))).toEqual([
			'user: alpha',
			'assistant: alpha done',
			'compaction: alpha happened',
			'user: beta',
			'assistant: beta done',
		]);
		expect(history.compactions).toHaveLength(1);
		expect(history.graph.isLinear).toBe(true);
	});
});

describe('turns as they were shown', () => {
	it('tell of what the messages no longer hold', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const shown = (text: string, ms: number) => {
			const user = chat.ref(message(field(1, text), field(25, ms)));
			const steps = [
				message(field(3, message(field(1, `thinking of ${text}`), field(3, ms + 1)))),
				message(field(2, message(field(1, message(field(1, message(field(1, 'ls'))))), field(57, `call-${text}`)))),
				message(field(1, message(field(1, `${text} done`), field(2, ms + 2)))),
			];
			return field(
				8,
				chat.ref(message(field(1, message(field(1, user), ...steps.map(each => field(2, chat.ref(each))))))),
			);
		};
		chat.root(
			[...opening, summary('earlier'), ...turn('beta')],
			shown('alpha', 1788818588000),
			shown('beta', 1788818599000),
		);
		chat.write();
		const history = await cursor.history(await onlySession(home));
		expect(spoken(await collect(history.entries()))).toEqual([
			'user: alpha',
			'thinking: thinking of alpha',
			'tool_call: ls',
			'assistant: alpha done',
			'compaction: earlier',
			'user: beta',
			'thinking: thinking of beta',
			'assistant: beta done',
		]);
		expect(history.session).toMatchObject({
			title: 'alpha',
			endedAt: new Date(1788818599002).toISOString(),
			counts: {prompts: 2, messages: 4, toolCalls: 1},
		});
		const [tool] = (await collect(history.entries())).filter(({kind}) => kind === 'tool_call');
		expect(tool?.tool).toMatchObject({name: 'Shell', callId: 'call-alpha'});
	});

	it('are all there is where a root names no messages', async () => {
		const home = temporaryDirectory();
		const chat = new ChatBuilder(home);
		const user = chat.ref(message(field(1, 'hello'), field(26, 1788818588000)));
		const reply = chat.ref(message(field(1, message(field(1, 'Hi.')))));
		const agent = chat.ref(message(field(1, user), field(2, reply)));
		chat.root([], field(8, chat.ref(message(field(1, agent)))));
		chat.write();
		const history = await cursor.history(await onlySession(home));
		expect(spoken(await collect(history.entries()))).toEqual(['user: hello', 'assistant: Hi.']);
		expect(history.session.title).toBe('hello');
	});
});

describe('a transcript beside the database', () => {
	it('goes on where the database ends', async () => {
		const history = await read([[...opening, ...alpha]], [...said('alpha'), ...said('beta')]);
		expect(history.graph.isLinear).toBe(true);
		expect(await prompts(history)).toEqual(['alpha', 'beta']);
	});

	it('tells of what the database gave up', async () => {
		const history = await read(
			[[...opening, ...alpha, ...turn('DELTA')]],
			[...said('alpha'), ...said('beta'), ...said('gamma'), ...said('DELTA')],
		);
		expect(await branches(history)).toEqual(['  alpha beta gamma', '* alpha DELTA']);
	});

	it('and an older root tell the same branch once', async () => {
		const history = await read(
			[
				[...opening, ...alpha, ...turn('beta')],
				[...opening, ...alpha, ...turn('DELTA')],
			],
			[...said('alpha'), ...said('beta'), ...said('DELTA')],
		);
		expect(await branches(history)).toEqual(['  alpha beta', '* alpha DELTA']);
		expect(await prompts(history, 'all')).toEqual(['alpha', 'beta', 'DELTA']);
	});

	it('has what came before a summary', async () => {
		const history = await read(
			[[...opening, summary('earlier'), ...turn('gamma')]],
			[...said('alpha'), ...said('beta'), ...said('gamma')],
		);
		expect(history.graph.isLinear).toBe(true);
		expect(await prompts(history)).toEqual(['alpha', 'beta', 'gamma']);
		expect(history.session.title).toBe('alpha');
	});

	it('in other words is still the same conversation', async () => {
		const history = await read(
			[[...opening, ...alpha]],
			[line('user', 'ALPHA, please'), line('assistant', 'alpha done')],
		);
		expect(history.graph.isLinear).toBe(true);
		expect(await prompts(history, 'all')).toEqual(['alpha']);
	});

	it('of another conversation is kept apart, and told of', async () => {
		const history = await read([[...opening, ...alpha]], [...said('one'), ...said('two')]);
		expect(await branches(history)).toEqual(['  one two', '* alpha']);
		expect(history.warnings.map(({message: text}) => text)).toEqual([
			'tells another conversation than the database; it is kept as a branch',
		]);
	});
});
