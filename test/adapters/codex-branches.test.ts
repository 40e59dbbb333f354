/** Roll-backs, backtracks, forks and sub-agents: what belongs together, and what was left behind. */
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import {collect, promptsOf} from '../helpers/claude-session.ts';
import * as c from '../helpers/codex-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const rollBack = (turns: number) => c.event('thread_rolled_back', {num_turns: turns});

describe('a roll-back', () => {
	it('makes the turns before it an abandoned branch', async () => {
		const {prompts, history} = await c.readRecords([
			c.meta(),
			...c.turn('one', 't1'),
			...c.turn('two', 't2'),
			...c.turn('three', 't3'),
			rollBack(2),
			...c.turn('other two', 't4'),
		]);
		expect(prompts).toEqual(['one', 'other two']);
		expect(history.session.counts).toMatchObject({prompts: 2, messages: 4, forks: 1});
		expect(history.graph.forks[0]!.sides.map(({prompts, isActive}) => [prompts, isActive])).toEqual([
			[2, false],
			[1, true],
		]);
		expect(promptsOf(await collect(history.entries(1)))).toEqual(['one', 'two', 'three']);
	});

	it('is applied one after the other, without a branch for the steps between', async () => {
		const {prompts, history} = await c.readRecords([
			c.meta(),
			...c.turn('one', 't1'),
			...c.turn('two', 't2'),
			...c.turn('three', 't3'),
			rollBack(1),
			rollBack(1),
			...c.turn('other two', 't4'),
		]);
		expect(prompts).toEqual(['one', 'other two']);
		expect(history.graph.forks).toHaveLength(1);
		expect(promptsOf(await collect(history.entries(1)))).toEqual(['one', 'two', 'three']);
	});

	it('leaves the state before the dropped turns when nothing follows', async () => {
		const {prompts, history} = await c.readRecords([
			c.meta(),
			...c.turn('one', 't1'),
			...c.turn('two', 't2'),
			rollBack(1),
		]);
		expect(prompts).toEqual(['one']);
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 2, forks: 1});
		expect(promptsOf(await collect(history.entries(1)))).toEqual(['one', 'two']);
	});

	it('can take back everything, and more than there is', async () => {
		const {prompts, history} = await c.readRecords([
			c.meta(),
			...c.turn('one', 't1'),
			rollBack(5),
			...c.turn('again', 't2'),
		]);
		expect(prompts).toEqual(['again']);
		expect(history.graph.forks).toHaveLength(1);
	});

	it('counts turns, not what was typed while one ran', async () => {
		const {prompts} = await c.readRecords([
			c.meta(),
			...c.turn('one', 't1'),
			c.event('task_started', {turn_id: 't2'}),
			...c.typed('two'),
			...c.said('working'),
			...c.typed('hurry'),
			...c.said('done'),
			c.event('task_complete', {turn_id: 't2'}),
			rollBack(1),
			...c.turn('three', 't3'),
		]);
		expect(prompts).toEqual(['one', 'three']);
	});

	it('keeps the chain of parents within each branch', async () => {
		const {history} = await c.readRecords([
			c.meta(),
			...c.turn('one', 't1'),
			...c.turn('two', 't2'),
			rollBack(1),
			...c.turn('new', 't3'),
		]);
		for (const branch of [1, 2]) {
			const entries = await collect(history.entries(branch));
			for (const [position, entry] of entries.entries()) expect(entry.parent).toBe(entries[position - 1]?.id);
		}
	});
});

const segment = '019a0000-0000-7000-8000-0000000000b1';

