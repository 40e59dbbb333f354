import {describe, expect, it} from 'vitest';
import {parseLine, type RawRecord} from '../../source/adapters/jsonl/parse-line.ts';
import {keptStringBytes} from '../../source/adapters/jsonl/shorten-strings.ts';
import {LineSplitter, longestWholeLine} from '../../source/adapters/jsonl/split-lines.ts';
import {cutUp, Random} from '../helpers/random.ts';

type Reading = {records: RawRecord[]; troubles: Array<{offset: number; message: string}>};

function read(chunks: readonly Buffer[], offset = 0, longest?: number): Reading {
	const splitter = new LineSplitter(offset, longest);
	const troubles: Reading['troubles'] = [];
	const records = chunks.flatMap(chunk =>
		// The reader uses one buffer for all its chunks; so does this.
		splitter.push(Buffer.from(chunk)).flatMap(line => parseLine(line, trouble => troubles.push(trouble))),
	);
	const last = splitter.finish();
	if (last) records.push(...parseLine(last, trouble => troubles.push(trouble)));
	return {records, troubles};
}

/** Lines of every sort, good and bad, with characters of one to four bytes. */
function randomFile(random: Random): Buffer {
	const letters = ['a', 'é', '漢', '😀', '\\n', '\\"', '\\\\', '\\u00e9', '{', '}', '[', ',', ' '];
	const record = () => `{"type":"user","text":"${random.text(letters, 20)}","list":[1,{"a":null}]}`;
	const line = () =>
		random.pick([
			record,
			() => `${record()}${record()}`,
			() => record().slice(0, random.below(40)),
			() => `${record().slice(0, 20)}${record()}`,
			() => '',
			() => `${record()}\r`,
			() => `\u0000\u0000${record()}`,
			() => 'no JSON at all',
			() => `\uFEFF${record()}`,
		])();
	const lines = Array.from({length: random.below(12)}, line).join('\n');
	const bytes = Buffer.from(random.below(2) ? `${lines}\n` : lines);
	if (bytes.length > 0 && random.below(3) === 0) bytes[random.below(bytes.length)] = 0xff;
	return bytes;
}

describe('lines', () => {
	it.each(Array.from({length: 20}, (_, seed) => seed))('are the same however the bytes arrive (seed %i)', seed => {
		const random = new Random(seed);
		for (let round = 0; round < 50; round++) {
			const bytes = randomFile(random);
			expect(read(cutUp(bytes, random))).toEqual(read([bytes]));
			const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
			expect(read(single)).toEqual(read([bytes]));
		}
	});

	it('lie where the offset says, record by record', () => {
		const random = new Random(7);
		for (let round = 0; round < 300; round++) {
			const bytes = randomFile(random);
			for (const {value, offset, length} of read([bytes], 0).records) {
				expect(JSON.parse(bytes.toString('utf8', offset, offset + length))).toEqual(value);
			}
		}
	});

	it('count from the place where the reading began', () => {
		const [first, second] = read([Buffer.from('{"a":1}\n{"b":2}\n')], 1000).records;
		expect([first!.offset, second!.offset]).toEqual([1000, 1008]);
	});

	it('that are too long to keep are shortened alike, in one chunk or in many', () => {
		const long = Buffer.from(`{"a":"${'x'.repeat(longestWholeLine)}","b":"whole"}\n{"c":1}\n`);
		const chunks = Array.from({length: Math.ceil(long.length / 1_000_003)}, (_, at) =>
			long.subarray(at * 1_000_003, (at + 1) * 1_000_003),
		);
		const [record, next] = read([long]).records;
		expect(read(chunks).records).toEqual([record, next]);
		expect(record).toMatchObject({offset: 0, length: long.length - 9, cutBytes: longestWholeLine - keptStringBytes});
		expect(record!.value).toEqual({a: 'x'.repeat(keptStringBytes), b: 'whole'});
		expect(next).toEqual({value: {c: 1}, offset: long.length - 8, length: 7, cutBytes: 0});
	});

	it('are whole up to any length for whoever wants them so, and say what is missing beyond it', () => {
		const long = Buffer.from(`{"a":"${'x'.repeat(longestWholeLine)}"}\n{"c":1}\n`);
		const chunks = [long.subarray(0, 5_000_000), long.subarray(5_000_000)];
		const [whole, next] = read(chunks, 0, long.length).records;
		expect(whole).toMatchObject({offset: 0, length: long.length - 9, cutBytes: 0});
		expect((whole!.value as {a: string}).a.length).toBe(longestWholeLine);
		expect(next).toMatchObject({value: {c: 1}, offset: long.length - 8});
		expect(read(chunks, 0, long.length - 10).records[0]).toMatchObject({
			length: long.length - 9,
			cutBytes: longestWholeLine - keptStringBytes,
		});
	});

	it('of nothing are nothing', () => {
		expect(read([])).toEqual({records: [], troubles: []});
		expect(read([Buffer.from('\n\n \n\r\n')])).toEqual({records: [], troubles: []});
	});
});
