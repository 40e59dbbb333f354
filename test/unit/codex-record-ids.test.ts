/** Ids of records that are their places: nothing is kept of them, and each is found. */
import {describe, expect, it} from 'vitest';
import {RecordIds} from '../../source/adapters/codex/record-ids.ts';
import {Column} from '../../source/model/column.ts';

const file = (tag: string) => ({path: `/${tag}`, tag, isOwn: true});
const offsets = new Column(Float64Array);
for (const offset of [0, 100, 250, 0, 40, 250]) offsets.push(offset);
const ids = new RecordIds([file('a'), file('empty'), file('b')], [0, 3, 3], offsets);

describe('the ids of records', () => {
	it('are found again, in any order', () => {
		const all = [0, 1, 2, 3, 4, 5];
		expect(all.map(node => ids.at(node))).toEqual(['a:0', 'a:100', 'a:250', 'b:0', 'b:40', 'b:250']);
		for (const order of [all, all.toReversed(), [3, 0, 5, 2, 2, 4, 1, 0]])
			expect(order.map(node => ids.find(ids.at(node)))).toEqual(order);
	});

	it('are nobody else’s', () => {
		for (const id of [
			'a:1',
			'b:100',
			'c:0',
			'empty:0',
			'a:',
			'a',
			'',
			':0',
			'a:00',
			'a:1e2',
			'a:100#1',
			'a: 100',
			'a:-1',
		])
			expect([id, ids.find(id)]).toEqual([id, undefined]);
	});
});
