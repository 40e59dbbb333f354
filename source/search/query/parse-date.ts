import {weekdays} from './filter-table.ts';

/** A day, a month, an hour: milliseconds, `to` not included. */
export type Period = {readonly from: number; readonly to: number};

/** So long ago; `<` is younger than that, `>` older. */
export type Age = {readonly at: number; readonly sign: '<' | '>' | ''};

const calendarDate = /^([1-9]\d{3})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const clockTime = /^([1-9]\d{3}-\d{1,2}-\d{1,2})[Tt ](\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?$/;
// As records have it, in another time zone than the reader's: `2026-10-15T14:00:00.000Z`.
const zonedTime = /^[1-9]\d{3}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)$/;
const age = /^([<>]?)(\d{1,4})(min|h|hours?|d|days?|w|weeks?|m|mo|months?|y|years?)$/i;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The period that a date names, in the user's time zone. */
export function parsePeriod(written: string, now: number): Period | undefined {
	const text = written.toLowerCase();
	const named = daysBack(text, now);
	if (named !== undefined) {
		const today = new Date(now);
		return dayOf(today.getFullYear(), today.getMonth(), today.getDate() - named);
	}
	if (zonedTime.test(text)) return zonedPeriod(text);
	const time = clockTime.exec(text);
	if (time) return timeOfDay(time[1]!, time.slice(2));
	const date = calendarDate.exec(text);
	return date ? calendarPeriod(date.slice(1)) : undefined;
}

/** `2d`, `<2d`, `>2w`. Days and longer are steps in the calendar: two days ago at the same time by the clock. */
export function parseAge(written: string, now: number): Age | undefined {
	const [, sign, digits, unit] = age.exec(written) ?? [];
	if (sign === undefined || digits === undefined || unit === undefined) return undefined;
	const at = goBack(now, Number(digits), unit.toLowerCase());
	return {at, sign: sign as Age['sign']};
}

/** How many days ago the day of this name was; a weekday is the last one, today included. */
function daysBack(text: string, now: number): number | undefined {
	if (text === 'today') return 0;
	if (text === 'yesterday') return 1;
	if (text.length < 3) return undefined;
	const weekday = weekdays.findIndex(name => name.startsWith(text));
	return weekday < 0 ? undefined : (new Date(now).getDay() - weekday + 7) % 7;
}

function calendarPeriod([yearText, monthText, dayText]: readonly (string | undefined)[]): Period | undefined {
	const year = Number(yearText);
	if (monthText === undefined) return {from: local(year, 0, 1), to: local(year + 1, 0, 1)};
	const month = Number(monthText) - 1;
	if (month < 0 || month > 11) return undefined;
	if (dayText === undefined) return {from: local(year, month, 1), to: local(year, month + 1, 1)};
	const day = Number(dayText);
	return day < 1 || day > daysIn(year, month) ? undefined : dayOf(year, month, day);
}

function timeOfDay(dateText: string, parts: readonly (string | undefined)[]): Period | undefined {
	const [hours, minutes, seconds] = parts.map(part => (part === undefined ? undefined : Number(part)));
	if (!calendarPeriod(dateText.split('-'))) return undefined;
	if (hours! > 23 || (minutes ?? 0) > 59 || (seconds ?? 0) > 59) return undefined;
	const [year, month, day] = dateText.split('-').map(Number) as [number, number, number];
	const at = (h: number, m: number, s: number) => new Date(year, month - 1, day, h, m, s).getTime();
	const from = at(hours!, minutes ?? 0, seconds ?? 0);
	// An hour that the clocks go through twice is one period of two hours.
	if (minutes === undefined) return {from, to: at(hours! + 1, 0, 0)};
	return {from, to: from + (seconds === undefined ? minute : second)};
}

function zonedPeriod(text: string): Period | undefined {
	const iso = text.toUpperCase();
	const time = Date.parse(iso);
	if (Number.isNaN(time)) return undefined;
	const hasSeconds = /T\d\d:\d\d:/.test(iso);
	const from = Math.floor(time / second) * second;
	return {from, to: from + (hasSeconds ? second : minute)};
}

function goBack(now: number, amount: number, unit: string): number {
	if (unit.startsWith('h')) return now - amount * hour;
	if (unit === 'min') return now - amount * minute;
	const date = new Date(now);
	const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
	if (unit.startsWith('d')) return sameClock(date, year, month, day - amount);
	if (unit.startsWith('w')) return sameClock(date, year, month, day - 7 * amount);
	if (unit.startsWith('m')) return sameClock(date, year, month - amount, Math.min(day, daysIn(year, month - amount)));
	// Nothing is that old, and `new Date(26, ...)` would be 1926.
	const past = Math.max(1000, year - amount);
	return sameClock(date, past, month, Math.min(day, daysIn(past, month)));
}

/** In one step: a detour over another day could land in the hour that the clocks skip there. */
function sameClock(clock: Date, year: number, month: number, day: number): number {
	return new Date(
		year,
		month,
		day,
		clock.getHours(),
		clock.getMinutes(),
		clock.getSeconds(),
		clock.getMilliseconds(),
	).getTime();
}

function dayOf(year: number, month: number, day: number): Period {
	return {from: local(year, month, day), to: local(year, month, day + 1)};
}

function local(year: number, month: number, day: number): number {
	return new Date(year, month, day).getTime();
}

function daysIn(year: number, month: number): number {
	return new Date(year, month + 1, 0).getDate();
}
