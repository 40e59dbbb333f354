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
