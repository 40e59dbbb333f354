import {expect, it} from 'vitest';
import {bestOf} from '../../source/search/best-of.ts';
import {Random} from '../helpers/random.ts';

it('gives what sorting everything and taking the first gives, also where some are equal', () => {
	const random = new Random(7);
	for (let round = 0; round < 200; round++) {
		const items = Array.from({length: random.below(60)}, (_, at) => ({at, score: random.below(9)}));
		const most = random.below(20);
		const compare = (a: {score: number}, b: {score: number}) => b.score - a.score;
		expect(bestOf(items, most, compare)).toEqual(items.toSorted(compare).slice(0, most));
	}
});
