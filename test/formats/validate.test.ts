import {describe, expect, it} from 'vitest';
import {openFormatIds} from '../../source/formats/format.ts';
import {validate} from '../../source/formats/validate.ts';

const unified = (): any => ({
	schema_version: '1.0',
	export_timestamp: '2026-01-01T00:00:00Z',
	agent: 'codex',
	session: {
		id: 's',
		workspace: '/x',
		workspace_encoded: '-x',
		started_at: '2026-01-01T00:00:00Z',
		ended_at: '2026-01-01T00:00:00Z',
		source: {type: 'local', path: '/x'},
		is_agent_session: false,
	},
	messages: [
		{index: 1, uuid: 'a', role: 'user', content: [{type: 'text', text: 'hi'}]},
		{
			index: 2,
			uuid: 'b',
			parent_uuid: 'a',
			role: 'assistant',
			content: [{type: 'tool_use', tool_id: 't', tool_name: 'Bash', input: {}}],
		},
	],
	graph: {is_linear: true, fork_points: [], active_path: ['a', 'b']},
});

describe('validate', () => {
	it('has nothing to say of a good document', async () => {
		expect(await validate('unified', unified())).toEqual([]);
	});

	it('says what is wrong, and where', async () => {
		const wrong: Array<[(document: any) => void, string, string]> = [
			[document => delete document.session.id, '$.session.id', 'is missing'],
			[document => (document.session.source.type = 'cloud'), '$.session.source.type', 'must be one of local, wsl'],
			[document => (document.export_timestamp = 'yesterday'), '$.export_timestamp', 'must match format "date-time"'],
			[document => (document.messages[1].role = 'tool'), '$.messages[1].role', 'must be one of user'],
			[document => (document.messages[0].content[0].text = 1), '$.messages[0].content[0].text', 'must be string'],
			[document => (document.messages[1].content[0].input = 'ls'), '$.messages[1].content[0].input', 'must be object'],
			[document => (document.messages[0].content[0].type = 'video'), '$.messages[0].content[0].type', 'must be one of'],
			[document => (document.messages[0].colour = 1), '$.messages[0].colour', 'is not a field of the format'],
			[document => (document['odd name'] = 1), '$["odd name"]', 'is not a field of the format'],
			[document => (document.messages[1].index = 7), '$.messages[1].index', 'must be 2'],
			[document => (document.messages[1].uuid = 'a'), '$.messages[1].uuid', 'must be unique'],
			[document => (document.messages[1].parent_uuid = 'z'), '$.messages[1].parent_uuid', 'names no message'],
			[document => document.graph.active_path.push('z'), '$.graph.active_path[2]', 'names no message'],
			[document => (document.graph.is_linear = false), '$.graph.is_linear', 'must be true'],
		];
		for (const [spoil, path, message] of wrong) {
			const document = unified();
			spoil(document);
			expect(await validate('unified', document)).toContainEqual({path, message: expect.stringContaining(message)});
		}
	});

	/** `a`, then `b` and `c` compete; `b` is left. */
	const forked = (): any => ({
		...unified(),
		messages: [
			{index: 1, uuid: 'a', parent_uuid: null, role: 'user', content: []},
			{index: 2, uuid: 'b', parent_uuid: 'a', role: 'user', content: []},
			{index: 3, uuid: 'c', parent_uuid: 'a', role: 'user', content: []},
			{index: 4, uuid: 'd', parent_uuid: 'c', role: 'assistant', content: []},
		],
		graph: {
			is_linear: false,
			fork_points: [
				{
					uuid: 'a',
					index: 1,
					branches: [
						{uuid: 'b', index: 2},
						{uuid: 'c', index: 3},
					],
				},
			],
			active_path: ['a', 'c', 'd'],
		},
	});

	it.each<[string, (document: any) => void, string, string]>([
		['a parent', m => (m.messages[1].parent_uuid = 'b'), '$.messages[1].parent_uuid', 'names the message itself'],
		[
			'ids of a circle',
			m => (m.messages[2].parent_uuid = 'd'),
			'$.messages[2].parent_uuid',
			'leads back to the message',
		],
		['a path backwards', m => m.graph.active_path.reverse(), '$.graph.active_path[0]', 'must come after its parent'],
		[
			'a gap in the path',
			m => m.graph.active_path.splice(1, 1),
			'$.graph.active_path[1]',
			'must come after its parent',
		],
		['a path in circles', m => m.graph.active_path.push('c'), '$.graph.active_path[3]', 'is on the path twice'],
		['the place of a fork', m => (m.graph.fork_points[0].index = 7), '$.graph.fork_points[0].index', 'must be 1'],
		[
			'the place of a branch',
			m => (m.graph.fork_points[0].branches[1].index = 2),
			'$.graph.fork_points[0].branches[1].index',
			'must be 3',
		],
		[
			'a branch of elsewhere',
			m => (m.graph.fork_points[0].branches[1] = {uuid: 'd', index: 4}),
			'$.graph.fork_points[0].branches[1].uuid',
			'is no child of the fork',
		],
		[
			'an end',
			m => (m.session.ended_at = '2020-01-01T00:00:00Z'),
			'$.session.ended_at',
			'must not be before started_at',
		],
		['a model', m => (m.messages[0].metadata = {model: {name: 'm'}}), '$.messages[0].metadata.model', 'assistant only'],
		[
			'tokens',
			m => (m.messages[0].metadata = {token_usage: {input_tokens: 1}}),
			'$.messages[0].metadata.token_usage',
			'assistant only',
		],
	])('holds the graph against the messages: %s', async (_name, spoil, path, message) => {
		const document = forked();
		expect(await validate('unified', document)).toEqual([]);
		spoil(document);
		expect(await validate('unified', document)).toContainEqual({path, message: expect.stringContaining(message)});
	});

	it('tells a circle once, at the first of its messages', async () => {
		const document = unified();
		document.messages[0].parent_uuid = 'b';
		const found = await validate('unified', document);
		expect(found.filter(({path}) => path.endsWith('.parent_uuid'))).toEqual([
			{path: '$.messages[0].parent_uuid', message: 'leads back to the message itself'},
		]);
	});

	it('comes to an end in circles', async () => {
		const document = forked();
		document.messages[1].uuid = 'r#1';
		document.messages[1].parent_uuid = 'r#2';
		document.messages[2].uuid = 'r#2';
		document.messages[2].parent_uuid = 'r#3';
		document.messages[3].uuid = 'r#3';
		document.messages[3].parent_uuid = 'r#2';
		document.graph.fork_points[0].branches[0].uuid = 'r#1';
		expect((await validate('unified', document)).map(({path}) => path)).toContain('$.messages[2].parent_uuid');
	});

	it('leaves open what the format leaves open', async () => {
		const late = unified();
		late.messages[1].content = [
			{type: 'tool_result', tool_id: 'of a call before', tool_name: '', output: '', is_error: false},
		];
		expect(await validate('unified', late)).toEqual([]);
		const without = forked();
		for (const message of without.messages) delete message.parent_uuid;
		expect(await validate('unified', without)).toEqual([]);
		const first = forked();
		first.messages[1].parent_uuid = null;
		first.graph.fork_points = [
			{
				uuid: null,
				index: 0,
				branches: [
					{uuid: 'a', index: 1},
					{uuid: 'b', index: 2},
				],
			},
		];
		expect(await validate('unified', first)).toEqual([]);
	});

	it('takes anything for a document', async () => {
		for (const format of openFormatIds)
			for (const value of [
				undefined,
				null,
				1,
				'x',
				[],
				{},
				{messages: 1},
				{messages: [null]},
				{graph: {fork_points: [1]}},
			])
				expect((await validate(format, value)).length).toBeGreaterThan(0);
	});
});
