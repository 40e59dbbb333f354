/** What is of another type than its format says: told with its place, and shown all the same. */
import {expect, it} from 'vitest';
import {readSessionData} from '../../source/formats/session-data/read-session-data.ts';
import {unifiedFormat} from '../../source/formats/unified/unified-format.ts';
import {readUniversal} from '../../source/formats/universal/read-universal.ts';
import {validate} from '../../source/formats/validate.ts';

it('of the Universal format', () => {
	const {records, oddities} = readUniversal({
		id: 5,
		version: '1.0',
		source: 5,
		timeline: [
			{type: 'user', content: ['a']},
			{type: 'tool_result', callId: 'zz', success: false, output: {x: 1}, error: [2]},
			{type: 'assistant', content: 'ok', thinking: 5},
		],
	});
	expect(oddities?.map(({element, message}) => [element, message])).toEqual([
		[undefined, '$.id is not a text'],
		[undefined, '$.source is not an object'],
		[0, '$.timeline[0].content is not a text'],
		[1, '$.timeline[1].output is not a text'],
		[1, '$.timeline[1].error is not a text'],
		[2, '$.timeline[2].thinking is not a text'],
	]);
	expect(records.flatMap(({entries}) => entries.map(({text}) => text))).toEqual(['["a"]', '{"x":1}\n[2]', '5', 'ok']);
});

it('of SessionData', () => {
	const tool = {name: 5, output: 'said', input: 'x'};
	const {records, oddities} = readSessionData({
		provider: 'x',
		exchanges: [
			{messages: 'x'},
			{
				messages: [
					{role: 'robot', content: {a: 1}},
					{role: 'agent', content: ['bare', {type: 'text', text: 7}], tool},
				],
			},
		],
	});
	expect(oddities?.map(({element, message}) => [element, message])).toEqual([
		[undefined, '$.sessionId is missing'],
		[undefined, '$.provider is not an object'],
		[0, '$.exchanges[0].messages is not a list'],
		[1, '$.exchanges[1].messages[0].role is neither user nor agent'],
		[1, '$.exchanges[1].messages[0].content is not a list'],
		[1, '$.exchanges[1].messages[1].content[0] is not an object'],
		[1, '$.exchanges[1].messages[1].content[1].text is not a text'],
		[1, '$.exchanges[1].messages[1].tool.name is not a text'],
		[1, '$.exchanges[1].messages[1].tool.input is not an object'],
		[1, '$.exchanges[1].messages[1].tool.output is not an object'],
	]);
	expect(records.flatMap(({entries}) => entries.map(({text}) => text))).toEqual(['{"a":1}', 'bare', '7', 'x', 'said']);
});

it('messages of the unified JSON that follow each other in a circle', async () => {
	const message = (index: number, uuid: string, parent: string | null) => ({
		index,
		uuid,
		parent_uuid: parent,
		role: 'user',
		content: [{type: 'text', text: uuid}],
	});
	const document = {
		schema_version: '1.0',
		agent: 'claude-code',
		session: {id: 's'},
		messages: [
			message(1, 'z', null),
			message(2, 'a', 'b'),
			message(3, 'b', 'a'),
			message(4, 'after', 'b'),
			message(5, 'c', 'c'),
		],
	};
	const circles = ['$.messages[1].parent_uuid', '$.messages[4].parent_uuid'];
	const {oddities} = unifiedFormat.read(document);
	expect(oddities?.map(each => each.message)).toEqual(circles.map(path => `${path} leads back to the message itself`));
	const found = (await validate('unified', document)).filter(each => each.message.endsWith('the message itself'));
	expect(found.map(({path}) => path)).toEqual(circles);
});
