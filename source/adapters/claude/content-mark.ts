import {type Fields, fieldsOf} from '../fields.ts';

/** Enough to tell a record that was written twice from two records with one uuid. */
export function contentMark(record: Fields, blocks: readonly Fields[]): number {
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
function hashOf(part: unknown, seed: number): number {
	if (typeof part !== 'string') return seed;
	let hash = seed ^ part.length;
	const end = Math.min(part.length, 32);
	for (let at = 0; at < end; at++) hash = Math.imul(hash, 31) + part.charCodeAt(at);
	return hash | 0;
}
