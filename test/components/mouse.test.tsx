/** The mouse is tried by what is drawn: a test looks for a text in the frame and clicks there. */
import {describe, expect, test} from 'vitest';
import {Menu} from '../../source/components/overlay/menu.ts';
import {widthOf} from '../../source/text/width.ts';
import {type Opened, openExplorer} from '../helpers/fake-explorer.tsx';
import {scenes} from '../helpers/fake-scenes.ts';

type Place = {column: number; row: number};

function find({lines}: Opened, wanted: string | RegExp): Place {
	const shown = lines();
	for (const [row, line] of shown.entries()) {
		const at = typeof wanted === 'string' ? line.indexOf(wanted) : line.search(wanted);
		if (at >= 0) return {column: widthOf(line.slice(0, at)), row};
	}
	throw new Error(`not on the screen: ${wanted}\n${shown.join('\n')}`);
}

function click(opened: Opened, at: Place | string | RegExp): void {
	const place = typeof at === 'string' || at instanceof RegExp ? find(opened, at) : at;
	opened.explorer.press({name: 'click', ...place});
}

function wheel(opened: Opened, direction: 'up' | 'down', at: Place | string | RegExp): void {
	const place = typeof at === 'string' || at instanceof RegExp ? find(opened, at) : at;
	opened.explorer.press({name: `wheel-${direction}`, ...place});
}

const position = ({lines}: Opened) => /(\d[\d,]*)\/[\d,]+ *$/.exec(lines()[0]!)?.[1];

describe.each([
	[80, 24],
	[100, 30],
])('the list at %dx%d', (columns, rows) => {
	test('a click selects, a click on the selected row reads', async () => {
		const opened = await openExplorer(scenes.plain(), {columns, rows});
		await opened.shows('Port');
		click(opened, /Port/);
		expect(position(opened)).toBe('3');
		click(opened, /▸ claude +/);
		await opened.shows('prompt 1/');
		expect(opened.explorer.place).toBe('reader');
	});

	test('a click on a heading, a rule or beside the list does nothing', async () => {
		const opened = await openExplorer(scenes.plain(), {columns, rows});
		await opened.shows('┃ Prompt 1');
		for (const row of [0, 1, 2]) click(opened, {column: 3, row});
		click(opened, '┃ Prompt 1');
		expect(position(opened)).toBe('1');
		expect(opened.explorer.place).toBe('list');
	});

	test('the wheel moves by three, and stops at the ends', async () => {
		const opened = await openExplorer(scenes.many(), {columns, rows});
		await opened.shows('Session number 0');
		wheel(opened, 'down', 'Session number 1');
		expect(position(opened)).toBe('4');
		wheel(opened, 'down', {column: 5, row: 4});
		wheel(opened, 'up', {column: 5, row: 4});
		expect(position(opened)).toBe('4');
		wheel(opened, 'up', {column: 5, row: 4});
		wheel(opened, 'up', {column: 5, row: 4});
		expect(position(opened)).toBe('1');
	});

	test('every row in sight can be hit after scrolling', async () => {
		const opened = await openExplorer(scenes.many(), {columns, rows});
		await opened.shows('Session number 0');
		for (let turn = 0; turn < 20; turn++) wheel(opened, 'down', {column: 5, row: 5});
		for (const row of [7, 5, 8, 6]) {
			expect(opened.lines()[row]).toMatch(/^ {4}\w/);
			click(opened, {column: 12, row});
			expect(opened.lines()[row]).toMatch(/^ {2}▸ \w/);
		}
	});
});

test.each([
	[80, 24],
	[100, 40],
])('the wheel scrolls the preview at %dx%d', async (columns, rows) => {
	const opened = await openExplorer(scenes.plain(), {columns, rows});
	await opened.shows('┃ Prompt 1');
	const over = find(opened, '┃ Prompt 1');
	wheel(opened, 'down', over);
	wheel(opened, 'down', over);
	expect(opened.frame()).not.toContain('┃ Prompt 1:');
	expect(position(opened)).toBe('1');
	wheel(opened, 'up', over);
	wheel(opened, 'up', over);
	wheel(opened, 'up', over);
	expect(opened.frame()).toContain('┃ Prompt 1');
	for (let turn = 0; turn < 200; turn++) wheel(opened, 'down', over);
	// Something stays in sight.
	const body = opened.lines().map(line => (columns < 100 ? line : line.slice(58)));
	expect(
		body
			.slice(rows < 30 ? 16 : 8, -3)
			.join('')
			.trim(),
	).not.toBe('');
});

test('what was found, with the line it was found in, is hit by either of its rows', async () => {
	const opened = await openExplorer(scenes.finds(), {columns: 100, rows: 30});
	opened.press('/');
	opened.type('retry');
	await opened.shows(/\d+ of \d+/);
	await opened.shows(() => opened.explorer.scene.list.rows.some(({kind}) => kind === 'snippet'));
	const {list} = opened.explorer.scene;
	const top = opened.lines().findIndex(line => line.includes('▸'));
	click(opened, {column: 10, row: top + 3});
	expect(list.selectedPosition).toBe(2);
	click(opened, {column: 10, row: top + 4});
	expect(list.selectedPosition).toBe(3);
	expect(opened.explorer.place).toBe('search');
});

