/** Keywords are found wherever they stand, in texts of any length and any alphabet. */
import {expect, it} from 'vitest';
import {KeywordIndex} from '../../source/redact/keyword-index.ts';
import type {Rule} from '../../source/redact/rule.ts';
import {Random} from '../helpers/random.ts';

const rule = (id: string, keywords: readonly string[], isCaseless?: boolean): Rule => ({
	id,
	name: id,
	group: 'token',
	keywords,
	isCaseless,
	find: () => undefined,
});

const rules = [rule('exact', ['ghp_', 'AKIA', 'äöü', 'NDE']), rule('any case', ['secret', 'pass', ':key'], true)];

/** Every place, by looking at every place. */
function placesIn(text: string): string[] {
	const places: string[] = [];
	for (let at = 0; at < text.length; at++)
		for (const {id, keywords, isCaseless} of rules)
			for (const keyword of keywords) {
				const there = text.slice(at, at + keyword.length);
				if (there === keyword || (isCaseless && there.toLowerCase() === keyword)) places.push(`${id} ${at}`);
			}
	return places;
}

function foundIn(text: string): string[] {
	const found: string[] = [];
	new KeywordIndex(rules).visit(text, ({id}, at) => found.push(`${id} ${at}`));
	return found;
}

it.each([3, 200, 255, 256, 257, 5000, 32 * 1024 - 1, 32 * 1024, 32 * 1024 + 2, 100_000])('in %i letters', length => {
	const random = new Random(length);
	for (const alphabet of ['ghp_AKIsecret', 'ghp_AKIsecretäöü漢字🚀\n', 'SECRETpas ', 'NDEnde', ':keyKEY']) {
		const letters = Array.from(alphabet);
		let text = '';
		while (text.length < length)
			text += random.below(20) === 0 ? random.pick(['ghp_', 'Secret', 'AKIA', 'äöü', 'PASS']) : random.pick(letters);
		text = text.slice(0, length);
		expect(foundIn(text).sort()).toEqual(placesIn(text).sort());
	}
});

it('over the edge of a piece', () => {
	for (let before = 32 * 1024 - 8; before <= 32 * 1024; before++) {
		const text = `${'.'.repeat(before)}secret${'.'.repeat(40_000)}ghp_`;
		expect(foundIn(text)).toEqual([`any case ${before}`, `exact ${before + 40_006}`]);
	}
});
