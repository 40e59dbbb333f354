/** Models that are run at home, and some services, number their calls anew in every turn: `call_0` is many calls. */
import {describe, expect, it} from 'vitest';
import {codex} from '../../source/adapters/codex/codex.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {call, event, type Fields, meta, outline, output, readRecords, said, typed} from '../helpers/codex-session.ts';
import {expectSameInParts} from '../helpers/in-parts.ts';

const ran = (command: string) => call('call_0', 'exec_command', {cmd: command});
const ended = (command: string, text: string, exitCode = 0) =>
	event('exec_command_end', {
		call_id: 'call_0',
		command: ['bash', '-lc', command],
		aggregated_output: text,
		exit_code: exitCode,
		duration: {secs: 1, nanos: 0},
	});
const text = 'some words, and 漢字 '.repeat(3000);

describe('calls that share an id', () => {
	it('fail one by one, whether the model or the person is told first', async () => {
		const {shown, history} = await readRecords([
			meta(),
			...typed('go'),
			...[ran('one'), ended('one', 'no', 1), output('call_0', 'no')],
			...[ran('two'), ended('two', 'yes'), output('call_0', 'yes')],
			...[ran('three'), output('call_0', 'no'), ended('three', 'no', 1)],
			...[ran('four'), output('call_0', 'yes'), ended('four', 'yes')],
		]);
		expect(outline(shown)).toEqual([
			'user: go',
			'tool_call: exec_command one',
			'tool_result: exec_command no (error)',
			'tool_call: exec_command two',
			'tool_result: exec_command yes',
			'tool_call: exec_command three',
			'tool_result: exec_command no (error)',
			'tool_call: exec_command four',
			'tool_result: exec_command yes',
		]);
		expect(history.session.counts).toMatchObject({toolCalls: 4, errors: 2});
	});

	it('keep a result that only the person was told', async () => {
		const {shown} = await readRecords([
			meta(),
			...typed('go'),
			...[ran('one'), output('call_0', 'first')],
			...[ran('two'), ended('two', 'second')],
			...[ran('three'), ended('three', 'third'), output('call_0', 'third')],
			...[ran('four'), ended('four', 'fourth')],
		]);
		expect(outline(shown).slice(1)).toEqual(
			['one first', 'two second', 'three third', 'four fourth'].flatMap(words => {
				const [command, result] = words.split(' ');
				return [`tool_call: exec_command ${command}`, `tool_result: exec_command ${result}`];
			}),
		);
	});

	it('start a sub-agent each', async () => {
		const spawn = (agent: string) => [
			call('call_0', 'spawn_agent', {message: agent}),
			output('call_0', JSON.stringify({agent_id: agent})),
		];
		const {shown} = await readRecords([meta(), ...typed('go'), ...spawn('first'), ...spawn('second'), ran('ls')]);
		const calls = shown.filter(({kind}) => kind === 'tool_call');
		expect(calls.map(({spawned}) => spawned)).toEqual(['first', 'second', undefined]);
	});

	it('are read in parts, and at a glance, as they are read whole', async () => {
		const turns = Array.from({length: 60}, (_, at): Fields[] => [
			...typed(`prompt ${at}`),
			ran(`command ${at}`),
			ended(`command ${at}`, text, at % 7 === 0 ? 1 : 0),
			output('call_0', text),
			...said(`answer ${at}`),
		]).flat();
		const {ref, history} = await readRecords([meta(), ...turns]);
		expect(history.session.counts).toMatchObject({toolCalls: 60, errors: 9});
		// Parts of a quarter of a megabyte: no call reaches back to the first one of its name.
		expect(history.cuts!.length).toBeGreaterThan(10);
		await expectSameInParts(history);
		const glance = (await codex.glance!(ref))!;
		const places = [0, ...history.cuts!, Number.POSITIVE_INFINITY];
		const glanced: Entry[] = [];
		for (const [at, from] of places.slice(0, -1).entries()) {
			const range = {from, to: places[at + 1]!};
			for await (const batch of glance.read(range, history.hint!(range)!)) glanced.push(...batch);
		}
		expect(outline(glanced)).toEqual(outline(await collect(history.entries('all', {isWhole: true}))));
	});
});
