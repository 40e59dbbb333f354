/** Which answer the tokens belong to that a rollout tells of. */
import {describe, expect, it} from 'vitest';
import {collect} from '../helpers/claude-session.ts';
import {
	assistantText,
	call,
	event,
	item,
	line,
	meta,
	output,
	readRecords,
	response,
	said,
	typed,
	usage,
} from '../helpers/codex-session.ts';

describe('what Codex says of tokens', () => {
	it('gives a response its tokens where the sum stands before what was sent, as in 2025', async () => {
		const sealed = response('reasoning', {summary: [], encrypted_content: 'gAAAA'});
		const {history} = await readRecords([
			meta(),
			...typed('look'),
			event('agent_message', {message: 'I look.'}),
			...[usage(100), sealed, assistantText('I look.'), call('c1'), output('c1', 'one')],
			...[usage(250, 150), sealed, call('c2'), output('c2', 'two')],
			...[usage(450, 200), sealed, call('c3'), output('c3', 'three')],
			event('agent_message', {message: 'Done.'}),
			...[usage(700, 250), sealed, assistantText('Done.')],
			// Today it stands behind all of it, and behind the results.
			...[...typed('again'), call('c4'), output('c4', 'four'), usage(1000, 300)],
			...[call('c5'), output('c5', 'five'), usage(1350, 350), ...said('Five.'), usage(1750, 400)],
		]);
		const entries = await collect(history.entries('all', {isWhole: true}));
		const told = entries
			.filter(({facts}) => facts?.tokens)
			.map(({text: words, tool, facts}) => [tool?.callId ?? words, facts!.tokens!.input]);
		expect(told).toEqual([
			['I look.', 100],
			['c2', 150],
			['c3', 200],
			['Done.', 250],
			['c4', 300],
			['c5', 350],
			['Five.', 400],
		]);
	});

	it('gives what a script ran the tokens of the script', async () => {
		const spent = (input: number) =>
			line('token_usage_record', {response_id: `r${input}`, usage: {input_tokens: input, output_tokens: input / 10}});
		const script = (id: string, command: string) =>
			response('custom_tool_call', {name: 'exec', call_id: id, input: `await shell(${JSON.stringify(command)})`});
		const ran = (id: string, command: string) =>
			item('CommandExecution', {id, command, aggregated_output: 'done', exit_code: 0, status: 'completed'});
		const ended = (id: string) =>
			response('custom_tool_call_output', {call_id: id, output: 'Script completed\nOutput:\n'});
		const {history} = await readRecords([
			meta(),
			...typed('go'),
			...[script('s1', 'ls one'), spent(10), ran('e1', 'ls one'), ended('s1'), usage(10)],
			...[script('s2', 'ls two'), spent(20), ran('e2', 'ls two'), ended('s2'), usage(30, 20)],
			...[...said('That is all.'), spent(30), usage(60, 30)],
		]);
		const entries = await collect(history.entries('all', {isWhole: true}));
		const told = entries
			.filter(({facts}) => facts?.tokens)
			.map(({text: words, facts}) => [words, facts!.tokens!.input]);
		expect(told).toEqual([
			['ls one', 10],
			['ls two', 20],
			['That is all.', 30],
		]);
	});
});
