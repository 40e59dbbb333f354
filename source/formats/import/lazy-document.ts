/**
 * A large document whose list is parsed element by element, whenever one is looked at: what a session of hundreds of
 * megabytes is as text, as parsed values and as entries would not fit into memory at the same time.
 */
import {type Fields, isFields} from '../../adapters/fields.ts';
import {cutDepths, deepest} from '../../adapters/jsonl/depth.ts';
import {elementPlaces, type Place} from './element-places.ts';

/** Throws what `JSON.parse` says of the document without its list; of an element only when it is looked at. */
export function lazyDocument(bytes: Buffer, list: string): unknown {
	const places = elementPlaces(bytes, list);
	const [first, last] = [places[0], places.at(-1)];
	if (!first || !last) return parseFlat(textOf(bytes));
	const rest = Buffer.concat([bytes.subarray(0, first.offset), bytes.subarray(last.offset + last.length)]);
	const document = parseFlat(textOf(rest));
	return isFields(document) ? ({...document, [list]: lazyList(bytes, places)} satisfies Fields) : document;
}

/** An element that is not JSON, and where in the document that shows. */
export class BadElement extends Error {
	constructor(
		readonly place: Place,
		message: string,
	) {
		super(message);
	}
}

/** Looks like any list to whoever goes through it. */
function lazyList(bytes: Buffer, places: readonly Place[]): unknown[] {
	const parse = (place: Place): unknown => {
		try {
			return parseFlat(bytes.toString('utf8', place.offset, place.offset + place.length));
		} catch (error) {
			throw new BadElement(place, (error as Error).message);
		}
	};
	const placeAt = (name: string | symbol) =>
		typeof name === 'string' && /^\d+$/.test(name) ? places[Number(name)] : undefined;
	return new Proxy<unknown[]>(new Array(places.length), {
		get(target, name, receiver) {
			const place = placeAt(name);
			return place ? parse(place) : Reflect.get(target, name, receiver);
		},
		has: (target, name) => placeAt(name) !== undefined || Reflect.has(target, name),
	});
}

/** A record may be as deep as an agent's own can be, and stands a few levels below the document. */
const deepestDocument = deepest + 50;

/** What is nested beyond all reason is left out, as in every agent's records. */
export function parseFlat(text: string): unknown {
	const value: unknown = JSON.parse(text);
	cutDepths(value, deepestDocument);
	return value;
}

export function textOf(bytes: Buffer): string {
	return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
