import {expect, it} from 'vitest';
import {mappedLines} from '../../source/formats/jsonl/mapped-lines.ts';

it('lines are whole wherever the pieces end that they come in', async () => {
	const lines = ['{"a": "ü€💥"}\n', '\n', '{"b": 2}\n', 'the last one'];
	const bytes = Buffer.from(lines.join(''));
	for (let size = 1; size <= bytes.length; size++) {
		const memory = Buffer.alloc(size);
		async function* pieces() {
			for (let at = 0; at < bytes.length; at += size) yield memory.subarray(0, bytes.copy(memory, 0, at, at + size));
		}
		const seen: string[] = [];
		const given: Buffer[] = [];
		const map = (line: Buffer) => {
			seen.push(line.toString());
			return line.includes('b') ? Buffer.from('changed\n') : line;
		};
		for await (const piece of mappedLines(pieces(), map)) given.push(Buffer.from(piece));
		expect(seen).toEqual(lines);
		expect(Buffer.concat(given).toString()).toBe([...lines.slice(0, 2), 'changed\n', lines[3]].join(''));
	}
});
