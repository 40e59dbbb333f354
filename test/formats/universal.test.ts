import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Fields} from '../../source/adapters/fields.ts';
import {openFormatIds} from '../../source/formats/format.ts';
import {formatOf} from '../../source/formats/formats.ts';
import type {Imported} from '../../source/formats/import/open-format.ts';
import {openFormats, readerOf, recognizeOpen} from '../../source/formats/open-formats.ts';
import {modelProvider} from '../../source/formats/universal/model-provider.ts';
import {readUniversal} from '../../source/formats/universal/read-universal.ts';
import {writeUniversal} from '../../source/formats/universal/write-universal.ts';
import {validate} from '../../source/formats/validate.ts';
import {ownCallId} from '../../source/model/tool.ts';
import {collect} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {callOf, type MadeEntry, type MadeSession, madeExport, resultOf, writtenText} from '../helpers/made-export.ts';

type Document = Record<string, unknown> & {timeline: Array<Record<string, unknown>>};

/** The document, which is valid and the same after a way there and back. */
async function documentOf(entries: readonly MadeEntry[], made?: MadeSession): Promise<Document> {
	const text = await writtenText(madeExport(entries, made), writeUniversal);
	const document = JSON.parse(text) as Document;
	expect(await validate('universal', document)).toEqual([]);
	const {header, records, compactions} = readUniversal(document);
	const unknown = {agentVersion: undefined, cwd: undefined, startedAt: undefined, endedAt: undefined};
	const back = madeExport(
		records.flatMap(each => each.entries),
		{...made, session: {...unknown, ...header}, compactions},
	);
	expect(await writtenText(back, writeUniversal)).toBe(text);
	return document;
}

const entriesOf = ({records}: Imported) => records.flatMap(({entries}) => entries);

