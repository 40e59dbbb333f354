import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {copyRanges} from '../../source/adapters/jsonl/copy-ranges.ts';
import type {RawRecord} from '../../source/adapters/jsonl/parse-line.ts';
import {type RecordOptions, readRecords} from '../../source/adapters/jsonl/read-records.ts';
import type {Warning} from '../../source/model/warning.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';

function write(content: string | Buffer, name = 'x.jsonl'): string {
	const file = path.join(temporaryDirectory(), name);
	fs.writeFileSync(file, content);
	return file;
}

type Reading = {values: unknown[]; records: RawRecord[]; warnings: Warning[]};

async function read(file: string, options: RecordOptions = {}, onBatch = () => {}): Promise<Reading> {
	const records: RawRecord[] = [];
	const warnings: Warning[] = [];
	for await (const batch of readRecords(file, {...options, warn: warning => warnings.push(warning)})) {
		records.push(...batch);
		onBatch();
	}
	return {records, values: records.map(({value}) => value), warnings};
}

const linesOf = (count: number, filler = '') =>
	Array.from({length: count}, (_, index) => `${JSON.stringify({index, filler})}\n`).join('');

afterEach(() => {
	vi.restoreAllMocks();
});

describe('a file', () => {
	it('cut at any place gives every whole record before the cut, and a warning for the rest', async () => {
		const whole = Buffer.from(
			`${['one', 'zwei é', '三', '😀 {"}'].map(text => JSON.stringify({text, list: [{text}]})).join('\n')}\n`,
		);
		const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
		const all = (await read(write(whole))).values;
		for (let cut = 0; cut <= whole.length; cut++) {
			const {values, warnings} = await read(write(whole.subarray(0, cut)));
			const kept = ends.filter(end => end <= cut).length;
			expect(values, `cut at ${cut}`).toEqual(all.slice(0, kept));
			const begins = kept === 0 ? 0 : ends[kept - 1]! + 1;
			const cutOff = warnings.filter(({message}) => message.includes('cut off'));
			expect(cutOff.map(({offset}) => offset)).toEqual(cut > begins && !ends.includes(cut) ? [begins] : []);
		}
	});

	it('with random damage never throws, and keeps every line that was not hit', async () => {
		const random = new Random(5);
		for (let round = 0; round < 100; round++) {
			const lines = Array.from({length: 8}, (_, index) => JSON.stringify({index, text: 'é'.repeat(random.below(30))}));
			const hit = random.below(8);
			const damaged = Buffer.from(lines[hit]!);
			for (let times = 0; times <= random.below(4); times++) {
				// A line end would make two lines of one; anything else is fair.
				const byte = random.below(256);
				damaged[random.below(damaged.length)] = byte === 0x0a ? 0 : byte;
			}
			const bytes = lines.map((line, index) => (index === hit ? damaged : Buffer.from(line)));
			const {values} = await read(write(Buffer.concat(bytes.flatMap(line => [line, Buffer.from('\n')]))));
			const others = lines.filter((_, index) => index !== hit).map(line => JSON.parse(line));
			for (const other of others) expect(values).toContainEqual(other);
		}
	});

	it('of nothing but trouble does not fill the memory with warnings', async () => {
		const {warnings} = await read(write('x\n'.repeat(5000)));
		expect(warnings).toHaveLength(1001);
		expect(warnings[0]).toMatchObject({offset: 0, message: 'not a JSON record'});
		expect(warnings.at(-1)).toMatchObject({offset: 2000, message: 'and 4000 more places like these, from here on'});
	});

	it('of a hundred megabytes in one line takes little memory', {timeout: 60_000}, async () => {
		const file = write('{"before":1}\n');
		const megabyte = Buffer.alloc(1024 * 1024, 'QUJD');
		fs.appendFileSync(file, '{"type":"user","data":"');
		for (let count = 0; count < 100; count++) fs.appendFileSync(file, megabyte);
		fs.appendFileSync(file, '","after":"é"}\n{"next":1}\n');

		const before = process.memoryUsage.rss();
		let most = 0;
		const {values, records, warnings} = await read(file, {
			onProgress: () => {
				most = Math.max(most, process.memoryUsage.rss());
			},
		});
		expect(values).toEqual([{before: 1}, {type: 'user', data: expect.any(String), after: 'é'}, {next: 1}]);
		expect((values[1] as {data: string}).data).toHaveLength(64 * 1024);
		expect(records[1]).toMatchObject({offset: 13, cutBytes: 100 * 1024 * 1024 - 64 * 1024});
		expect(records[2]).toMatchObject({offset: 13 + records[1]!.length + 1, length: 10});
		expect(warnings).toEqual([]);
		expect(most - before).toBeLessThan(300 * 1024 * 1024);
	});
});

