/** What each kind of record becomes, in sessions made for it. */
import {describe, expect, it} from 'vitest';
import {opencode} from '../../source/adapters/opencode/opencode.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {
	answer,
	database,
	discoverIn,
	done,
	readIn,
	sessionId,
	start,
	text,
	tool,
	user,
} from '../helpers/opencode-store.ts';

type Fields = Record<string, unknown>;

/** One session of the given messages: id, info, parts; a second apart. */
async function read(
	messages: ReadonlyArray<[string, Fields | string, ReadonlyArray<Fields | string>]>,
	row: Fields = {},
) {
	const home = temporaryDirectory();
	const store = database(home).session(row);
	for (const [index, [id, info, parts]] of messages.entries()) store.message(id, index, info, parts);
	store.close();
	return readIn(home);
}

const brief = (entries: readonly Entry[]) =>
	entries.filter(({isAside}) => !isAside).map(({kind, text: words}) => `${kind}: ${words}`);

describe('parts', () => {
	it('of every kind are shown or kept', async () => {
		const {entries, history} = await read([
			[
				'msg_1',
				user,
				[
					text('look at @a.ts and @helper'),
					text('Called the Read tool', {synthetic: true}),
					{type: 'file', mime: 'text/plain', filename: 'a.ts', url: 'file:///home/user/app/a.ts'},
					{type: 'file', mime: 'image/png', filename: 'b.png', url: 'data:image/png;base64,AAAA'},
					{type: 'agent', name: 'helper'},
				],
			],
			[
				'msg_2',
				answer,
				[
					{type: 'step-start', snapshot: 'abc'},
					{type: 'reasoning', text: 'hmm', time: {start: start + 1500}},
					text('Here it is.', {time: {start: start + 1600}}),
					text('a plugin speaks', {ignored: true}),
					tool('bash', 'call_1', done({command: 'ls'}, 'a.ts\n')),
					{type: 'retry', attempt: 2, error: {name: 'APIError', data: {message: 'overloaded'}}, time: {created: start}},
					{type: 'patch', hash: 'abc', files: ['/home/user/app/a.ts']},
					{type: 'snapshot', snapshot: 'abc'},
					{type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAAAAAA'},
					{
						type: 'step-finish',
						reason: 'stop',
						cost: 0,
						tokens: {input: 1, output: 2, reasoning: 3, cache: {read: 4, write: 5}},
					},
					{type: 'hologram', depth: 3},
				],
			],
		]);
		expect(entries.map(({kind, detail, isAside}) => [kind, detail, isAside === true])).toEqual([
			['user', undefined, false],
			['system', 'synthetic', true],
			['system', 'file', true],
			['system', 'agent', true],
			['system', 'step-start', true],
			['thinking', undefined, false],
			['assistant', undefined, false],
			['system', 'ignored', false],
			['tool_call', undefined, false],
			['tool_result', undefined, false],
			['system', 'retry', false],
			['system', 'patch', true],
			['system', 'snapshot', true],
			['assistant', undefined, false],
			['system', 'step-finish', true],
			['unknown', 'part hologram', false],
		]);
		expect(entries[0]).toMatchObject({
			id: 'msg_1',
			text: 'look at @a.ts and @helper',
			media: [{type: 'image/png', bytes: 3}],
		});
		expect(entries.at(-1)!.text).toBe('{"type":"hologram","depth":3}');
		expect(entries[6]).toMatchObject({
			timestamp: new Date(start + 1600).toISOString(),
			model: 'mock-model',
			message: 'msg_2',
		});
		expect(history.session.tokens).toEqual({input: 1, output: 5, cacheCreation: 5, cacheRead: 4});
		expect(history.session.counts).toEqual({
			prompts: 1,
			messages: 2,
			toolCalls: 1,
			errors: 1,
			forks: 0,
			unknown: 1,
		});
		expect(history.warnings).toEqual([]);
	});

	it('that are no JSON are kept as they are, with a warning', async () => {
		const {entries, history} = await read([
			['msg_1', user, [text('hello'), '{"type":"text","te']],
			['msg_2', '{"role":"assi', [text('lost?')]],
			['msg_3', {role: 'moderator', note: 'x'}, []],
			['msg_4', answer, ['17']],
		]);
		expect(brief(entries)).toEqual([
			'user: hello',
			'unknown: {"type":"text","te',
			'unknown: {"role":"assi',
			'assistant: lost?',
			expect.stringMatching(/^unknown: \{.*"role":"moderator"/),
			'unknown: 17',
		]);
		expect(history.warnings.map(({message}) => message)).toEqual([
			'part prt_1_001 is not JSON',
			'message msg_2 is not JSON',
		]);
	});

	it('never throw on fields of another type', async () => {
		const odd = [7, 'x', null, [], {}, true];
		const parts = odd.flatMap(value => [
			{type: 'text', text: value, synthetic: value, time: value},
			{type: 'tool', tool: value, callID: value, state: value},
			{
				type: 'tool',
				tool: 'bash',
				callID: 'c',
				state: {status: 'completed', input: value, output: value, metadata: value, time: value, attachments: value},
			},
			{type: 'tool', tool: 'task', callID: 'c', state: {status: 'error', error: value, metadata: value}},
			{type: 'file', mime: value, url: value, filename: value},
			{type: 'patch', files: value},
			{type: 'retry', attempt: value, error: value, time: value},
			{type: 'step-finish', tokens: value},
			{type: value},
		]);
		const {entries} = await read([
			['msg_1', {...user, time: 'soon'}, parts],
			['msg_2', {...answer, modelID: 3, path: 4, tokens: 'many', error: 9}, parts],
			...odd.map((value, index): [string, Fields, Fields[]] => [`msg_${index + 3}`, {role: value, error: value}, []]),
		]);
		expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
		const calls = entries.filter(({kind}) => kind === 'tool_call').map(({tool: use}) => use!.callId);
		expect(new Set(calls).size).toBe(calls.length);
	});
});

describe('tool calls', () => {
	it('have a result once they have ended, and an error when they failed', async () => {
		const {entries, history} = await read([
			['msg_1', user, [text('go')]],
			[
				'msg_2',
				answer,
				[
					tool('bash', 'c1', {status: 'pending', input: {}, raw: ''}),
					tool('bash', 'c2', {status: 'running', input: {command: 'sleep 9'}, time: {start}}),
					tool('bash', 'c3', done({command: 'ls'}, '', {time: {start, end: start + 1, compacted: start + 9}})),
					tool('bash', 'c4', {
						status: 'error',
						input: {command: 'make'},
						error: 'Tool execution aborted',
						metadata: {interrupted: true, output: 'half\n'},
						time: {start, end: start + 5},
					}),
					tool('apply_patch', 'c5', done({patchText: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n'}, 'ok')),
					tool('todowrite', 'c6', done({todos: []}, '[]', {title: '0 todos'})),
					tool(
						'read',
						'c7',
						done({filePath: '/x.png'}, 'Image read', {
							attachments: [{type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA'}],
						}),
					),
				],
			],
		]);
		const results = entries.filter(({kind}) => kind === 'tool_result');
		expect(results.map(({tool: use, text: words, isError}) => [use!.callId, words, isError === true])).toEqual([
			['c3', '', false],
			['c4', 'half\nTool execution aborted', true],
			['c5', 'ok', false],
			['c6', '[]', false],
			['c7', 'Image read', false],
		]);
		expect(results[0]!.detail).toBe('pruned from the context');
		expect(results[4]!.media).toEqual([{type: 'image/png', bytes: 3}]);
		expect(entries.filter(({kind}) => kind === 'tool_call').map(({text: words}) => words)).toEqual([
			'',
			'sleep 9',
			'ls',
			'make',
			'src/a.ts',
			'0 todos',
			'/x.png',
		]);
		expect(history.session.counts).toMatchObject({toolCalls: 7, errors: 1});
	});

	it('are told apart where a model counts them from zero in every answer', async () => {
		const {entries} = await read([
			['msg_1', user, [text('go')]],
			['msg_2', answer, [tool('bash', 'call_0', done({command: 'a'}, 'A'))]],
			['msg_3', answer, [tool('bash', 'call_0', done({command: 'b'}, 'B'))]],
		]);
		const uses = entries.filter(({tool: use}) => use).map(({tool: use}) => use!.callId);
		expect(uses).toEqual(['call_0', 'call_0', 'prt_3_000', 'prt_3_000']);
	});

	it.each([
		['metadata', done({prompt: 'x'}, '', {metadata: {sessionId: 'ses_child'}})],
		['a tag in the output', done({prompt: 'x'}, '<task id="ses_child" state="completed">')],
		['a line of the output', done({prompt: 'x'}, 'done\n<task_metadata>\nsession_id: ses_child\n</task_metadata>')],
		['metadata while it runs', {status: 'running', input: {}, metadata: {sessionId: 'ses_child'}}],
	])('name the sub-agent they started: %s', async (_, state) => {
		const {entries} = await read([
			['msg_1', user, [text('go')]],
			['msg_2', answer, [tool('task', 'c', state)]],
		]);
		expect(entries.find(({kind}) => kind === 'tool_call')!.spawned).toBe('ses_child');
	});
});

describe('prompts', () => {
	it('are what a person typed', async () => {
		const {prompts, history} = await read([
			['msg_1', user, [text('one'), text('two')]],
			['msg_2', user, [text('The following tool was executed by the user', {synthetic: true})]],
			['msg_3', answer, [tool('bash', 'c', done({command: 'ls'}, 'a'))]],
			[
				'msg_4',
				user,
				[{type: 'subtask', prompt: 'review the change', description: 'review', agent: 'general', command: 'review'}],
			],
			['msg_5', user, [{type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA'}]],
			['msg_6', user, []],
			['msg_7', user, [text('   ')]],
		]);
		expect(prompts).toEqual(['one\ntwo', 'review the change', '']);
		expect(history.session.counts).toMatchObject({prompts: 3, messages: 4});
	});

	it('name a session that has no name yet', async () => {
		const unnamed = 'New session - 2026-11-16T00:00:00.000Z';
		const messages: Parameters<typeof read>[0] = [
			['msg_1', user, [text('injected', {synthetic: true})]],
			['msg_2', user, [text('fix\nthe tests')]],
		];
		const named = await read(messages, {title: unnamed});
		expect(named.history.session).toMatchObject({title: 'fix the tests', titleSource: 'first-prompt'});
		expect(await opencode.head(named.ref)).toMatchObject({title: 'fix the tests', titleSource: 'first-prompt'});
		const forked = await read(messages, {title: `${unnamed} (fork #1)`});
		expect(forked.history.session.title).toBe('fix the tests (fork #1)');
		const silent = await read([], {title: unnamed});
		expect(await opencode.head(silent.ref)).toMatchObject({title: unnamed, titleSource: 'generated'});
	});
});

describe('errors of an answer', () => {
	it('are shown, and count unless the person stopped it', async () => {
		const failed = {...answer, error: {name: 'APIError', data: {message: 'the key is wrong'}}};
		const stopped = {...answer, error: {name: 'MessageAbortedError', data: {message: 'aborted'}}};
		const {entries, history} = await read([
			['msg_1', user, [text('go')]],
			['msg_2', failed, []],
			['msg_3', user, [text('again')]],
			['msg_4', stopped, [text('I be')]],
		]);
		expect(entries.filter(({isError}) => isError).map(({detail, text: words}) => [detail, words])).toEqual([
			['APIError', 'the key is wrong'],
			['MessageAbortedError', 'aborted'],
		]);
		expect(history.session.counts).toMatchObject({prompts: 2, messages: 3, errors: 1});
	});
});

describe('compaction', () => {
	it('is a mark and a summary, and hides nothing', async () => {
		const {entries, history} = await read([
			['msg_1', user, [text('one')]],
			['msg_2', answer, [text('1')]],
			['msg_3', user, [{type: 'compaction', auto: true, tail_start_id: 'msg_2'}]],
			['msg_4', {...answer, summary: true, agent: 'compaction'}, [text('We did one.')]],
			['msg_5', user, [text('Continue if you have next steps', {synthetic: true})]],
			['msg_6', answer, [text('2')]],
		]);
		expect(brief(entries)).toEqual([
			'user: one',
			'assistant: 1',
			'compaction: Conversation compacted (automatically)',
			'system: We did one.',
			'assistant: 2',
		]);
		expect(entries.find(({text: words}) => words === 'We did one.')!.detail).toBe('compact_summary');
		expect(history.compactions).toEqual([
			{id: 'msg_3', timestamp: new Date(start + 2000).toISOString(), trigger: 'auto'},
		]);
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 3});
	});

	it('of old versions is the summary alone', async () => {
		const {history, entries} = await read([
			['msg_1', user, [text('one')]],
			['msg_2', {...answer, summary: true}, [text('We did one.')]],
		]);
		expect(brief(entries)).toEqual(['user: one', 'compaction: Conversation compacted', 'system: We did one.']);
		expect(history.compactions).toHaveLength(1);
	});
});

describe('order', () => {
	it('is that of time where the ids have wrapped around', async () => {
		const home = temporaryDirectory();
		database(home)
			.session()
			.message('msg_fffffffff001AAAAAAAAAAAAAA', 0, user, [text('before')])
			.message('msg_000000000001AAAAAAAAAAAAAA', 1, answer, [
				{id: 'prt_000000002001AAAAAAAAAAAAAA', ...text('three')},
				{id: 'prt_ffffffffe001AAAAAAAAAAAAAA', ...text('one')},
				{id: 'prt_fffffffff001AAAAAAAAAAAAAA', ...text('two')},
			])
			.message('msg_000000100001AAAAAAAAAAAAAA', 2, user, [text('after')])
			.close();
		expect(brief((await readIn(home)).entries)).toEqual([
			'user: before',
			'assistant: one',
			'assistant: two',
			'assistant: three',
			'user: after',
		]);
	});
});

describe('undo', () => {
	const talk: Parameters<typeof read>[0] = [
		['msg_1', user, [text('one')]],
		['msg_2', answer, [text('1'), tool('bash', 'c', done({command: 'ls'}, 'x')), text('1b')]],
		['msg_3', user, [text('two')]],
		['msg_4', answer, [text('2')]],
	];
	const undo = (revert: Fields) => read(talk, {revert: {snapshot: 'abc', diff: '', ...revert}});

	it('of the very first prompt leaves nothing but a branch', async () => {
		const {entries, history} = await undo({messageID: 'msg_1'});
		expect(brief(entries)).toEqual([expect.stringContaining('system: Undone here')]);
		expect(history.session.counts).toMatchObject({prompts: 0, messages: 0, forks: 1, toolCalls: 1});
		expect(history.graph.branches.map(({prompts, isActive}) => [prompts, isActive])).toEqual([
			[2, false],
			[0, true],
		]);
	});

	it('in the middle of an answer keeps its first half', async () => {
		const {entries, all, history} = await undo({messageID: 'msg_2', partID: 'prt_2_001'});
		expect(brief(entries).slice(0, -1)).toEqual(['user: one', 'assistant: 1']);
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 2, forks: 1});
		expect(brief(all)).toEqual(expect.arrayContaining(['tool_call: ls', 'assistant: 1b', 'user: two', 'assistant: 2']));
		expect(new Set(all.map(({id}) => id)).size).toBe(all.length);
		const [left, active] = [1, 2].map(number => history.records(number));
		const rows = async (records: AsyncIterable<Buffer>) =>
			Buffer.concat(await collect(records))
				.toString()
				.trim()
				.split('\n')
				.map(line => JSON.parse(line).id);
		expect(await rows(active!)).toEqual([sessionId, 'msg_1', 'prt_1_000', 'msg_2', 'prt_2_000']);
		expect(await rows(left!)).toContain('prt_2_001');
	});

	it('of the end of the last answer is a branch too', async () => {
		const {entries, history} = await undo({messageID: 'msg_4', partID: 'prt_4_000'});
		expect(brief(entries).slice(0, -1)).not.toContain('assistant: 2');
		expect(history.graph.forks).toHaveLength(1);
	});

	it('of a message that is gone changes nothing', async () => {
		const {prompts, history} = await undo({messageID: 'msg_9'});
		expect(prompts).toEqual(['one', 'two']);
		expect(history.graph.isLinear).toBe(true);
	});
});

describe('the second engine', () => {
	it('keeps a message in one record, and the order in a number', async () => {
		const home = temporaryDirectory();
		const model = {id: 'mock-model', providerID: 'mock'};
		database(home, {second: true})
			.secondSession({title: null})
			.secondMessage('msg_9', 1, 'agent-switched', {agent: 'build'})
			.secondMessage('msg_8', 2, 'user', {
				text: 'do it',
				files: [{mime: 'image/png', data: 'AAAA', name: 'a.png'}],
				skills: [{name: 's', text: 'skill'}],
			})
			.secondMessage('msg_7', 3, 'assistant', {
				agent: 'build',
				model,
				tokens: {input: 10, output: 20, reasoning: 5, cache: {read: 1, write: 2}},
				content: [
					{type: 'reasoning', text: 'hmm'},
					{type: 'text', text: 'Doing it.'},
					{
						type: 'tool',
						id: 'c1',
						name: 'bash',
						state: {status: 'completed', input: {command: 'ls'}, content: [{type: 'text', text: 'a'}]},
						time: {created: start, ran: start + 1, completed: start + 2},
					},
					{
						type: 'tool',
						id: 'c2',
						name: 'read',
						state: {status: 'error', input: {filePath: '/x'}, error: {type: 'unknown', message: 'no such file'}},
						time: {created: start},
					},
					{type: 'tool', id: 'c3', name: 'bash', state: {status: 'streaming', input: '{"comm'}, time: {created: start}},
				],
			})
			.secondMessage('msg_6', 4, 'synthetic', {text: 'continue', description: 'Continuing after restart'})
			.secondMessage('msg_5', 5, 'shell', {
				shellID: 'sh1',
				command: 'pwd',
				status: 'exited',
				exit: 0,
				output: '/home/user/app\n',
			})
			.secondMessage('msg_4', 6, 'compaction', {
				status: 'completed',
				reason: 'manual',
				summary: 'We did it.',
				recent: '',
			})
			.secondMessage('msg_3', 7, 'model-switched', {model})
			.secondMessage('msg_2', 8, 'assistant', {model, content: [], error: {type: 'provider', message: 'overloaded'}})
			.secondMessage('msg_1', 9, 'hologram', {depth: 3})
			.close();
		const {entries, history} = await readIn(home);
		expect(brief(entries)).toEqual([
			'user: do it',
			'thinking: hmm',
			'assistant: Doing it.',
			'tool_call: ls',
			'tool_result: a',
			'tool_call: /x',
			'tool_result: no such file',
			expect.stringMatching(/^tool_call: /),
			'tool_call: pwd',
			'tool_result: /home/user/app\n',
			'compaction: Conversation compacted',
			'system: We did it.',
			'system: overloaded',
			expect.stringContaining('unknown: {'),
		]);
		expect(entries.find(({kind}) => kind === 'user')!.media).toEqual([{type: 'image/png', bytes: 3}]);
		expect(history.session).toMatchObject({
			title: 'do it',
			titleSource: 'first-prompt',
			counts: {prompts: 1, messages: 2, toolCalls: 4, errors: 2, forks: 0},
			models: ['mock-model'],
			tokens: {input: 10, output: 25, cacheCreation: 2, cacheRead: 1},
		});
		expect(history.compactions).toHaveLength(1);
		const lines = Buffer.concat(await collect(history.records()))
			.toString()
			.trim()
			.split('\n');
		expect(lines.map(line => JSON.parse(line).table)).toEqual(['session_v2', ...Array(9).fill('session_message')]);
	});

	it('names the session a fork came from', async () => {
		const home = temporaryDirectory();
		database(home, {second: true}).secondSession().secondSession({id: 'ses_copy', fork_session_id: sessionId}).close();
		const {sessions} = await discoverIn(home);
		expect(sessions.find(({id}) => id === 'ses_copy')!.forkedFrom).toBe(sessionId);
		expect(await opencode.relate!(sessions)).toEqual([{id: 'ses_copy', forkedFrom: sessionId}]);
	});

	it('and the first are one session where both hold it: the newer row, and never an empty one', async () => {
		const home = temporaryDirectory();
		database(home, {second: true})
			.session({id: 'ses_a', title: 'old a'})
			.message('msg_a', 0, user, [text('old')], 'ses_a')
			.secondSession({id: 'ses_a', title: 'new a'})
			.secondMessage('msg_a2', 1, 'user', {text: 'new'}, 'ses_a')
			.session({id: 'ses_b', title: 'went on in the first', time_updated: start + 99_000})
			.message('msg_b', 0, user, [text('old')], 'ses_b')
			.secondSession({id: 'ses_b', title: 'stale'})
			.secondMessage('msg_b2', 1, 'user', {text: 'stale'}, 'ses_b')
			.session({id: 'ses_c'})
			.message('msg_c', 0, user, [text('not moved yet')], 'ses_c')
			.secondSession({id: 'ses_c'})
			.close();
		const {candidates} = await discoverIn(home);
		expect(candidates.map(({sessionId: id, verdict}) => [id, verdict]).sort()).toEqual([
			['ses_a', 'listed'],
			['ses_b', 'listed'],
			['ses_c', 'listed'],
		]);
		expect((await readIn(home, 'ses_a')).prompts).toEqual(['new']);
		expect((await readIn(home, 'ses_b')).prompts).toEqual(['old']);
		expect((await readIn(home, 'ses_b')).history.session.title).toBe('went on in the first');
		expect((await readIn(home, 'ses_c')).prompts).toEqual(['not moved yet']);
	});
});

describe('a preview', () => {
	it('gives the first entries, undone ones too', async () => {
		const {ref} = await read(
			[
				['msg_1', user, [text('one')]],
				['msg_2', answer, [text('1')]],
			],
			{revert: {messageID: 'msg_1'}},
		);
		expect(brief(await collect(opencode.opening(ref)))).toEqual(['user: one', 'assistant: 1']);
	});
});
