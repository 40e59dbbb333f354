import type {Place} from './binding.ts';
import {lineKeys} from './line-keys.ts';

/** The places where one types into a line: what can be printed goes there. */
const typedPlaces: readonly Place[] = lineKeys[0].when;

/** Whether a key, or one of a chord, would be a letter of the line. */
export function isTypedIn(place: Place, keys: string): boolean {
	return typedPlaces.includes(place) && keys.split(' ').some(key => key === 'space' || Array.from(key).length === 1);
}
