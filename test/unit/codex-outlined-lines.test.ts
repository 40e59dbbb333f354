/** Of which lines the first pass over a rollout takes an outline: only where it finds out the same from it. */
import {describe, expect, it} from 'vitest';
import {isOutlined} from '../../source/adapters/codex/outlined-lines.ts';

const words = '漢字 and résumés '.repeat(50);

function line(type: string, payload: object, more: object = {}): Buffer {
	return Buffer.from(JSON.stringify({timestamp: '2026-11-16T10:00:00.000Z', ...more, type, payload}));
}

const output = (text: unknown, more: object = {}, type = 'function_call_output') =>
	line('response_item', {type, call_id: 'call_1', output: text, ...more});

describe('outlines of lines', () => {
	it('are taken of results', () => {
		for (const text of [
			words,
			`\n\t${words}`,
			`Process exited with code 0\nOutput:\n${words}`,
			`Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n${words}`,
			`Command: C:\\new "x"\nProcess exited with code 0\n${words}`,
			JSON.stringify({output: words, metadata: {exit_code: 0}}),
			[{type: 'input_text', text: words}],
		])
			expect([text, isOutlined(output(text))]).toEqual([text, true]);
		expect(isOutlined(output(words, {}, 'custom_tool_call_output'))).toBe(true);
		expect(
			isOutlined(line('response_item', {type: 'function_call_output', call_id: 'c', output: words}, {ordinal: 7})),
		).toBe(true);
	});

	it('are not taken where the words may matter', () => {
		// The answer of `spawn_agent` names a session; a command above an output is counted in letters.
		for (const text of [
			JSON.stringify({agent_id: 'é', nickname: words}),
			` \n${JSON.stringify({agent_id: 'é', nickname: words})}`,
			`Command: é\nProcess exited with code 0\n${words}`,
			`Wall time: 1\nCommand: ${words}\nProcess exited with code 1`,
			[{type: 'input_image', image_url: words}],
		])
			expect([text, isOutlined(output(text))]).toEqual([text, false]);
		expect(isOutlined(line('response_item', {type: 'function_call_output', call_id: 'é', output: words}))).toBe(false);
		expect(isOutlined(line('response_item', {type: 'message', role: 'user', content: words}))).toBe(false);
		expect(isOutlined(line('event_msg', {type: 'agent_message', message: words}))).toBe(false);
	});

	it('are taken of calls whose names are plain, but not of scripts', () => {
		const call = (more: object) =>
			line('response_item', {type: 'function_call', name: 'write', arguments: words, ...more});
		expect(isOutlined(call({call_id: 'call_1'}))).toBe(true);
		expect(isOutlined(call({call_id: 'é'}))).toBe(false);
		expect(isOutlined(call({call_id: 'call_1', name: 'é'}))).toBe(false);
		const custom = (name: string) =>
			line('response_item', {type: 'custom_tool_call', status: 'completed', call_id: 'c', name, input: words});
		expect(isOutlined(custom('apply_patch'))).toBe(true);
		expect(isOutlined(custom('exec'))).toBe(false);
	});

	it('are taken of commands that ended, where the command itself is plain', () => {
		const end = (command: string) =>
			line('event_msg', {
				type: 'exec_command_end',
				call_id: 'c',
				command: ['sh', '-c', command],
				cwd: '/é',
				stdout: words,
			});
		expect(isOutlined(end('ls'))).toBe(true);
		expect(isOutlined(end('ls é'))).toBe(false);
	});
});
