import {expect, it} from 'vitest';
import {isSuspicious} from '../../source/text/is-suspicious.ts';
import {sanitize} from '../../source/text/sanitize.ts';
import {visible} from '../../source/text/visible.ts';
import {hostileTexts} from '../helpers/hostile-text.ts';

it('what is hidden in a long text is found wherever it stands', () => {
	const calm = 'Plain text, Grüße, 日本語 and 🚀 rockets. '.repeat(1500);
	expect(isSuspicious(calm)).toBe(false);
	expect([sanitize(calm), visible(calm)]).toEqual([calm, calm]);
	for (const [name, hostile] of Object.entries(hostileTexts))
		for (const place of [0, 255, 8191, 16_383, 16_384, 16_385, 32_768, calm.length]) {
			const at = /[\uDC00-\uDFFF]/.test(calm[place] ?? '') ? place + 1 : place;
			const text = calm.slice(0, at) + hostile + calm.slice(at);
			expect(isSuspicious(text), `${name} at ${at}`).toBe(true);
			expect(sanitize(text), `${name} at ${at}`).not.toBe(text);
		}
});

it('half an emoji is no emoji', () => {
	const calm = 'x'.repeat(20_000);
	for (const half of ['\uD83D', '\uDE80', '\uDE80\uD83D', '\uDB40\uDC41'])
		for (const at of [0, 16_383, 16_384, 20_000])
			expect(isSuspicious(calm.slice(0, at) + half + calm.slice(at)), `${escape(half)} at ${at}`).toBe(true);
	expect(isSuspicious(`${calm.slice(0, 16_383)}🚀${calm}`)).toBe(false);
});

it('what is hidden is made visible, and nothing is lost', () => {
	expect(visible('a\u001B[31mb\u202Ec\u0000\r\nd\re\u007F')).toBe('a␛[31mb⟨U+202E⟩c␀\nd\ne␡');
	expect(visible('👨‍👩‍👧 می‌خواهم ❤️')).toBe('👨‍👩‍👧 می‌خواهم ❤️');
	expect(visible('\uD800')).toBe('\uFFFD');
});