describe('the reader', () => {
	async function reading(columns = 100, rows = 30): Promise<Opened> {
		const opened = await openExplorer(scenes.plain(), {columns, rows});
		await opened.shows('Port');
		opened.press('enter');
		await opened.shows('prompt 1/14');
		await opened.shows(() => opened.explorer.reader?.status.phase === 'complete');
		return opened;
	}

	test('the wheel scrolls three lines', async () => {
		const opened = await reading();
		const before = opened.lines().slice(6, 20);
		wheel(opened, 'down', {column: 40, row: 10});
		expect(opened.lines().slice(3, 17).map(rest)).toEqual(before.map(rest));
		wheel(opened, 'up', {column: 40, row: 10});
		expect(opened.lines().slice(6, 20).map(rest)).toEqual(before.map(rest));
	});

	test('a click on a folded block unfolds it, a click elsewhere only chooses', async () => {
		const opened = await reading();
		click(opened, '▸ ');
		expect(opened.lines()[find(opened, '▾ ').row]).toBeDefined();
		const {row} = find(opened, '▾ ');
		const before = opened.frame().replaceAll('›', ' ');
		click(opened, {column: 20, row: row + 1});
		expect(opened.frame().replaceAll('›', ' ')).toBe(before);
		expect(opened.lines()[row]!.startsWith('›')).toBe(true);
	});

	test('a click on the line of the whole session goes there', async () => {
		const opened = await reading();
		click(opened, {column: 98, row: 1});
		expect(opened.frame()).toMatch(/9\d%|100%/);
		click(opened, {column: 1, row: 1});
		expect(opened.frame()).toContain('prompt 1/14');
	});

	test('a click on a prompt of the outline goes there', async () => {
		const opened = await reading(100, 20);
		opened.explorer.act('outline');
		await opened.shows(() => opened.explorer.reader?.outline !== 'closed');
		const line = opened.lines().findIndex(each => /^.{0,8}Prompt 5/.test(each));
		click(opened, {column: 4, row: line});
		expect(opened.frame()).toContain('prompt 5/14');
	});

	/** Without the gutter, where the chosen block is marked. */
	const rest = (line: string) => line.slice(1);
});

test('the wheel scrolls the help', async () => {
	const opened = await openExplorer(scenes.plain(), {columns: 80, rows: 16});
	opened.press('?');
	const before = opened.lines().slice(5, 12);
	wheel(opened, 'down', {column: 1, row: 5});
	expect(opened.lines().slice(2, 9)).toEqual(before);
	click(opened, {column: 5, row: 5});
	expect(opened.explorer.place).toBe('help');
});

describe('a hint in the footer is the key', () => {
	test.each([
		['? all keys', 'help'],
		['all keys', 'help'],
		['search', 'search'],
		['/ search', 'search'],
		['read', 'reader'],
	])('%s', async (hint, place) => {
		const opened = await openExplorer(scenes.plain(), {columns: 100, rows: 30});
		await opened.shows('Port');
		const footer = opened.lines().length - 1;
		const column = opened.lines()[footer]!.indexOf(hint);
		expect(column).toBeGreaterThan(0);
		click(opened, {column, row: footer});
		expect(opened.explorer.place).toBe(place);
	});

	test('of two keys that share a word each is its own', async () => {
		const opened = await openExplorer(scenes.plain(), {columns: 100, rows: 30});
		await opened.shows('Port');
		opened.press('enter');
		await opened.shows('prompt 1/14');
		const row = opened.lines().length - 1;
		const column = opened.lines()[row]!.indexOf('J/K');
		click(opened, {column, row});
		expect(opened.frame()).toContain('prompt 2/14');
		click(opened, {column, row});
		click(opened, {column: column + 2, row});
		expect(opened.frame()).toContain('prompt 2/14');
		click(opened, {column: column + 5, row});
		expect(opened.frame()).toContain('prompt 3/14');
	});

	test('between them, and where something is said, nothing happens', async () => {
		const opened = await openExplorer(scenes.plain(), {columns: 100, rows: 30});
		await opened.shows('Port');
		const row = opened.lines().length - 1;
		click(opened, {column: find(opened, '/ search').column - 2, row});
		expect(opened.explorer.place).toBe('list');
		opened.explorer.say('Something happened, and it takes the whole line to say what it was');
		click(opened, {column: 10, row});
		expect(opened.explorer.place).toBe('list');
		expect(opened.explorer.message).toBe('');
	});
});

describe('a menu', () => {
	test('a click chooses, a click beside it closes it', async () => {
		const opened = await openExplorer(scenes.plain(), {columns: 100, rows: 30});
		await opened.shows('Port');
		const chosen: string[] = [];
		const items = Array.from({length: 20}, (_, at) => ({
			label: `Item ${at} of it`,
			act: () => void chosen.push(String(at)),
		}));
		opened.explorer.menu = new Menu({title: 'A menu', items});
		click(opened, 'Item 4 of it');
		expect(chosen).toEqual(['4']);
		expect(opened.explorer.menu).toBeUndefined();
		opened.explorer.menu = new Menu({title: 'A menu', items, isFiltered: true, index: 12});
		click(opened, 'Item 14 of it');
		expect(chosen).toEqual(['4', '14']);
		opened.explorer.menu = new Menu({title: 'A menu', items});
		wheel(opened, 'down', 'Item 4 of it');
		expect(opened.explorer.menu.index).toBe(1);
		click(opened, 'A menu');
		expect(opened.explorer.menu).toBeDefined();
		click(opened, {column: 3, row: 3});
		expect(opened.explorer.menu).toBeUndefined();
		expect(opened.explorer.place).toBe('list');
	});
});

test('before the sessions are there, and on a screen too small, the mouse does nothing', async () => {
	const opened = await openExplorer(scenes.plain(), {columns: 20, rows: 5});
	for (let row = 0; row < 6; row++) click(opened, {column: 2, row});
	expect(opened.explorer.place).toBe('list');
	expect(opened.quits()).toBe(0);
});
