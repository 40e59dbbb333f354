import {expect, it} from 'vitest';
import {countBits, LetterPairs, lettersOf, pairsIn} from '../../source/search/letters.ts';

it('tells which letters a text does not hold', () => {
	expect(countBits(lettersOf('kiwi') & ~lettersOf('a wiki page'))).toBe(0);
	expect(countBits(lettersOf('kiwi') & ~lettersOf('a page'))).toBe(3);
});

it('counts the pairs of a word that no text holds, and stops where it is enough', () => {
	const pairs = new LetterPairs('retry policy', 'shop-api', '検索する');
	expect(pairs.missing(pairsIn('policy'), 9)).toBe(0);
	expect(pairs.missing(pairsIn('検索'), 9)).toBe(0);
	expect(pairs.missing(pairsIn('polixy'), 9)).toBe(2);
	expect(pairs.missing(pairsIn('zzkqqzkq'), 2)).toBe(3);
	expect(pairs.missing(pairsIn('x'), 0)).toBe(0);
	// Neighbours are within one text.
	expect(new LetterPairs('ab', 'cd').missing(pairsIn('bc'), 9)).toBe(1);
});
