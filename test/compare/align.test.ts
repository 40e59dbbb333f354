import {describe, expect, it} from 'vitest';
import {align, type Stretch} from '../../source/compare/align.ts';
import {Random} from '../helpers/random.ts';

/** The right side, made from the left one and what the stretches say. */
function applied(left: readonly number[], right: readonly number[], stretches: readonly Stretch[]): number[] {
	return stretches.flatMap(({isEqual, left: [start, end], right: [from, to]}) =>
		isEqual ? left.slice(start, end) : right.slice(from, to),
	);
}

function isWhole(stretches: readonly Stretch[], left: number, right: number): boolean {
	let [atLeft, atRight] = [0, 0];
	for (const stretch of stretches) {
		if (stretch.left[0] !== atLeft || stretch.right[0] !== atRight) return false;
		[atLeft, atRight] = [stretch.left[1], stretch.right[1]];
	}
	return atLeft === left && atRight === right;
}

describe('two rows of turns', () => {
	it.each([
		[[], [], []],
		[[1, 2, 3], [1, 2, 3], ['=3']],
		[[], [1], ['0/1']],
		[
			[1, 2, 3, 4],
			[1, 9, 4],
			['=1', '2/1', '=1'],
		],
		[[1, 2, 3], [7, 8], ['3/2']],
		[
			[1, 2, 3, 4, 5],
			[1, 3, 2, 4, 5],
			['=1', '1/0', '=1', '0/1', '=2'],
		],
		[
			[1, 1, 1],
			[1, 1],
			['=2', '1/0'],
		],
	])('%j and %j', (left, right, wanted) => {
		const found = align(left, right).map(({isEqual, left: [a, b], right: [c, d]}) =>
			isEqual ? `=${b - a}` : `${b - a}/${d - c}`,
		);
		expect(found).toEqual(wanted);
	});

	it('nothing is lost, whatever they are; swapped they are mirrored', () => {
		const random = new Random(7);
		for (let round = 0; round < 400; round++) {
			const kinds = 1 + random.below(12);
			const left = Array.from({length: random.below(30)}, () => random.below(kinds));
			const right =
				random.below(3) === 0
					? edited(left, random)
					: Array.from({length: random.below(30)}, () => random.below(kinds));
			const stretches = align(left, right);
			expect(isWhole(stretches, left.length, right.length)).toBe(true);
			expect(applied(left, right, stretches)).toEqual(right);
			for (const {
				isEqual,
				left: [a, b],
				right: [c, d],
			} of stretches) {
				if (isEqual) expect(left.slice(a, b)).toEqual(right.slice(c, d));
				else expect(b - a + (d - c)).toBeGreaterThan(0);
			}
			const mirrored = align(right, left).map(each => ({...each, left: each.right, right: each.left}));
			expect(mirrored).toEqual(stretches);
			expect(align(left, left)).toEqual(
				left.length > 0 ? [{isEqual: true, left: [0, left.length], right: [0, left.length]}] : [],
			);
		}
	});
});

function edited(values: readonly number[], random: Random): number[] {
	return values.flatMap(value =>
		random.below(6) === 0 ? [] : random.below(6) === 0 ? [value, random.below(12)] : [value],
	);
}
