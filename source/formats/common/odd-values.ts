/** Values of another type than their format says: told, and shown as they are rather than lost. */
import {type Fields, isFields} from '../../adapters/fields.ts';

/** `path`: where it is, as seen from what is looked at. */
export type Warn = (path: string, message: string) => void;

/** A text, or whatever stands in its place. */
export function wordsFrom(value: unknown, path: string, warn: Warn): string | undefined {
	if (typeof value === 'string' || value === undefined || value === null) return value ?? undefined;
	warn(path, 'is not a text');
	return JSON.stringify(value);
}

/** Of fields that hold objects, where they are there. */
export function warnOfObjects(fields: Fields, names: readonly string[], warn: Warn): void {
	for (const name of names) {
		const value = fields[name];
		if (value !== undefined && value !== null && !isFields(value)) warn(name, 'is not an object');
	}
}

/** Of fields that hold texts, where they are there. */
export function warnOfTexts(fields: Fields, names: readonly string[], warn: Warn): void {
	for (const name of names) {
		const value = fields[name];
		if (value !== undefined && value !== null && typeof value !== 'string') warn(name, 'is not a text');
	}
}
