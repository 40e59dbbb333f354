/** Words and times as documents have them: the same on every machine. */
import type {Media} from '../../model/entry.ts';
import {bytes} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';

/** The beginning of a text on one line. */
export function firstWords(text: string, most = 80): string {
	const line = sanitizeLine(text.slice(0, most * 8));
	const letters = [...line];
	if (letters.length <= most) return line;
	const short = letters.slice(0, most).join('');
	return `${short.replace(/\s+\S{0,15}$/u, '')}…`;
}

/** `2026-11-15 21:04`, in UTC; empty without a time. */
export function utcTime(timestamp: string | undefined): string {
	const time = Date.parse(timestamp ?? '');
	return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** `2026-11-15 21:04 – 22:10 UTC` */
export function utcSpan(from: string | undefined, to: string | undefined): string {
	const [first, last] = [utcTime(from), utcTime(to)];
	if (first === '') return last === '' ? '' : `${last} UTC`;
	if (last === '' || last === first) return `${first} UTC`;
	return `${first} – ${last.startsWith(first.slice(0, 10)) ? last.slice(11) : last} UTC`;
}

/** `image/png, 640×480, 82 KB`, as far as it is known. */
export function mediaWords({type, width, height, bytes: size}: Media): string {
	const pixels = width === undefined || height === undefined ? '' : `${width}×${height}`;
	const parts = [sanitizeLine(type), pixels, size === undefined ? '' : bytes(size)];
	return parts.filter(part => part !== '').join(', ');
}
