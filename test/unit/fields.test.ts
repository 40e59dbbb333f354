/** Short cuts of the fields' readers must say what the long way says. */
import {describe, expect, it} from 'vitest';
import {isoTime, textOf} from '../../source/adapters/fields.ts';
import {Random} from '../helpers/random.ts';

const shape = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?$/;

function slowTime(value: string): string | undefined {
	const time = Date.parse(value);
	if (Number.isNaN(time)) return undefined;
	return shape.test(value) ? value : new Date(time).toISOString();
}

describe('a time', () => {
	const usual = '2026-11-16T19:08:07.654Z';

	it('of the usual form is given as it is', () => {
		for (const time of [usual, '0000-01-01T00:00:00.000Z', '1999-12-28T23:59:59.999Z'])
			expect(isoTime(time)).toBe(time);
	});

	it('is what the long way says, whichever letter is another one', () => {
		const random = new Random(3);
		for (let round = 0; round < 5000; round++) {
			const letters = [...usual];
			for (let change = 0; change <= random.below(3); change++)
				letters[random.below(letters.length)] = [...'0123456789-:TZ. +é٣'][random.below(19)]!;
			const time = letters.join('');
			expect([time, isoTime(time)]).toEqual([time, slowTime(time)]);
		}
	});

	it('that no clock shows is none', () => {
		for (const time of ['2026-13-01T00:00:00.000Z', '2026-00-01T00:00:00.000Z', '2026-01-01T23:60:00.000Z', ''])
			expect(isoTime(time)).toBeUndefined();
	});
});

describe('a text', () => {
	it('has something in it', () => {
		for (const blank of ['', ' ', '\n\t', '\u00A0', '\uFEFF', 5, null, undefined])
			expect(textOf(blank)).toBeUndefined();
		for (const text of ['a', ' a', '\u007F', '\u0000', 'é', '\u00A0a', '~']) expect(textOf(text)).toBe(text);
	});
});
