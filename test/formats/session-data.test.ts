import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Imported} from '../../source/formats/import/open-format.ts';
import {readerOf, recognizeOpen} from '../../source/formats/open-formats.ts';
import {providerOf} from '../../source/formats/session-data/provider.ts';
import {readSessionData} from '../../source/formats/session-data/read-session-data.ts';
import {slugOf} from '../../source/formats/session-data/slug.ts';
import {writeSessionData} from '../../source/formats/session-data/write-session-data.ts';
import {validate} from '../../source/formats/validate.ts';
import type {Session} from '../../source/model/session.ts';
import {collect} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {callOf, type MadeEntry, type MadeSession, madeExport, resultOf, writtenText} from '../helpers/made-export.ts';

type Message = Record<string, unknown> & {tool?: Record<string, unknown>; metadata?: Record<string, unknown>};
type Document = Record<string, unknown> & {
	exchanges: Array<{exchangeId: string; messages: Message[]; metadata?: Record<string, unknown>}>;
};

/** The document, which is valid and the same after a way there and back. */
async function documentOf(entries: readonly MadeEntry[], made?: MadeSession): Promise<Document> {
	const exported = madeExport(entries, made);
	const text = await writtenText(exported, writeSessionData);
	const document = JSON.parse(text) as Document;
	expect(await validate('session-data', document)).toEqual([]);
	const {header, records, compactions} = readSessionData(document);
	const back = madeExport(
		records.flatMap(each => each.entries),
		{
			...made,
			session: {agentVersion: undefined, cwd: undefined, startedAt: undefined, endedAt: undefined, ...header},
			compactions,
		},
	);
	expect(await writtenText(back, writeSessionData)).toBe(text);
	return document;
}

const entriesOf = ({records}: Imported) => records.flatMap(({entries}) => entries);

