import {isoTime} from '../fields.ts';

/** As `toISOString` writes it, in every month and year: most times are, and need not be read to be believed. */
const normalShape = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** A time of any form in the one that can be compared as text. */
export function normalTime(value: unknown): string | undefined {
	if (typeof value === 'string' && normalShape.test(value)) return value;
	const time = isoTime(value);
	return time === undefined ? undefined : new Date(time).toISOString();
}
