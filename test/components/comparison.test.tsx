import {describe, expect, test} from 'vitest';
import {widthOf} from '../../source/text/width.ts';
import {openExplorer} from '../helpers/fake-explorer.tsx';
import {entry, fakeLibrary, toolUse} from '../helpers/fake-library.ts';

const common = [entry('user', 'Find the leak'), entry('assistant', 'It is in the pool.')];

const sessions = [
	{
		id: 'one',
		title: 'backoff',
		entries: [
			...common,
			entry('user', 'use backoff with 500 ms'),
			...toolUse('Bash', {command: 'npm test'}, 'two\nfailed', true),
		],
	},
	{
		id: 'two',
		title: '検索 jitter',
		entries: [
			...common,
			entry('user', 'use backoff with 900 ms'),
			...toolUse('Bash', {command: 'npm test'}, 'ok'),
			entry('assistant', '結果は良好です 🎉'),
		],
	},
	{id: 'three', title: 'third', entries: [entry('user', 'Other')]},
];

async function compared(columns = 100, rows = 30) {
	const opened = await openExplorer(fakeLibrary(sessions), {columns, rows});
	opened.press('m', 'm', 'D');
	await opened.shows('the same');
	return opened;
}

describe('two marked sessions', () => {
	test.each([60, 100])('stand below each other on %i columns', async columns => {
		const {lines, frame, explorer} = await compared(columns);
		expect(frame()).toMatch(/═══ 2 steps the same/);
		expect(lines().some(line => /^- .*┃ use backoff with 500 ms/.test(line))).toBe(true);
		expect(lines().some(line => /^\+ .*┃ use backoff with 900 ms/.test(line))).toBe(true);
		expect(lines().every(line => widthOf(line) <= columns)).toBe(true);
		explorer.close();
	});

	test('stand beside each other where there is room, CJK and emoji included', async () => {
		const {explorer} = await compared(200);
		const [line] = explorer.comparison!.lines.slice(1);
		expect(line!.map(({text}) => text).join('')).toMatch(/┃ use backoff with 500 ms +│.*┃ use backoff with 900 ms/);
		for (const each of explorer.comparison!.lines)
			expect(each.reduce((sum, {text}) => sum + widthOf(text), 0)).toBeLessThanOrEqual(200);
		explorer.close();
	});

	test('words that differ are marked, and so are results of the same call', async () => {
		const {explorer, frame} = await compared();
		const spans = explorer.comparison!.lines.flat();
		expect(spans.filter(({role}) => role === 'removed-word').map(({text}) => text)).toEqual(['500']);
		expect(spans.filter(({role}) => role === 'added-word').map(({text}) => text)).toEqual(['900']);
		expect(frame()).toContain('failed');
		explorer.close();
	});

	test('] and [ go from difference to difference, Tab to the files, q back', async () => {
		const {press, frame, explorer} = await compared();
		press(']');
		expect(frame()).not.toContain('the same ══');
		press(']');
		expect(frame()).toContain('No difference after this one');
		press('[', 'g', 'g', 'tab');
		expect(frame()).toContain('Neither of them wrote a file');
		press('q');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('it takes two', async () => {
		const {press, frame, explorer} = await openExplorer(fakeLibrary(sessions));
		press('D');
		expect(frame()).toContain('Mark two sessions with m');
		press('m', 'm', 'm', 'D');
		expect(frame()).toContain('3 sessions are marked: two can be compared');
		explorer.close();
	});

	test('what can not be read is said', async () => {
		const broken = [{id: 'bad', title: 'bad', failure: 'no such luck'}, ...sessions.slice(0, 1)];
		const {press, shows, explorer} = await openExplorer(fakeLibrary(broken));
		press('m', 'm', 'D');
		await shows('no such luck');
		explorer.close();
	});
});

describe('two branches', () => {
	test('D at a fork compares its sides', async () => {
		const entries = [
			entry('user', 'Begin', {id: 'a'}),
			entry('assistant', 'Yes?', {id: 'b', parent: 'a'}),
			entry('user', 'left road', {id: 'c', parent: 'b'}),
			entry('user', 'right road', {id: 'd', parent: 'b'}),
		];
		const {press, shows, frame, explorer} = await openExplorer(fakeLibrary([{id: 'one', title: 'forked', entries}]));
		press('enter');
		await shows(() => explorer.reader?.status.phase === 'complete');
		press('D');
		await shows('common until prompt 1');
		expect(frame()).toContain('right road');
		expect(frame()).toContain('left road');
		press('escape');
		expect(explorer.place).toBe('reader');
		explorer.close();
	});
});
