/** What the words of a query are to an index of words. */
import {cjkParts} from '../catalog/fulltext/cjk.ts';
import type {Query} from './query/query.ts';
import {tokensIn} from './tokens.ts';

/** One thing that was asked for: words of the index that follow each other. */
export type Term = {
	readonly tokens: readonly string[];
	/** The last of them is only the beginning of a word. */
	readonly isPrefix: boolean;
	/** Among them are pairs of CJK characters. */
	readonly isCjk: boolean;
};

/** Shorter beginnings would be those of half the index. */
const shortestPrefix = 3;
/** A page that was pasted into the box finds what holds the beginning of it. */
const mostTerms = 64;
const mostTokens = 200;

export type Terms = {readonly wanted: readonly Term[]; readonly unwanted: readonly Term[]};

/** Beginnings of words count where the mode is fuzzy, and for a word that is still being typed. */
export function termsOf(query: Query, mayBePrefixes = true): Terms {
	const hasPrefixes = query.mode === 'fuzzy';
	const words = query.words.slice(0, mostTerms).map((word, at) => {
		const isTyped = query.isOpen && at === query.words.length - 1;
		return termOf(word, mayBePrefixes && (hasPrefixes || isTyped) ? shortestPrefix : undefined);
	});
	const phrases = query.phrases.slice(0, mostTerms).map(phrase => termOf(phrase));
	const excluded = query.excluded.slice(0, mostTerms).map(word => termOf(word));
	return {wanted: different([...words, ...phrases]), unwanted: different(excluded)};
}

/** The index knows some emoji for words and others not; alone, none of them is taken for one. */
const letter = /[\p{L}\p{N}\p{Co}]/u;

/** What is asked for twice is looked for once; what has no word in it can't be looked for. */
function different(terms: readonly Term[]): Term[] {
	const byKey = new Map(terms.map(term => [`${term.tokens.join(' ')}${term.isPrefix ? '*' : ''}`, term]));
	return [...byKey.values()].filter(({tokens}) => tokens.some(token => letter.test(token)));
}

/** `prefixFrom`: the last word may be the beginning of another, if it has so many letters. */
export function termOf(text: string, prefixFrom?: number): Term {
	const parts = cjkParts(text);
	const last = parts.at(-1);
	const isCjk = parts.some(part => part.isCjk);
	const all = tokensIn(text);
	const tokens = all.slice(0, mostTokens).map(token => token.text);
	if (last?.isCjk) {
		// A run may go on where the text of the query ends: then its last character is part of a pair, and no word alone.
		const isSingle = [...last.text].length === 1;
		const endsInSingle = all.at(-1)?.end === text.length;
		if (!isSingle && endsInSingle && tokens.length === all.length) tokens.pop();
		return {tokens, isPrefix: isSingle && endsInSingle, isCjk};
	}
	const end = all.at(-1);
	// Only what was typed last is a beginning, and not where a gap follows it.
	const isEnd = end !== undefined && end.end === text.length && tokens.length === all.length;
	return {tokens, isPrefix: prefixFrom !== undefined && isEnd && end.text.length >= prefixFrom, isCjk};
}

/** The words of several terms next to each other; undefined if that can't be asked. */
export function adjacentTerm(terms: readonly Term[]): Term | undefined {
	if (terms.length < 2 || terms.some(({isCjk}) => isCjk)) return undefined;
	const isPrefix = terms.at(-1)!.isPrefix;
	return {tokens: terms.flatMap(({tokens}) => tokens), isPrefix, isCjk: false};
}