describe('a backtrack', () => {
	const paginated = (ordinal: number, more: c.Fields = {}) => ({
		...c.meta({history_mode: 'paginated', ...more}),
		ordinal,
	});
	const prompt = (text: string, ordinal: number) => ({
		...c.item('UserMessage', {id: text, content: [{type: 'text', text}]}),
		ordinal,
	});
	const answer = (text: string, ordinal: number) => ({
		...c.item('AgentMessage', {id: text, content: [{type: 'Text', text}]}),
		ordinal,
	});

	function write(home: string, after: readonly unknown[]) {
		const kept = [paginated(0), prompt('one', 1), answer('yes', 2)];
		c.writeRollout(home, [...kept, prompt('two', 3), answer('no', 4)]);
		const base = {thread_id: c.threadId, end_ordinal_exclusive: 3, end_byte_offset: Buffer.byteLength(c.textOf(kept))};
		const records = [paginated(3, {history_base: base}), ...after];
		c.writeRollout(home, records, {id: `${c.threadId}_${segment}`, stamp: '2026-11-16T11-00-00'});
	}

	it('goes on in a second file from the middle of the first', async () => {
		const home = temporaryDirectory();
		write(home, [prompt('other two', 4), answer('maybe', 5)]);
		const {prompts, history, ref} = await c.readThread(home);
		expect(ref.files).toHaveLength(2);
		expect(prompts).toEqual(['one', 'other two']);
		expect(history.graph.forks).toHaveLength(1);
		expect(history.warnings).toEqual([]);
	});

	it('stands where it went back to while nothing was typed yet', async () => {
		const home = temporaryDirectory();
		write(home, []);
		const {prompts, history} = await c.readThread(home);
		expect(prompts).toEqual(['one']);
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 2, forks: 1});
		expect(promptsOf(await collect(history.entries(1)))).toEqual(['one', 'two']);
	});

	it('warns when the file it points into was changed', async () => {
		const home = temporaryDirectory();
		write(home, [prompt('other two', 4)]);
		c.writeRollout(home, [paginated(0), prompt('longer '.repeat(100), 1), answer('yes', 2), prompt('x', 3)]);
		const {history} = await c.readThread(home);
		expect(history.warnings.map(({message}) => message)).toEqual([expect.stringContaining('goes on from record 2')]);
	});

	it('does not run in circles', async () => {
		const home = temporaryDirectory();
		const base = {thread_id: c.threadId, end_ordinal_exclusive: 3, end_byte_offset: 500};
		c.writeRollout(home, [paginated(3, {history_base: base}), prompt('me again', 4)]);
		const {prompts, history} = await c.readThread(home);
		expect(prompts).toEqual(['me again']);
		expect(history.warnings).toHaveLength(1);
	});
});

describe('a fork of a fork', () => {
	it('is joined with both, wherever they lie', async () => {
		const home = temporaryDirectory();
		const ids = [
			'019a0000-0000-7000-8000-000000000001',
			'019a0000-0000-7000-8000-000000000002',
			'019a0000-0000-7000-8000-000000000003',
		];
		const prompt = (text: string) => c.item('UserMessage', {id: text, content: [{type: 'text', text}]});
		let base: c.Fields | undefined;
		for (const [position, id] of ids.entries()) {
			const kept = [
				c.meta({id, history_mode: 'paginated', history_base: base, forked_from_id: base?.thread_id}),
				prompt(`prompt ${position}`),
			];
			const folder = position === 0 ? 'archived_sessions' : undefined;
			c.writeRollout(home, [...kept, prompt(`left behind ${position}`)], {id, folder});
			base = {thread_id: id, end_ordinal_exclusive: 2, end_byte_offset: Buffer.byteLength(c.textOf(kept))};
		}
		const {prompts, ref, history} = await c.readThread(home, ids[2]);
		expect(prompts).toEqual(['prompt 0', 'prompt 1', 'prompt 2', 'left behind 2']);
		expect(ref.forkedFrom).toBe(ids[1]);
		expect(history.session.title).toBe('prompt 0');
		expect((await c.readThread(home, ids[0])).history.session.archived).toBe(true);
	});
});

describe('a legacy fork', () => {
	const parentId = '019a0000-0000-7000-8000-000000000001';
	const childId = '019a0001-0000-7000-8000-000000000002';
	const copied = [c.meta({id: parentId}), ...c.turn('old', '019a0000-1000-7000-8000-000000000001'), c.usage(1000)];

	it('shows the copied turns, and counts only its own tokens', async () => {
		const home = temporaryDirectory();
		c.writeRollout(
			home,
			[
				c.meta({id: childId, forked_from_id: parentId}),
				...copied,
				...c.turn('new', '019a0001-1000-7000-8000-000000000001'),
				c.usage(1500, 500),
			],
			{id: childId},
		);
		const {prompts, history, ref} = await c.readThread(home, childId);
		expect(prompts).toEqual(['old', 'new']);
		expect(ref.forkedFrom).toBe(parentId);
		expect(history.session.tokens).toEqual({input: 500, output: 50, cacheRead: 0, cacheCreation: 0});
	});

	it('is known by the header it copied, if it does not name its parent', async () => {
		const home = temporaryDirectory();
		c.writeRollout(home, [c.meta({id: childId}), ...copied], {id: childId});
		expect((await c.readThread(home, childId)).ref.forkedFrom).toBe(parentId);
	});
});