describe('writing the Universal format', () => {
	it('has everything in its place', async () => {
		const [first, second] = ['2026-01-02T03:04:06Z', '2026-01-02T03:04:07Z'];
		const document = await documentOf(
			[
				{kind: 'user', role: 'user', text: 'Run it', timestamp: first},
				{kind: 'thinking', role: 'assistant', text: 'Hm.', model: 'claude-x', message: 'm1', timestamp: first},
				{kind: 'assistant', role: 'assistant', text: 'Sure.', model: 'claude-x', message: 'm1', timestamp: second},
				{
					...callOf('Bash', 'c1', {command: 'ls'}, {model: 'claude-y', text: 'ls', timestamp: second}),
					tool: {name: 'Bash', universal: 'bash', callId: 'c1', input: {command: 'ls'}},
				},
				{...resultOf('c1', 'Exit code 2\nno', {exitCode: 2, printed: 'no', isError: true}), timestamp: second},
				{kind: 'system', role: 'system', text: 'Be brief.', isAside: true, detail: 'reminder'},
			],
			{
				session: {
					title: 'A run',
					titleSource: 'custom',
					gitBranch: 'main',
					models: ['claude-x', 'claude-y'],
					tokens: {input: 1, output: 2, cacheRead: 3},
					cost: 0.5,
				},
			},
		);
		expect(document).toEqual({
			id: 's1',
			version: '1.0',
			source: {cli: 'claude', originalId: 's1'},
			project: {path: '/home/user/app', name: 'app', git: {branch: 'main', commit: ''}},
			model: {provider: 'anthropic', model: 'claude-x'},
			metadata: {
				created: '2026-01-02T03:04:05Z',
				lastModified: '2026-01-02T04:00:00Z',
				tokens: {input: 1, output: 2},
				cost: 0.5,
			},
			extensions: {
				agentVersion: '1.2.3',
				title: 'A run',
				titleSource: 'custom',
				models: ['claude-x', 'claude-y'],
				tokens: {cacheRead: 3},
			},
			timeline: [
				{id: 'e0', timestamp: first, type: 'user', content: 'Run it'},
				{
					id: 'e2',
					timestamp: second,
					type: 'assistant',
					content: 'Sure.',
					thinking: 'Hm.',
					extensions: {message: 'm1', thinking: {id: 'e1', timestamp: first, message: 'm1'}},
				},
				{
					id: 'c1',
					timestamp: second,
					type: 'tool_call',
					tool: 'bash',
					input: {command: 'ls'},
					originalTool: 'Bash',
					extensions: {id: 'e3', model: 'claude-y'},
				},
				{
					id: 'e4',
					timestamp: second,
					type: 'tool_result',
					callId: 'c1',
					success: false,
					output: 'Exit code 2\nno',
					error: 'exit code 2',
					extensions: {exitCode: 2, printedAt: 12, printedLength: 2},
				},
				{
					id: 'e5',
					timestamp: second,
					type: 'system',
					content: 'Be brief.',
					extensions: {timestamp: null, detail: 'reminder', isAside: true},
				},
			],
		});
	});

	it('tells commit, repository and provider where they are known, and tokens only if both are', async () => {
		const origin = {gitCommit: 'abc', gitRemote: 'git@example.com:app.git', modelProvider: 'azure', models: ['gpt-x']};
		const known = await documentOf([], {session: {...origin, gitBranch: 'main', told: {projectName: 'shop'}}});
		expect(known).toMatchObject({
			project: {name: 'shop', git: {branch: 'main', commit: 'abc', remote: 'git@example.com:app.git'}},
			model: {provider: 'azure', model: 'gpt-x'},
		});
		expect(known.metadata).not.toHaveProperty('tokens');
		const detached = await documentOf([], {session: origin});
		expect(detached.project).not.toHaveProperty('git');
		expect(detached.extensions).toMatchObject({gitCommit: 'abc', gitRemote: 'git@example.com:app.git'});
	});

	it('gives a thought to the answer it belongs to, and to no other', async () => {
		const {timeline} = await documentOf([
			{kind: 'thinking', text: 'one'},
			{kind: 'thinking', text: 'two'},
			{kind: 'assistant', text: 'answer to two'},
			{kind: 'thinking', text: 'three', message: 'a'},
			{kind: 'assistant', text: 'of another message', message: 'b'},
			{kind: 'thinking', text: 'four'},
			callOf('Read', 'c', {}),
			{kind: 'thinking', text: ''},
		]);
		expect(timeline.map(({type, thinking, content}) => [type, thinking, content])).toEqual([
			['assistant', 'one', ''],
			['assistant', 'two', 'answer to two'],
			['assistant', 'three', ''],
			['assistant', undefined, 'of another message'],
			['assistant', 'four', ''],
			['tool_call', undefined, undefined],
			['assistant', '', ''],
		]);
	});

	it('lets every result name its call', async () => {
		const document = await documentOf([
			callOf('Read', 'a', {n: 1}),
			callOf('Read', 'a', {n: 2}),
			resultOf('a', 'first'),
			resultOf('a', 'second'),
			resultOf('a', 'third'),
			callOf('odd', undefined, 'text'),
			resultOf(undefined, 'of a tool without a name', {name: 'odd'}),
			resultOf('gone', 'its call is not here', {name: 'Bash', universal: 'bash'}),
			{kind: 'assistant', id: 'a', text: 'has the id of a call'},
		]);
		expect(document.timeline.map(({id, callId}) => [id, callId])).toEqual([
			['a', undefined],
			['a~2', undefined],
			['e2', 'a'],
			['e3', 'a~2'],
			['e4', 'a~2'],
			['e5', undefined],
			['e6', 'e5'],
			['gone', undefined],
			['e7', 'gone'],
			['a~3', undefined],
		]);
		const back = entriesOf(readUniversal(document));
		expect(back.map(({id, tool}) => [id, ownCallId(tool), tool?.name])).toEqual([
			['e0', 'a', 'Read'],
			['e1', 'a', 'Read'],
			['e2', 'a', 'Read'],
			['e3', 'a', 'Read'],
			['e4', 'a', 'Read'],
			['e5', undefined, 'odd'],
			['e6', undefined, 'odd'],
			['e7', 'gone', 'Bash'],
			['a', undefined, undefined],
		]);
		expect(back.slice(0, 7).map(({tool}) => tool?.callId)).toEqual(['a', 'a~2', 'a', 'a~2', 'a~2', 'e5', 'e5']);
	});

	it('takes input that is no object, and gives it back as it was', async () => {
		const inputs = ['text', ['x', 1], null, 7, undefined, {input: 'its own'}, {value: 1}, {}];
		const document = await documentOf(inputs.map((input, at) => callOf('odd', `c${at}`, input)));
		expect(document.timeline.map(({input}) => input)).toEqual([
			{input: 'text'},
			{value: ['x', 1]},
			{value: null},
			{value: 7},
			{},
			{input: 'its own'},
			{value: 1},
			{},
		]);
		expect(entriesOf(readUniversal(document)).map(({tool}) => tool!.input)).toEqual(inputs);
	});

	it('has a time for everything, and knows which are not true', async () => {
		const nothing = {startedAt: undefined, endedAt: undefined, cwd: undefined, agentVersion: undefined};
		const document = await documentOf(
			[
				{kind: 'user', text: 'hi'},
				{kind: 'assistant', text: 'ho', timestamp: '2026-01-01T00:00:00'},
				{kind: 'assistant', text: 'hm', timestamp: 'soon'},
			],
			{session: nothing},
		);
		expect(document.timeline.map(({timestamp}) => timestamp)).toEqual([
			'1970-01-01T00:00:00Z',
			'2026-01-01T00:00:00.000Z',
			'2026-01-01T00:00:00.000Z',
		]);
		expect(document).toMatchObject({
			project: {path: ''},
			model: {provider: 'unknown', model: 'unknown'},
			metadata: {created: '1970-01-01T00:00:00Z', lastModified: '1970-01-01T00:00:00Z'},
		});
		const imported = readUniversal(document);
		expect(imported.header).toMatchObject({...nothing, models: [], tokens: {}});
		expect(entriesOf(imported).map(({timestamp}) => timestamp)).toEqual([
			undefined,
			'2026-01-01T00:00:00.000Z',
			undefined,
		]);
		expect((await documentOf([])).timeline).toEqual([]);
	});

	it.each([
		['codex', 'codex'],
		['opencode', 'opencode'],
		['gemini', 'universal'],
		['cursor', 'universal'],
		['pi', 'universal'],
		['copilot', 'universal'],
	])('names %s as %s', async (agent, cli) => {
		const document = await documentOf([{kind: 'user', text: 'hi'}], {session: {agent}});
		expect(document.source).toEqual({cli, originalId: 's1'});
		expect(readUniversal(document).header.agent).toBe(agent);
	});

	it('keeps kinds, errors, pictures and prompts without words', async () => {
		const entries: MadeEntry[] = [
			{kind: 'user', role: 'user', text: ''},
			{kind: 'user', role: 'user', text: '', media: [{type: 'image/png'}]},
			{kind: 'system', role: 'system', text: 'failed', isError: true, detail: 'api_error'},
			{kind: 'compaction', role: 'system', text: 'so far'},
			{kind: 'title', role: 'system', text: 'a name'},
			{kind: 'unknown', text: '{}', detail: 'new'},
			{kind: 'user', role: 'user', text: 'inner', isSidechain: true},
			{kind: 'assistant', role: 'assistant', text: 'half', cutBytes: 7, spawned: 'child'},
		];
		const document = await documentOf(entries, {compactions: [{id: 'e3', tokensAfter: 3}]});
		expect(document.timeline.map(({type, content}) => [type, content])).toEqual([
			['user', ''],
			['user', '[image/png]'],
			['system', 'failed'],
			['system', 'so far'],
			['system', 'a name'],
			['system', '{}'],
			['user', 'inner'],
			['assistant', 'half'],
		]);
		const imported = readUniversal(document);
		expect(entriesOf(imported)).toMatchObject(entries);
		expect(imported.compactions).toMatchObject([{id: 'e3', tokensAfter: 3}]);
	});

	it('streams', async () => {
		let read = 0;
		const entries = Array.from({length: 200}, (): MadeEntry => ({kind: 'assistant', text: 'x'}));
		const exported = madeExport(entries, {onEntry: at => (read = at)});
		let written = 0;
		for await (const piece of writeUniversal(exported))
			if (piece.toString().includes('"type":"assistant"')) expect(read - written++).toBeLessThan(2);
		expect(written).toBe(200);
	});
});