describe('writing SessionData', () => {
	it('makes an exchange of each prompt, and one message of a call and its result', async () => {
		const document = await documentOf(
			[
				{kind: 'user', role: 'user', text: 'Run the program', timestamp: '2026-01-02T03:04:06Z'},
				{kind: 'thinking', role: 'assistant', text: 'A command will do.', model: 'claude-x'},
				callOf('Bash', 'c1', {command: 'go run main.go'}, {timestamp: '2026-01-02T03:04:07Z', model: 'claude-x'}),
				{
					...resultOf('c1', 'Exit code 3\nboom\n', {exitCode: 3, printed: 'boom\n', isError: true}),
					timestamp: '2026-01-02T03:04:09Z',
				},
				{
					kind: 'assistant',
					role: 'assistant',
					text: 'It failed.',
					model: 'claude-x',
					timestamp: '2026-01-02T03:04:08Z',
				},
				{kind: 'user', role: 'user', text: 'Edit it'},
				callOf('Edit', 'c2', {file_path: 'main.go', old_string: 'a', new_string: 'b'}),
				resultOf('c2', 'done', {patch: '--- main.go\n+++ main.go\n@@ -1,1 +1,1 @@\n-a\n+b\n'}),
			],
			{
				session: {
					title: 'Fix: the Program!',
					titleSource: 'custom',
					gitBranch: 'main',
					models: ['claude-x'],
					tokens: {input: 5, output: 7},
				},
			},
		);
		expect(document).toEqual({
			schemaVersion: '1.0',
			provider: {id: 'claude', name: 'Claude Code', version: '1.2.3'},
			sessionId: 's1',
			createdAt: '2026-01-02T03:04:05Z',
			updatedAt: '2026-01-02T04:00:00Z',
			slug: 'fix-the-program',
			workspaceRoot: '/home/user/app',
			exchanges: [
				{
					exchangeId: 'ex_1',
					startTime: '2026-01-02T03:04:06Z',
					messages: [
						{
							id: 'e0',
							timestamp: '2026-01-02T03:04:06Z',
							role: 'user',
							content: [{type: 'text', text: 'Run the program'}],
						},
						{id: 'e1', role: 'agent', model: 'claude-x', content: [{type: 'thinking', text: 'A command will do.'}]},
						{
							id: 'e2',
							timestamp: '2026-01-02T03:04:07Z',
							role: 'agent',
							model: 'claude-x',
							tool: {
								name: 'Bash',
								type: 'shell',
								useId: 'c1',
								input: {command: 'go run main.go'},
								output: {stdout: 'boom\n', exit_code: 3, is_error: true},
								summary: 'go run main.go',
							},
							metadata: {
								text: '',
								universal: 'unknown',
								result: {id: 'e3', timestamp: '2026-01-02T03:04:09Z', around: {before: 'Exit code 3\n', after: ''}},
							},
						},
						{
							id: 'e4',
							timestamp: '2026-01-02T03:04:08Z',
							role: 'agent',
							model: 'claude-x',
							content: [{type: 'text', text: 'It failed.'}],
						},
					],
					endTime: '2026-01-02T03:04:09Z',
					metadata: {
						session: {
							title: 'Fix: the Program!',
							titleSource: 'custom',
							gitBranch: 'main',
							models: ['claude-x'],
							tokens: {input: 5, output: 7},
						},
					},
				},
				{
					exchangeId: 'ex_2',
					messages: [
						{id: 'e5', role: 'user', content: [{type: 'text', text: 'Edit it'}]},
						{
							id: 'e6',
							role: 'agent',
							tool: {
								name: 'Edit',
								type: 'write',
								useId: 'c2',
								input: {file_path: 'main.go', old_string: 'a', new_string: 'b'},
								output: {text: 'done'},
								summary: 'main.go',
								formattedMarkdown: '```diff\n--- main.go\n+++ main.go\n@@ -1,1 +1,1 @@\n-a\n+b\n```',
							},
							pathHints: ['main.go'],
							metadata: {text: '', universal: 'unknown', result: {id: 'e7'}},
						},
					],
				},
			],
		});
	});

	it('keeps what comes before the first prompt, and what nobody said apart from the messages', async () => {
		const {exchanges} = await documentOf(
			[
				{kind: 'system', role: 'system', text: 'a reminder', isAside: true, detail: 'context'},
				{kind: 'assistant', role: 'assistant', text: 'Welcome.'},
				{kind: 'user', role: 'user', text: 'hi'},
				{kind: 'system', role: 'system', text: '', isAside: true, detail: 'tick'},
				{kind: 'title', role: 'system', text: 'A title'},
				{kind: 'unknown', text: '{"type":"new"}', detail: 'new'},
				{kind: 'compaction', role: 'system', text: 'What was said so far.'},
				{kind: 'system', role: 'system', text: 'The API failed.', isError: true, detail: 'api_error'},
			],
			{compactions: [{id: 'e6', trigger: 'manual', tokensBefore: 9}]},
		);
		expect(exchanges.map(({exchangeId}) => exchangeId)).toEqual(['ex_0', 'ex_1']);
		expect(exchanges[0]!.messages).toHaveLength(1);
		expect(exchanges[0]!.metadata!.asides).toEqual([
			{id: 'e0', at: 0, detail: 'context', isAside: true, text: 'a reminder'},
		]);
		expect(exchanges[1]!.messages.slice(1)).toEqual([
			{
				id: 'e6',
				role: 'agent',
				content: [{type: 'text', text: 'What was said so far.'}],
				metadata: {kind: 'compaction', compaction: {trigger: 'manual', tokensBefore: 9}},
			},
			{
				id: 'e7',
				role: 'agent',
				content: [{type: 'text', text: 'The API failed.'}],
				metadata: {kind: 'system', detail: 'api_error', isError: true},
			},
		]);
		// A tick says nothing at all.
		expect(exchanges[1]!.metadata!.asides).toEqual([
			{id: 'e4', at: 1, kind: 'title', text: 'A title'},
			{id: 'e5', at: 1, kind: 'unknown', detail: 'new', text: '{"type":"new"}'},
		]);
	});

	it('gives parallel calls their own results, and leaves late and second ones where they came', async () => {
		const {exchanges} = await documentOf([
			{kind: 'user', text: 'go'},
			callOf('Read', 'a', {file_path: 'x'}),
			callOf('Read', 'b', {file_path: 'y'}),
			callOf('Task', 'late', {}),
			resultOf('b', 'of b'),
			resultOf('a', 'of a'),
			resultOf('a', 'of a again'),
			{kind: 'user', text: 'meanwhile'},
			resultOf('late', 'at last'),
			resultOf('nobody', 'from nowhere'),
		]);
		const outputs = exchanges.map(({messages}) => messages.map(({tool}) => tool && [tool.useId, tool.output]));
		expect(outputs).toEqual([
			[undefined, ['a', {text: 'of a'}], ['b', {text: 'of b'}], ['late', undefined], ['a', {text: 'of a again'}]],
			[undefined, ['late', {text: 'at last'}], ['nobody', {text: 'from nowhere'}]],
		]);
		expect(exchanges[1]!.messages[1]!.metadata!.kind).toBe('tool_result');
	});

	it('tells once what an answer took, however many blocks it has', async () => {
		const facts = {cwd: '/home/user/app', userType: 'external', requestId: 'r', tokens: {input: 3, output: 4}};
		const document = await documentOf([
			{kind: 'user', text: 'go', facts: {cwd: '/home/user/app', userType: 'external'}},
			{kind: 'thinking', text: 'hm', message: 'm1', facts},
			{kind: 'assistant', text: 'yes', message: 'm1', facts},
			callOf('Read', 'c', {}, {message: 'm1', facts: {...facts, tokens: {input: 3, output: 9}}}),
			{kind: 'assistant', text: 'next', message: 'm2', facts},
		]);
		const told = document.exchanges[0]!.messages.map(({metadata}) => metadata?.facts);
		const first = {requestId: 'r', tokens: {input: 3, output: 4}};
		expect(told).toEqual([undefined, first, undefined, {requestId: 'r', tokens: {input: 3, output: 9}}, first]);
		expect(entriesOf(readSessionData(document)).map(each => each.facts?.requestId)).toEqual([
			undefined,
			'r',
			'r',
			'r',
			'r',
		]);
	});

	it('takes input that is no object', async () => {
		const {exchanges} = await documentOf([
			{kind: 'user', text: 'go'},
			callOf('apply_patch', 'a', '*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch'),
			callOf('odd', 'b', ['x', 1]),
			callOf('odd', 'c', null),
			callOf('odd', 'd', undefined),
			callOf('', 'e', 7),
			callOf('odd', undefined, {input: 'its own'}),
			resultOf(undefined, 'of another tool'),
		]);
		const tools = exchanges[0]!.messages.slice(1, 7).map(({tool, pathHints}) => [tool!.name, tool!.input, pathHints]);
		expect(tools).toEqual([
			['apply_patch', {input: '*** Begin Patch\n*** Update File: src/a.ts\n*** End Patch'}, ['src/a.ts']],
			['odd', {value: ['x', 1]}, undefined],
			['odd', {value: null}, undefined],
			['odd', undefined, undefined],
			['unknown', {value: 7}, undefined],
			['odd', {input: 'its own'}, undefined],
		]);
		const back = entriesOf(
			readSessionData(JSON.parse(JSON.stringify(await documentOf([callOf('x', 'a', 'text'), callOf('x', 'b', [1])])))),
		);
		expect(back.map(({tool}) => tool!.input)).toEqual(['text', [1]]);
	});

	it('cuts what is nested beyond all reading', async () => {
		const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as unknown;
		const {exchanges} = await documentOf([{kind: 'user', text: 'go'}, callOf('odd', 'a', {deep, flat: 'stays'})]);
		expect(exchanges[0]!.messages[1]!.tool!.input).toMatchObject({flat: 'stays', deep: {a: {a: {}}}});
	});

	it('has no patterns among the path hints', async () => {
		const {exchanges} = await documentOf([
			{kind: 'user', text: 'go'},
			callOf('read_many_files', 'a', {
				include: ['src/**/*.ts', 'a.ts'],
				paths: ['pages/[id].tsx', 'b?.ts', '{a,b}.ts'],
			}),
		]);
		expect(exchanges[0]!.messages[1]!.pathHints).toEqual(['a.ts', 'pages/[id].tsx']);
	});

	it('says something for prompts without words, and remembers that they had none', async () => {
		const document = await documentOf([
			{kind: 'user', role: 'user', text: ''},
			{kind: 'user', role: 'user', text: ' \n'},
			{kind: 'user', role: 'user', text: '', media: [{type: 'image/png', width: 3, height: 4, bytes: 10}], model: 'm'},
			{kind: 'assistant', role: 'assistant', text: '', media: [{type: 'application/pdf'}]},
			{kind: 'thinking', role: 'assistant', text: '', detail: 'redacted_thinking'},
		]);
		const texts = document.exchanges.flatMap(({messages}) =>
			messages.map(({content}) => (content as Array<{text: string}>)[0]!.text),
		);
		expect(texts).toEqual(['(empty)', '(empty)', '[image/png, 3×4]', '[application/pdf]', '']);
		const back = entriesOf(readSessionData(document));
		expect(back.map(({text}) => text)).toEqual(['', ' \n', '', '', '']);
		expect(back[2]).toMatchObject({model: 'm', media: [{type: 'image/png', width: 3, height: 4, bytes: 10}]});
	});

	it('knows what it does not know', async () => {
		const nothing = {startedAt: undefined, endedAt: undefined, cwd: undefined, agentVersion: undefined};
		const document = await documentOf([{kind: 'user', text: 'hi', timestamp: 'yesterday'}], {session: nothing});
		expect(document).toMatchObject({
			provider: {version: 'unknown'},
			createdAt: '1970-01-01T00:00:00Z',
			workspaceRoot: '/',
		});
		expect(document.updatedAt).toBeUndefined();
		expect(document.exchanges[0]!.messages[0]!.timestamp).toBeUndefined();
		expect(readSessionData(document).header).toMatchObject({
			...nothing,
			agent: 'claude',
			id: 's1',
			titleSource: 'none',
		});
		expect((await documentOf([])).exchanges).toEqual([]);
	});

	it('keeps a folder that is no absolute path beside the root', async () => {
		const document = await documentOf([{kind: 'user', text: 'hi'}], {session: {cwd: 'worktrees/a'}});
		expect(document.workspaceRoot).toBe('/');
		expect(document.exchanges[0]!.metadata!.session).toMatchObject({cwd: 'worktrees/a', missing: ['workspaceRoot']});
		expect(readSessionData(document).header.cwd).toBe('worktrees/a');
	});

	it('writes times in the form the format wants', async () => {
		const times = [
			'2026-01-02T03:04:05',
			'2026-01-02T03:04:05+0100',
			'2026-02-30T00:00:00Z',
			'2026-01-02T03:04:05.123456Z',
		];
		const {exchanges} = await documentOf(times.map(timestamp => ({kind: 'assistant', text: 'x', timestamp})));
		expect(exchanges[0]!.messages.map(({timestamp}) => timestamp)).toEqual([
			'2026-01-02T03:04:05.000Z',
			'2026-01-02T02:04:05.000Z',
			'2026-03-02T00:00:00.000Z',
			'2026-01-02T03:04:05.123456Z',
		]);
	});

	it.each([
		['opencode', 'OpenCode', {id: 'opencode', name: 'OpenCode', version: '1.2.3'}],
		['codex', 'Codex', {id: 'codex', name: 'Codex CLI', version: '1.2.3'}],
		['pi', '', {id: 'pi', name: 'pi', version: '1.2.3'}],
	])('names the provider of %s', async (agent, agentName, provider) => {
		const document = await documentOf([{kind: 'user', text: 'hi'}], {session: {agent}, agentName});
		expect(document.provider).toEqual(provider);
	});

	it.each(['constructor', '__proto__', 'toString'])('names an agent that is called %s', agent => {
		const session = {agent, agentVersion: '1.2.3'} as Session;
		expect(providerOf(session, '')).toEqual({id: agent, name: agent, version: '1.2.3'});
	});

	it('holds nothing back but what waits for a result', async () => {
		let read = 0;
		const many = Array.from({length: 300}, (_, at) =>
			at % 2 === 0 ? callOf('Read', `c${at}`, {n: at}) : resultOf(`c${at - 1}`, 'x'),
		);
		const exported = madeExport([{kind: 'user', text: 'go'}, ...many], {onEntry: at => (read = at)});
		let most = 0;
		let messages = 0;
		for await (const piece of writeSessionData(exported))
			if (piece.toString().includes('"role"')) most = Math.max(most, read - 2 * messages++);
		expect(messages).toBe(151);
		expect(most).toBeLessThan(3);
	});
});

