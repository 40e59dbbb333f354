import {describe, expect, it} from 'vitest';
import {
	answer,
	collect,
	header,
	promptsOf,
	readDocument,
	readSession,
	response,
	textsOf,
	toolCall,
	user,
} from '../helpers/gemini-session.ts';

const read = (...messages: unknown[]) => readSession([header(), ...messages]);
const info = (id: string, type: string, content: unknown) => ({id, timestamp: '2026-11-16T00:00:00Z', type, content});

describe('what a person typed', () => {
	it('may be a string, a part or a list of both', async () => {
		const {prompts} = await read(
			user('a', '', {content: 'plain'}),
			answer('A', 'ok'),
			user('b', '', {content: {text: 'one part'}}),
			answer('B', 'ok'),
			user('c', '', {content: ['first ', {text: 'second'}]}),
		);
		expect(prompts).toEqual(['plain', 'one part', 'first \nsecond']);
	});

	it('is shown as typed, not with the files that were put into it', async () => {
		const {prompts, history} = await read(
			user('a', 'look at @a.ts\n--- a.ts ---\nexport const a = 1;', {displayContent: [{text: 'look at @a.ts'}]}),
		);
		expect(prompts).toEqual(['look at @a.ts']);
		expect(history.session.title).toBe('look at @a.ts');
	});

	it('does not include what the program says in its name', async () => {
		const {prompts, entries, history} = await read(
			user('x', '<session_context>\nstart\n</session_context>'),
			user('h', '<hook_context>from a hook</hook_context>'),
			user(
				'e',
				"Here is the user's editor context as a JSON object. This is for your information only.\n```json\n{}\n```",
			),
			user('a', 'real', {content: [{text: '<hook_context>beside it</hook_context>'}, {text: 'real'}]}),
			answer('A', 'ok'),
			user('g', 'System: Please continue.', {displayContent: [response('1', 'done', 'update_topic')]}),
			answer('G', 'going on'),
		);
		expect(prompts).toEqual(['real']);
		expect(entries.filter(({detail}) => detail === 'context').every(({isAside}) => isAside)).toBe(true);
		expect(history.session).toMatchObject({title: 'real', counts: {prompts: 1, messages: 3}});
	});

	it('may be a picture', async () => {
		const picture = {inlineData: {mimeType: 'image/png', data: Buffer.alloc(300).toString('base64')}};
		const {entries} = await read(user('a', '', {content: [{text: 'what is this?'}, picture]}));
		expect(entries.at(-1)).toMatchObject({text: 'what is this?', media: [{type: 'image/png', bytes: 300}]});
	});

	it('names the session by the first thing that is not a command', async () => {
		const command = await read(user('a', 'long instructions', {displayContent: [{text: '/init'}]}), answer('A', 'ok'));
		expect(command.prompts).toEqual(['/init']);
		expect(command.history.session).toMatchObject({title: '/init', titleSource: 'command'});
		const both = await read(user('a', '/help'), answer('A', 'ok'), user('b', 'fix it'), answer('B', 'ok'));
		expect(both.history.session).toMatchObject({title: 'fix it', titleSource: 'first-prompt'});
	});
});

describe('answers', () => {
	it('tells thoughts, text, calls and results of one message in this order, and counts them once', async () => {
		const {entries, history} = await read(
			user('a', 'go'),
			answer('A', 'I will look.', {
				thoughts: [
					{subject: 'Plan', description: 'Look first.'},
					{subject: '', description: 'Then act.'},
				],
				toolCalls: [toolCall('1'), toolCall('2', {status: 'error', result: [errorResponse('2')]})],
			}),
		);
		const told = entries.filter(({message}) => message === 'A');
		expect(told.map(({kind, id}) => [kind, id])).toEqual([
			['thinking', 'A'],
			['assistant', 'A#1'],
			['tool_call', 'A#2'],
			['tool_result', 'A#3'],
			['tool_call', 'A#4'],
			['tool_result', 'A#5'],
		]);
		expect(told[0]!.text).toBe('**Plan**\nLook first.\n\nThen act.');
		expect(told[5]).toMatchObject({isError: true, text: 'no such file', tool: {callId: '2', isError: true}});
		expect(history.session.counts).toMatchObject({messages: 2, toolCalls: 2, errors: 1});
	});

	it('keeps the last of thoughts that grow', async () => {
		const grown = ['First', 'First I', 'First I read'].map(description => ({description}));
		const {entries, history} = await read(user('a', 'go'), {
			id: 'A',
			type: 'bob-shell',
			content: 'done',
			thoughts: grown,
			toolCalls: [],
		});
		expect(textsOf(entries, 'thinking')).toEqual(['First I read']);
		expect(textsOf(entries, 'assistant')).toEqual(['done']);
		expect(history.session.counts).toMatchObject({messages: 2});
	});

	it('may be named model and keep its parts', async () => {
		const {entries} = await read(user('a', 'go'), {
			id: 'A',
			type: 'model',
			parts: [{text: 'think', thought: true}, {text: 'ok'}],
		});
		expect(textsOf(entries, 'assistant')).toEqual(['ok']);
		expect(textsOf(entries, 'thinking')).toEqual(['think']);
	});

	it('that hold nothing are no answers', async () => {
		const {entries, history} = await read(user('a', 'go'), answer('A', ''), answer('B', 'ok'));
		expect(entries.find(({id}) => id === 'A')).toMatchObject({isAside: true, text: ''});
		expect(history.session.counts?.messages).toBe(2);
	});
});

