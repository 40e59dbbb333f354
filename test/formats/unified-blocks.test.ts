/** What has no field in the unified JSON, and what must not get lost all the same. */
import {describe, expect, it} from 'vitest';
import {exportedFrom} from '../../source/formats/exported.ts';
import {unifiedFormat} from '../../source/formats/unified/unified-format.ts';
import {writeUnified} from '../../source/formats/unified/write-unified.ts';
import {validate} from '../../source/formats/validate.ts';
import {answer, call, collect, type Fields, readSession, result, user} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {exportedAt, readBack, written} from '../helpers/written-session.ts';

async function trip(records: readonly unknown[]) {
	const {history} = await readSession(records);
	const text = await written(history, writeUnified, 'Claude Code', 'all');
	const value = JSON.parse(text);
	expect(await validate('unified', value)).toEqual([]);
	const back = await readBack(text, unifiedFormat, temporaryDirectory());
	expect(await written(back, writeUnified, 'Claude Code', 'all')).toBe(text);
	return {history, value, back};
}

const block = (uuid: string, parent: string, content: Fields, message: string) =>
	answer(uuid, parent, [content], {
		message: {
			id: message,
			role: 'assistant',
			model: 'claude-sonnet-4-5',
			content: [content],
			usage: {output_tokens: 7},
		},
	});

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = {type: 'image', source: {type: 'base64', media_type: 'image/png', data: picture}};

