/** Documents that others wrote, and documents that nobody should have written. */
import fs from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {findSession} from '../../source/actions/find-session.ts';
import {Library} from '../../source/catalog/library.ts';
import {readerFor} from '../../source/catalog/reader-for.ts';
import {writeUnifiedLine} from '../../source/formats/unified/write-unified.ts';
import {validate} from '../../source/formats/validate.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureSessions} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {written} from '../helpers/written-session.ts';

/** As the format's document has it. */
function example(): any {
	return {
		schema_version: '1.0',
		export_timestamp: '2025-12-27T10:30:00Z',
		agent: 'claude-code',
		session: {
			id: 'c7e6fbcb-6a8a-4637-ab33-6075d83060a8',
			workspace: '/home/user/myproject',
			workspace_encoded: '-home-user-myproject',
			started_at: '2025-12-27T09:00:00Z',
			ended_at: '2025-12-27T09:15:00Z',
			source: {
				type: 'remote',
				host: 'build-box',
				path: '/home/user/.claude/projects/-home-user-myproject/c7e6fbcb.jsonl',
			},
			is_agent_session: false,
			parent_session_id: null,
			agent_id: null,
		},
		messages: [
			{
				index: 1,
				uuid: 'msg-001',
				parent_uuid: null,
				role: 'user',
				timestamp: '2025-12-27T09:00:00Z',
				content: [{type: 'text', text: 'List files in the current directory'}],
				metadata: {cwd: '/home/user/myproject', git_branch: 'main'},
			},
			{
				index: 2,
				uuid: 'msg-002',
				parent_uuid: 'msg-001',
				role: 'assistant',
				timestamp: '2025-12-27T09:00:05Z',
				content: [
					{type: 'text', text: "I'll list the files for you."},
					{type: 'tool_use', tool_id: 'tool_001', tool_name: 'Bash', input: {command: 'ls -la'}},
				],
				metadata: {
					model: {name: 'claude-sonnet-4-5-20250929', stop_reason: 'tool_use'},
					token_usage: {input_tokens: 150, output_tokens: 45},
				},
			},
			{
				index: 3,
				uuid: 'msg-003',
				parent_uuid: 'msg-002',
				role: 'user',
				timestamp: '2025-12-27T09:00:06Z',
				content: [
					{type: 'tool_result', tool_id: 'tool_001', tool_name: 'Bash', output: 'total 8\nREADME.md', is_error: false},
				],
			},
		],
		graph: {is_linear: true, fork_points: [], active_path: ['msg-001', 'msg-002', 'msg-003']},
	};
}

function saved(value: unknown, name = 'session.json'): string {
	const file = path.join(temporaryDirectory(), name);
	fs.writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
	return file;
}

async function open(place: string) {
	const library = new Library({homes: [temporaryDirectory()]});
	const ref = await findSession(place, library);
	return {ref, history: await library.history(ref)};
}

const opened = async (value: unknown) => open(saved(value));

const said = async (place: string): Promise<string> =>
	open(place).then(
		() => 'it was opened',
		error => error.message,
	);

