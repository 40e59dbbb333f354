import {isFields} from '../../adapters/fields.ts';
import type {Say} from '../common/finding.ts';
import {circlesIn} from './circles.ts';

/** Every parent is a message, and nobody comes after himself. A circle is told once, at the first of its messages. */
export function checkParents(messages: readonly unknown[], places: ReadonlyMap<string, number>, say: Say): void {
	const parents = messages.map(message => placeOfParent(message, places));
	for (const [at, message] of messages.entries()) {
		const named = isFields(message) ? message.parent_uuid : undefined;
		if (typeof named === 'string' && !places.has(named)) say(`$.messages[${at}].parent_uuid`, 'names no message');
	}
	const nodes = new Map(parents.map((parent, at) => [at, {parent, what: at}]));
	for (const at of circlesIn(nodes)) {
		const first = firstOfCircle(at, parents);
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
