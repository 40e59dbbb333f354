/** Terms in the language of the index. Words of the index hold nothing that means anything there. */
import type {Column} from '../catalog/fulltext/searchable.ts';
import {adjacentTerm, type Term} from './terms.ts';

/** Paths of files are asked for with `file:` alone; their words stand in the calls that name them, too. */
const bodies: readonly Column[] = ['prompt', 'answer', 'thinking', 'work'];

/** Chunks that hold all of the terms. */
export function allOf(terms: readonly Term[], columns: readonly Column[] = bodies): string {
	return `{${columns.join(' ')}} : (${terms.map(expressionOf).join(' AND ')})`;
}

export function anyOf(terms: readonly Term[], columns: readonly Column[] = bodies): string {
	return `{${columns.join(' ')}} : (${terms.map(expressionOf).join(' OR ')})`;
}

export function expressionOf({tokens, isPrefix}: Term): string {
	return `"${tokens.join(' ')}"${isPrefix ? ' *' : ''}`;
}

/** The words of several terms next to each other, in their order; undefined if that can't be asked. */
export function adjacent(terms: readonly Term[]): string | undefined {
	const term = adjacentTerm(terms);
	return term && allOf([term]);
}