describe('a file that changes while it is read', () => {
	const size = 3 * 1024 * 1024;

	it('and grows is read up to where it ended at first', async () => {
		const file = write(linesOf(3000, 'x'.repeat(1000)));
		let isFirst = true;
		const {values, warnings} = await read(file, {}, () => {
			if (isFirst) fs.appendFileSync(file, linesOf(10));
			isFirst = false;
		});
		expect(values).toHaveLength(3000);
		expect(warnings).toEqual([]);
	});

	it('and shrinks gives what was there, and says where it ended', async () => {
		const file = write(linesOf(3000, 'x'.repeat(1000)));
		const {records, warnings} = await read(file, {}, () => fs.truncateSync(file, size / 2));
		expect(records.length).toBeGreaterThan(1000);
		expect(records.length).toBeLessThan(3000);
		expect(warnings.map(({offset, message}) => [offset, message])).toEqual([
			[size / 2, 'the file became shorter while it was read'],
			[
				records.at(-1)!.offset + records.at(-1)!.length + 1,
				'the last record is cut off (still being written, or a crash)',
			],
		]);
	});

	it('and is replaced by another is read as it was when it was opened', async () => {
		const file = write(linesOf(3000, 'x'.repeat(1000)));
		const {values} = await read(file, {}, () => {
			fs.rmSync(file, {force: true});
			fs.writeFileSync(file, 'other\n');
		});
		expect(values).toHaveLength(3000);
	});

	it('and can no more be read gives what was read, and says why', async () => {
		const file = write(linesOf(3000, 'x'.repeat(1000)));
		const original = fs.readSync.bind(fs) as (...args: unknown[]) => number;
		let calls = 0;
		vi.spyOn(fs, 'readSync').mockImplementation(((...args: unknown[]) => {
			if (++calls > 1) throw Object.assign(new Error('EIO: i/o error, read'), {code: 'EIO', syscall: 'read'});
			return original(...args);
		}) as typeof fs.readSync);
		const {values, warnings} = await read(file);
		expect(values.length).toBeGreaterThan(100);
		expect(warnings[0]).toMatchObject({
			path: file,
			offset: 128 * 1024,
			message: "the rest can't be read: the disk reports an error",
		});
	});

	it('and shrinks before its ranges are copied gives those that are left', async () => {
		const file = write('{"a":1}\n{"b":2}\n{"c":3}\n');
		async function* ranges() {
			yield {from: 0, to: 7};
			fs.truncateSync(file, 10);
			yield {from: 16, to: 23};
		}
		let copied = '';
		for await (const bytes of copyRanges(file, ranges())) copied += bytes.toString();
		expect(copied).toBe('{"a":1}\n\n');
	});
});

describe('what is not a file', () => {
	it('is refused at once: a directory, a pipe, a socket, a device', async () => {
		const directory = temporaryDirectory();
		const pipe = path.join(directory, 'pipe.jsonl');
		execFileSync('mkfifo', [pipe]);
		const link = path.join(directory, 'link.jsonl');
		fs.symlinkSync(pipe, link);
		await expect(read(directory)).rejects.toThrow('it is a directory');
		for (const file of [pipe, link, '/dev/zero', '/dev/null'])
			await expect(read(file)).rejects.toThrow('not a regular file');
	});

	it('is refused when it is gone', async () => {
		await expect(read(path.join(temporaryDirectory(), 'x.jsonl'))).rejects.toMatchObject({code: 'ENOENT'});
	});
});

describe('a compressed file', () => {
	// {"a":1}\n{"b":2}\n, as one frame.
	const frame = Buffer.from('28b52ffd04588100007b2261223a317d0a7b2262223a327d0a13474c48', 'hex');

	it('is read like any other', async () => {
		expect(await read(write(frame, 'x.jsonl.zst'))).toMatchObject({values: [{a: 1}, {b: 2}], warnings: []});
	});

	it('that is damaged is told with the place where the reading stopped', async () => {
		const {values, warnings} = await read(write(frame.subarray(0, 12), 'x.jsonl.zst'));
		expect(values).toEqual([]);
		// Decoders differ in how much of a damaged frame they give before they notice.
		expect(warnings).not.toEqual([]);
		for (const {message} of warnings) expect(message).toMatch(/compressed file is damaged|record is cut off/);
	});

	it('that is no compressed file at all is told too', async () => {
		const {warnings} = await read(write('{"a":1}\n', 'x.jsonl.zst'));
		expect(warnings).toMatchObject([{message: expect.stringContaining('the compressed file is damaged')}]);
	});

	it('that is gone, or a pipe, is refused like any other', async () => {
		const directory = temporaryDirectory();
		await expect(read(path.join(directory, 'x.jsonl.zst'))).rejects.toMatchObject({code: 'ENOENT'});
		execFileSync('mkfifo', [path.join(directory, 'pipe.zst')]);
		await expect(read(path.join(directory, 'pipe.zst'))).rejects.toThrow('not a regular file');
	});
});