describe('reading the Universal format', () => {
	const entry = (type: string, more: object) => ({id: `${type}1`, timestamp: '2026-01-01T00:00:00Z', type, ...more});
	const example = {
		id: 'u-1',
		version: '1.0',
		source: {cli: 'opencode', originalId: 'ses_1'},
		project: {path: '/p', git: {branch: 'dev', commit: 'abc'}},
		model: {provider: 'deepseek', model: 'deepseek-v4'},
		timeline: [
			entry('user', {content: 'Look\nhere'}),
			entry('assistant', {content: 'Yes.', thinking: 'Hm.'}),
			entry('tool_call', {tool: 'read', input: {path: 'a'}, originalTool: 'view'}),
			entry('tool_result', {callId: 'tool_call1', success: false, output: '', error: 'no such file'}),
			entry('video', {content: 'x'}),
			7,
		],
		metadata: {created: '2026-01-01T00:00:00Z', lastModified: '2026-01-01T00:00:09Z', tokens: {input: 1, output: 2}},
	};

	it('understands what other programs write', () => {
		const imported = readUniversal(example);
		expect(imported.header).toMatchObject({
			agent: 'opencode',
			id: 'ses_1',
			title: 'Look here',
			titleSource: 'first-prompt',
			cwd: '/p',
			gitBranch: 'dev',
			tokens: {input: 1, output: 2},
		});
		const entries = entriesOf(imported);
		expect(entries.map(({kind, text}) => [kind, text])).toEqual([
			['user', 'Look\nhere'],
			['thinking', 'Hm.'],
			['assistant', 'Yes.'],
			['tool_call', 'a'],
			['tool_result', 'no such file'],
			['unknown', JSON.stringify(example.timeline[4])],
		]);
		expect(entries[4]).toMatchObject({isError: true, tool: {name: 'view', universal: 'read', callId: 'tool_call1'}});
		expect(entries[2]!.model).toBe('deepseek-v4');
		expect(imported.oddities).toEqual([{element: 5, message: '$.timeline[5] is not an object'}]);
	});

	it('shows why a call failed beside what it put out, and writes both as they were', async () => {
		const failed = [
			{output: '', error: 'no such file'},
			{output: 'half of it', error: 'timeout'},
			{output: 'half of it\n', error: 'timeout'},
			{output: 'a timeout came', error: 'timeout'},
			{output: 'nothing else'},
		];
		const timeline = failed.flatMap((each, at) => [
			{id: `c${at}`, type: 'tool_call', tool: 'bash', input: {}, timestamp: '2026-01-01T00:00:00Z'},
			{id: `r${at}`, type: 'tool_result', callId: `c${at}`, success: false, timestamp: '2026-01-01T00:00:00Z', ...each},
		]);
		const results = (document: Record<string, unknown>) =>
			entriesOf(readUniversal(document)).filter(({kind}) => kind === 'tool_result');
		const shown = ['no such file', 'half of it\ntimeout', 'half of it\ntimeout', 'a timeout came', 'nothing else'];
		expect(results({...example, timeline}).map(({text}) => text)).toEqual(shown);
		const document = await documentOf(entriesOf(readUniversal({...example, timeline})));
		const written = document.timeline.filter(({type}) => type === 'tool_result');
		expect(written.map(({output, error}) => ({output, error}))).toEqual([
			...failed.slice(0, 4),
			{output: 'nothing else', error: 'nothing else'},
		]);
		expect(results(document).map(({text}) => text)).toEqual(shown);
	});

	it.each(openFormatIds)('is written again from %s with all that its head says', async through => {
		const head = {
			project: {path: '/p', name: 'proj', git: {branch: 'dev', commit: 'abc', remote: 'git@example.com:p'}},
			model: {provider: 'proxy', model: 'deepseek-v4', config: {temperature: 0.2}},
		};
		const prompt: MadeEntry = {kind: 'user', role: 'user', text: 'go'};
		const {header} = readUniversal({...example, ...head, timeline: []});
		const between = await writtenText(
			madeExport([prompt], {session: {...header, models: ['deepseek-v4']}}),
			await formatOf(through).load(),
		);
		const back = openFormats.find(({id}) => id === through)!.read(JSON.parse(between) as Fields);
		const document = await writtenText(madeExport([prompt], {session: back.header}), writeUniversal);
		expect(JSON.parse(document)).toMatchObject(head);
	});

	it('opens a file of it like any session', async () => {
		const file = path.join(temporaryDirectory(), 'example.json');
		fs.writeFileSync(file, JSON.stringify(example));
		const ref = (await recognizeOpen(file))!;
		expect(ref).toMatchObject({agent: 'opencode', id: 'ses_1', format: 'universal'});
		const history = await readerOf('universal').history(ref);
		expect(history.session).toMatchObject({models: ['deepseek-v4'], counts: {prompts: 1, toolCalls: 1}});
		expect((await collect(history.entries())).filter(({kind}) => kind === 'tool_result')).toHaveLength(1);
	});

	it.each([
		[{timeline: {}}, '$.timeline is not a list'],
		[{...example, version: '3.1'}, '$.version is "3.1"; only 1.x is understood'],
	])('does not guess at %o', (document, message) => {
		expect(() => readUniversal(document)).toThrow(message);
	});

	it('survives anything in any place', () => {
		const types = ['user', 'assistant', 'tool_call', 'tool_result', 'system', 7];
		for (const value of [null, 1, 'x', [], {}, [null], {id: 3, thinking: 4, found: 5, facts: 6}])
			for (const type of types) {
				const each = {
					type,
					id: value,
					timestamp: value,
					content: value,
					thinking: 'x',
					callId: value,
					extensions: value,
				};
				const document = {timeline: [each, value], source: value, project: value, metadata: value, extensions: value};
				expect(() => readUniversal(document)).not.toThrow();
			}
	});
});

