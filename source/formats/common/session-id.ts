/** The id of a session, which other programs may have written in another way than the format has it. */
import {textOf} from '../../adapters/fields.ts';
import type {Oddity} from '../import/open-format.ts';

/** Sessions without one go by this. */
export const unknownId = 'unknown';

export function idFrom(value: unknown): string | undefined {
	return typeof value === 'number' ? String(value) : textOf(value);
}

/** What is odd in a field that should hold a text with something in it. */
export function oddText(path: string, value: unknown): Oddity[] {
	if (textOf(value) !== undefined) return [];
	return [{message: `${path} ${value === undefined ? 'is missing' : value === '' ? 'is empty' : 'is not a text'}`}];
}
