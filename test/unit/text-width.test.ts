import stringWidth from 'string-width';
import {describe, expect, test} from 'vitest';
import {clustersOf, isWidthDisputed} from '../../source/text/clusters.ts';
import {cut, fit as fitted, widthOf} from '../../source/text/width.ts';
import {Random} from '../helpers/random.ts';

describe('cut', () => {
	test.each([
		['plain', 'abcdef', 4, 'abc…'],
		['fits', 'abcd', 4, 'abcd'],
		['wide characters are never halved', '漢字漢字', 4, '漢…'],
		['a family is one character', '👨‍👩‍👧‍👦bcd', 4, '👨‍👩‍👧‍👦b…'],
		['marks stay with their letter', 'e\u0301fghi', 3, 'e\u0301f…'],
		['no room', 'abc', 0, ''],
		['room for the ellipsis only', '漢字', 1, '…'],
	])('%s', (_, text, columns, wanted) => {
		expect(cut(text, columns)).toBe(wanted);
	});
});

test.each(['abc', '漢字', '👨‍👩‍👧‍👦 family', 'e\u0301', '한국어', 'ไทย', ''])(
	'fit makes %j exactly as wide as told',
	text => {
		for (const columns of [1, 2, 3, 5, 9, 20]) {
			expect(widthOf(fitted(text, columns))).toBe(columns);
			expect(widthOf(fitted(text, columns, 'right'))).toBe(columns);
		}
	},
);

describe('clustersOf', () => {
	test('counts every letter below the emoji as string-width does', () => {
		for (let code = 0x20; code < 0xffff; code += code < 0x3100 ? 1 : 13) {
			if (code >= 0xd800 && code <= 0xdfff) continue;
			const text = `a${String.fromCharCode(code)}`;
			const width = clustersOf(text).reduce((sum, each) => sum + each.width, 0);
			expect(width, code.toString(16)).toBe(stringWidth(text));
		}
	});

	test('leaves out what takes no column', () => {
		expect(clustersOf('\u0301')).toEqual([]);
	});

	test('cuts a mixed text as a segmenter cuts all of it', () => {
		const pieces = [
			...['a', 'b ', '漢', 'あ', '가', 'e\u0301', '👨‍👩‍👧', '🇩🇪', '🇦', '\u200D', '✅', '©\uFE0F', '1️⃣', '#', '\u0600'],
			...['ن', 'क', '\u094D', 'ष', '\u1100', '\u1161', '\u11A8', '—', 'か\u3099', '𠮷', '🏽', '\uFE0F', 'ก', '\u0E33'],
		];
		const random = new Random(3);
		const segmenter = new Intl.Segmenter();
		for (let round = 0; round < 2000; round++) {
			const text = random.text(pieces, 12);
			const segments = Array.from(segmenter.segment(text), ({segment}) => segment);
			expect(clustersOf(text).map(each => each.text)).toEqual(segments.filter(each => stringWidth(each) > 0));
		}
	});
});

test('emoji and joined letters are disputed, CJK and accents are not', () => {
	const disputed = (text: string) => clustersOf(text).map(isWidthDisputed);
	expect(disputed('aé漢한e\u0301─▸…')).toEqual(Array(8).fill(false));
	expect(disputed('🚀☺️🇩🇪👨‍👩‍👧')).toEqual(Array(4).fill(true));
});
