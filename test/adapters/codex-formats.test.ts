/** The older formats of Codex: bare lines, one document, compressed files, and legacy files that say all twice. */
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import {collect} from '../helpers/claude-session.ts';
import * as c from '../helpers/codex-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

async function openFixture(name: string) {
	const {sessions} = await codex.discover({path: fixtureHome(`codex/${name}`), env: {}});
	expect(sessions).toHaveLength(1);
	return {head: await codex.head(sessions[0]!), ...(await c.readRef(sessions[0]!))};
}

describe('the bare lines of 2025', () => {
	it('are read like the wrapped ones of today', async () => {
		const {head, history, shown} = await openFixture('bare');
		expect(head).toMatchObject({
			id: '5b0c1f6e-7a1d-4a63-9d35-0d5b4e3f7a11',
			title: 'count the chairs',
			gitBranch: 'attic',
			startedAt: '2025-07-20T09:00:00.000Z',
		});
		expect(c.outline(shown)).toEqual([
			'user: count the chairs',
			'thinking: **Counting**',
			'tool_call: shell wc -l chairs.txt',
			'tool_result: shell 4 chairs.txt',
			'assistant: Four chairs.',
			'user: and the tables?',
			'tool_call: local_shell wc -l tables.txt',
			'tool_result: local_shell wc: tables.txt: No such file or directory (error)',
			'assistant: There is no list of tables.',
		]);
		expect(history.session.counts).toEqual({prompts: 2, messages: 4, toolCalls: 2, errors: 1, forks: 0});
	});
});

describe('the document of the TypeScript CLI', () => {
	it('is read item by item, each with its place', async () => {
		const {head, history, shown} = await openFixture('document');
		expect(head).toMatchObject({id: '2d9a7c54-8f0b-4a43-9f7c-6a2d8e5b9c10', title: 'hello from the old days'});
		expect(c.outline(shown)).toEqual([
			'user: hello from the old days',
			'tool_call: shell echo {',
			'tool_result: shell {',
			'assistant: A brace: {',
		]);
		const records = Buffer.concat(await collect(history.records())).toString('utf8');
		expect(records).toContain('{"role": "user", "content"');
		expect(records).toContain('"Mind the \\"items\\": [ in here }"');
	});
});

describe('a compressed rollout', () => {
	it('is listed and read like a plain one', async () => {
		const {head, history, shown} = await openFixture('compressed');
		expect(head).toMatchObject({
			id: '019de000-0000-7000-8000-0000000000c1',
			title: 'what is in the attic?',
			cwd: '/home/user/app',
		});
		expect(c.outline(shown)).toEqual(['user: what is in the attic?', 'assistant: Dust, and a trunk.']);
		const records = Buffer.concat(await collect(history.records()))
			.toString('utf8')
			.trimEnd()
			.split('\n');
		expect(records.map(record => JSON.parse(record).type)).toHaveLength(7);
	});
});

