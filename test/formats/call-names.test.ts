/** Calls without an id, or with one that another call has: each keeps its own result, in every format. */
import {describe, expect, it} from 'vitest';
import {EntryWriter} from '../../source/actions/entry-text.ts';
import type {Fields} from '../../source/adapters/fields.ts';
import {type OpenFormatId, openFormatIds} from '../../source/formats/format.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {openFormats} from '../../source/formats/open-formats.ts';
import {Pairing} from '../../source/formats/parts/pairing.ts';
import {readSessionData} from '../../source/formats/session-data/read-session-data.ts';
import type {Entry} from '../../source/model/entry.ts';
import {callOf, type MadeEntry, madeExport, resultOf, writtenText} from '../helpers/made-export.ts';

const tool = (name: string, more: Fields) => ({role: 'agent', tool: {name, type: 'generic', ...more}});

const sessionData = {
	schemaVersion: '1.0',
	provider: {id: 'claude', name: 'Claude Code', version: '1'},
	sessionId: 's',
	exchanges: [
		{
			exchangeId: 'e1',
			messages: [
				tool('Bash', {input: {command: 'ls'}, output: {stdout: 'one'}}),
				tool('Bash', {input: {command: 'sleep'}}),
				tool('Bash', {input: {command: 'pwd'}, output: {stdout: 'two'}}),
				tool('Foo', {useId: 'same'}),
				tool('Foo2', {useId: 'same', output: {text: 'three'}}),
			],
		},
	],
};

const use = (name: string, id: string, command: string) => ({
	type: 'tool_use',
	tool_name: name,
	tool_id: id,
	input: {command},
});
const outcome = (name: string, id: string, output: string) => ({
	type: 'tool_result',
	tool_name: name,
	tool_id: id,
	output,
});

const unified = {
	schema_version: '1.0',
	agent: 'gemini',
	session: {id: 's'},
	messages: [
		{role: 'assistant', content: [use('Bash', '', 'one'), use('Read', '', 'x'), use('Bash', '', 'two')]},
		{role: 'user', content: [outcome('Read', '', 'of x'), outcome('Bash', '', 'of one'), outcome('', '', 'of two')]},
		{role: 'assistant', content: [use('Bash', 'same', 'lost')]},
		{role: 'assistant', content: [use('Bash', 'same', 'three'), use('Bash', 'same', 'four')]},
		{role: 'user', content: [outcome('Bash', 'same', 'of three'), outcome('Bash', 'same', 'of four')]},
	],
};

function entriesIn(document: Fields, id: OpenFormatId): Entry[] {
	const {records} = openFormats.find(format => format.id === id)!.read(document);
	return records.flatMap(({entries}) => entries.map(entry => ({...entry, locator: {path: '/', offset: 0, length: 1}})));
}

function pairs(entries: readonly Entry[]): unknown[] {
	const pairing = new Pairing();
	return [...entries.flatMap(entry => [...pairing.add(entry)]), ...pairing.finish()].map(({entry, result}) => [
		`${entry.tool?.name} ${entry.text}`.trim(),
		result?.text,
	]);
}

describe('a call and its result', () => {
	it.each([
		[
			'session-data',
			sessionData,
			[
				['Bash ls', 'one'],
				['Bash sleep', undefined],
				['Bash pwd', 'two'],
				['Foo', undefined],
				['Foo2', 'three'],
			],
		],
		[
			'unified',
			unified,
			[
				['Bash one', 'of one'],
				['Read x', 'of x'],
				['Bash two', 'of two'],
				['Bash lost', undefined],
				['Bash three', 'of three'],
				['Bash four', 'of four'],
			],
		],
	] as const)('belong together in %s, and in whatever is made of it', async (from, document, expected) => {
		const entries = entriesIn(document, from);
		expect(pairs(entries)).toEqual(expected);
		for (const to of openFormatIds) {
			const write = await formatOf(to).load();
			const text = await writtenText(madeExport(entries), write);
			const back = entriesIn(JSON.parse(text) as Fields, to);
			expect(pairs(back), to).toEqual(expected);
			if (to !== 'unified') expect(await writtenText(madeExport(back), write)).toBe(text);
		}
	});

	it('have the id that the document gave them when it is written again', async () => {
		const write = await formatOf('session-data').load();
		const text = await writtenText(madeExport(entriesIn(sessionData, 'session-data')), write);
		const {exchanges} = JSON.parse(text) as typeof sessionData;
		const ids = exchanges[0]!.messages.map(message => (message.tool as Fields).useId);
		expect(ids).toEqual([undefined, undefined, undefined, 'same', 'same']);
	});

	it('are found by a result that stands alone', () => {
		const {records} = readSessionData({
			...sessionData,
			exchanges: [
				{messages: [tool('Bash', {useId: 'c', input: {}, output: {stdout: 'one'}}), tool('Bash', {useId: 'c'})]},
				{messages: [{...tool('Bash', {useId: 'c', output: {stdout: 'late'}}), metadata: {kind: 'tool_result'}}]},
			],
		});
		const ids = records.flatMap(({entries}) => entries.map(({kind, tool: used}) => [kind, used?.callId]));
		expect(ids).toEqual([
			['tool_call', 'c'],
			['tool_result', 'c'],
			['tool_call', 'c~2'],
			['tool_result', 'c~2'],
		]);
	});
});

async function shown(entries: readonly MadeEntry[]): Promise<string[]> {
	const writer = new EntryWriter((_role, text) => text, false);
	let text = '';
	for await (const entry of madeExport(entries).entries()) text += writer.write(entry);
	return (text + writer.finish()).split('\n').map(line => line.trim());
}

it('a call is shown though another one has its id', async () => {
	const lines = await shown([callOf('One', 'c', {}), callOf('Two', 'c', {}), resultOf('c', 'out')]);
	expect(lines).toEqual(['One  no result yet', 'Two', 'out', '']);
});

it('a call without a result is shown where it stands', async () => {
	const said = (text: string): MadeEntry => ({kind: 'assistant', text});
	const lines = await shown([
		said('before'),
		callOf('One', 'a', {}),
		said('between'),
		callOf('Two', 'b', {}),
		said('after'),
	]);
	expect(lines.filter(line => line !== '')).toEqual([
		'before',
		'One  no result yet',
		'between',
		'Two  no result yet',
		'after',
	]);
});