describe('reading SessionData', () => {
	const example = {
		schemaVersion: '1.0',
		provider: {id: 'claude', name: 'Claude Code', version: '1.0.0'},
		sessionId: 'sess-1234',
		createdAt: '2025-11-13T10:00:00Z',
		slug: 'create-go-hello-world',
		workspaceRoot: '/home/alice/project',
		exchanges: [
			{
				exchangeId: 'ex_001',
				messages: [
					{id: 'u1', timestamp: '2025-11-13T10:00:00Z', role: 'user', content: [{type: 'text', text: 'Create it'}]},
					{
						timestamp: '2025-11-13T10:00:10Z',
						role: 'agent',
						model: 'claude-3-5-sonnet',
						content: [
							{type: 'thinking', text: 'Hm.'},
							{type: 'text', text: 'Creating the file now.'},
						],
						tool: {
							name: 'Bash',
							type: 'shell',
							useId: 't',
							input: {command: 'ls'},
							output: {stdout: 'a', stderr: 'b', exit_code: 1},
						},
					},
					{role: 'agent', pathHints: ['src/main.go']},
					'odd',
				],
			},
			null,
		],
	};

	it('understands what other programs put into a message', () => {
		const imported = readSessionData(example);
		expect(imported.header).toMatchObject({
			agent: 'claude',
			id: 'sess-1234',
			title: 'create go hello world',
			titleSource: 'generated',
			cwd: '/home/alice/project',
			startedAt: '2025-11-13T10:00:00Z',
			endedAt: '2025-11-13T10:00:10Z',
		});
		const entries = entriesOf(imported);
		expect(entries.map(({kind, text}) => [kind, text])).toEqual([
			['user', 'Create it'],
			['thinking', 'Hm.'],
			['assistant', 'Creating the file now.'],
			['tool_call', 'ls'],
			['tool_result', 'a\nb'],
			['system', 'src/main.go'],
		]);
		expect(new Set(entries.map(({id}) => id)).size).toBe(6);
		expect(new Set(entries.slice(1, 4).map(({message}) => message)).size).toBe(1);
		expect(entries[4]).toMatchObject({
			isError: true,
			tool: {name: 'Bash', universal: 'bash', callId: 't', exitCode: 1},
		});
		expect(imported.oddities!.map(({message}) => message)).toEqual([
			'$.exchanges[0].messages[3] is not an object',
			'$.exchanges[1] is not an object',
		]);
	});

	it('opens a file of it like any session', async () => {
		const file = path.join(temporaryDirectory(), 'example.json');
		fs.writeFileSync(file, JSON.stringify(example));
		const ref = (await recognizeOpen(file))!;
		expect(ref).toMatchObject({agent: 'claude', id: 'sess-1234', format: 'session-data'});
		const history = await readerOf('session-data').history(ref);
		expect(history.session.counts).toMatchObject({prompts: 1, toolCalls: 1, errors: 1});
		expect((await collect(history.entries())).filter(({kind}) => kind === 'user')).toHaveLength(1);
	});

	it.each([
		[{exchanges: 3}, '$.exchanges is not a list'],
		[{...example, schemaVersion: '2.0'}, '$.schemaVersion is "2.0"; only 1.x is understood'],
	])('does not guess at %o', (document, message) => {
		expect(() => readSessionData(document)).toThrow(message);
	});

	it('survives anything in any place', () => {
		const odd = [null, 1, 'x', [], {}, [null, {}], {messages: [null, {role: 7, content: [{}], tool: {output: {}}}]}];
		for (const value of odd) {
			expect(() => readSessionData({exchanges: [value], provider: value, metadata: value})).not.toThrow();
			const message = {role: 'agent', id: value, content: value, tool: value, metadata: value, timestamp: value};
			const exchange = {messages: [message], metadata: {session: value, asides: value}};
			expect(() => readSessionData({exchanges: [exchange], slug: value})).not.toThrow();
		}
	});
});

