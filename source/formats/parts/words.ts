/** Words and times as documents have them: the same on every machine. */
import type {Media} from '../../model/entry.ts';
import {bytes} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';

/** The beginning of a text on one line. */
export function firstWords(text: string, most = 80): string {
	const line = sanitizeLine(text.slice(0, most * 8));
	if (line.length <= most) return line;
	const end = endOf(line, most);
	if (end === line.length) return line;
	const short = line.slice(0, end);
	const blank = short.lastIndexOf(' ');
	// Half a word is left out, if it is no long one.
	return `${blank >= 0 && endOf(short, 15, blank + 1) === end ? short.slice(0, blank) : short}…`;
}

/** Where so many letters end. */
function endOf(text: string, letters: number, from = 0): number {
	let at = from;
	for (let left = letters; left > 0 && at < text.length; left--) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
	return at;
}

/** As nearly all records have it; of the days only those that every month has. */
const isoTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** `2026-11-15 21:04`, in UTC; empty without a time. */
export function utcTime(timestamp: string | undefined): string {
	if (timestamp === undefined) return '';
	if (isoTime.test(timestamp)) return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)}`;
	const time = Date.parse(timestamp);
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
