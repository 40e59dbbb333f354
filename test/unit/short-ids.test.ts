import {expect, test} from 'vitest';
import {shortIds} from '../../source/model/short-ids.ts';

test('ids are as short as they can be, and never the same', () => {
	const ids = [
		'019a6b10-0000-7000-8000-000000000001',
		'019a6b10-0000-7000-8000-000000000002',
		'ad5cd0c1-aa08',
		'agent-a1b2c3d4e5',
	];
	const short = shortIds(ids.map(id => ({id})));
	expect(ids.map(short)).toEqual([ids[0], ids[1], 'ad5cd0c1', 'a1b2c3d4']);
	// One that is compared with itself has no need for more.
	const same = shortIds([{id: ids[0]!}, {id: ids[0]!}]);
	expect(same(ids[0]!)).toBe('019a6b10');
});
