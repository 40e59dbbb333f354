import {describe, expect, test} from 'vitest';
import {lastPosition, linesFrom, moveBy, start} from '../../source/components/reader/scroll.ts';

/** Blocks of these many lines each, some of them with none. */
const heights = [3, 0, 1, 5, 0, 0, 2, 4];
const blocks = {
	count: heights.length,
	linesOf: (index: number) => Array.from({length: heights[index] ?? 0}, (_, line) => [{text: `${index}.${line}`}]),
};
const all = heights.flatMap((_, index) => blocks.linesOf(index)).map(line => line[0]!.text);
const at = (position: {block: number; line: number}) => linesFrom(blocks, position, 1)[0]?.[0]?.text;

describe('a position among blocks', () => {
	test('moves line by line to the end and back', () => {
		let position = start;
		for (const text of all) {
			expect(at(position)).toBe(text);
			position = moveBy(blocks, position, 1);
		}
		expect(at(position)).toBe(all.at(-1));
		for (const text of all.toReversed()) {
			expect(at(position)).toBe(text);
			position = moveBy(blocks, position, -1);
		}
		expect(position).toEqual(start);
	});

	test('moves any distance as by single lines', () => {
		for (let from = 0; from < all.length; from++) {
			const position = moveBy(blocks, start, from);
			for (let by = -20; by <= 20; by++) {
				expect(at(moveBy(blocks, position, by))).toBe(all[Math.max(0, Math.min(all.length - 1, from + by))]);
			}
		}
	});

	test('the last screen ends with the last line', () => {
		for (let rows = 1; rows < 20; rows++) {
			const lines = linesFrom(blocks, lastPosition(blocks, rows), rows).map(line => line[0]!.text);
			expect(lines).toEqual(all.slice(-rows));
		}
	});

	test('nothing to read is no trouble', () => {
		const none = {count: 0, linesOf: () => []};
		expect(moveBy(none, start, 5)).toEqual(start);
		expect(linesFrom(none, start, 5)).toEqual([]);
	});
});
