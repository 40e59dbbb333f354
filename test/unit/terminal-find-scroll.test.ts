import {expect, test} from 'vitest';
import {findScroll} from '../../source/terminal/find-scroll.ts';

const rows = ['head', 'a', 'b', 'c', 'd', 'e', 'f', 'foot'];

test('finds the rows that moved, up or down', () => {
	expect(findScroll(rows, ['head', 'b', 'c', 'd', 'e', 'f', 'g', 'foot'])).toEqual({top: 1, bottom: 6, by: 1});
	expect(findScroll(rows, ['head', 'x', 'y', 'a', 'b', 'c', 'd', 'foot'])).toEqual({top: 1, bottom: 6, by: -2});
});

test('does not scroll for a few rows, for blanks, or for nothing', () => {
	expect(findScroll(rows, rows)).toBeUndefined();
	expect(findScroll(rows, rows.with(3, 'changed'))).toBeUndefined();
	expect(findScroll(['a', '', '', '', '', 'b'], ['b', '', '', '', '', 'a'])).toBeUndefined();
	expect(findScroll(rows, ['1', '2', '3', '4', '5', '6', '7', '8'])).toBeUndefined();
});
