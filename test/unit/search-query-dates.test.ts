/** Each expectation is computed with local dates, so that the tests hold in any time zone. */
import {afterEach, describe, expect, it, test} from 'vitest';
import {parseQuery} from '../../source/search/query/parse-query.ts';

const time = (...parts: [number, number, ...number[]]) => new Date(...parts).getTime();
const noon = time(2026, 10, 16, 12); // a Monday

function limits(text: string, now = noon): {from?: number; to?: number} | undefined {
	const [filter] = parseQuery(text, {now, agents: []}).filters;
	if (filter?.name !== 'time') return undefined;
	const {from, to} = filter;
	return {from, to};
}

const day = (year: number, month: number, date: number) => ({
	from: time(year, month, date),
	to: time(year, month, date + 1),
});

test.each([
	['date:2026', {from: time(2026, 0, 1), to: time(2027, 0, 1)}],
	['date:2026-10', {from: time(2026, 9, 1), to: time(2026, 10, 1)}],
	['date:2026-12', {from: time(2026, 11, 1), to: time(2027, 0, 1)}],
	['date:2026-1', {from: time(2026, 0, 1), to: time(2026, 1, 1)}],
	['date:2026-10-15', day(2026, 9, 15)],
	['date:2024-02-29', day(2024, 1, 29)],
	['date:2026-12-31', day(2026, 11, 31)],
	['date:2026-10-15T14', {from: time(2026, 9, 15, 14), to: time(2026, 9, 15, 15)}],
	['date:2026-10-15T14:00', {from: time(2026, 9, 15, 14), to: time(2026, 9, 15, 14, 1)}],
	['date:2026-10-15t23:59', {from: time(2026, 9, 15, 23, 59), to: time(2026, 9, 16)}],
	['date:2026-10-15T14:00:05', {from: time(2026, 9, 15, 14, 0, 5), to: time(2026, 9, 15, 14, 0, 6)}],
	['after:"2026-10-15 14:30"', {from: time(2026, 9, 15, 14, 30)}],
	['after:2026-10-15T14:00:00.123Z', {from: Date.UTC(2026, 9, 15, 14)}],
	['after:2026-10-15T14:00+02:00', {from: Date.UTC(2026, 9, 15, 12)}],
	['date:today', day(2026, 10, 16)],
	['date:Yesterday', day(2026, 10, 15)],
	['date:monday', day(2026, 10, 16)],
	['date:tuesday', day(2026, 10, 10)],
	['date:sunday', day(2026, 10, 15)],
	['date:SUN', day(2026, 10, 15)],
	['date:thurs', day(2026, 10, 12)],
	['date:2d', {from: time(2026, 10, 14, 12)}],
	['date:<2d', {from: time(2026, 10, 14, 12)}],
	['date:>2w', {to: time(2026, 10, 2, 12)}],
	['date:3h', {from: noon - 3 * 3_600_000}],
	['date:30min', {from: noon - 30 * 60_000}],
	['date:2m', {from: time(2026, 8, 16, 12)}],
	['date:2mo', {from: time(2026, 8, 16, 12)}],
	['date:2months', {from: time(2026, 8, 16, 12)}],
	['date:1y', {from: time(2025, 10, 16, 12)}],
	['date:2Days', {from: time(2026, 10, 14, 12)}],
	['date:9999y', {from: time(1000, 10, 16, 12)}],
	['after:2026-10', {from: time(2026, 9, 1)}],
	['after:2026', {from: time(2026, 0, 1)}],
	['after:today', {from: time(2026, 10, 16)}],
	['after:2d', {from: time(2026, 10, 14, 12)}],
	['after:<2d', {from: time(2026, 10, 14, 12)}],
	['before:2026-10-15', {to: time(2026, 9, 15)}],
	['before:2026', {to: time(2026, 0, 1)}],
	['before:monday', {to: time(2026, 10, 16)}],
	['before:2d', {to: time(2026, 10, 14, 12)}],
	['before:>2d', {to: time(2026, 10, 14, 12)}],
])('%s', (text, wanted) => {
	expect(limits(text)).toEqual({from: undefined, to: undefined, ...wanted});
});

