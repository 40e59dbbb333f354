import {describe, expect, it} from 'vitest';
import {Column} from '../../source/model/column.ts';
import {IdSet} from '../../source/model/id-set.ts';
import {IdTable} from '../../source/model/id-table.ts';
import {Random} from '../helpers/random.ts';

describe('a column', () => {
	it('holds what it is given, at every size', () => {
		const column = new Column(Float64Array);
		for (let at = 0; at < 10_000; at++) expect(column.push(at * 2 ** 33)).toBe(at);
		for (const at of [0, 15, 16, 17, 4095, 4096, 4097, 9999]) expect(column.at(at)).toBe(at * 2 ** 33);
		column.set(4096, -1);
		expect([column.at(4096), column.at(10_000), column.length]).toEqual([-1, 0, 10_000]);
		expect([...column.flat().subarray(4095, 4098)]).toEqual([4095 * 2 ** 33, -1, 4097 * 2 ** 33]);
	});
});

describe('a table of ids', () => {
	const random = new Random(5);
	const hex = (length: number) => Array.from({length}, () => random.below(16).toString(16)).join('');
	const uuid = () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;

	it('gives back every id, and finds it', () => {
		const odd = [
			'',
			'-',
			'0',
			'é',
			'\u0000',
			'a#1',
			'ÿ',
			'漢字',
			'\uD800',
			'\uDFFF',
			'x'.repeat(300),
			'漢'.repeat(40_000),
		];
		const like = uuid();
		odd.push(like.toUpperCase(), `${like}#1`, `${like} `, like.replaceAll('-', '_'), `${like.slice(0, -1)}g`);
		odd.push('y'.repeat(70_000), `${'y'.repeat(70_000)}!`);
		const ids = [
			...odd,
			like,
			...Array.from({length: 20_000}, uuid),
			...Array.from({length: 5000}, (_, at) => `r:${at}`),
		];
		const table = new IdTable();
		for (const [at, id] of ids.entries()) expect(table.push(id)).toBe(at);
		expect(table.length).toBe(ids.length);
		expect(ids.every((id, at) => table.at(at) === id && table.find(id) === at)).toBe(true);
		for (const absent of ['nobody', uuid(), '漢', 'x'.repeat(299), 'y'.repeat(70_001)])
			expect(table.find(absent)).toBeUndefined();
	});

	it('finds the newest of equal ids', () => {
		const table = new IdTable();
		const [a, b] = [uuid(), 'b'];
		for (const id of [a, b, a, b, b]) table.push(id);
		expect([table.find(a), table.find(b), table.at(0), table.at(2)]).toEqual([2, 4, a, a]);
	});

	it('numbers each id once as a set', () => {
		const set = new IdSet();
		expect(['a', 'b', 'a'].map(id => set.add(id))).toEqual([0, 1, 0]);
		expect([set.size, set.has('b'), set.has('c'), set.find('b')]).toEqual([2, true, false, 1]);
	});
});
