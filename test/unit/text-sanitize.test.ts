import {describe, expect, test} from 'vitest';
import {sanitize, sanitizeLine} from '../../source/text/sanitize.ts';

describe('sanitize', () => {
	test.each([
		['a clipboard write', 'a\u001B]52;c;aGk=\u0007b', 'ab'],
		['a title change ended by ST', 'a\u001B]0;owned\u001B\\b', 'ab'],
		['cursor moves and clears', 'a\u001B[2J\u001B[1;1Hb', 'ab'],
		['colours', '\u001B[31mred\u001B[0m', 'red'],
		['8-bit controls', 'a\u009B2Jb\u009D0;x\u009Cc', 'abc'],
		['a device control string', 'a\u001BP1$r0m\u001B\\b', 'ab'],
		['an unterminated string, up to the line', 'a\u001B]0;evil\nb', 'a\nb'],
		['a sequence inside a sequence', 'a\u001B[\u001B[2Jb', 'ab'],
		['a lone escape at the end', 'a\u001B', 'a'],
		['bells, NUL, backspaces', 'a\u0007\u0000\bb', 'ab'],
		['bidirectional overrides', 'a\u202Eb\u2066c\u200Fd', 'abcd'],
		['tags and soft hyphens', `a\u{E0041}b\u00ADc`, 'abc'],
		['a lone surrogate', 'a\uD800b', 'a\uFFFDb'],
	])('takes away %s', (_, text, wanted) => {
		expect(sanitize(text)).toBe(wanted);
	});

	test('keeps what people write', () => {
		const text = 'tab\there\nline 漢字 👩🏽‍💻 ☺️ e\u0301 می\u200Cخواهم';
		expect(sanitize(text)).toBe(text);
	});

	test('turns carriage returns into lines', () => {
		expect(sanitize('a\r\nb\rc')).toBe('a\nb\nc');
	});

	test('bounds the marks on a letter, and drops those that have none', () => {
		expect(sanitize(`z${'\u0301'.repeat(50)}`)).toBe(`z${'\u0301'.repeat(4)}`);
		expect(sanitize('\u0301a\n\u0302b')).toBe('a\nb');
	});

	test('leaves nothing a terminal would act on, whatever comes', () => {
		for (let code = 0; code < 0x3000; code++) {
			const shown = sanitize(`x${String.fromCharCode(code)}[2Jy`);
			expect(shown, code.toString(16)).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
		}
	});
});

test('sanitizeLine folds white space', () => {
	expect(sanitizeLine('  a\n\tb\u00A0 c \u2028d ')).toBe('a b c d');
});
