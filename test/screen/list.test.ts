/** The list in a real terminal: groups, orders and marks, and what they cost. */
import {afterEach, describe, expect, test} from 'vitest';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {Screen} from '../helpers/screen.ts';

const app = bundledFakeApp();
const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

async function started(scene: string, columns: number, rows: number): Promise<Screen> {
	const screen = new Screen(process.execPath, [app(), scene], {columns, rows});
	open.push(screen);
	await screen.shows(/\d sessions?/);
	await screen.shows(/\d KB|\d MB/);
	await screen.settles();
	return screen;
}

const cellsOf = (screen: Screen, row: number) => {
	const line = screen.terminal.buffer.active.getLine(row)!;
	return Array.from({length: screen.terminal.cols}, (_, column) => line.getCell(column)!.getChars());
};

describe.each([
	[80, 24],
	[120, 40],
	[200, 50],
])('10,000 sessions at %dx%d', (columns, rows) => {
	test('stand by project, the oldest first, and a key still costs next to nothing', async () => {
		const screen = await started('many', columns, rows);
		screen.send('g');
		await screen.shows('by project');
		await screen.shows(/^ project-0 {2}1,429/m);
		expect(screen.lines[2]).toMatch(/^ project-0 {2}1,429/);
		expect(screen.lines[3]).toMatch(/^ {1}[ ●]▸ claude +Session number 0 /);
		screen.send('s');
		await screen.shows(/^ {2}▸ claude +Session number 9996 /m);
		// The footer says so, and is as usual from the next key on.
		await screen.frames('j');
		await screen.settles(500);
		const [highlight] = await screen.frames('j');
		expect(highlight!.length).toBeLessThan(300);
		const [marked] = await screen.frames('m');
		expect(marked!.length).toBeLessThan(600);
		expect(screen.text).toContain('◆ 1 marked');
	});
});

test.each([
	[80, 24, 80],
	[120, 40, 68],
])('a mark moves nothing, whatever the letters of a row, at %dx%d', async (columns, rows, listColumns) => {
	const screen = await started('wide', columns, rows);
	// Counts come when the list rests, and would change what is compared.
	await screen.settles(900);
	// The first row stays selected.
	const cellsBehindGutter = () => [4, 5, 6].map(row => cellsOf(screen, row).slice(4, listColumns));
	const before = cellsBehindGutter();
	screen.send('mmmm');
	await screen.shows('4 marked');
	screen.send('\u001B[H');
	await screen.shows(/^◆●▸/m);
	await screen.settles(400);
	expect(cellsBehindGutter()).toEqual(before);
	expect([3, 4, 5, 6].map(row => cellsOf(screen, row)[0])).toEqual(['◆', '◆', '◆', '◆']);
	screen.send('M');
	await screen.shows(({text}) => !text.includes('◆'));
});