describe('a legacy file', () => {
	it('shows each turn once, in whatever order its two sides come', async () => {
		const {shown, history} = await c.readRecords([
			c.meta(),
			c.userText('<environment_context>\n<cwd>/x</cwd></environment_context>'),
			c.userText('# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>be kind</INSTRUCTIONS>'),
			...c.typed('continue'),
			c.event('agent_reasoning', {text: '**One**'}),
			c.event('agent_reasoning', {text: '**Two**'}),
			c.response('reasoning', {
				summary: [
					{type: 'summary_text', text: '**One**'},
					{type: 'summary_text', text: '**Two**'},
				],
				encrypted_content: 'x',
			}),
			...c.said('Going on.'),
			c.event('user_message', {message: 'continue'}),
			c.userText('continue'),
			c.response('reasoning', {summary: [], encrypted_content: 'x'}),
			c.assistantText('Going on.'),
			c.event('agent_message', {message: 'Going on.'}),
		]);
		expect(c.outline(shown)).toEqual([
			'user: continue',
			'thinking: **One**',
			'thinking: **Two**',
			'assistant: Going on.',
			'user: continue',
			'assistant: Going on.',
		]);
		expect(history.session.counts).toMatchObject({prompts: 2, messages: 4});
	});

	it('shows prompts that no event tells of, but not the context beside one that is told', async () => {
		const {prompts} = await c.readRecords([
			c.meta(),
			c.userText('some context nobody knows'),
			c.event('user_message', {message: 'first'}),
			c.assistantText('ok'),
			c.userText('<turn_aborted>\nThe user interrupted.</turn_aborted>'),
			c.userText('second'),
			c.assistantText('ok'),
		]);
		expect(prompts).toEqual(['first', 'second']);
	});

	it('takes nothing for a prompt that the program says in the middle of a turn', async () => {
		const {prompts} = await c.readRecords([
			c.meta(),
			c.event('task_started', {turn_id: 't1'}),
			...c.typed('first'),
			...c.said('working'),
			c.userText('Warning: too many processes'),
			...c.typed('typed meanwhile'),
			...c.said('done'),
			c.userText('Remember to be brief'),
			c.event('task_complete', {turn_id: 't1'}),
		]);
		expect(prompts).toEqual(['first', 'typed meanwhile']);
	});

	it('shows only what was typed of a prompt from an editor, and tells of its pictures', async () => {
		const prompt = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nfix it\n';
		const {shown, history} = await c.readRecords([
			c.meta(),
			c.response('message', {
				role: 'user',
				content: [
					{type: 'input_text', text: prompt},
					{type: 'input_image', image_url: 'data:image/png;base64,AAAA'},
				],
			}),
			c.event('user_message', {message: prompt, images: ['data:image/png;base64,AAAA'], local_images: ['/srv/a.png']}),
		]);
		expect(shown).toHaveLength(1);
		expect(shown[0]).toMatchObject({
			kind: 'user',
			text: 'fix it',
			media: [{type: 'image/png', bytes: 3}, {type: 'image'}],
		});
		expect(history.session.title).toBe('fix it');
		const whole = (await collect(history.entries('all', {isWhole: true}))).find(({kind}) => kind === 'user')!;
		expect(whole.facts!.sentWith).toBe('# Context from my IDE setup:\n\n## Open tabs:\n- a.ts');
	});

	it('shows a call once, and its failure wherever it is told', async () => {
		const {shown, history} = await c.readRecords([
			c.meta(),
			...c.typed('go'),
			c.call('c1', 'shell', {command: ['bash', '-lc', 'make\nmake test']}),
			c.event('exec_command_end', {
				call_id: 'c1',
				command: ['bash', '-lc', 'make'],
				aggregated_output: 'no',
				exit_code: 2,
			}),
			c.output('c1', 'no'),
			c.response('custom_tool_call', {
				name: 'apply_patch',
				call_id: 'c2',
				input: '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch',
			}),
			c.event('patch_apply_end', {
				call_id: 'c2',
				success: true,
				stdout: 'Done',
				changes: {'/x/a.ts': {type: 'delete', content: ''}},
			}),
			c.response('custom_tool_call_output', {
				call_id: 'c2',
				output: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nDone',
			}),
			c.event('web_search_end', {call_id: 'ws_1', query: 'codex', action: {type: 'search', query: 'codex'}}),
			c.response('web_search_call', {status: 'completed', action: {type: 'search', query: 'codex'}}),
			c.response('function_call', {name: '_list', namespace: 'mcp__files', arguments: '{}', call_id: 'c3'}),
			c.event('mcp_tool_call_end', {
				call_id: 'c3',
				invocation: {server: 'files', tool: 'list'},
				result: {Err: 'no server'},
			}),
			c.output('c3', [{type: 'input_text', text: 'no server'}]),
			c.call('c4', 'exec_command', {cmd: 'sleep 100'}),
			c.output('c4', 'aborted by user after 3s'),
			c.event('turn_aborted', {reason: 'interrupted'}),
			c.output('orphan', 'nobody asked'),
		]);
		expect(c.outline(shown)).toEqual([
			'user: go',
			'tool_call: shell make …',
			'tool_result: shell no (error)',
			'tool_call: apply_patch a.ts',
			'tool_result: apply_patch Exit code: 0\nWall time: 0 seconds\nOutput:\nDone',
			'tool_call: web_search codex',
			'tool_call: mcp__files__list',
			'tool_result: mcp__files__list no server (error)',
			'tool_call: exec_command sleep 100',
			'tool_result: exec_command aborted by user after 3s (error)',
			'system: The turn was stopped: interrupted. (error)',
			'tool_result: unknown nobody asked',
		]);
		expect(history.session.counts).toMatchObject({toolCalls: 5, errors: 3});
	});

	it('shows the result that only an event tells of', async () => {
		const {shown} = await c.readRecords([
			c.meta(),
			...c.typed('go'),
			c.call('c1', 'exec_command', {cmd: 'ls'}),
			c.event('exec_command_end', {call_id: 'c1', command: ['ls'], aggregated_output: 'a.ts', exit_code: 0}),
		]);
		expect(c.outline(shown)).toEqual(['user: go', 'tool_call: exec_command ls', 'tool_result: exec_command a.ts']);
	});

	it('keeps the records it does not know, and those that say nothing to a reader', async () => {
		const {entries} = await c.readRecords([
			c.meta(),
			c.line('turn_context', {cwd: '/x', model: 'gpt-5'}),
			c.line('hologram', {beam: 1}),
			c.event('telepathy', {thought: 'hm'}),
			c.response('dance_call', {steps: 3}),
			c.item('Juggling', {balls: 3}),
			{some: 'thing'},
			'[1, 2]',
			c.event('token_count', {info: null}),
		]);
		expect(entries.map(({kind, detail, isAside}) => [kind, detail, isAside === true])).toEqual([
			['system', 'session_meta', true],
			['system', 'turn_context', true],
			['unknown', 'hologram', false],
			['unknown', 'event_msg/telepathy', false],
			['unknown', 'response_item/dance_call', false],
			['unknown', 'item_completed/Juggling', false],
			['unknown', 'no type', false],
			['unknown', 'not an object', false],
			['system', 'event_msg/token_count', true],
		]);
		expect(entries[2]!.text).toBe('{"beam":1}');
	});

	it('goes on after lines that are cut off or glued together, and says so', async () => {
		const broken = JSON.stringify(c.event('agent_message', {message: 'lost'})).slice(0, 60);
		const glued =
			JSON.stringify(c.event('agent_message', {message: 'one'})) +
			JSON.stringify(c.event('agent_message', {message: 'two'}));
		const {shown, history} = await c.readRecords([c.meta(), ...c.typed('go'), broken, glued, '', '\0\0\0']);
		expect(c.outline(shown)).toEqual(['user: go', 'assistant: one', 'assistant: two']);
		expect(history.warnings.length).toBeGreaterThanOrEqual(2);
	});

	it('reads a line of 50 MB in little memory, and says what it left out', async () => {
		const {shown} = await c.readRecords([
			c.meta(),
			...c.typed('go'),
			c.call('c1'),
			c.output('c1', 'x'.repeat(50 * 1024 * 1024)),
		]);
		const result = shown.at(-1)!;
		expect(result.kind).toBe('tool_result');
		expect(result.cutBytes).toBeGreaterThan(49 * 1024 * 1024);
		expect(result.text.length).toBeLessThan(100_000);
	});
});

