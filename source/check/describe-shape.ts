import {sanitizeLine} from '../text/sanitize.ts';
import {namesOfTypes, typeBitOf} from './notation.ts';

const mostKeys = 6;
/** A name of a field, and nothing that somebody may have written. */
const plainName = /^[$A-Za-z_][\w-]{0,39}$/;

/** What a value looks like, without a word of what it says: whatever is new may be a secret. */
export function describeShape(value: unknown): string {
	if (typeof value === 'string') return value === '' ? 'empty string' : `string of ${value.length}`;
	if (Array.isArray(value)) {
		const kinds = new Set(value.slice(0, 20).map(each => namesOfTypes(typeBitOf(each))));
		return value.length === 0 ? 'empty array' : `array of ${value.length} (${[...kinds].join(', ')})`;
	}
	if (typeof value !== 'object' || value === null) return namesOfTypes(typeBitOf(value));
	const keys = Object.keys(value);
	if (keys.length === 0) return 'empty object';
	const shown = keys.filter(key => plainName.test(key)).slice(0, mostKeys);
	const more = keys.length > shown.length ? [...shown, '…'] : shown;
	return sanitizeLine(`object {${more.join(', ')}}`);
}
