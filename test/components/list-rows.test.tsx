/** The rows of the list: every mark has its place, and nothing moves a column. */
import {describe, expect, test} from 'vitest';
import {type RowView, rowLine} from '../../source/components/list/row-line.ts';
import type {Counts, Session} from '../../source/model/session.ts';
import {widthOf} from '../../source/text/width.ts';
import {textOf} from '../helpers/fake-explorer.tsx';

const now = new Date(2026, 10, 16, 12).getTime();

type Shown = Partial<Session> & {more?: Partial<Counts>; agents?: number; minutesAgo?: number} & Partial<RowView>;

function viewOf({more, agents = 0, minutesAgo = 60, ...rest}: Shown = {}): RowView {
	const {isSelected = false, isMarked, isStarred, ...head} = rest;
	const endedAt = new Date(now - minutesAgo * 60_000).toISOString();
	const counts = {prompts: 14, messages: 28, toolCalls: 3, errors: 2, forks: 0, ...more};
	const named = {agent: 'claude', id: 'x', path: '/x', files: [], size: 1} as const;
	const session: Session = {...named, titleSource: 'none', isAgentSession: false, title: 'Title', counts, ...head};
	const ref = {...named, endedAt, isFolded: false, stamp: '1'};
	return {
		row: {kind: 'session', ref, agentSessions: agents, depth: 0},
		head: {session: {...session, cwd: head.cwd ?? '/p/gateway'}},
		isSelected,
		isMarked,
		isStarred,
	};
}

const draw = (shown: Shown = {}, columns = 120, hasProject = true) =>
	textOf(rowLine(viewOf(shown), {columns, now, hasProject}));

/** In which column of the screen something stands. */
function columnOf(line: string, wanted: string): number {
	const at = line.indexOf(wanted);
	return at === -1 ? -1 : widthOf(line.slice(0, at));
}

const everything: Shown = {
	title: '修复网络连接的重试逻辑 👨‍👩‍👧 '.repeat(9),
	cwd: `/x/${'very-long-project'.repeat(5)}`,
	more: {prompts: 1234, forks: 120, endsInError: true, unknown: 31},
	tokens: {input: 182_000},
	agents: 250,
	minutesAgo: 0,
	isMarked: true,
	isStarred: true,
};

describe('a row', () => {
	test.each([300, 200, 120, 110, 100, 99, 80, 68, 57, 50, 44, 40, 30])(
		'is exactly %d columns wide, whatever is in it',
		columns => {
			for (const shown of [{}, everything, {...everything, isSelected: true}, {title: ''}])
				for (const hasProject of [true, false]) expect(widthOf(draw(shown, columns, hasProject))).toBe(columns);
		},
	);

	test.each([120, 80, 68, 57])('keeps its columns at %d', columns => {
		const plain = draw({}, columns);
		const full = draw({...everything, title: 'Title', cwd: '/p/gateway', isStarred: false, minutesAgo: 60}, columns);
		for (const wanted of ['claude', 'Title', 'gateway', '1h'])
			expect(columnOf(full, wanted)).toBe(columnOf(plain, wanted));
	});

	test('has a glyph of its own for everything that is special', () => {
		const [before = ''] = draw({}).split('claude');
		expect(before).toBe('    ');
		expect(draw({isMarked: true})).toMatch(/^◆ {3}claude/);
		expect(draw({minutesAgo: 0})).toMatch(/^ ● {2}claude/);
		expect(draw({isSelected: true})).toMatch(/^ {2}▸ claude/);
		expect(draw({isMarked: true, minutesAgo: 0, isSelected: true})).toMatch(/^◆●▸ claude/);
		expect(draw({more: {forks: 2}})).toMatch(/ 14 +⑂2 *$/);
		expect(draw({forkedFrom: 'y'})).toMatch(/ 14 +⑂ *$/);
		expect(draw({agents: 3})).toMatch(/ 14 +\+3 *$/);
		expect(draw({more: {endsInError: true}})).toMatch(/ 14 +✗ *$/);
		expect(draw({more: {unknown: 1}})).toMatch(/ 14 +\?$/);
		// Tools fail all the time: that is no mark.
		expect(draw({more: {errors: 5}})).toBe(draw());
	});

	test.each([120, 68, 44])('the same mark stands in the same place at %d, with or without the others', columns => {
		const all = draw({more: {forks: 2, endsInError: true, unknown: 1}, agents: 3}, columns);
		const alone = [
			['⑂', {more: {forks: 2}}],
			['+', {agents: 3}],
			['✗', {more: {endsInError: true}}],
			['?', {more: {unknown: 1}}],
		] as const;
		for (const [glyph, shown] of alone) expect(columnOf(draw(shown, columns), glyph)).toBe(columnOf(all, glyph));
	});

	test('a number that is too long for its place leaves the glyph', () => {
		expect(draw({more: {forks: 120}, agents: 250}, 68)).toMatch(/⑂… \+… *$/);
		expect(draw({more: {forks: 9}, agents: 99}, 68)).toMatch(/⑂9 \+99 *$/);
		expect(draw({more: {forks: 120}, agents: 250}, 120)).toMatch(/⑂… {2}\+250 *$/);
	});

	test('tells prompts and tokens where there is room', () => {
		const tokens = {input: 100_000, output: 82_000, cacheRead: 9_000_000};
		expect(draw({tokens}, 110)).toMatch(/1h +14 +182k /);
		expect(draw({tokens}, 80)).toMatch(/1h +14 *$/);
		expect(draw({tokens}, 57)).toMatch(/gateway +1h *$/);
		expect(draw({tokens}, 44)).not.toContain('gateway');
	});

	test('names no project below the heading that does', () => {
		const [named, unnamed] = [draw({title: 'long '.repeat(40)}, 80), draw({title: 'long '.repeat(40)}, 80, false)];
		expect(named).toContain('gateway');
		expect(unnamed).not.toContain('gateway');
		expect(unnamed.match(/long/g)!.length).toBeGreaterThan(named.match(/long/g)!.length);
	});
});

describe('a heading', () => {
	const heading = (label: string, count?: number, columns = 30) => {
		const line = rowLine({row: {kind: 'heading', label, count}, isSelected: false}, {columns, now});
		expect(widthOf(textOf(line))).toBe(columns);
		return textOf(line).trimEnd();
	};

	test('says the day, or the project and how many sessions it has', () => {
		expect(heading('today')).toBe(' today');
		expect(heading('gateway', 1284)).toBe(' gateway  1,284');
		expect(heading('検索サービス', 3)).toBe(' 検索サービス  3');
		expect(heading('x'.repeat(50), 3)).toMatch(/^ x+… {2}3$/);
	});
});