describe('code mode', () => {
	it('shows a script itself when nothing real stands behind it', async () => {
		const {shown, history} = await c.readRecords([
			c.meta(),
			...c.typed('go'),
			c.response('custom_tool_call', {name: 'exec', call_id: 's1', input: 'text(1 + 1)'}),
			c.response('custom_tool_call_output', {
				call_id: 's1',
				output: [{type: 'input_text', text: 'Script completed\nOutput:\n2'}],
			}),
		]);
		expect(c.outline(shown)).toEqual([
			'user: go',
			'tool_call: exec text(1 + 1)',
			'tool_result: exec Script completed\nOutput:\n2',
		]);
		expect(history.session.counts).toMatchObject({toolCalls: 1});
	});

	it('tells parallel scripts apart by what they spell out', async () => {
		const command = (id: string, cmd: string) =>
			c.item('CommandExecution', {
				id,
				command: ['/bin/bash', '-lc', cmd],
				cwd: 'file:///w%20x',
				status: 'completed',
				aggregated_output: cmd,
				exit_code: 0,
			});
		const {shown} = await c.readRecords([
			c.meta({history_mode: 'paginated'}),
			c.item('UserMessage', {id: 'u1', content: [{type: 'text', text: 'go'}]}),
			c.response('custom_tool_call', {name: 'exec', call_id: 's1', input: 'text("nothing")'}),
			c.response('custom_tool_call', {
				name: 'exec',
				call_id: 's2',
				input: 'await tools.exec_command({"cmd":"echo \\"hi\\""})',
			}),
			command('exec-1', 'echo "hi"'),
			c.response('custom_tool_call_output', {call_id: 's2', output: 'Script completed'}),
			c.response('custom_tool_call_output', {call_id: 's1', output: 'Script completed'}),
		]);
		expect(c.outline(shown)).toEqual([
			'user: go',
			'tool_call: exec text("nothing")',
			'tool_call: exec_command echo "hi"',
			'tool_result: exec_command echo "hi"',
			'tool_result: exec Script completed',
		]);
		expect(shown[2]!.tool!.input).toEqual({cmd: 'echo "hi"', workdir: '/w x'});
	});

	it('follows a script that goes on after its first output', async () => {
		const {shown} = await c.readRecords([
			c.meta(),
			...c.typed('go'),
			c.response('custom_tool_call', {name: 'exec', call_id: 's1', input: 'await slow()'}),
			c.response('custom_tool_call_output', {call_id: 's1', output: 'Script running with cell ID 7'}),
			c.event('patch_apply_end', {
				call_id: 'exec-1',
				success: true,
				stdout: 'Done',
				changes: {'/x/a.ts': {type: 'add', content: 'a\n'}},
			}),
		]);
		expect(c.outline(shown)).toEqual(['user: go', 'tool_call: apply_patch /x/a.ts', 'tool_result: apply_patch Done']);
	});
});
