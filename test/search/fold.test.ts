/** What the search takes for words, beside what the index takes for them. */
import {afterAll, describe, expect, it} from 'vitest';
import {fold, foldText, originalRange} from '../../source/search/fold.ts';
import {isSeparator} from '../../source/search/separators.ts';
import {tokensIn} from '../../source/search/tokens.ts';
import {Random} from '../helpers/random.ts';
import {randomText} from './random-text.ts';
import {WordTable} from './word-table.ts';

const table = new WordTable();
afterAll(() => table.close());

describe('characters', () => {
	it('are letters, gaps and marks where SQLite says so, each single one of them', () => {
		// All that are written or may soon be, and some of the empty planes.
		const points = Array.from({length: 0x110000}, (_, code) => code).filter(
			code =>
				code > 0 && (code < 0xd800 || code > 0xdfff) && (code < 0x20000 || code >> 12 === 0xe0 || code % 61 === 0),
		);
		const wrong: string[] = [];
		// Between two letters: cut in two, left out, or kept in its folded form.
		for (const [at, words] of table.cut(points.map(code => `x${String.fromCodePoint(code)}y`)).entries()) {
			const code = points[at]!;
			const character = String.fromCodePoint(code);
			const isGap = words.length === 2;
			const folded = isGap ? character : words[0]!.slice(1, -1);
			const ours = foldText(character);
			const isFine = isGap ? isSeparator(code) : ours === folded && isSeparator(code) === (folded === '');
			if (!isFine) wrong.push(`U+${code.toString(16)}: ${words.join(' ')}, not ${ours}`);
		}
		expect(wrong).toEqual([]);
	});

	it.each([
		['ÉCOLE', 'ecole'],
		['e\u0301cole', 'ecole'],
		['Straße', 'straße'],
		['STRAẞE', 'straße'],
		['İstanbul', 'istanbul'],
		['Việt', 'viet'],
		['Який', 'який'],
		['ΆΛΦΑς', 'άλφασ'],
		['𐐀', '𐐨'],
		['検索Engine', '検索engine'],
		['🎉', '🎉'],
	])('%s is %s to the index', (text, folded) => {
		expect(foldText(text)).toBe(folded);
		expect(foldText(folded)).toBe(folded);
	});

	it('know where they came from, whatever was left out', () => {
		const random = new Random(7);
		for (let round = 0; round < 500; round++) {
			const text = randomText(random);
			const folded = fold(text);
			for (let at = 0; at < folded.text.length; at++) {
				const [start, end] = originalRange(folded, at, at + 1);
				expect(start < end && end <= text.length).toBe(true);
				if (!isHalf(text, start)) expect(foldText(text.slice(start, end))[0]).toBe(folded.text[at]);
			}
			expect(originalRange(folded, 0, folded.text.length)[1]).toBe(text.length);
		}
	});
});

/** One of the two halves of a pair folds to another alone. */
function isHalf(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= 0xd800 && code <= 0xdfff;
}

describe('words', () => {
	it('are cut out of any text as the index cuts them', () => {
		const random = new Random(11);
		const texts = Array.from({length: 4000}, () => randomText(random));
		const wrong = table
			.cut(texts, true)
			.map((words, at) => ({text: texts[at]!, words, ours: tokensIn(texts[at]!).map(({text}) => text)}))
			.filter(({words, ours}) => words.join('\n') !== ours.join('\n'));
		expect(wrong).toEqual([]);
	});

	it('lie in the text where they say', () => {
		const random = new Random(12);
		for (let round = 0; round < 2000; round++) {
			const text = randomText(random);
			for (const token of tokensIn(text)) {
				expect(foldText(text.slice(token.start, token.end))).toBe(token.text);
				expect(isInsidePair(text, token.start) || isInsidePair(text, token.end)).toBe(false);
			}
		}
	});

	it.each([
		['snake_case camelCase', ['snake', 'case', 'camelcase']],
		['a.b/c-d', ['a', 'b', 'c', 'd']],
		['検', ['検']],
		['検索', ['検索', '索']],
		['全文検索engine', ['全文', '文検', '検索', '索', 'engine']],
		['검색 エンジン', ['검색', '색', 'エン', 'ンジ', 'ジン', 'ン']],
		['ภาษาไทย', ['ภาษาไทย']],
		['ที่นี่', ['ท', 'น']],
		['عَرَبي', ['ع', 'ر', 'بي']],
		['done 🎉 v2', ['done', 'v2']],
		['', []],
	])('%s', (text, words) => {
		expect(tokensIn(text).map(token => token.text)).toEqual(words);
	});

	it('come out of a megabyte without anybody noticing', () => {
		for (const piece of ['Größe café ', '検索エンジン', '\u0301', 'a\u0301\u0301'])
			expect(tokensIn(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(1_000_000);
	});
});

function isInsidePair(text: string, at: number): boolean {
	return at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff;
}