test.each([
	...['2026-13', '2026-00', '2026-02-30', '2025-02-29', '2026-10-32', '2026-10-00', '2026-', '26', '0026', '20266'],
	...['2026-10-15T24:00', '2026-10-15T14:60', '2026-10-15T', '2026-13-45T10:00:00Z', '10/15/2026', 'tomorrow', 'mo'],
	...['2x', 'd', '<', '<d', '2', '-2d', '1.5d', '12345d', '<=2d', 'now', '<today'],
])('%s is no date', value => {
	for (const name of ['date', 'after', 'before']) {
		const {filters, problems} = parseQuery(`${name}:${value}`, {now: noon, agents: []});
		expect(filters).toEqual([]);
		expect(problems).toMatchObject([{start: name.length + 1, end: name.length + 1 + value.length}]);
	}
});

test('a month ago is never in the same month', () => {
	const at = (month: number, date: number, year = 2026) => time(year, month, date, 23, 59, 58, 123);
	expect(limits('after:1m', at(2, 31))).toEqual({from: at(1, 28)});
	expect(limits('after:1m', at(4, 31))).toEqual({from: at(3, 30)});
	expect(limits('after:1m', at(0, 31))).toEqual({from: at(11, 31, 2025)});
	expect(limits('after:13m', at(2, 31))).toEqual({from: at(1, 28, 2025)});
	expect(limits('after:1y', at(1, 29, 2024))).toEqual({from: at(1, 28, 2023)});
	expect(limits('after:4y', at(1, 29, 2024))).toEqual({from: at(1, 29, 2020)});
	expect(limits('after:1d', at(2, 1))).toEqual({from: at(1, 28)});
});

describe('where clocks change', () => {
	const zone = process.env.TZ;
	afterEach(() => {
		if (zone === undefined) delete process.env.TZ;
		else process.env.TZ = zone;
	});

	// The last of them has its change at midnight: that day begins at one o'clock.
	const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC', 'America/Santiago'];

	it.each(zones)('all days, months and ages of a year are right in %s', name => {
		process.env.TZ = name;
		for (let date = 1; date <= 366; date++) {
			const now = time(2025, 0, date, 12, 34, 56, 789);
			const today = {from: time(2025, 0, date), to: time(2025, 0, date + 1)};
			expect(limits('date:today', now)).toEqual(today);
			expect(limits('date:yesterday', now)).toEqual({from: time(2025, 0, date - 1), to: today.from});
			expect(limits('after:2d', now)).toEqual({from: time(2025, 0, date - 2, 12, 34, 56, 789)});
			expect(limits('before:3w', now)).toEqual({to: time(2025, 0, date - 21, 12, 34, 56, 789)});
			expect(limits('after:5h', now)).toEqual({from: now - 5 * 3_600_000});
			const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
			expect(limits(`date:${names[new Date(now).getDay()]}`, now)).toEqual(today);
			const local = new Date(now);
			const iso = [local.getFullYear(), local.getMonth() + 1, local.getDate()];
			expect(limits(`date:${iso.map(part => String(part).padStart(2, '0')).join('-')}`, now)).toEqual(today);
		}
	});

	it('days have 23 and 25 hours, and an hour may come twice', ({skip}) => {
		process.env.TZ = 'Europe/Berlin';
		if (new Date(2026, 6, 1).getTimezoneOffset() !== -120) skip('the time zone of this process is fixed');
		const hours = (text: string) => {
			const {from, to} = limits(text)!;
			return (to! - from!) / 3_600_000;
		};
		expect(hours('date:2026-03-29')).toBe(23);
		expect(hours('date:2026-10-25')).toBe(25);
		expect(hours('date:2026-10-25T02')).toBe(2);
		expect(hours('date:2026-10')).toBe(31 * 24 + 1);
		// Two days ago at noon is 49 hours ago.
		const now = time(2026, 9, 26, 12);
		expect(limits('after:2d', now)).toEqual({from: now - 49 * 3_600_000});
		expect(limits('after:48h', now)).toEqual({from: now - 48 * 3_600_000});
	});
});
