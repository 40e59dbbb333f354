/** Ranges of a file widened to whole lines: what a reader sees of a large session before all of it was read. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {wholeLines} from '../../source/adapters/jsonl/whole-lines.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';

function fileOf(content: string | Buffer): string {
	const file = path.join(temporaryDirectory(), 'file.jsonl');
	fs.writeFileSync(file, content);
	return file;
}

describe('a range of lines', () => {
	const lines = ['one', 'zwölf 漢字 🚀', 'x'.repeat(100_000), '', 'five\r', 'six'];
	const bytes = Buffer.from(lines.join('\n'));
	/** Where each line begins, and behind its line end. */
	const places = lines.map((line, at) => {
		const from = Buffer.byteLength(
			lines
				.slice(0, at)
				.map(each => `${each}\n`)
				.join(''),
		);
		return {from, to: Math.min(bytes.length, from + Buffer.byteLength(line) + 1)};
	});

	it('begins with the line its first byte is in and ends with that of its last, wherever a character is cut', async () => {
		const file = fileOf(bytes);
		const lineOf = (byte: number) => places.findLast(({from}) => from <= byte)!;
		for (let from = 0; from < 40; from++) {
			for (const to of [from + 1, from + 5, 30, 99_999, 100_030, bytes.length]) {
				if (to <= from) continue;
				const found = await wholeLines(file, {from, to});
				expect(found, `${from} to ${to}`).toEqual({from: lineOf(from).from, to: lineOf(to - 1).to, size: bytes.length});
			}
		}
	});

	it('counts from the end, and stays within the file', async () => {
		const file = fileOf(bytes);
		expect(await wholeLines(file, {from: -1, to: Infinity})).toMatchObject({
			from: places.at(-1)!.from,
			to: bytes.length,
		});
		expect(await wholeLines(file, {from: -1e9, to: Infinity})).toMatchObject({from: 0, to: bytes.length});
		expect(await wholeLines(file, {from: 1e9, to: Infinity})).toMatchObject({
			from: places.at(-1)!.from,
			to: bytes.length,
		});
		expect(await wholeLines(fileOf(''), {from: -10, to: Infinity})).toEqual({from: 0, to: 0, size: 0});
	});

	it('takes the last line where the file ends with a line end', async () => {
		expect(await wholeLines(fileOf('a\nbc\n'), {from: -1, to: Infinity})).toEqual({from: 2, to: 5, size: 5});
		expect(await wholeLines(fileOf('a\nbc\n'), {from: 0, to: 2})).toEqual({from: 0, to: 2, size: 5});
		expect(await wholeLines(fileOf('a\nbc\n'), {from: 0, to: 3})).toEqual({from: 0, to: 5, size: 5});
	});

	it('finds the ends of a line that is longer than any block', async () => {
		const long = `first\n${'y'.repeat(5_000_000)}\nlast\n`;
		const found = await wholeLines(fileOf(long), {from: 2_500_000, to: 2_500_001});
		expect(found).toEqual({from: 6, to: 5_000_007, size: long.length});
	});

	it('fits together: what ends one stretch begins the next', async () => {
		const random = new Random(3);
		const text = Array.from({length: 300}, () => `${'é漢a'.repeat(random.below(400))}\n`).join('');
		const file = fileOf(text);
		const {size} = fs.statSync(file);
		let [at, whole] = [0, ''];
		while (at < size) {
			const {from, to} = await wholeLines(file, {from: at, to: at + 1 + random.below(9000)});
			expect(from).toBe(at);
			whole += fs.readFileSync(file).subarray(from, to).toString();
			at = to;
		}
		expect(whole).toBe(text);
	});
});
