import {expect, it} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import type {Session} from '../../source/model/session.ts';
import {type KnownSession, unsavedSession} from '../../source/search/known-sessions.ts';
import {LetterIndex, needOf} from '../../source/search/letter-index.ts';
import {countBits, letterPairs, lettersOf, pairsIn} from '../../source/search/letters.ts';

it('tells which letters a text does not hold', () => {
	expect(countBits(lettersOf('kiwi') & ~lettersOf('a wiki page'))).toBe(0);
	expect(countBits(lettersOf('kiwi') & ~lettersOf('a page'))).toBe(3);
});

/** How many pairs of the word none of the texts holds. */
function missing(word: string, ...texts: string[]): number {
	const bits = letterPairs(...texts);
	return pairsIn(word).filter(bit => (bits[bit >> 5]! & (1 << (bit & 31))) === 0).length;
}

it('knows the pairs of neighbours of several texts', () => {
	const texts = ['retry policy', 'shop-api', '検索する'];
	expect(['policy', '検索', 'polixy', 'x'].map(word => missing(word, ...texts))).toEqual([0, 0, 2, 0]);
	// Neighbours are within one text.
	expect(missing('bc', 'ab', 'cd')).toBe(1);
});

const titles = ['retry policy', 'the policies of retries', '検索する', 'chocolate', ''];
const sessions = titles.map((title, number) => titled(number, title));
const index = new LetterIndex(sessions);

function titled(number: number, title: string): KnownSession {
	return unsavedSession(number, {} as SessionRef, {title} as Session);
}

it('rules out what has not the letters, or not beside each other', () => {
	const titlesWith = (word: string) => index.holding(lettersOf(word), pairsIn(word)).map(({title}) => title);
	expect(titlesWith('policy')).toEqual(['retry policy']);
	expect(titlesWith('retr')).toEqual(['retry policy', 'the policies of retries']);
	// Their letters are all there.
	expect(index.holding(lettersOf('cily'), []).map(({title}) => title)).toEqual(['retry policy']);
	expect(titlesWith('cily')).toEqual([]);
	expect(titlesWith('検索')).toEqual(['検索する']);
	expect(titlesWith('')).toHaveLength(titles.length);
});

it('finds what nearly has a word, the nearest first', () => {
	const near = (...words: string[]) => index.nearest(words.map(needOf), 9).map(({title}) => title);
	expect(near('policies')).toEqual(['the policies of retries', 'retry policy']);
	expect(near('polixy')).toEqual(['retry policy']);
	expect(near('polixy', 'chocolate')).toEqual([]);
	expect(near('zzkqqzkq')).toEqual([]);
	expect(index.nearest([needOf('polixy')], 1)).toHaveLength(1);
});
