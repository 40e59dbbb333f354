import {age} from './age.ts';

const units: Readonly<Record<string, string>> = {m: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month', y: 'year'};

const months = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
];

/** How long ago, in words: `4 minutes ago`. */
export function ageInWords(timestamp: string | undefined, now: number): string {
	if (dateOf(timestamp) === undefined) return 'no time known';
	const [, number, unit] = /^(\d+)(\D+)$/.exec(age(timestamp, now)) ?? [];
	if (number === undefined || unit === undefined) return 'just now';
	return `${number} ${units[unit] ?? unit}${number === '1' ? '' : 's'} ago`;
}

/** The heading a time belongs under, in the reader's own time zone. */
export function period(timestamp: string | undefined, now: number): string {
	const date = dateOf(timestamp);
	if (!date) return 'no time known';
	const today = new Date(now);
	const days = daysBetween(date, today);
	if (days <= 0) return 'today';
	if (days === 1) return 'yesterday';
	if (days < 7) return 'last 7 days';
	if (days < 30) return 'last 30 days';
	const month = months[date.getMonth()]!;
	return date.getFullYear() === today.getFullYear() ? month : `${month} ${date.getFullYear()}`;
}

/** `21:04`, in the reader's own time zone; empty without a time. */
export function clock(timestamp: string | undefined): string {
	const date = dateOf(timestamp);
	return date ? `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}` : '';
}

/** `2026-11-15`, in the reader's own time zone; empty without a time. */
export function isoDay(timestamp: string | undefined): string {
	const date = dateOf(timestamp);
	if (!date) return '';
	const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
	return parts.map(part => String(part).padStart(2, '0')).join('-');
}

/** `15 Nov`, with the year where it is not this one; empty without a time. */
export function dayAndMonth(timestamp: string | undefined, now: number): string {
	const date = dateOf(timestamp);
	if (!date) return '';
	const short = `${date.getDate()} ${months[date.getMonth()]!.slice(0, 3)}`;
	return date.getFullYear() === new Date(now).getFullYear() ? short : `${short} ${date.getFullYear()}`;
}

function dateOf(timestamp: string | undefined): Date | undefined {
	const date = new Date(timestamp ?? Number.NaN);
	return Number.isNaN(date.getTime()) ? undefined : date;
}

function daysBetween(then: Date, now: Date): number {
	const startOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
	return Math.round((startOf(now) - startOf(then)) / 86_400_000);
}
