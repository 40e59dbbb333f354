/** What other programs' SessionData says of tools, and no agent's records do, is written again as it was. */
import {describe, expect, it} from 'vitest';
import type {Fields} from '../../source/adapters/fields.ts';
import {openFormatIds} from '../../source/formats/format.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {openFormats} from '../../source/formats/open-formats.ts';
import {readSessionData} from '../../source/formats/session-data/read-session-data.ts';
import {writeSessionData} from '../../source/formats/session-data/write-session-data.ts';
import {validate} from '../../source/formats/validate.ts';
import {callOf, madeExport, writtenText} from '../helpers/made-export.ts';

type Message = {readonly tool?: Fields; readonly pathHints?: readonly string[]};

function documentWith(messages: readonly object[]): Fields {
	return {
		schemaVersion: '1.0',
		provider: {id: 'claude', name: 'Claude Code', version: '1'},
		sessionId: 's',
		createdAt: '2026-01-01T00:00:00Z',
		workspaceRoot: '/a',
		exchanges: [{exchangeId: 'e1', messages}],
	};
}

const entriesOf = (document: Fields) => readSessionData(document).records.flatMap(({entries}) => entries);

async function writtenAgain(document: Fields): Promise<Message[]> {
	const text = await writtenText(madeExport(entriesOf(document)), writeSessionData);
	const written = JSON.parse(text) as {exchanges: Array<{messages: Message[]}>};
	expect(await validate('session-data', written)).toEqual([]);
	expect(await writtenText(madeExport(entriesOf(written)), writeSessionData)).toBe(text);
	return written.exchanges.flatMap(({messages}) => messages);
}

const tools = [
	{name: 'Foo', type: 'generic', formattedMarkdown: '**formatted**'},
	{name: 'my_grep', type: 'search', output: {text: 'found', lines: 3, more: {a: [1]}}},
	{name: 'Bash', type: 'shell', output: {stdout: 'out', stderr: 'err', exit_code: 1, is_error: true}},
	{name: 'Bash', type: 'shell', output: {stdout: 'out\n', stderr: 'err', exit_code: 0}},
	{name: 'Bash', type: 'shell', output: {stdout: 'out', stderr: '', exit_code: 0}},
	{name: 'Bash', type: 'generic', output: {text: '', error: 'no'}},
	{name: 'Edit', type: 'write', output: {text: 'ok'}, formattedMarkdown: '```diff\n-a\n+b\n```'},
];
const document = documentWith([
	...tools.map(tool => ({role: 'agent', tool: {...tool, input: {}}})),
	{role: 'agent', pathHints: ['only/hint.txt', 'other.txt']},
]);

describe('the tools of a document', () => {
	it('keep their type, their Markdown, and all of their output', async () => {
		const written = await writtenAgain(document);
		expect(written.slice(0, -1).map(({tool}) => tool)).toEqual(tools.map(tool => ({...tool, input: {}})));
		expect(written.at(-1)!.pathHints).toEqual(['only/hint.txt', 'other.txt']);
	});

	it('keep it on the way through every other format', async () => {
		for (const through of openFormatIds) {
			const text = await writtenText(madeExport(entriesOf(document)), await formatOf(through).load());
			const {records} = openFormats.find(({id}) => id === through)!.read(JSON.parse(text) as Fields);
			const back = await writtenText(madeExport(records.flatMap(({entries}) => entries)), writeSessionData);
			const {exchanges} = JSON.parse(back) as {exchanges: Array<{messages: Message[]}>};
			const kept = exchanges.flatMap(({messages}) => messages.flatMap(({tool}) => (tool ? [tool] : [])));
			expect(
				kept.map(({useId, ...tool}) => tool),
				through,
			).toEqual(tools.map(tool => ({...tool, input: {}})));
		}
	});

	it('show what went to stderr at the end of what they put out', () => {
		const results = entriesOf(document).filter(({kind}) => kind === 'tool_result');
		expect(results.map(({text}) => text)).toEqual(['found', 'out\nerr', 'out\nerr', 'out', 'no', 'ok']);
	});

	it('are known by their type where their name says nothing', () => {
		const calls = entriesOf(document).filter(({kind}) => kind === 'tool_call');
		expect(calls.map(({tool}) => tool?.universal)).toEqual([
			'unknown',
			'search',
			'bash',
			'bash',
			'bash',
			'bash',
			'edit',
		]);
	});
});

it('a tool that all agents have is of its type, whatever it is called', async () => {
	const call = callOf('search', 'c', {pattern: 'x'});
	const entry = {...call, tool: {...call.tool!, universal: 'search' as const}};
	const text = await writtenText(madeExport([entry]), writeSessionData);
	expect(text).toContain('"type":"search"');
});