describe('the rules of SessionData', () => {
	const message = (fields: object) => ({
		schemaVersion: '1.0',
		provider: {id: 'pi', name: 'pi', version: '1'},
		sessionId: 's',
		createdAt: '2026-01-01T00:00:00Z',
		workspaceRoot: '/',
		exchanges: [{exchangeId: 'a', messages: [fields]}],
	});
	const content = [{type: 'text', text: 'x'}];

	it.each([
		[{...message({role: 'user', content}), sessionId: ''}, '$.sessionId', 'must not be empty'],
		[
			{...message({role: 'user', content}), provider: {id: 'pi', name: '', version: '1'}},
			'$.provider.name',
			'must not be empty',
		],
		[{...message({role: 'user', content}), createdAt: 'now'}, '$.createdAt', 'must match format "date-time"'],
		[{...message({role: 'user', content}), title: 'x'}, '$.title', 'is not a field of the format'],
		[message({role: 'user', content: []}), '$.exchanges[0].messages[0].content', 'must not be empty in a user message'],
		[
			message({role: 'user', content, model: 'm'}),
			'$.exchanges[0].messages[0].model',
			'has no place in a user message',
		],
		[message({role: 'agent'}), '$.exchanges[0].messages[0]', 'an agent message needs content, a tool or path hints'],
		[
			message({role: 'agent', tool: {name: '', type: 'read'}}),
			'$.exchanges[0].messages[0].tool.name',
			'must not be empty',
		],
		[message({role: 'agent', pathHints: ['*.ts']}), '$.exchanges[0].messages[0].pathHints[0]', 'must not be a pattern'],
		[{...message({role: 'user', content}), workspaceRoot: 'app/src'}, '$.workspaceRoot', 'must be an absolute path'],
		[{...message({role: 'user', content}), workspaceRoot: 'C:src'}, '$.workspaceRoot', 'must be an absolute path'],
		[{...message({role: 'user', content}), slug: 'a/b c'}, '$.slug', 'must be safe as the name of a file'],
		[{...message({role: 'user', content}), slug: '..'}, '$.slug', 'must be safe as the name of a file'],
	])('are told: %#', async (document, place, words) => {
		expect(await validate('session-data', document)).toEqual([{path: place, message: words}]);
	});

	it.each(['/x', 'C:\\x', 'C:/x', '\\\\server\\x', '~', '~/x'])('take %s for an absolute path', async workspaceRoot => {
		expect(await validate('session-data', {...message({role: 'user', content}), workspaceRoot})).toEqual([]);
	});

	it.each(['fix-login-bug', '修复-登录', 'v1.2', 'two words'])('take %s for a name', async slug => {
		expect(await validate('session-data', {...message({role: 'user', content}), slug})).toEqual([]);
	});

	it('want every exchange to have an id of its own', async () => {
		const exchange = {exchangeId: 'a', messages: []};
		const document = {...message({}), exchanges: [exchange, exchange, {exchangeId: '', messages: []}]};
		expect((await validate('session-data', document)).map(({path: place}) => place)).toEqual([
			'$.exchanges[1].exchangeId',
			'$.exchanges[2].exchangeId',
		]);
	});
});

describe('a slug', () => {
	it.each([
		['Fix the login bug!', 'fix-the-login-bug'],
		['  Déjà  vu / ünïcode ', 'deja-vu-unicode'],
		['修复 登录 👍', '修复-登录'],
		['…', undefined],
		[undefined, undefined],
		[`${'x'.repeat(59)} y`, 'x'.repeat(59)],
	])('of %s', (title, slug) => {
		expect(slugOf(title)).toBe(slug);
		expect(slugOf(slug)).toBe(slug);
	});
});
