import {describe, expect, test} from 'vitest';
import {groupsOf, type Order, sortSessions, sorts} from '../../source/components/list/arrangement.ts';
import {lastPart, projectKey, projectNames} from '../../source/components/list/projects.ts';
import type {ListedSession, SessionFacts} from '../../source/components/session-source.ts';

const now = new Date(2026, 10, 16, 12).getTime();

function session(id: string, hoursAgo: number | undefined, size = 1): ListedSession {
	const endedAt = hoursAgo === undefined ? undefined : new Date(now - hoursAgo * 3_600_000).toISOString();
	return {agent: 'claude', id, path: `/${id}`, files: [], size, endedAt, isFolded: false, stamp: '1'};
}

/** Newest first, as every list of sessions is. */
const sessions = [
	session('a', 1, 30),
	session('b', 2, 10),
	session('c', 30, 20),
	session('d', 31, 20),
	session('e', undefined, 5),
];
const facts: Record<string, SessionFacts> = {
	a: {cwd: '/home/me/work/api', title: '“quoted” zebra', prompts: 2, tokens: 10},
	b: {cwd: '/home/me/web', title: 'Ärger', prompts: 9},
	c: {cwd: '/home/me/work/api/', title: 'banana', prompts: 2, tokens: 900},
	d: {title: 'Apple', tokens: 0},
};
const factsOf = ({id}: ListedSession) => facts[id];
const ids = (refs: readonly ListedSession[]) => refs.map(({id}) => id).join('');
const grouped = (order: Order) =>
	groupsOf(sessions, order, factsOf, now).map(({label, refs}) => [label, ids(refs)] as const);

describe('the order', () => {
	test.each([
		['newest', 'abcde'],
		['oldest', 'dcbae'],
		['largest', 'acdbe'],
		['prompts', 'bacde'],
		['tokens', 'cadbe'],
		['title', 'dbcae'],
	] as const)('%s: what is equal stands newest first, what is not known last', (sort, wanted) => {
		expect(ids(sortSessions(sessions, sort, factsOf))).toBe(wanted);
	});

	test('nothing gets lost and nothing is changed in place', () => {
		const before = [...sessions];
		for (const sort of sorts)
			expect(
				ids(sortSessions(sessions, sort, factsOf))
					.split('')
					.sort()
					.join(''),
			).toBe('abcde');
		expect(sessions).toEqual(before);
	});
});

describe('the groups', () => {
	test('are days where sessions stand by time', () => {
		expect(grouped({grouping: 'day', sort: 'newest'})).toEqual([
			['today', 'ab'],
			['yesterday', 'cd'],
			['no time known', 'e'],
		]);
		expect(grouped({grouping: 'day', sort: 'oldest'})).toEqual([
			['yesterday', 'dc'],
			['today', 'ba'],
			['no time known', 'e'],
		]);
	});

	test('are none where the largest of all are wanted, or none are', () => {
		expect(grouped({grouping: 'day', sort: 'largest'})).toEqual([[undefined, 'acdbe']]);
		expect(grouped({grouping: 'none', sort: 'oldest'})).toEqual([[undefined, 'dcbae']]);
	});

	test('are projects, the one with the newest session first, each in the order that is wanted', () => {
		expect(grouped({grouping: 'project', sort: 'newest'})).toEqual([
			['api', 'ac'],
			['web', 'b'],
			['unknown project', 'de'],
		]);
		expect(grouped({grouping: 'project', sort: 'tokens'})).toEqual([
			['api', 'ca'],
			['web', 'b'],
			['unknown project', 'de'],
		]);
	});
});

describe('the name of a project', () => {
	const names = (...folders: string[]) => [...projectNames(folders).values()];

	test('is the last part of its folder, of whichever system', () => {
		expect(names('/home/me/shop-api', 'C:\\code\\shop-web', '/')).toEqual(['shop-api', 'shop-web', '/']);
		expect(lastPart('/home/me/网关')).toBe('网关');
	});

	test('has as much of the folders above it as tells it from others', () => {
		const folders = ['/me/work/api', '/me/home/api', '/me/web', '/x/me/web', '/y/me/web'];
		const found = projectNames(folders);
		expect(folders.map(folder => found.get(folder))).toEqual([
			'work/api',
			'home/api',
			'me/web',
			'x/me/web',
			'y/me/web',
		]);
	});

	test('is safe to draw', () => {
		expect(names('/home/a\u001B[2Jb')).toEqual(['ab']);
	});

	test('ends, whatever is compared', () => {
		expect(names('/a/b', '/a\\b', '', '//')).toHaveLength(4);
		expect(projectKey('/a/b//')).toBe('/a/b');
		expect(projectKey('/')).toBe('/');
	});
});