describe('the rules of the Universal format', () => {
	const timeline = [
		{id: 'a', timestamp: '2026-01-01T00:00:00Z', type: 'user', content: 'x'},
		{id: 'a', timestamp: '2026-01-01T00:00:00Z', type: 'tool_result', callId: 'b', success: true, output: ''},
	];
	const document = {
		id: 'a',
		version: '1.0',
		source: {cli: 'codex'},
		project: {path: ''},
		model: {provider: 'x', model: 'y'},
		timeline,
		metadata: {created: '2026-01-01T00:00:00Z', lastModified: '2026-01-01T00:00:00Z'},
	};
	const told = async (value: unknown) =>
		(await validate('universal', value)).map(({path: at, message}) => `${at} ${message}`);

	it('are told', async () => {
		expect(await told(document)).toEqual([
			'$.timeline[1].id must be unique within the session',
			'$.timeline[1].callId names no tool_call of the timeline',
		]);
		expect(await told({...document, timeline: [], source: {cli: 'gemini'}, extra: 1})).toEqual([
			'$.extra is not a field of the format',
			'$.source.cli must be one of claude, codex, opencode, universal',
		]);
		expect(await told({...document, timeline: [{...timeline[0], content: 3}]})).toEqual([
			'$.timeline[0].content must be string',
		]);
		expect(await told({...document, timeline: [{...timeline[0], type: 'video'}]})).toEqual([
			'$.timeline[0].type must be one of user, assistant, tool_call, tool_result, system',
		]);
		const git = {branch: 'main'};
		expect(await told({...document, timeline: [], project: {path: '', git}})).toEqual([
			'$.project.git.commit is missing',
		]);
	});
});

describe('the maker of a model', () => {
	it.each([
		['claude-opus-4-5', 'anthropic'],
		['gpt-5.5', 'openai'],
		['o3-mini', 'openai'],
		['gemini-2.5-pro', 'google'],
		['openrouter/some-model', 'openrouter'],
		['laguna-s', 'unknown'],
	])('of %s', (model, provider) => expect(modelProvider(model)).toBe(provider));
});
