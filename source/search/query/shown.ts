import {sanitizeLine} from '../../text/sanitize.ts';

const most = 40;

/** A piece of the query as a message may quote it: safe to print, and short. */
export function shown(text: string): string {
	const characters = Array.from(sanitizeLine(text.slice(0, 4 * most)));
	return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}