describe('a message', () => {
	it('has all blocks of an answer, with thinking beside them in its place', async () => {
		const {value, back} = await trip([
			user('u1', null, 'go'),
			block('a1', 'u1', {type: 'thinking', thinking: 'first thought'}, 'msg_1'),
			block('a2', 'a1', {type: 'text', text: 'an answer'}, 'msg_1'),
			block('a3', 'a2', {type: 'thinking', thinking: 'second thought'}, 'msg_1'),
			block('a4', 'a3', {type: 'tool_use', id: 't1', name: 'Bash', input: {command: 'ls'}}, 'msg_1'),
			block('a5', 'a4', {type: 'tool_use', id: 't2', name: 'Bash', input: {command: 'pwd'}}, 'msg_1'),
			result('r1', 'a4', 't1'),
			result('r2', 'a5', 't2'),
			answer('a6', 'r2', 'done'),
		]);
		expect(value.messages.map(({uuid, parent_uuid, role}: any) => [uuid, parent_uuid, role])).toEqual([
			['u1', null, 'user'],
			['a1', 'u1', 'assistant'],
			['r1', 'a1', 'user'],
			['r2', 'a1', 'user'],
			['a6', 'r2', 'assistant'],
		]);
		const [, message] = value.messages;
		expect(message.content.map(({type}: any) => type)).toEqual(['text', 'tool_use', 'tool_use']);
		expect(message.extensions.thinking).toMatchObject([
			{at: 0, text: 'first thought'},
			{at: 1, text: 'second thought'},
		]);
		expect((await collect(back.entries())).map(({id, parent}) => [id, parent])).toEqual([
			['u1', undefined],
			['a1', 'u1'],
			['a2', 'a1'],
			['a3', 'a2'],
			['a4', 'a3'],
			['a5', 'a4'],
			['r1', 'a4'],
			['r2', 'a5'],
			['a6', 'r2'],
		]);
	});

	it('tells once what an answer took, however many messages it is in', async () => {
		const tool = (id: string) => ({type: 'tool_use', id, name: 'Bash', input: {command: id}});
		const {history, value, back} = await trip([
			user('u1', null, 'go'),
			block('a1', 'u1', tool('t1'), 'msg_1'),
			result('r1', 'a1', 't1'),
			block('a2', 'r1', tool('t2'), 'msg_1'),
			result('r2', 'a2', 't2'),
			block('a3', 'r2', {type: 'text', text: 'done'}, 'msg_2'),
		]);
		const told = value.messages.map(({uuid, metadata}: any) => [uuid, metadata.token_usage?.output_tokens]);
		expect(told).toEqual([
			['u1', undefined],
			['a1', 7],
			['r1', undefined],
			['a2', undefined],
			['r2', undefined],
			['a3', 7],
		]);
		expect(history.session.tokens?.output).toBe(14);
		const answers = (await collect(back.entries())).filter(({kind}) => kind !== 'user' && kind !== 'tool_result');
		expect(answers.map(({facts}) => facts?.tokens?.output)).toEqual([7, 7, 7]);
	});

	it('ends where a fork begins, even inside one answer', async () => {
		const {history, value, back} = await trip([
			user('u1', null, 'go'),
			answer('a1', 'u1', 'one way', {
				message: {id: 'msg_1', role: 'assistant', content: [{type: 'text', text: 'one way'}]},
			}),
			answer('a2', 'u1', 'other', {
				message: {id: 'msg_2', role: 'assistant', content: [{type: 'text', text: 'other'}]},
			}),
			user('u2', 'a1', 'on the first'),
			user('u3', 'a2', 'on the second'),
		]);
		expect(history.graph.isLinear).toBe(false);
		expect(value.graph.fork_points).toEqual([
			{
				uuid: 'u1',
				index: 1,
				branches: [
					{uuid: 'a1', index: 2},
					{uuid: 'a2', index: 3},
				],
			},
		]);
		expect(value.graph.active_path).toEqual(['u1', 'a2', 'u3']);
		expect((await collect(back.entries(1))).map(({id}) => id)).toEqual(['u1', 'a1', 'u2']);
	});

	it('keeps what an editor sent with a prompt, and the prompt without it', async () => {
		const {value, back} = await trip([
			user('u1', null, [
				{type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>'},
				{type: 'text', text: 'why?<ide_selection>lines 1-3</ide_selection>'},
			]),
			answer('a1', 'u1', 'because'),
		]);
		const sentWith = '<ide_opened_file>a.ts</ide_opened_file>\n<ide_selection>lines 1-3</ide_selection>';
		expect(value.messages[0].content).toEqual([{type: 'text', text: 'why?', extensions: {sent_with: sentWith}}]);
		expect((await collect(back.entries()))[0]).toMatchObject({text: 'why?', facts: {sentWith}});
	});

	it('keeps its pictures', async () => {
		const {history, value, back} = await trip([
			user('u1', null, [{type: 'text', text: 'look'}, image, image]),
			call('a1', 'u1', 't1', 'Read', {file_path: 'a.png'}),
			result('r1', 'a1', 't1', [{type: 'text', text: 'here'}, image]),
			answer('a2', 'r1', 'nice'),
		]);
		const [prompt] = value.messages;
		const media = prompt.content.flatMap(({extensions}: any) => extensions?.media ?? []);
		expect(media).toHaveLength(2);
		expect(media[0]).toMatchObject({type: 'image/png', width: 1, height: 1, media_type: 'image/png', data: picture});
		for (const session of [history, back]) {
			const exported = exportedFrom(session, {agentName: '', exportedAt});
			const [first] = (await collect(exported.entries())).filter(({media}) => media);
			expect((await exported.media!(first!, 0))!.data.toString('base64')).toBe(picture);
		}
	});
});

describe('hostile names', () => {
	it('come back as they were', async () => {
		const ids = ['__proto__', 'constructor', 'a#1', 'a#1#2', '"\\\u0000\n', '💥\uD800', '../../x', ' '];
		const records = ids.map((id, at) => (at % 2 ? answer : user)(id, ids[at - 1] ?? null, `text ${at}`));
		const {history, back} = await trip(records);
		const plain = async (session: typeof history) =>
			(await collect(session.entries('all'))).map(({id, parent, kind, text}) => ({id, parent, kind, text}));
		expect(await plain(back)).toEqual(await plain(history));
	});

	it('that look like blocks of others are records of their own', async () => {
		const {history, back} = await trip([
			user('a', null, 'one'),
			answer('a#1', 'a', [
				{type: 'text', text: 'two'},
				{type: 'text', text: 'three'},
			]),
			user('b', 'a#1', 'four'),
		]);
		expect(back.graph.size).toBe(history.graph.size);
		for (let node = 0; node < history.graph.size; node++) {
			expect(back.graph.idOf(node)).toBe(history.graph.idOf(node));
			expect(back.graph.parentOf(node)).toBe(history.graph.parentOf(node));
		}
	});
});

describe('numbers that can not be', () => {
	it('are not written', async () => {
		const content = [{type: 'text', text: 'hello'}];
		const usage = {
			input_tokens: -5,
			output_tokens: 1.5,
			cache_read_input_tokens: 1e300,
			cache_creation_input_tokens: 3,
		};
		const {value} = await trip([
			user('a', null, 'one'),
			answer('b', 'a', content, {message: {id: 'm', role: 'assistant', model: 'claude-sonnet-4-5', content, usage}}),
		]);
		expect(value.messages[1].metadata.token_usage).toEqual({cache_read_tokens: 1e300, cache_creation_tokens: 3});
	});
});
