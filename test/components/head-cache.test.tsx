import {expect, test} from 'vitest';
import {HeadCache} from '../../source/components/list/head-cache.ts';
import type {ListedSession} from '../../source/components/session-source.ts';
import type {Session} from '../../source/model/session.ts';

const refs = Array.from(
	{length: 100},
	(_, at): ListedSession => ({
		agent: 'claude',
		id: `s${at}`,
		path: `/s${at}`,
		files: [`/s${at}`],
		size: 1,
		isFolded: false,
		stamp: '1',
	}),
);
const headOf = ({id}: ListedSession): Session => ({
	agent: 'claude',
	id,
	path: '',
	files: [],
	size: 1,
	titleSource: 'none',
	isAgentSession: false,
});

test('reads what is in sight once, and skips what was scrolled past', async () => {
	const read: string[] = [];
	let letGo = () => {};
	const gate = new Promise<void>(resolve => {
		letGo = resolve;
	});
	const cache = new HeadCache(
		async ref => {
			read.push(ref.id);
			await gate;
			return headOf(ref);
		},
		() => {},
	);

	for (let top = 0; top < 90; top++) cache.want(refs.slice(top, top + 10));
	letGo();
	await new Promise(resolve => setTimeout(resolve, 10));
	expect(read.length).toBeLessThan(30);
	for (const ref of refs.slice(89, 99)) expect(cache.get(ref)).toEqual({session: headOf(ref)});
	const before = read.length;
	cache.want(refs.slice(89, 99));
	expect(read).toHaveLength(before);
});

test('a header that can not be read is a reason, not a crash', async () => {
	const cache = new HeadCache(
		() => Promise.reject(new Error('no\u001B[2Jt there')),
		() => {},
	);
	cache.want([refs[0]!]);
	await new Promise(resolve => setTimeout(resolve, 5));
	expect(cache.get(refs[0]!)).toEqual({failure: 'not there'});
});
