import {type Fields, fieldsOf} from '../fields.ts';

/** Enough to tell a record that was written twice from two records with one uuid. `isDecoded`: see `RawRecord`. */
export function contentMark(record: Fields, blocks: readonly Fields[], isDecoded = false): number {
	const hashOf = isDecoded ? hashOfBytes : hashOfLetters;
	let mark = hashOf(record.subtype, hashOf(record.type, 0));
	if (record.type === 'attachment') {
		const {type, prompt} = fieldsOf(record.attachment);
		mark = hashOf(prompt, hashOf(type, mark));
	}
	for (const {text, thinking, content, id} of blocks)
		mark = hashOf(id, hashOf(content, hashOf(thinking, hashOf(text, mark))));
	return mark;
}

/** Of the length and the beginning of a string: long outputs need not be looked through. */
function hashOfLetters(part: unknown, seed: number): number {
	return typeof part === 'string' ? mix(part, part.length, seed) : seed;
}

/** As it would be if every byte had been taken for a letter. */
function hashOfBytes(part: unknown, seed: number): number {
	if (typeof part !== 'string') return seed;
	const letters = Buffer.from(part.slice(0, looked)).toString('latin1', 0, looked);
	return mix(letters, Buffer.byteLength(part), seed);
}

function mix(text: string, length: number, seed: number): number {
	let hash = seed ^ length;
	const end = Math.min(text.length, looked);
	for (let at = 0; at < end; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at);
	return hash | 0;
}

const looked = 32;