describe('a sub-agent of the first generation', () => {
	const child = '019a0001-0000-7000-8000-0000000000c1';
	const spawn = {
		source: {
			subagent: {thread_spawn: {parent_thread_id: c.threadId, depth: 1, agent_nickname: 'Ada', agent_role: 'explorer'}},
		},
	};

	function write(home: string) {
		c.writeRollout(home, [
			c.meta(),
			...c.typed('delegate'),
			c.call('s1', 'spawn_agent', {message: 'look around'}),
			c.output('s1', JSON.stringify({agent_id: child, nickname: 'Ada'})),
			...c.said('Done.'),
		]);
		c.writeRollout(
			home,
			[c.meta({id: child, ...spawn}), ...c.turn('look around', '019a0001-1000-7000-8000-000000000001')],
			{id: child},
		);
	}

	it('is linked with the call that started it', async () => {
		const home = temporaryDirectory();
		write(home);
		const parent = await c.readThread(home);
		expect(parent.shown.find(({kind}) => kind === 'tool_call')).toMatchObject({text: 'look around', spawned: child});
		const below = await c.readThread(home, child);
		expect(below.ref).toMatchObject({isFolded: true, isAgentSession: true, parentId: c.threadId});
		expect(below.history.session).toMatchObject({parentCallId: 's1', title: 'look around', titleSource: 'description'});
	});

	it('hides what it inherited from its parent', async () => {
		const home = temporaryDirectory();
		write(home);
		const inherited = [c.meta(), ...c.turn('delegate', '019a0000-1000-7000-8000-000000000001')];
		const own = c.turn('look around', '019a0001-1000-7000-8000-000000000001');
		c.writeRollout(home, [c.meta({id: child, forked_from_id: c.threadId, ...spawn}), ...inherited, ...own], {
			id: child,
		});
		const {prompts, ref, history} = await c.readThread(home, child);
		expect(prompts).toEqual(['look around']);
		expect(ref.forkedFrom).toBeUndefined();
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 2});
	});

	it('hides what stands before the record its own history starts at', async () => {
		const home = temporaryDirectory();
		const records = [
			c.meta({id: child, history_mode: 'paginated', subagent_history_start_ordinal: 2, ...spawn}),
			c.item('UserMessage', {id: 'u1', content: [{type: 'text', text: 'inherited'}]}),
			c.item('UserMessage', {id: 'u2', content: [{type: 'text', text: 'own'}]}),
		];
		c.writeRollout(
			home,
			records.map((record, ordinal) => ({...record, ordinal})),
			{id: child},
		);
		expect((await c.readThread(home, child)).prompts).toEqual(['own']);
	});

	it('stands in the list itself when its parent is gone, or runs in a circle', async () => {
		const home = temporaryDirectory();
		const other = '019a0001-0000-7000-8000-0000000000c2';
		c.writeRollout(home, [c.meta({id: child, parent_thread_id: other})], {id: child});
		expect((await c.readThread(home, child)).ref).toMatchObject({
			isFolded: false,
			isAgentSession: true,
			parentId: other,
		});
		c.writeRollout(home, [c.meta({id: other, parent_thread_id: child})], {id: other});
		const {sessions} = await codex.discover({path: home, env: {}});
		expect(sessions.map(({isFolded}) => isFolded)).toEqual([false, false]);
	});
});

describe('tokens', () => {
	const totals = async (...records: unknown[]) => (await c.readRecords([c.meta(), ...records])).history.session.tokens;

	it('are not counted again when the sum is only repeated', async () => {
		expect(
			await totals(
				c.usage(1000),
				c.usage(1000),
				c.usage(1600, 600),
				c.usage(1600, 600),
				c.event('token_count', {info: null}),
			),
		).toEqual({
			input: 1600,
			output: 160,
			cacheRead: 0,
			cacheCreation: 0,
		});
	});

	it('are told apart by whether they came from a cache', async () => {
		expect(await totals(c.usage(1000, 1000, 400))).toEqual({input: 600, output: 100, cacheRead: 400, cacheCreation: 0});
	});

	it('go on from a sum that became smaller', async () => {
		expect(await totals(c.usage(1000), c.usage(300, 300), c.usage(500, 200))).toMatchObject({input: 1500});
	});

	it('of single responses and of sums are the same tokens', async () => {
		const single = (id: string, input: number) =>
			c.line('token_usage_record', {
				response_id: id,
				usage: {input_tokens: input, cached_input_tokens: 0, output_tokens: input / 10},
			});
		expect(await totals(c.usage(1000), single('r1', 500), single('r1', 500), c.usage(1500, 500))).toMatchObject({
			input: 1500,
			output: 150,
		});
	});
});
