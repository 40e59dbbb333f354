import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Passage, PassageOptions} from '../../source/adapters/adapter.ts';
import type {RawRecord} from '../../source/adapters/jsonl/parse-line.ts';
import {markBefore, readPassages} from '../../source/adapters/jsonl/passages.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';

function write(content: string | Buffer, name = 'x.jsonl'): string {
	const file = path.join(temporaryDirectory(), name);
	fs.writeFileSync(file, content);
	return file;
}

const toEntries = ({value, offset, length}: RawRecord): Entry[] => [
	{id: `@${offset}`, kind: 'system', text: JSON.stringify(value), locator: {path: 'x', offset, length}},
];

async function read(file: string, options: PassageOptions = {}): Promise<Passage[]> {
	return (await collect(readPassages(file, options, toEntries))).flat();
}

const texts = (passages: readonly Passage[]) => passages.flatMap(({entries}) => entries.map(({text}) => text));
const places = (passages: readonly Passage[]) => passages.map(({from, to}) => [from, to]);

/** Each passage can be read alone, and reading can go on behind it. */
async function expectWhole(file: string): Promise<void> {
	const passages = await read(file);
	for (const [at, {from, to}] of passages.entries()) {
		if (to > from) expect(texts(await read(file, {from, to})), `${from} to ${to}`).toEqual(texts([passages[at]!]));
		const rest = passages.slice(to > from ? at + 1 : at);
		expect(await read(file, {from: to}), `from ${to}`).toEqual(rest);
	}
}

describe('passages', () => {
	it('lie side by side, from the first record to the end of the file', async () => {
		const file = write('{"a":1}\n{"b":2}\n{"c":3}\n');
		const passages = await read(file);
		expect(texts(passages)).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
		expect(places(passages)).toEqual([
			[0, 8],
			[8, 16],
			[16, 24],
		]);
		await expectWhole(file);
		expect(await read(file, {from: 24})).toEqual([]);
	});

	it('of an empty file, or of blank lines, are none', async () => {
		expect(await read(write(''))).toEqual([]);
		expect(await read(write('\n\r\n \n'))).toEqual([]);
	});

	it('know line ends of every kind, marks at the beginning, and blank lines between', async () => {
		const file = write('\uFEFF{"a":1}\r\n\r\n  {"b":"é"}  \r\n{"c":3}\r\n');
		const passages = await read(file);
		expect(texts(passages)).toEqual(['{"a":1}', '{"b":"é"}', '{"c":3}']);
		expect(passages.at(-1)!.to).toBe(fs.statSync(file).size);
		expect(passages[0]!.from).toBe(3);
		await expectWhole(file);
	});

	it('are found in lines with several records, or with half a one before them', async () => {
		const file = write('{"a":1}{"b":2}\n{"cut":"of{"c":3} {"d":4}\n{"e":5}\n');
		const passages = await read(file);
		expect(texts(passages)).toEqual(['{"a":1}', '{"b":2}', '{"c":3}', '{"d":4}', '{"e":5}']);
		await expectWhole(file);
	});

	it('pass over what is no record', async () => {
		const file = write(`not JSON\n{"a":1}\nnot JSON\n${'\0'.repeat(40)}{"b":2}\n\0\0\0\nend\n`);
		expect(texts(await read(file))).toEqual(['{"a":1}', '{"b":2}']);
		await expectWhole(file);
	});

	it('leave a record that is not wholly written for later', async () => {
		const file = write('{"a":1}\n{"b":"tw');
		const passages = await read(file);
		expect(places(passages)).toEqual([[0, 8]]);
		expect(await read(file, {from: 8})).toEqual([]);
		fs.appendFileSync(file, 'o"}');
		const [whole] = await read(file, {from: 8});
		expect(whole).toMatchObject({from: 8, to: 8, entries: [{text: '{"b":"two"}'}]});
		fs.appendFileSync(file, '\n');
		expect(await read(file, {from: 8})).toEqual([{...whole, to: 20}]);
	});

	// Until `readPassages` knows an unfinished record by `to === from`.
	it('can be read alone even if they are not finished', async () => {
		const file = write('{"a":1}\n{"b":2}');
		const unfinished = (await read(file)).at(-1)!;
		expect(await read(file, {from: unfinished.from, to: unfinished.to})).toEqual([unfinished]);
		fs.appendFileSync(file, '\n{"c":3}\n');
		expect(texts(await read(file, {from: unfinished.from, to: unfinished.to}))).toEqual(['{"b":2}']);
	});

	// Until `readPassages` ends where it was told to.
	it('end where they ended when they are read alone', async () => {
		const file = write('{"a":1}{"b":2}\n{"c":3}\n');
		for (const passage of await read(file))
			expect(await read(file, {from: passage.from, to: passage.to})).toEqual([passage]);
	});

	it('are all given at last, wherever the writing stopped in between', async () => {
		const whole = Buffer.from('\uFEFF{"a":"é"}\r\n{"b":{"c":[1,2]}}{"d":4}\n\n{"e":12}\n');
		const expected = texts(await read(write(whole)));
		for (let cut = 0; cut <= whole.length; cut++) {
			const file = write(whole.subarray(0, cut));
			const before = await read(file);
			const from = before.at(-1)?.to ?? 0;
			fs.writeFileSync(file, whole);
			const after = await read(file, {from});
			const kept = before.filter(passage => passage.to > passage.from);
			expect([...texts(kept), ...texts(after)], `cut at ${cut}`).toEqual(expected);
		}
	});

	it('come once each, however the file grows', async () => {
		const random = new Random(7);
		for (let round = 0; round < 20; round++) {
			const file = write('');
			const records = Array.from({length: 12}, (_, n) => JSON.stringify({n, text: 'é'.repeat(random.below(40))}));
			let bytes = Buffer.from(records.map(record => `${record}${random.below(3) === 0 ? '\r\n' : '\n'}`).join(''));
			const given: string[] = [];
			let from = 0;
			while (bytes.length > 0) {
				const size = 1 + random.below(120);
				fs.appendFileSync(file, bytes.subarray(0, size));
				bytes = bytes.subarray(size);
				const more = await read(file, {from});
				given.push(...texts(more.filter(passage => passage.to > passage.from)));
				from = more.at(-1)?.to ?? from;
			}
			expect(given).toEqual(records);
		}
	});

	it('are none behind the end of a file that became shorter', async () => {
		const file = write('{"a":1}\n{"b":2}\n');
		fs.truncateSync(file, 8);
		expect(await read(file, {from: 16})).toEqual([]);
		expect(await read(file, {from: 8, to: 16})).toEqual([]);
	});

	it('cross the borders of chunks, in batches', async () => {
		const filler = 'x'.repeat(300_000);
		const file = write(Array.from({length: 12}, (_, n) => `${JSON.stringify({n, filler})}\n`).join(''));
		const batches = await collect(readPassages(file, {}, toEntries));
		expect(batches.length).toBeGreaterThan(3);
		const passages = batches.flat();
		expect(passages).toHaveLength(12);
		for (const [at, passage] of passages.entries()) expect(passage.from).toBe(at === 0 ? 0 : passages[at - 1]!.to);
		await expectWhole(file);
	});

	it('of skipped lines have a place', async () => {
		const file = write('{"a":1}\n{"skip":1}\n{"c":3}\n');
		const skip = (line: Buffer) => line.includes('skip');
		const toWords = (record: RawRecord) => (typeof record.value === 'symbol' ? [] : toEntries(record));
		const passages = (await collect(readPassages(file, {}, toWords, skip))).flat();
		expect(passages.map(({entries}) => entries.length)).toEqual([1, 0, 1]);
	});

	it('stop when they are told to, and throw what the file system throws', async () => {
		const file = write('{"a":1}\n');
		await expect(read(file, {signal: AbortSignal.abort()})).rejects.toThrow(/abort/i);
		await expect(read(`${file}.gone`)).rejects.toThrow('ENOENT');
		await expect(read(path.dirname(file))).rejects.toThrow('directory');
	});

	it('of a compressed file count decompressed bytes', async () => {
		const plain = '{"a":1}\n{"b":2}\n{"c":3}';
		const file = write(zstd(plain), 'x.jsonl.zst');
		const passages = await read(file);
		expect(texts(passages)).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
		expect(places(passages)).toEqual([
			[0, 8],
			[8, 16],
			[16, 23],
		]);
		await expectWhole(file);
		const damaged = write(zstd(plain).subarray(0, 12), 'y.jsonl.zst');
		expect(await read(damaged)).toEqual([]);
	});
});