describe('a document that another program wrote', () => {
	it('is the session it tells of', async () => {
		expect(await validate('unified', example())).toEqual([]);
		const {ref, history} = await opened(example());
		expect(ref).toMatchObject({agent: 'claude', id: 'c7e6fbcb-6a8a-4637-ab33-6075d83060a8', format: 'unified'});
		expect(history.session).toMatchObject({
			title: 'List files in the current directory',
			titleSource: 'first-prompt',
			cwd: '/home/user/myproject',
			path: ref.path,
			source: {type: 'remote', host: 'build-box', path: expect.stringContaining('c7e6fbcb.jsonl')},
			counts: {prompts: 1, messages: 2, toolCalls: 1, errors: 0, forks: 0},
			models: ['claude-sonnet-4-5-20250929'],
			tokens: {input: 150, output: 45},
		});
		expect(history.warnings).toEqual([]);
		const entries = await collect(history.entries());
		expect(entries).toMatchObject([
			{id: 'msg-001', kind: 'user', role: 'user', facts: {cwd: '/home/user/myproject', gitBranch: 'main'}},
			{id: 'msg-002', parent: 'msg-001', kind: 'assistant', facts: {stopReason: 'tool_use'}},
			{id: 'msg-002#1', kind: 'tool_call', text: 'ls -la', tool: {universal: 'bash', callId: 'tool_001'}},
			{id: 'msg-003', parent: 'msg-002', kind: 'tool_result', role: 'tool', text: 'total 8\nREADME.md'},
		]);
	});

	it('tells of each record where it lies in the file', async () => {
		const {ref, history} = await opened(example());
		const bytes = fs.readFileSync(ref.path);
		for await (const {locator, id} of history.entries()) {
			const {offset, length} = locator as {offset: number; length: number};
			expect(JSON.parse(bytes.subarray(offset, offset + length).toString()).uuid).toBe(id.replace(/#.*/, ''));
		}
		const records = Buffer.concat(await collect(history.records())).toString();
		expect(
			records
				.trim()
				.split('\n')
				.map(line => JSON.parse(line)),
		).toEqual(example().messages);
		const [first] = await collect(history.entries());
		expect(history.recall?.(first!.locator as never)).toEqual([first]);
	});

	it('forks where it says so, and nowhere else', async () => {
		const document = example();
		const prompt = (index: number, uuid: string, parent: string | null) => ({
			index,
			uuid,
			parent_uuid: parent,
			role: 'user',
			content: [{type: 'text', text: uuid}],
		});
		document.messages = [prompt(1, 'a', null), prompt(2, 'b', 'a'), prompt(3, 'c', 'a'), prompt(4, 'd', 'a')];
		document.graph = {
			is_linear: false,
			fork_points: [
				{
					uuid: 'a',
					index: 1,
					branches: [
						{uuid: 'b', index: 2},
						{uuid: 'd', index: 4},
					],
				},
			],
			active_path: ['a', 'b', 'c'],
		};
		const {history} = await opened(document);
		expect(history.graph.branches).toHaveLength(2);
		expect((await collect(history.entries())).map(({id}) => id)).toEqual(['a', 'b', 'c']);
		expect((await collect(history.entries(2))).map(({id}) => id)).toEqual(['a', 'c', 'd']);
		delete document.graph;
		expect((await opened(document)).history.graph.branches).toHaveLength(3);
	});

	it('has a prompt for each message of a person, and none for what is marked as meta', async () => {
		const document = example();
		document.messages[0].content = ['part one', '', 'part two'].map(text => ({type: 'text', text}));
		document.messages[0].content.splice(1, 0, {type: 'image'});
		document.messages.push({
			index: 4,
			uuid: 'msg-004',
			parent_uuid: 'msg-003',
			role: 'user',
			content: [{type: 'text', text: 'Caveat: nobody typed this'}],
			metadata: {is_meta: true},
		});
		const {history} = await opened(document);
		expect(history.session).toMatchObject({title: 'part one part two', counts: {prompts: 1, messages: 2}});
		expect((await collect(history.entries())).map(({id, kind, role, text}) => [id, kind, role, text])).toEqual([
			['msg-001', 'user', 'user', 'part one\npart two'],
			['msg-001#1', 'unknown', undefined, '{"type":"image"}'],
			['msg-002', 'assistant', 'assistant', "I'll list the files for you."],
			['msg-002#1', 'tool_call', 'assistant', 'ls -la'],
			['msg-003', 'tool_result', 'tool', 'total 8\nREADME.md'],
			['msg-004', 'system', 'user', 'Caveat: nobody typed this'],
		]);
		const again = await written(history, writeUnifiedLine, 'Claude Code', 'all');
		expect(JSON.parse(again).messages.at(-1)).toMatchObject({uuid: 'msg-004', metadata: {is_meta: true}});
		const back = (await opened(again)).history;
		expect(await written(back, writeUnifiedLine, 'Claude Code', 'all')).toBe(again);
		expect((await collect(back.entries())).at(-1)).toMatchObject({kind: 'system', role: 'user'});
	});

	it('keeps the names that it has for the sub-agent and its folder', async () => {
		const document = example();
		const names = {workspace_encoded: 'C--Users-x', is_agent_session: true, agent_id: 'a1b2c3'};
		Object.assign(document.session, names);
		const {history} = await opened(document);
		const again = JSON.parse(await written(history, writeUnifiedLine, 'Claude Code', 'all'));
		expect(again.session).toMatchObject({id: document.session.id, ...names});
	});

	it('needs no ids and no parents', async () => {
		const document = example();
		for (const message of document.messages) {
			delete message.uuid;
			delete message.parent_uuid;
		}
		delete document.graph;
		const {history} = await opened(document);
		expect(history.graph.isLinear).toBe(true);
		expect((await collect(history.entries())).map(({id, parent}) => [id, parent])).toEqual([
			['message-1', undefined],
			['message-2', 'message-1'],
			['message-2#1', 'message-1'],
			['message-3', 'message-2'],
		]);
	});

	it('may be of an agent that nobody knows', async () => {
		const document = {...example(), agent: 'brand-new-agent'};
		const {ref, history} = await opened(document);
		expect(ref.agent).toBe('brand-new-agent');
		expect((await readerFor(ref)).name).toBe('Unified JSON');
		expect(history.session.agent).toBe('brand-new-agent');
	});

	it('keeps what it does not know', async () => {
		const document = example();
		document.messages[1].content.push({type: 'audio', data: 'x'}, 'bare');
		document.messages[1].content.push({type: 'thinking', thinking: 'hm'});
		document.messages.push('not a message', {index: 5, role: 'robot', content: 'bare text'});
		const {history} = await opened(document);
		const entries = await collect(history.entries());
		expect(entries.map(({kind, text}) => [kind, text])).toEqual(
			expect.arrayContaining([
				['unknown', '{"type":"audio","data":"x"}'],
				['unknown', '"bare"'],
				['thinking', 'hm'],
				['system', 'bare text'],
			]),
		);
		expect(history.warnings.map(({message}) => message)).toEqual([
			'$.messages[1].content[2] is of a type that is not known',
			'$.messages[1].content[3] is of a type that is not known',
			'$.messages[3] is not an object; it was passed over',
			'$.messages[4].role is none of user, assistant, system',
		]);
		expect(history.warnings[2]!.offset).toBeGreaterThan(0);
	});
});

describe('where a document lies', () => {
	it('may be compressed, on one line, or after a byte order mark', async () => {
		const text = JSON.stringify(example());
		for (const file of [saved(text), saved(`\uFEFF${text}\n`), saved(text, 'a.ndjson'), saved(text, 'with#sign.json')])
			expect((await open(file)).ref).toMatchObject({path: file, id: example().session.id});
		for (const name of ['session.json.gz', 'SESSION.JSON.GZ']) {
			const packed = path.join(temporaryDirectory(), name);
			fs.writeFileSync(packed, gzipSync(text));
			const {history} = await open(packed);
			expect(await collect(history.entries())).toHaveLength(4);
			expect(await collect(history.records())).toHaveLength(3);
		}
	});

	it('may be among others, a line each', async () => {
		const lines: string[] = [];
		for (const {adapter, ref} of (await fixtureSessions()).slice(0, 3))
			lines.push(await written(await adapter.history(ref), writeUnifiedLine, adapter.name, 'all'));
		const ids = lines.map(line => JSON.parse(line).session.id);
		for (const file of [saved(lines.join(''), 'all.ndjson'), saved(lines.join(''), 'all.json')]) {
			for (const id of ids) {
				const {ref, history} = await open(`${file}#${id}`);
				expect(ref).toMatchObject({id, path: `${file}#${id}`, files: [file]});
				for await (const {locator} of history.entries()) expect(locator.path).toBe(file);
				const raw = (await collect(history.records('all'))).map(line => JSON.parse(line.toString()));
				expect(raw).toEqual(JSON.parse(lines[ids.indexOf(id)]!).messages);
			}
			expect(await said(file)).toContain(`it holds 3 sessions; add #ID to its name, with the id of one: ${ids[0]}`);
			const start = ids[0]!.slice(0, -1);
			expect((await open(`${file}#${start}`)).ref).toMatchObject({id: ids[0], path: `${file}#${ids[0]}`});
			expect(await said(`${file}#nobody`)).toContain('no session in it has the id nobody');
		}
	});

	it('is told with its line where a line is damaged, and the others are read', async () => {
		const good = JSON.stringify(example());
		const file = saved(`${good}\n${good.slice(0, 400)}\n`, 'some.ndjson');
		const {history} = await open(`${file}#${example().session.id}`);
		expect(history.warnings.map(({message}) => message)).toEqual([
			'line 2 was passed over: it is not JSON: line 2, column 401: it ends too early',
		]);
	});

	it('may be behind lines that are none, and those are told', async () => {
		const good = JSON.stringify(example());
		const file = saved(`{"broken\n{"some": "thing"}\n[1]\n${good}\n`, 'behind.ndjson');
		const {ref, history} = await open(file);
		expect(ref).toMatchObject({id: example().session.id, path: `${file}#${example().session.id}`});
		expect(history.warnings.map(({message}) => message)).toEqual([
			'line 1 was passed over: it is not JSON: line 1, column 9: it ends too early',
			'line 2 was passed over: it is not a document of a format we know',
			'line 3 was passed over: it is not a JSON object',
		]);
		const many = saved(`${'{"broken\n'.repeat(40)}${good}\n`, 'many.ndjson');
		const told = (await open(many)).history.warnings;
		expect([told.length, told.at(-1)?.message]).toEqual([13, '28 more lines were passed over']);
	});

	it('may be among others of another format', async () => {
		const other = {
			schemaVersion: '1.0',
			provider: {id: 'claude', name: 'Claude Code', version: '1.0'},
			sessionId: 'sess-1',
			createdAt: '2025-11-13T10:00:00Z',
			workspaceRoot: '/x',
			exchanges: [],
		};
		const [unified, data] = [JSON.stringify(example()), JSON.stringify(other)];
		for (const lines of [
			[unified, data],
			[data, unified],
		]) {
			const file = saved(lines.join('\n'), 'mixed.ndjson');
			expect(await said(file)).toContain('it holds 2 sessions');
			expect((await open(`${file}#sess-1`)).ref).toMatchObject({id: 'sess-1', format: 'session-data'});
			const {ref, history} = await open(`${file}#c7e6`);
			expect(ref).toMatchObject({id: example().session.id, format: 'unified'});
			expect(await collect(history.records())).toHaveLength(3);
		}
	});

	it('is named by its line where its id is not enough', async () => {
		const twin = example();
		twin.messages[0].content[0].text = 'the other one';
		const nameless = {schemaVersion: '1.0', provider: {id: 'x'}, createdAt: '2025-11-13T10:00:00Z', exchanges: []};
		const id = example().session.id;
		const file = saved(
			[example(), twin, nameless, nameless].map(each => JSON.stringify(each)).join('\n'),
			'twins.ndjson',
		);
		expect(await said(file)).toContain(
			`it holds 4 sessions; add #ID to its name, with the id of one: ${id}@1, ${id}@2, @3, @4`,
		);
		expect(await said(`${file}#${id}`)).toContain(`2 sessions in it have the id ${id}: ${id}@1, ${id}@2`);
		for (const name of [`${id}@2`, '@2', 'c7@2']) {
			const {ref, history} = await open(`${file}#${name}`);
			expect(ref).toMatchObject({id, path: `${file}#${id}@2`});
			expect((await collect(history.entries()))[0]!.text).toBe('the other one');
			expect((await collect(history.records())).join('')).toContain('the other one');
		}
		expect((await open(`${file}#${id}@1`)).ref.path).toBe(`${file}#${id}@1`);
		expect((await open(`${file}#@4`)).ref).toMatchObject({path: `${file}#@4`, id: 'unknown'});
		for (const name of ['@5', 'nobody@1', `${id}@3`])
			expect(await said(`${file}#${name}`)).toContain('no session in it');
	});
});

describe('a document that can not be read', () => {
	const text = JSON.stringify(example(), undefined, 2);

	it('is refused with the place of what is wrong', async () => {
		expect(await said(saved(text.slice(0, 900)))).toMatch(/is not JSON: line 34, column 14: it ends too early/);
		expect(await said(saved(text.replace('"messages": [', '"messages": [ oops')))).toMatch(
			/is not JSON: line 20, column 17: invalid symbol/,
		);
		expect(await said(saved({...example(), messages: {}}))).toContain('$.messages is not a list');
		expect(await said(saved({...example(), session: []}))).toContain('$.session is not an object');
		const {session: _, ...rest} = example();
		expect(await said(saved(rest))).toContain('$.session is missing');
		expect(await said(saved({schema_version: '1.0', messages: rest.messages}))).toContain('$.session is missing');
		expect(await said(saved({schema_version: '1.0', session: {id: 'x'}}))).toContain('$.messages is missing');
		expect(await said(saved('{"schema_version":"1.0","session": bro', 'a.ndjson'))).toContain('line 1');
		expect(await said(saved({...example(), schema_version: '2.0'}))).toContain('only 1.x is understood');
		expect(await said(saved('{"some": "thing", "else": [1, 2]}'))).toContain('is not a session');
		expect(await said(saved('', 'empty.json'))).toContain('is not a session');
		expect(await said(saved('[]'))).toContain('is not a session');
		const packed = path.join(temporaryDirectory(), 'session.json.gz');
		fs.writeFileSync(packed, gzipSync(text).subarray(0, 200));
		expect(await said(packed)).toContain("can't be read");
		fs.writeFileSync(packed, 'not packed at all');
		expect(await said(packed)).toContain("can't be read");
	});

	it('is read, and told to be odd, where nothing but names is wrong', async () => {
		for (const [id, own, message] of [
			[5, '5', ['$.session.id is not a text']],
			['', 'unknown', ['$.session.id is empty']],
			[undefined, 'unknown', ['$.session.id is missing']],
		] as const) {
			const {ref, history} = await opened({...example(), session: {...example().session, id}});
			expect([ref.id, history.warnings.map(({message}) => message)]).toEqual([own, message]);
			expect(await collect(history.entries())).toHaveLength(4);
		}
		const {ref, history} = await opened({...example(), agent: 7});
		expect([ref.agent, history.warnings.map(({message}) => message)]).toEqual(['unknown', ['$.agent is not a text']]);
	});

	it('never breaks us, whatever stands in its fields', async () => {
		const odd = [null, 0, -1, '', 'x', [], {}, true, [[]], {a: 1}, 1e308, '\u001b[31m'];
		const places = [
			...['uuid', 'parent_uuid', 'role', 'timestamp', 'content', 'metadata', 'extensions', 'index'],
			...['content.0', 'content.0.extensions', 'content.0.text', 'content.1.input', 'content.1.tool_id'],
			...['metadata.model', 'metadata.token_usage', 'extensions.thinking'],
		];
		for (const place of places)
			for (const value of odd) {
				const document = example();
				put(document.messages[1], place.split('.'), value);
				const {history} = await opened(document);
				const entries = await collect(history.entries('all'));
				expect(entries.length).toBeGreaterThanOrEqual(2);
				expect(new Set(entries.map(({id}) => id)).size).toBe(entries.length);
			}
		const extensions = [
			'id',
			'parent',
			'record',
			'record_parent',
			'record_role',
			'kind',
			'role',
			'facts',
			'media',
			'tool',
		];
		for (const name of extensions)
			for (const value of [...odd, 'msg-001', 'msg-002', 'msg-003']) {
				const document = example();
				document.messages[1].content[1].extensions = {[name]: value};
				document.messages[2].content[0].extensions = {[name]: value};
				await collect((await opened(document)).history.entries('all'));
			}
		for (const name of ['graph', 'session.extensions', 'session.source', 'graph.fork_points', 'graph.active_path'])
			for (const value of odd) {
				const document = example();
				put(document, name.split('.'), value);
				await collect((await opened(document)).history.entries('all'));
			}
	});

	it('may be nested more deeply than anybody could follow', async () => {
		const depth = 100_000;
		const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
		const text = JSON.stringify(example()).replace('"content":[', `"content":[${deep},`);
		const {history} = await open(saved(text.replace('{"command":', `{"deep":${deep},"command":`)));
		const entries = await collect(history.entries());
		expect(entries.map(({kind}) => kind)).toEqual(['unknown', 'user', 'assistant', 'tool_call', 'tool_result']);
		expect(JSON.stringify(entries)).toContain('nested too deeply');
	});

	it('may have ids that are the same, that go round in a circle, or that are no names at all', async () => {
		const document = example();
		for (const [at, message] of document.messages.entries()) {
			message.uuid = at === 2 ? '__proto__' : 'same#1';
			message.parent_uuid = at === 0 ? '__proto__' : 'same#1';
		}
		document.session.id = '../../etc/passwd\u0000#x';
		const {ref, history} = await opened(document);
		expect(ref.id).toBe(document.session.id);
		const entries = await collect(history.entries('all'));
		expect(entries).toHaveLength(4);
		expect(new Set(entries.map(({id}) => id)).size).toBe(4);
	});
});

function put(target: any, [name, ...rest]: string[], value: unknown): void {
	if (rest.length === 0) target[name!] = value;
	else {
		target[name!] ??= {};
		put(target[name!], rest, value);
	}
}
