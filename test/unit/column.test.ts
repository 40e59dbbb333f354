import {describe, expect, test} from 'vitest';
import {Column} from '../../source/model/column.ts';
import {IdSet} from '../../source/model/id-set.ts';
import {Random} from '../helpers/random.ts';

describe('a column', () => {
	test.each([0, 1, 15, 16, 17, 4095, 4096, 4097, 20_000])('of %i numbers is what an array would be', length => {
		const random = new Random(length + 1);
		const column = new Column(Uint32Array);
		const array: number[] = [];
		for (let index = 0; index < length; index++) {
			const value = random.below(2 ** 32);
			expect(column.push(value)).toBe(index);
			array.push(value);
		}
		for (let change = 0; change < Math.min(length, 200); change++) {
			const index = random.below(length);
			column.set(index, change);
			array[index] = change;
		}
		expect(column.length).toBe(length);
		expect([...column.flat()]).toEqual(array);
		expect(array.every((value, index) => column.at(index) === value)).toBe(true);
		expect(column.at(length)).toBe(0);
	});

	test('keeps to the size of its numbers', () => {
		const bytes = new Column(Uint8Array);
		bytes.push(257);
		const signed = new Column(Int32Array);
		signed.push(-5);
		expect([bytes.at(0), signed.at(0)]).toEqual([1, -5]);
	});
});

describe('a set of ids', () => {
	test('is what a map of numbers would be', () => {
		const random = new Random(7);
		const ids = new IdSet();
		const map = new Map<string, number>();
		for (let round = 0; round < 20_000; round++) {
			const id = `${random.below(2) === 0 ? 'é検🎉' : ''}${random.below(9000).toString(36)}`;
			if (random.below(3) === 0) expect(ids.has(id)).toBe(map.has(id));
			if (!map.has(id)) map.set(id, map.size);
			expect(ids.add(id)).toBe(map.get(id));
		}
		expect(ids.size).toBe(map.size);
		for (const [id, number] of map) expect(ids.find(id)).toBe(number);
		expect(ids.find('never seen')).toBeUndefined();
	});
});
