import {describe, expect, it} from 'vitest';
import {parseLine} from '../../source/adapters/jsonl/parse-line.ts';
import {LineSplitter} from '../../source/adapters/jsonl/split-lines.ts';

/** Where the line begins in its file. */
const start = 5000;

function parse(content: string | Buffer, {isTerminated = true} = {}) {
	const splitter = new LineSplitter(start);
	const bytes = Buffer.from(content);
	const [whole] = splitter.push(isTerminated ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes);
	const line = whole ?? splitter.finish()!;
	const troubles: string[] = [];
	const records = parseLine(line, ({offset, message}) => troubles.push(`${offset - start}: ${message}`));
	return {
		values: records.map(({value}) => value),
		places: records.map(({offset, length}) => [offset - start, length]),
		troubles,
	};
}

const cutOff = 'a record that is cut off, with the next one glued to it';
const lastCutOff = 'the last record is cut off (still being written, or a crash)';

describe('a line', () => {
	it('of one record is that record, wherever white space stands', () => {
		expect(parse(' {"a":"é"} \r')).toEqual({values: [{a: 'é'}], places: [[0, 12]], troubles: []});
	});

	it.each(['1', '"text"', 'null', '[]', '[{"a":1}]', 'true'])('may be %s, which is JSON too', json => {
		expect(parse(json)).toEqual({values: [JSON.parse(json)], places: [[0, json.length]], troubles: []});
	});

	it('begins after a byte order mark', () => {
		expect(parse('\uFEFF{"a":1}')).toEqual({values: [{a: 1}], places: [[3, 7]], troubles: []});
		expect(parse('\uFEFF')).toEqual({values: [], places: [], troubles: []});
	});

	it('with a line end of another system is whole', () => {
		expect(parse('{"a":1}\r')).toEqual({values: [{a: 1}], places: [[0, 7]], troubles: []});
		expect(parse('\r').troubles).toEqual([]);
	});

	it('may hold zero characters and lone surrogates inside of strings', () => {
		expect(parse('{"a":"\\u0000","b":"\\ud83d"}')).toMatchObject({
			values: [{a: '\u0000', b: '\uD83D'}],
			troubles: [],
		});
	});

	it('nested 100,000 levels deep is read as far as anybody can print it', () => {
		const {values, troubles} = parse(`{"a":1}{"b":2,"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
		expect(JSON.stringify(values)).toBe(
			`[{"a":1},{"b":2,"deep":${'['.repeat(500)}"[nested too deeply]"${']'.repeat(500)}}]`,
		);
		expect(troubles.at(-1)).toBe('7: a record nested more than 500 levels deep; what is below is left out');
	});

	it('nested 500 levels deep is whole', () => {
		for (const json of [`${'['.repeat(501)}${']'.repeat(501)}`, `${'{"a":'.repeat(500)}{}${'}'.repeat(500)}`]) {
			const {values, troubles} = parse(json);
			expect(JSON.stringify(values[0])).toBe(json);
			expect(troubles).toEqual([]);
		}
	});
});

describe('glued records', () => {
	it('are all kept, with the place of the second', () => {
		expect(parse('{"a":"é"}{"b":{"c":"}{"}}  {"d":3}')).toEqual({
			values: [{a: 'é'}, {b: {c: '}{'}}, {d: 3}],
			places: [
				[0, 10],
				[10, 16],
				[28, 7],
			],
			troubles: ['10: 3 records on one line; all are kept'],
		});
	});

	it('are told apart by byte order marks and carriage returns between them', () => {
		expect(parse('{"a":1}\uFEFF{"b":2}\r{"c":3}')).toMatchObject({
			values: [{a: 1}, {b: 2}, {c: 3}],
			places: [
				[0, 7],
				[10, 7],
				[18, 7],
			],
		});
	});

	it('after a record that is cut off are kept, as many as there are', () => {
		expect(parse('{"type":"user","text":"hal{"a":1}{"b":{"c":2}}')).toEqual({
			values: [{a: 1}, {b: {c: 2}}],
			places: [
				[26, 7],
				[33, 13],
			],
			troubles: [`0: ${cutOff}`, '33: 2 records on one line; all are kept'],
		});
	});

	it('before a record that is cut off are kept', () => {
		expect(parse('{"a":1}{"b":2}{"c":"x', {isTerminated: false})).toEqual({
			values: [{a: 1}, {b: 2}],
			places: [
				[0, 7],
				[7, 7],
			],
			troubles: [`14: ${lastCutOff}`, '7: 2 records on one line; all are kept'],
		});
	});

	it('with rubbish between them are kept', () => {
		expect(parse('{"a":1}rubbish{"b":2}more')).toMatchObject({
			values: [{a: 1}, {b: 2}],
			troubles: [`7: ${cutOff}`, '21: not a JSON record', '14: 2 records on one line; all are kept'],
		});
	});

	it('lie at the right bytes even after bytes that are not UTF-8', () => {
		const line = Buffer.from('{"a":"é_"}{"b":2}');
		line[8] = 0xff;
		expect(parse(line)).toEqual({
			values: [{a: 'é\uFFFD'}, {b: 2}],
			places: [
				[0, 11],
				[11, 7],
			],
			troubles: ['8: bytes that are not UTF-8, shown as \uFFFD', '11: 2 records on one line; all are kept'],
		});
	});
});

describe('a record that is cut off', () => {
	const whole = '{"type":"user","message":{"role":"user","content":[{"type":"text","text":"é"}]},"uuid":"x"}';

	it('at the end of a file is told, wherever the cut is, and nothing inside of it is taken for a record', () => {
		for (let end = 1; end < Buffer.byteLength(whole); end++) {
			const {values, troubles} = parse(Buffer.from(whole).subarray(0, end), {isTerminated: false});
			expect(values, `cut at ${end}`).toEqual([]);
			expect(troubles.at(-1), `cut at ${end}`).toBe(`0: ${lastCutOff}`);
		}
	});

	it('in the middle of a file gives the next one free, wherever the cut is', () => {
		const next = '{"type":"user","timestamp":"2026-11-16T10:00:00.000Z","message":{"content":"x"}}';
		for (let end = 1; end < Buffer.byteLength(whole); end++) {
			const line = Buffer.concat([Buffer.from(whole).subarray(0, end), Buffer.from(next)]);
			const {values, places, troubles} = parse(line);
			expect(values, `cut at ${end}`).toEqual([JSON.parse(next)]);
			expect(places, `cut at ${end}`).toEqual([[end, next.length]]);
			expect(troubles.at(-1), `cut at ${end}`).toBe(`0: ${cutOff}`);
		}
	});
});

describe('bytes that no writer meant', () => {
	it('such as zeros are told with their number and place, and what follows is read', () => {
		const told = '3 zero bytes where a record should begin (a write that a crash cut off)';
		expect(parse('\u0000\u0000\u0000{"a":1}')).toEqual({values: [{a: 1}], places: [[3, 7]], troubles: [`0: ${told}`]});
		expect(parse('{"a":1}\u0000\u0000\u0000')).toEqual({values: [{a: 1}], places: [[0, 7]], troubles: [`7: ${told}`]});
		expect(parse('\u0000\u0000\u0000')).toEqual({values: [], places: [], troubles: [`0: ${told}`]});
	});

	it('are told as what they are when nothing can be read', () => {
		expect(parse('not JSON {').troubles).toEqual(['0: not a JSON record']);
		expect(parse('}').troubles).toEqual(['0: not a JSON record']);
	});

	it.each([
		['a lone byte', [0xff], 2],
		['an overlong form', [0xc0, 0x80], 2],
		['a surrogate', [0xed, 0xa0, 0x80], 2],
		['the beginning of a character', [0xf0, 0x9f, 0x98], 2],
	])('of UTF-8 (%s) are shown as a replacement and told exactly', (_, bytes, at) => {
		const line = Buffer.concat([Buffer.from('["'), Buffer.from(bytes), Buffer.from('"]')]);
		const {values, troubles} = parse(line);
		expect((values[0] as string[])[0]).toContain('\uFFFD');
		expect(troubles).toEqual([`${at}: bytes that are not UTF-8, shown as \uFFFD`]);
	});

	it('are not found in a file that holds a replacement character of its own', () => {
		expect(parse('["\uFFFD"]').troubles).toEqual([]);
		const line = Buffer.from('["é\uFFFDx"]');
		line[7] = 0xfe;
		expect(parse(line).troubles).toEqual(['7: bytes that are not UTF-8, shown as \uFFFD']);
	});

	it('are found wherever they lie in a long line, between characters of every length', () => {
		const text = 'aé€💥\uFFFD'.repeat(4000);
		const whole = Buffer.from(`["${text}"]`);
		for (const share of [0, 0.1, 0.25, 0.5, 0.77, 0.999]) {
			const start = 2 + 13 * Math.floor(share * 4000);
			for (const at of [start, start + 1, start + 3, start + 6]) {
				const line = Buffer.concat([
					whole.subarray(0, at),
					Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80]),
					whole.subarray(at),
				]);
				expect(parse(line).troubles).toEqual([`${at}: bytes that are not UTF-8, shown as \uFFFD`]);
			}
		}
	});

	it('cannot make the search for records endless', () => {
		const hopeless = '{"'.repeat(200_000);
		expect(parse(hopeless).troubles).toEqual(['0: not a JSON record']);
		expect(parse('[{"a":'.repeat(100_000)).values).toEqual([]);
		expect(parse('x{"a":1}'.repeat(20_000)).values).toHaveLength(20_000);
	});
});

describe('a very long line', () => {
	const long = 'é'.repeat(5 * 1024 * 1024);
	const size = Buffer.byteLength(long);

	it('of glued records keeps them all, each at its own place', () => {
		expect(parse(`{"a":"${long}"}{"b":2}`)).toMatchObject({
			values: [{a: 'é'.repeat(32 * 1024)}, {b: 2}],
			places: [
				[0, size + 8],
				[size + 8, 7],
			],
			troubles: [`${size + 8}: 2 records on one line; all are kept`],
		});
	});

	it('that a crash cut off gives the next record free', () => {
		expect(parse(`{"a":"${long}{"b":2}`)).toEqual({
			values: [{b: 2}],
			places: [[size + 6, 7]],
			troubles: [`0: ${cutOff}`],
		});
	});

	it('of which nothing can be left out is told and kept as a record without a value', () => {
		const numbers = `[${'1,'.repeat(20 * 1024 * 1024)}1]`;
		expect(parse(numbers)).toEqual({
			values: [undefined],
			places: [[0, numbers.length]],
			troubles: [`0: a record of ${numbers.length} bytes is too large to read`],
		});
	});
});
