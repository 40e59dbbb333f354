import {describe, expect, test} from 'vitest';
import {widthOf} from '../../source/text/width.ts';
import {expandTabs, wrap} from '../../source/text/wrap.ts';

describe('wrap', () => {
	test.each([
		['at spaces', 'the quick brown fox', 10, ['the quick', 'brown fox']],
		['a space that falls on the edge', 'abcde fghij', 5, ['abcde', 'fghij']],
		['long words anywhere', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
		['keeping empty lines', 'a\n\nb', 5, ['a', '', 'b']],
		['keeping indentation', '    four spaces in', 12, ['    four', 'spaces in']],
		['an indentation wider than the room', '          x', 4, ['', 'x']],
		['between wide letters', '漢字漢字漢字', 5, ['漢字', '漢字', '漢字']],
		['no line starts with a closing mark', '漢字漢字。', 8, ['漢字漢', '字。']],
		['mixed', 'use 漢字 here', 8, ['use 漢字', 'here']],
		['emoji stay whole', '👨‍👩‍👧👨‍👩‍👧', 3, ['👨‍👩‍👧', '👨‍👩‍👧']],
		['wider than the room itself', '漢', 1, ['漢']],
		['nothing', '', 5, ['']],
	])('breaks %s', (_, text, columns, wanted) => {
		expect(wrap(text, columns)).toEqual(wanted);
	});

	test('loses nothing but spaces, and never overflows', () => {
		const alphabet = ['a', 'bc', ' ', '  ', '漢', '字。', '👍🏽', 'e\u0301', '-', 'longer', '한', '\t'];
		let seed = 7;
		const random = (below: number) => {
			seed = (seed * 1103515245 + 12345) % 2147483648;
			return seed % below;
		};
		for (let round = 0; round < 500; round++) {
			const text = Array.from({length: random(40)}, () => alphabet[random(alphabet.length)]).join('');
			const columns = 2 + random(30);
			const lines = wrap(text, columns);
			for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
			expect(lines.join('').replaceAll(' ', '')).toBe(text.replace(/[\s]/g, ''));
		}
	});

	test('is quick on one line of a megabyte', () => {
		const started = performance.now();
		expect(wrap('x'.repeat(1_000_000), 100)).toHaveLength(10_000);
		expect(wrap('漢'.repeat(100_000), 100)).toHaveLength(2000);
		expect(performance.now() - started).toBeLessThan(2000);
	});
});

test('tabs reach to the next stop', () => {
	expect(expandTabs('\ta\tbc\t漢\td')).toBe('    a   bc  漢  d');
});
