import {expect, test} from 'vitest';
import {ageInWords, clock, dayAndMonth, period} from '../../source/text/times.ts';

const now = new Date(2026, 10, 16, 12).getTime();
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

test.each([
	[0, 'just now'],
	[0.1, '6 minutes ago'],
	[1, '1 hour ago'],
	[30, '1 day ago'],
	[24 * 20, '2 weeks ago'],
	[24 * 100, '3 months ago'],
	[24 * 800, '2 years ago'],
])('ageInWords of %d hours', (hours, wanted) => {
	expect(ageInWords(ago(hours), now)).toBe(wanted);
});

test.each([
	[1, 'today'],
	[13, 'yesterday'],
	[24 * 3, 'last 7 days'],
	[24 * 20, 'last 30 days'],
	[24 * 60, 'September'],
	[24 * 400, 'October 2025'],
	[-48, 'today'],
])('period of %d hours ago', (hours, wanted) => {
	expect(period(ago(hours), now)).toBe(wanted);
});

test('what has no time says so', () => {
	expect(ageInWords(undefined, now)).toBe('no time known');
	expect(period('not a time', now)).toBe('no time known');
	expect(clock(undefined)).toBe('');
	expect(dayAndMonth('', now)).toBe('');
});

test('clock and day are local', () => {
	expect(clock(new Date(2026, 0, 2, 3, 4).toISOString())).toBe('03:04');
	expect(dayAndMonth(new Date(2026, 0, 2).toISOString(), now)).toBe('2 Jan');
	expect(dayAndMonth(new Date(2024, 0, 2).toISOString(), now)).toBe('2 Jan 2024');
});