const errorResponse = (id: string) => ({functionResponse: {id, name: 'read_file', response: {error: 'no such file'}}});

describe('tool results', () => {
	it('are taken from their own record where the call has none', async () => {
		const {entries, history} = await read(
			user('a', 'go'),
			answer('A', '', {content: [{functionCall: {id: '1', name: 'read_file', args: {file_path: 'a.ts'}}}]}),
			user('r', '', {content: [errorResponse('1')]}),
			answer('B', 'ok'),
		);
		expect(entries.slice(-3)).toMatchObject([
			{kind: 'tool_call', text: 'a.ts', tool: {callId: '1', name: 'read_file', universal: 'read'}},
			{kind: 'tool_result', text: 'no such file', isError: true, tool: {callId: '1'}},
			{kind: 'assistant', text: 'ok'},
		]);
		expect(history.session.counts).toMatchObject({prompts: 1, toolCalls: 1, errors: 1});
	});

	it('that were stored together with each call are told apart', async () => {
		const together = [response('1', 'one'), response('2', 'two'), {inlineData: {mimeType: 'image/png', data: 'AAAA'}}];
		const {entries} = await read(
			user('a', 'go'),
			answer('A', '', {toolCalls: [toolCall('1', {result: together}), toolCall('2', {result: together})]}),
		);
		const results = entries.filter(({kind}) => kind === 'tool_result');
		expect(results.map(({text}) => text)).toEqual(['one', 'two']);
		expect(results.map(({media}) => media)).toEqual([undefined, [{type: 'image/png', bytes: 3}]]);
	});

	it('come in many shapes', async () => {
		const shapes = {
			text: {result: 'plain words'},
			parts: {result: [{text: 'a part'}]},
			object: {result: [response('object', {lines: 3})]},
			wrapped: {result: [response('wrapped', '<untrusted_context>\nOutput: hi\n</untrusted_context>')]},
			screen: {result: null, resultDisplay: [[{text: 'hi   '}], [{text: '  '}]]},
			diff: {result: undefined, resultDisplay: {fileDiff: '-a\n+b', fileName: 'a.ts'}},
			cancelled: {status: 'cancelled', result: [response('cancelled', '[Operation Cancelled]')]},
			nothing: {status: 'executing', result: undefined},
		};
		const toolCalls = Object.entries(shapes).map(([id, more]) => toolCall(id, more));
		const {entries, history} = await read(user('a', 'go'), answer('A', '', {toolCalls}));
		const results = entries.filter(({kind}) => kind === 'tool_result');
		expect(results.map(({tool, text}) => [tool!.callId, text])).toEqual([
			['text', 'plain words'],
			['parts', 'a part'],
			['object', '{"lines":3}'],
			['wrapped', 'Output: hi'],
			['screen', 'hi'],
			['diff', '-a\n+b'],
			['cancelled', '[Operation Cancelled]'],
		]);
		expect(history.session.counts).toMatchObject({toolCalls: 8, errors: 1});
	});
});

