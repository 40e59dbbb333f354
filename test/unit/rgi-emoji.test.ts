import {expect, test} from 'vitest';
import {isRgiEmoji} from '../../source/text/rgi-emoji.ts';

const text = '^\\p{RGI_Emoji}$';
const pattern = new RegExp(text, 'v');

test('every code point alone is judged as the pattern judges it', () => {
	const wrong: string[] = [];
	for (let code = 0; code <= 0x10_ff_ff; code++) {
		const character = String.fromCodePoint(code);
		if (isRgiEmoji(character) !== pattern.test(character)) wrong.push(code.toString(16));
	}
	expect(wrong).toEqual([]);
});

test('every code point with what may follow an emoji is judged as the pattern judges it', () => {
	const followers = [
		'\uFE0F',
		'\u20E3',
		'\uFE0F\u20E3',
		'\u{1F3FD}',
		'\u200D\u2640\uFE0F',
		'\u200D\u{1F33E}',
		'\uFE0E',
		'x',
	];
	const wrong: string[] = [];
	for (let code = 0; code <= 0x1_ff_ff; code++) {
		for (const follower of followers) {
			const cluster = String.fromCodePoint(code) + follower;
			if (isRgiEmoji(cluster) !== pattern.test(cluster)) wrong.push(`${code.toString(16)} ${follower}`);
		}
	}
	expect(wrong).toEqual([]);
});

test.each([
	['a flag of two letters', '\u{1F1E9}\u{1F1EA}', true],
	['a flag nobody has', '\u{1F1FF}\u{1F1FF}', false],
	['one letter of a flag', '\u{1F1E9}', false],
	['a flag by tags', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', true],
	['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', true],
	['a keycap', '1\uFE0F\u20E3', true],
	['a word', 'word', false],
	['nothing', '', false],
])('%s', (_, cluster, expected) => {
	expect(isRgiEmoji(cluster)).toBe(expected);
	expect(pattern.test(cluster)).toBe(expected);
});
