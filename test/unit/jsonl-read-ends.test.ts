import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {FileEnds, lastTimestamp, readBeginning} from '../../source/adapters/jsonl/read-ends.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

function open(content: string | Buffer): FileEnds {
	const file = path.join(temporaryDirectory(), 'x.jsonl');
	fs.writeFileSync(file, content);
	const ends = new FileEnds(file);
	onTestFinished(() => ends.close());
	return ends;
}

const valuesOf = (records: Iterable<{value: unknown}>) => [...records].map(({value}) => value);

describe('the beginning of a file', () => {
	it('is read record by record, as far as is asked for', () => {
		const file = open('\uFEFF{"a":1}\r\n{"b":2}{"c":3}\nrubbish\n\u0000{"d":4}\n{"e":"cut');
		expect(valuesOf(file.headRecords({first: 4, reach: 1000}))).toEqual([{a: 1}, {b: 2}, {c: 3}, {d: 4}]);
		expect(valuesOf(file.headRecords({first: 8, reach: 1000, skip: line => line.includes('"b"')}))).toEqual([
			{a: 1},
			{d: 4},
		]);
	});

	it('ends with the last line that begins within reach, however long it is', () => {
		const file = open(`{"a":1}\n{"b":"${'x'.repeat(9 * 1024 * 1024)}"}\n{"c":3}\n`);
		const records = [...file.headRecords({first: 16, reach: 16})];
		expect(records.slice(0, 2).map(({offset}) => offset)).toEqual([0, 8]);
		expect(records[1]!.length).toBe(9 * 1024 * 1024 + 8);
	});

	it('is not read further when it is enough', () => {
		const file = open('{"a":1}\n{"b":2}\n{"c":3}\n');
		expect(valuesOf(file.headRecords({first: 16, reach: 1000, isEnough: () => true}))).toEqual([{a: 1}, {b: 2}]);
	});

	it('ends where the file ends now, if it became shorter', () => {
		const file = open('{"a":1}\n{"b":2}\n{"c":3}\n');
		fs.truncateSync(file.path, 10);
		expect(valuesOf(file.headRecords({first: 4, reach: 1000}))).toEqual([{a: 1}]);
		fs.truncateSync(file.path, 0);
		expect(valuesOf(file.headRecords({first: 4, reach: 1000}))).toEqual([]);
		expect(valuesOf(file.tailRecords(100))).toEqual([]);
	});
});

describe('the end of a file', () => {
	it('leaves out the record that begins before it', () => {
		const file = open('{"a":1}\n{"b":2}\n{"c":3}{"d":4}');
		expect(valuesOf(file.tailRecords(20))).toEqual([{c: 3}, {d: 4}]);
		expect(valuesOf(file.tailRecords(1000))).toEqual([{a: 1}, {b: 2}, {c: 3}, {d: 4}]);
		expect(valuesOf(file.tailRecords(5))).toEqual([]);
	});

	it.each([
		['{"timestamp":"2026-11-16T10:00:00.000Z"}', '2026-11-16T10:00:00.000Z'],
		['{"timestamp":"2026-11-16T10:00:00.000Z"}{"timestamp":"2026-99-99T10:00:00.000Z"}', '2026-11-16T10:00:00.000Z'],
		['{"timestamp":"yesterday"}', undefined],
		['{"timestamp":17}', undefined],
		['"timestamp":"2026-11-16T10:00:00', undefined],
	])('tells the newest time of %s', (text, time) => {
		expect(lastTimestamp(Buffer.from(text))).toBe(time);
	});
});

describe('what lies beside a session', () => {
	it('is read no further than is asked for', () => {
		const file = open('0123456789');
		expect(readBeginning(file.path, 4)).toEqual({bytes: Buffer.from('0123'), size: 10});
	});

	it('is refused if it is a pipe or a directory', () => {
		const directory = temporaryDirectory();
		const pipe = path.join(directory, 'meta.json');
		execFileSync('mkfifo', [pipe]);
		expect(() => readBeginning(pipe, 10)).toThrow('not a regular file');
		expect(() => readBeginning(directory, 10)).toThrow('it is a directory');
	});
});
