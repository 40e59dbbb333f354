/** Searching in a real terminal: what one sees, and what is sent for it. */
import {afterEach, describe, expect, test} from 'vitest';
import {widthOf} from '../../source/text/width.ts';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {Screen, type ScreenOptions} from '../helpers/screen.ts';

const app = bundledFakeApp();

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

async function started(scene: string, options?: ScreenOptions): Promise<Screen> {
	const screen = new Screen(process.execPath, [app(), scene], options);
	open.push(screen);
	await screen.shows(/\d sessions?/);
	await screen.settles(500);
	return screen;
}

function cellAt(screen: Screen, row: number, column: number) {
	return screen.terminal.buffer.active.getLine(row)!.getCell(column)!;
}

/** The column where the terminal has a character, whatever is drawn wide before it. */
function columnsOf(screen: Screen, row: number, character: string): number[] {
	return Array.from({length: screen.terminal.cols}, (_, column) => column).filter(
		column => cellAt(screen, row, column).getChars() === character,
	);
}

const sizes = [
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
];

describe.each(sizes)('$columns x $rows', size => {
	test.each([
		['CJK', '重试'],
		['emoji', '🚀'],
		['both, and letters', '重 🚀 retry'],
	])('%s in the query and in what it finds leave every column where it is', async (_, query) => {
		const screen = await started('finds', size);
		screen.send('/');
		await screen.shows('›');
		screen.send(query);
		await screen.shows(/\d+ of 30/);
		await screen.settles(400);
		expect(screen.lines[1]).toContain('›');
		for (const line of screen.lines) expect(widthOf(line.trimEnd())).toBeLessThanOrEqual(size.columns + 2);
		// The cursor stands behind what was typed.
		const column = 3 + widthOf(query);
		expect(cellAt(screen, 1, column).isInverse(), screen.lines[1]).toBeTruthy();
		expect(cellAt(screen, 1, column + 1).isInverse()).toBeFalsy();
		if (size.columns >= 100)
			for (let row = 3; row < size.rows - 3; row++)
				expect(columnsOf(screen, row, '│'), screen.lines[row]).toContain(68);
		for (const key of ['\u001B[B', '\u001B[B', '\u001B[A']) {
			screen.send(key);
			await screen.settles(150);
		}
		if (size.columns >= 100)
			for (let row = 3; row < size.rows - 3; row++)
				expect(columnsOf(screen, row, '│'), screen.lines[row]).toContain(68);
	});

	test('what a key costs while one types', async () => {
		const screen = await started('finds', size);
		const area = size.columns * size.rows;
		const cost = async (keys: string) => {
			const before = screen.output.length;
			screen.send(keys);
			await screen.settles(700);
			return screen.output.length - before;
		};
		expect(await cost('/')).toBeLessThan(400);
		expect(await cost('r')).toBeLessThan(100);
		// Everything below the line is another list now: never more than the screen holds, with its styles.
		expect(await cost('e')).toBeLessThan(1.2 * area);
		expect(await cost('t')).toBeLessThan(1.2 * area);
		// The same sessions and places: one letter more, in the line and under the marks.
		expect(await cost('r')).toBeLessThan(700);
		expect(await cost('y')).toBeLessThan(700);
		expect(await cost('\u001B[D')).toBeLessThan(100);
		// The selection, and the places of another session in the preview.
		expect(await cost('\u001B[B')).toBeLessThan(3000);
		expect(screen.output).not.toContain('\u001B[3J');
	});
});

test('keys that arrive in one chunk are all there', async () => {
	const screen = await started('finds', {columns: 120, rows: 40});
	screen.send('/abc');
	await screen.shows(/^ › abc /m);
	screen.send('\u0015jitter\u001B[B\r');
	await screen.shows('hit 1/7');
	expect(screen.lines[0]).toContain('(11)');
	screen.send('nnq/kot\u007F\u007Flin');
	await screen.shows(/^ › jitterklin/m);
});

test('Enter opens at the match, n goes on, Esc and q lead back', async () => {
	const screen = await started('finds', {columns: 120, rows: 40});
	screen.send('/proxy_read');
	await screen.shows(/tool +.*proxy_read/);
	screen.send('\r');
	await screen.shows('hit 1/6');
	await screen.shows('conf:41: proxy_read_timeout');
	const row = screen.lines.findIndex(line => line.includes('conf:41: proxy_read_timeout'));
	const column = screen.lines[row]!.indexOf('proxy_read');
	expect(cellAt(screen, row, column).isInverse()).toBeTruthy();
	screen.send('n');
	await screen.shows('hit 2/6');
	screen.send('q');
	await screen.shows(/^ › proxy_read /m);
	screen.send('\u001B');
	await screen.shows('today');
});

test('without colour the marks can still be seen', async () => {
	const screen = await started('finds', {env: {NO_COLOR: '1'}});
	screen.send('/jitter');
	await screen.shows(/you +Add retry with jitter/);
	await screen.settles();
	const row = screen.lines.findIndex(line => /^ {4}you +Add retry with jitter/.test(line));
	const cell = cellAt(screen, row, screen.lines[row]!.indexOf('jitter'));
	expect(cell.isUnderline()).toBeTruthy();
	expect(cell.isBold()).toBeTruthy();
	expect(screen.output).not.toMatch(/\u001B\[[\d;]*(?:3[0-7]|9[0-7]|4[0-7])m/);
});

test('a hostile snippet changes nothing but its cells', async () => {
	const screens = [await started('hostile-finds'), await started('harmless-finds')];
	for (const screen of screens) {
		screen.send('/needle');
		await screen.shows('3 of 3');
		await screen.settles(600);
	}
	const [hostile, harmless] = screens as [Screen, Screen];
	expect(hostile.text).toContain('seen');
	expect(hostile.lines).toEqual(harmless.lines);
	expect(hostile.isAlternate).toBe(true);
	hostile.send('\r');
	await hostile.shows(/hit 1\/\d/);
	const unknown = hostile.output
		.replace(/\u001B\[\?(?:1049|25|7|1000|1006|2004|2026)[hl]/g, '')
		.replace('\u001B[?2026$p\u001B]11;?\u0007\u001B[>0q\u001B[c', '')
		.replace(/\u001B\[[\d;]*[mHGKSTr]/g, '')
		.replace('\u001B[2J', '');
	expect(unknown).not.toMatch(/[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\u202E\u2066]/);
});

test('an open session that grows is followed, and costs what is new', async () => {
	const screen = await started('growing', {columns: 100, rows: 30});
	await screen.shows(/●▸ claude +Somebody writes/);
	screen.send('\rG');
	await screen.shows(/following +prompt/);
	const [, last = '0'] = /prompt \d+\/(\d+)/.exec(screen.text) ?? [];
	await screen.shows(`Answer ${Number(last) + 2}.`);
	expect(screen.text).toContain('100%');
	screen.send('gg');
	await screen.shows('Turn 1: go on');
	// The minimap above it tells of what is new.
	const body = () => screen.lines.slice(2, 27);
	const before = body();
	const [, now = '0'] = /prompt \d+\/(\d+)/.exec(screen.text) ?? [];
	await screen.shows(new RegExp(`prompt 1/${Number(now) + 2}`));
	expect(body()).toEqual(before);
});
