import {isFields} from '../../adapters/fields.ts';
import type {Say} from '../common/finding.ts';

/** Every parent is a message, and nobody comes after himself. A circle is told once, at the first of its messages. */
export function checkParents(messages: readonly unknown[], places: ReadonlyMap<string, number>, say: Say): void {
	const parents = messages.map(message => placeOfParent(message, places));
	/** By place, the message from which it was first reached. */
	const reachedFrom = new Map<number, number>();
	for (const [at, message] of messages.entries()) {
		const named = isFields(message) ? message.parent_uuid : undefined;
		if (typeof named === 'string' && !places.has(named)) say(`$.messages[${at}].parent_uuid`, 'names no message');
		let place: number | undefined = at;
		while (place !== undefined && !reachedFrom.has(place)) {
			reachedFrom.set(place, at);
			place = parents[place];
		}
		if (place === undefined || reachedFrom.get(place) !== at) continue;
		const first = firstOfCircle(place, parents);
		const isAlone = parents[first] === first;
		say(`$.messages[${first}].parent_uuid`, isAlone ? 'names the message itself' : 'leads back to the message itself');
	}
}

function firstOfCircle(from: number, parents: ReadonlyArray<number | undefined>): number {
	let first = from;
	for (let place = parents[from]!; place !== from; place = parents[place]!) first = Math.min(first, place);
	return first;
}

function placeOfParent(message: unknown, places: ReadonlyMap<string, number>): number | undefined {
	const named = isFields(message) ? message.parent_uuid : undefined;
	return typeof named === 'string' ? places.get(named) : undefined;
}
