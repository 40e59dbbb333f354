import {parseAge, parsePeriod} from './parse-date.ts';
import type {TimeFilterName} from './query.ts';
import {shown} from './shown.ts';

type Limits = {readonly from?: number; readonly to?: number};

const forms = '2026-10-15, 2026-10, 2026, today, monday, or an age such as 2d (h d w m y)';

/** The period that `after:`, `before:` or `date:` means with this value, or what is wrong with it. */
export function timeLimits(name: TimeFilterName, value: string, now: number): Limits | {readonly problem: string} {
	const age = parseAge(value, now);
	if (age) return ageLimits(name, value, age);
	const period = parsePeriod(value, now);
	if (period) return name === 'date' ? period : name === 'after' ? {from: period.from} : {to: period.from};
	const named = /^[<>]/.test(value) ? parsePeriod(value.slice(1), now) : undefined;
	// `<` means younger, which for a date reads the other way round: better to ask than to guess.
	if (named) {
		const date = shown(value.slice(1));
		return {problem: `< and > take an age, such as date:<2d. For a date write before:${date} or after:${date}.`};
	}
	return {problem: `${name}: can't read ${shown(value)} as a date. Write ${forms}.`};
}

function ageLimits(
	name: TimeFilterName,
	value: string,
	{at, sign}: {at: number; sign: string},
): Limits | {readonly problem: string} {
	const wanted = name === 'date' ? sign : name === 'after' ? '<' : '>';
	if (sign !== '' && sign !== wanted) {
		const age = value.slice(1);
		const meaning =
			name === 'after' ? `younger than ${age}, and >${age} older` : `older than ${age}, and <${age} younger`;
		return {problem: `${name}:${age} means ${meaning}. Write date:${value}, or ${name}:${age}.`};
	}
	return wanted === '>' ? {to: at} : {from: at};
}
