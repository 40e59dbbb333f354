import {describe, expect, test} from 'vitest';
import {groupsOf} from '../../source/components/list/arrangement.ts';
import {familyOf, listRows} from '../../source/components/list/list-rows.ts';
import {SessionList} from '../../source/components/list/session-list.ts';
import type {ListedSession} from '../../source/components/session-source.ts';

const now = new Date(2026, 10, 16, 12).getTime();

function session(id: string, more: Partial<ListedSession> & {hoursAgo?: number} = {}): ListedSession {
	const {hoursAgo = 1, ...rest} = more;
	const endedAt = new Date(now - hoursAgo * 3_600_000).toISOString();
	return {
		agent: 'claude',
		id,
		path: `/${id}`,
		files: [`/${id}`],
		size: 1,
		endedAt,
		isFolded: rest.parentId !== undefined,
		stamp: '1',
		...rest,
	};
}

const drawn = (sessions: ListedSession[], areAgentsShown = false) => {
	const family = familyOf(sessions);
	const groups = groupsOf(family.roots, {grouping: 'day', sort: 'newest'}, () => undefined, now);
	return listRows(groups, family, () => areAgentsShown).map(row =>
		row.kind !== 'session'
			? row.kind === 'heading' && row.label
			: `${' '.repeat(row.depth)}${row.ref.id}${row.agentSessions ? ` +${row.agentSessions}` : ''}`,
	);
};

describe('listRows', () => {
	const family = [
		session('a'),
		session('a2', {parentId: 'a1'}),
		session('a1', {parentId: 'a'}),
		session('b', {hoursAgo: 30}),
	];

	test('groups by time and folds sub-agents, counting them at any depth', () => {
		expect(drawn(family)).toEqual(['today', 'a +2', 'yesterday', 'b']);
	});

	test('shows them below their parents when asked', () => {
		expect(drawn(family, true)).toEqual(['today', 'a +2', ' a1 +1', '  a2', 'yesterday', 'b']);
	});

	test('nothing vanishes: orphans and circles are rows of their own', () => {
		const lost = [
			session('x', {parentId: 'gone'}),
			session('y', {parentId: 'z'}),
			session('z', {parentId: 'y'}),
			session('w', {parentId: 'w'}),
		];
		expect(drawn(lost)).toEqual(['today', 'x', 'y', 'z', 'w']);
	});
});

describe('SessionList', () => {
	const make = (count: number, height: number): SessionList => {
		const list = new SessionList();
		list.setHeight(height);
		list.setSessions(
			Array.from({length: count}, (_, at) => session(`s${at}`)),
			now,
		);
		return list;
	};

	test('keeps the selection in sight, with room around it', () => {
		const list = make(50, 10);
		for (let step = 0; step < 49; step++) {
			list.move(1);
			expect(list.visible).toContain(list.selected);
		}
		expect(list.isAtLast).toBe(true);
		list.moveToFirst();
		expect(list.top).toBe(0);
		list.move(list.pageStep(1));
		expect(list.selected?.ref.id).toBe('s10');
	});

	test('stops at both ends', () => {
		const list = make(3, 10);
		list.move(-5);
		expect(list.selectedPosition).toBe(1);
		list.move(99);
		expect(list.selectedPosition).toBe(3);
	});

	test('an empty list has no selection', () => {
		const list = make(0, 10);
		list.move(1);
		expect(list.selected).toBeUndefined();
		expect(list.selectedPosition).toBe(0);
	});

	test('stays on the session when sub-agents are shown or folded, or goes to its parent', () => {
		const list = new SessionList();
		list.setHeight(10);
		list.setSessions([session('a'), session('a1', {parentId: 'a'}), session('b')], now);
		list.move(1);
		list.toggleAgents(now);
		expect(list.selected?.ref.id).toBe('b');
		list.move(-1);
		expect(list.selected?.ref.id).toBe('a1');
		list.toggleAgents(now);
		expect(list.selected?.ref.id).toBe('a');
	});

	describe('sub-agents of one session', () => {
		const sessions = [
			session('a'),
			session('a2', {parentId: 'a1'}),
			session('a1', {parentId: 'a'}),
			session('b', {hoursAgo: 2}),
			session('b1', {parentId: 'b', hoursAgo: 3}),
		];
		const ids = ({rows}: SessionList) => rows.flatMap(row => (row.kind === 'session' ? [row.ref.id] : []));
		const listed = () => {
			const list = new SessionList();
			list.setHeight(10);
			list.setSessions(sessions, now);
			return list;
		};

		test('are unfolded alone, a level at a time, and folded from where one is', () => {
			const list = listed();
			expect(list.foldSelected(false, now)).toBe(true);
			expect(ids(list)).toEqual(['a', 'a1', 'b']);
			list.move(1);
			expect(list.foldSelected(false, now)).toBe(true);
			expect(ids(list)).toEqual(['a', 'a1', 'a2', 'b']);
			list.move(1);
			expect(list.selected?.ref.id).toBe('a2');
			expect(list.foldSelected(false, now)).toBe(false);
			list.foldSelected(true, now);
			expect([ids(list), list.selected?.ref.id]).toEqual([['a', 'a1', 'b'], 'a1']);
			list.foldSelected(true, now);
			expect([ids(list), list.selected?.ref.id]).toEqual([['a', 'b'], 'a']);
			expect(list.foldSelected(true, now)).toBe(false);
		});

		test('stay folded alone while all others are shown, until all are folded again', () => {
			const list = listed();
			list.toggleAgents(now);
			list.foldSelected(true, now);
			expect(ids(list)).toEqual(['a', 'b', 'b1']);
			list.setSessions([...sessions], now);
			expect(ids(list)).toEqual(['a', 'b', 'b1']);
			list.toggleAgents(now);
			list.toggleAgents(now);
			expect(ids(list)).toEqual(['a', 'a1', 'a2', 'b', 'b1']);
		});
	});

	test('a session in a circle of parents that is not in view any more leaves the selection to another', () => {
		const list = new SessionList();
		list.setHeight(10);
		const circle = [session('y', {parentId: 'z'}), session('z', {parentId: 'y'}), session('x')];
		list.setSessions(circle, now);
		list.show({kind: 'found', refs: [circle[2]!], hasSnippets: false}, now);
		expect(list.selected?.ref.id).toBe('x');
	});
});
