/** Which result belongs to which call, while entries go by. */
import {describe, expect, it} from 'vitest';
import {type Pair, Pairing} from '../../source/formats/parts/pairing.ts';
import type {Entry} from '../../source/model/entry.ts';

let number = 0;
const entry = (fields: Partial<Entry>): Entry => ({
	id: `e${number++}`,
	kind: 'assistant',
	text: '',
	locator: {path: '/s.jsonl', offset: number, length: 1},
	...fields,
});
const tool = (callId: string) => ({name: 'Bash', universal: 'bash' as const, callId});
const call = (callId: string) => entry({kind: 'tool_call', tool: tool(callId)});
const result = (callId: string) => entry({kind: 'tool_result', tool: tool(callId)});
const note = () => entry({kind: 'system', isAside: true});

function paired(entries: readonly Entry[]): Pair[] {
	const pairing = new Pairing();
	return [...entries.flatMap(each => [...pairing.add(each)]), ...pairing.finish()];
}

const many = (count: number, make: () => Entry) => Array.from({length: count}, make);

describe('a call', () => {
	it('waits for its result, however often the agent notes that it is still running', () => {
		const [first, ...notes] = [call('a'), ...many(3000, note)];
		const last = result('a');
		const pairs = paired([first!, ...notes, last, ...many(3000, note), call('b'), result('b')]);
		expect(pairs[0]).toMatchObject({entry: first, result: last});
		expect(pairs.at(-1)!.result?.tool?.callId).toBe('b');
		expect(pairs).toHaveLength(6002);
	});

	it('does not hold up hundreds of entries that are shown, nor notes without end', () => {
		for (const entries of [many(300, () => entry({text: 'words'})), many(30_000, note)]) {
			const pairs = paired([call('a'), ...entries, result('a')]);
			expect(pairs[0]!.result).toBeUndefined();
			expect(pairs).toHaveLength(entries.length + 2);
		}
	});

	it('that is done makes room for the next ones', () => {
		const turns = many(50, () => call('x')).flatMap((each, at) => {
			const id = `c${at}`;
			return [{...each, tool: tool(id)}, ...many(150, note), entry({text: 'words'}), result(id)];
		});
		const calls = paired(turns).filter(({entry: {kind}}) => kind === 'tool_call');
		expect(calls).toHaveLength(50);
		for (const pair of calls) expect(pair.result?.tool?.callId).toBe(pair.entry.tool?.callId);
	});

	it('that never ends takes no other one apart', () => {
		const others = many(500, () => call('x')).flatMap((each, at) => {
			const id = `c${at}`;
			return [{...each, tool: tool(id)}, note(), result(id)];
		});
		for (const lost of [call('lost'), result('lost')]) {
			const pairs = paired([lost, ...others, result('lost')]);
			const calls = pairs.filter(({entry: {kind, tool: use}}) => kind === 'tool_call' && use?.callId !== 'lost');
			expect(calls).toHaveLength(500);
			for (const pair of calls) expect(pair.result?.tool?.callId).toBe(pair.entry.tool?.callId);
			expect(pairs.filter(({entry: {tool: use}}) => use?.callId === 'lost')).toHaveLength(2);
		}
	});
});