describe('notes and the rest', () => {
	it('shows what the person was told, and counts errors', async () => {
		const {entries, history} = await read(
			user('a', 'go'),
			info('i', 'info', 'Request cancelled.'),
			info('w', 'warning', [{text: 'careful'}]),
			info('e', 'error', '[API Error: overloaded]'),
			info('n', 'info', ''),
			{id: 'z', type: 'from the future', payload: 1},
			{id: 'y'},
		);
		expect(entries.slice(-6)).toMatchObject([
			{kind: 'system', detail: 'info', text: 'Request cancelled.'},
			{kind: 'system', detail: 'warning', text: 'careful'},
			{kind: 'system', detail: 'error', isError: true},
			{kind: 'system', detail: 'info', isAside: true},
			{kind: 'unknown', detail: 'from the future'},
			{kind: 'unknown', detail: 'no type'},
		]);
		expect(history.session.counts).toMatchObject({prompts: 1, messages: 1, errors: 1});
	});

	it('takes cached tokens out of the input, and counts thoughts as output', async () => {
		const tokens = {input: 1000, cached: 900, output: 50, thoughts: 20, tool: 5, total: 1075};
		const {history} = await read(user('a', 'go'), answer('A', 'ok', {tokens}), answer('B', 'ok', {tokens: null}));
		expect(history.session.tokens).toEqual({input: 105, cacheRead: 900, output: 70, cacheCreation: 0});
	});

	it('survives every wrong type', async () => {
		const odd = [null, 1, true, 'text', [], {}, [null, 1], [[]]];
		const messages = odd.flatMap((value, at) => [
			user(`u${at}`, '', {content: value, displayContent: value, timestamp: value}),
			answer(`g${at}`, '', {
				content: value,
				thoughts: value,
				toolCalls: value,
				tokens: value,
				model: value,
				timestamp: value,
			}),
			answer(`t${at}`, '', {toolCalls: [value, {id: value, name: value, args: value, result: value, status: value}]}),
			{$set: value},
			{$set: {messages: value, summary: value, lastUpdated: value, directories: value}},
			{$rewindTo: value},
			{$patch: {removeIds: value}},
			{sessionId: value, projectHash: value},
		]);
		const {history} = await readSession([header(), user('a', 'still here'), ...messages, user('z', 'and here')]);
		const all = await collect(history.entries('all'));
		expect(promptsOf(all)).toContain('still here');
		expect(promptsOf(all)).toContain('and here');
	});
});

describe('documents of older versions', () => {
	const messages = [
		user('a', 'old'),
		answer('A', 'answer', {toolCalls: [toolCall('1')]}),
		user('b', 'newer'),
		answer('B', 'end'),
	];

	it('are read like logs', async () => {
		const {prompts, history, entries} = await readDocument({...header(), messages, summary: 'Old session'});
		expect(prompts).toEqual(['old', 'newer']);
		expect(history.session).toMatchObject({
			title: 'Old session',
			titleSource: 'summary',
			counts: {prompts: 2, messages: 4, toolCalls: 1},
			models: ['gemini-2.5-pro'],
		});
		expect(entries.find(({id}) => id === 'b')?.locator).toMatchObject({offset: expect.any(Number)});
		const raw = Buffer.concat(await collect(history.records())).toString('utf8');
		expect(
			raw
				.trim()
				.split('\n')
				.map(line => JSON.parse(line)),
		).toEqual(messages);
	});

	it('may be printed on one line', async () => {
		const {prompts} = await readDocument(JSON.stringify({...header(), messages}));
		expect(prompts).toEqual(['old', 'newer']);
	});

	it('that break off are shown as far as they go', async () => {
		const text = JSON.stringify({...header(), messages}, null, 2);
		const {prompts, history} = await readDocument(text.slice(0, text.indexOf('"newer"')));
		expect(prompts).toEqual(['old']);
		expect(history.warnings).toHaveLength(1);
		expect(history.session.id).toBe('aaaaaaaa-0000-4000-8000-000000000001');
	});
});

describe('checkpoints', () => {
	const turn = (role: string, ...parts: unknown[]) => ({role, parts});
	const history = [
		turn('user', {
			text: "This is the Gemini CLI. We are setting up the context for our chat.\nI'm currently working in the directory: /home/user/shop\n",
		}),
		turn('model', {text: 'Got it. Thanks for the context!'}),
		turn('user', {text: 'list'}),
		turn(
			'model',
			{functionCall: {name: 'read_file', args: {file_path: 'a'}}},
			{functionCall: {name: 'read_file', args: {file_path: 'b'}}},
		),
		turn('user', response(undefined, 'first'), response(undefined, 'second')),
		turn('model', {text: 'done'}),
	];

	it.each([
		['with the way of signing in', {history, authType: 'oauth-personal'}],
		['as a bare list', history],
	])('are sessions %s', async (_, document) => {
		const {prompts, entries, history: read, ref} = await readDocument(document, 'tmp/shop/checkpoint-my%20tag.json');
		expect(prompts).toEqual(['list']);
		expect(ref.id).toBe('checkpoint-my%20tag@shop');
		expect(read.session).toMatchObject({title: 'my tag', titleSource: 'custom', cwd: '/home/user/shop'});
		expect(read.session.counts).toEqual({prompts: 1, messages: 3, toolCalls: 2, errors: 0, forks: 0});
		const pairs = entries.filter(({tool}) => tool).map(({kind, tool, text}) => [kind, tool!.callId, text]);
		expect(pairs).toEqual([
			['tool_call', expect.any(String), 'a'],
			['tool_call', expect.any(String), 'b'],
			['tool_result', pairs[0]![1], 'first'],
			['tool_result', pairs[1]![1], 'second'],
		]);
		expect(JSON.stringify(read.session)).not.toContain('oauth');
	});
});