/** One raw block, as the format allows: no tool is needed. */
function zstd(text: string): Buffer {
	const bytes = Buffer.from(text);
	const block = Buffer.alloc(3);
	block.writeUIntLE(1 | (bytes.length << 3), 0, 3);
	return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, bytes.length]), block, bytes]);
}

describe('a mark', () => {
	it('stays as it is while a file grows', () => {
		const file = write('{"a":1}\n'.repeat(500));
		const marks = [0, 8, 800, 4000].map(place => markBefore(file, place));
		expect(marks).not.toContain(undefined);
		fs.appendFileSync(file, '{"b":2}\n');
		expect([0, 8, 800, 4000].map(place => markBefore(file, place))).toEqual(marks);
	});

	it('is another when what stands before it is', () => {
		const original = '{"a":1}\n'.repeat(500);
		const file = write(original);
		const mark = markBefore(file, 4000);
		fs.writeFileSync(file, original.replace('1', '2'));
		expect(markBefore(file, 4000)).not.toBe(mark);
		fs.writeFileSync(file, `${original.slice(0, 3992)}{"a":3}\n`);
		expect(markBefore(file, 4000)).not.toBe(mark);
		fs.writeFileSync(file, original);
		expect(markBefore(file, 4000)).toBe(mark);
	});

	it('is another for another file in the same place, and none for a shorter one or for none', () => {
		const file = write('{"a":1}\n'.repeat(500));
		const mark = markBefore(file, 4000);
		fs.copyFileSync(file, `${file}.new`);
		fs.renameSync(`${file}.new`, file);
		expect(markBefore(file, 4000)).not.toBe(mark);
		fs.truncateSync(file, 3999);
		expect(markBefore(file, 4000)).toBeUndefined();
		fs.rmSync(file);
		expect(markBefore(file, 0)).toBeUndefined();
		execFileSync('mkfifo', [file]);
		expect(markBefore(file, 0)).toBeUndefined();
	});
});
