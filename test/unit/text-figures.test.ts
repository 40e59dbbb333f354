import {expect, test} from 'vitest';
import {bytes, compact, count, duration, plural} from '../../source/text/figures.ts';
import {words} from '../../source/text/words.ts';

test('figures', () => {
	expect([0, 999, 1284, 1_000_000].map(count)).toEqual(['0', '999', '1,284', '1,000,000']);
	expect([0, 999, 1000, 1240, 9960, 182_000, 999_600, 1_400_000, 5e9].map(compact)).toEqual([
		'0',
		'999',
		'1k',
		'1.2k',
		'10k',
		'182k',
		'1M',
		'1.4M',
		'5G',
	]);
	expect([420, 12_000, 1_400_000].map(bytes)).toEqual(['420 B', '12 KB', '1.4 MB']);
	expect([plural(1, 'session'), plural(2000, 'session')]).toEqual(['1 session', '2,000 sessions']);
});

test('words, in scripts with and without spaces', () => {
	expect(words('let me think, about 2 things — ok?')).toBe(7);
	expect(words('漢字 and かな')).toBe(5);
	expect(words('')).toBe(0);
});

test('how long something took', () => {
	expect([80, 12_400, 59_940, 59_960, 125_000, 3_599_400, 3_600_000, 3_780_000].map(duration)).toEqual([
		'0.1 s',
		'12.4 s',
		'59.9 s',
		'1 min',
		'2 min 5 s',
		'59 min 59 s',
		'1 h',
		'1 h 3 min',
	]);
});
