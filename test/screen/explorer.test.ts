/** The whole program in a real terminal: what one sees, what is sent, and what is left behind. */
import {afterEach, describe, expect, test} from 'vitest';
import {widthOf} from '../../source/text/width.ts';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {Screen, type ScreenOptions} from '../helpers/screen.ts';

const app = bundledFakeApp();

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

function start(scene: string, options?: ScreenOptions): Screen {
	const screen = new Screen(process.execPath, [app(), scene], options);
	open.push(screen);
	return screen;
}

async function started(scene: string, options?: ScreenOptions): Promise<Screen> {
	const screen = start(scene, options);
	await screen.shows(/\d sessions?/);
	await screen.shows(/\d KB|\d MB/);
	await screen.settles();
	return screen;
}

describe('the first screen', () => {
	test('80x24: list above, preview below, one row left free', async () => {
		const screen = await started('plain', {columns: 80, rows: 24});
		expect(screen.isAlternate).toBe(true);
		expect(screen.lines[0]).toMatch(/^ recollect {3}5 sessions/);
		expect(screen.lines[3]).toMatch(/^ {2}▸ claude +Why does the websocket close.* gateway +4m/);
		expect(screen.text).toContain('┃ Prompt 1');
		expect(screen.lines[22]).toContain('? all keys');
		expect(screen.lines[23]).toBe('');
	});

	test('200x50: preview beside the list', async () => {
		const screen = await started('plain', {columns: 200, rows: 50});
		await screen.shows('14 prompts');
		expect(screen.lines[3]).toMatch(/Why does the websocket close after 60s .*gateway +4m .*│ claude · gateway/);
		expect(screen.lines[48]).toContain('? all keys');
		expect(screen.lines.every(line => widthOf(line) <= 200)).toBe(true);
	});

	test('colours mean one thing each', async () => {
		const screen = await started('plain', {columns: 120, rows: 40});
		const cell = (row: number, column: number) => screen.terminal.buffer.active.getLine(row)!.getCell(column)!;
		expect(cell(0, 1).isBold()).toBeTruthy();
		expect(cell(1, 0).isDim()).toBeTruthy();
		for (let column = 0; column < 68; column++) expect(cell(3, column).isInverse(), `column ${column}`).toBeTruthy();
		expect(cell(3, 68).isInverse()).toBeFalsy();
		const [codex, claude] = [cell(4, 4).getFgColor(), cell(6, 4).getFgColor()];
		expect(codex).not.toBe(claude);
	});

	test('without colour the selection is still marked', async () => {
		const screen = await started('plain', {env: {NO_COLOR: '1'}});
		expect(screen.lines[3]).toContain(' ▸ claude');
		expect(screen.output).not.toMatch(/\u001B\[[\d;]*(?:3[0-7]|9[0-7]|4[0-7])m/);
	});
});

describe('keys', () => {
	test('three typed at once move three rows', async () => {
		const screen = await started('plain');
		screen.send('jjj');
		await screen.shows(/ ▸ claude +✗ cannot be read/);
	});

	test('arrows work, whole or in two pieces', async () => {
		const screen = await started('plain');
		screen.send('\u001B[B');
		await screen.shows(/ ▸ codex/);
		screen.send('\u001B');
		screen.send('[B');
		await screen.shows(/ ▸ claude +Port/);
	});

	test('Esc leaves the reader, Enter opens it', async () => {
		const screen = await started('plain');
		screen.send('\r');
		await screen.shows('prompt 1/14');
		screen.send('\u001B');
		await screen.shows('5 sessions');
	});

	test('a paste acts as no key', async () => {
		const screen = await started('plain');
		screen.send('\u001B[200~q\rjj\u001B[201~');
		await screen.settles();
		expect(screen.exit).toBeUndefined();
		expect(screen.lines[3]).toContain('▸');
	});

	test('the help lists them', async () => {
		const screen = await started('plain');
		screen.send('?');
		await screen.shows('Read the session');
		screen.send('?');
		await screen.shows('5 sessions');
	});
});

describe('what a key costs', () => {
	test.each([
		[80, 24],
		[120, 40],
		[200, 50],
	])('at %dx%d', async (columns, rows) => {
		const screen = await started('many', {columns, rows});
		// The highlight comes first; the preview follows when the selection rests.
		const [highlight, ...preview] = await screen.frames('j');
		expect(highlight!.length).toBeLessThan(400);
		expect(preview.join('').length).toBeLessThan(3000);

		screen.send('G');
		await screen.shows('Session number 9999');
		await screen.shows('10,000/10,000');
		await screen.settles(500);
		const sent = screen.output.length;
		screen.send('G');
		await screen.settles(500);
		expect(screen.output.length).toBe(sent);
		const [scrolled] = await screen.frames('k'.repeat(Math.floor(rows / 2) - 3));
		expect(scrolled!.length).toBeLessThan(6000);
	});

	test('scrolling the reader at 120x40', async () => {
		const screen = await started('plain', {columns: 120, rows: 40});
		screen.send('\r');
		await screen.shows('prompt 1/14');
		await screen.settles();
		expect((await screen.frames('j')).join('').length).toBeLessThan(400);
		expect((await screen.frames(' ')).join('').length).toBeLessThan(3500);
		expect(screen.output).not.toContain('\u001B[3J');
	});
});

describe('wide characters', () => {
	test.each([
		[80, 24],
		[120, 40],
	])('leave every column where it is at %dx%d', async (columns, rows) => {
		const screen = await started('wide', {columns, rows});
		for (const key of ['', 'j', 'j', 'j', 'k', 'k']) {
			screen.send(key);
			await screen.settles(250);
			const {active} = screen.terminal.buffer;
			const charAt = (row: number, column: number) => active.getLine(row)!.getCell(column)!.getChars();
			if (columns < 100) continue;
			for (let row = 2; row < rows - 3; row++) expect(charAt(row, 68), `row ${row}: ${screen.lines[row]}`).toBe('│');
		}
	});

	test('are drawn whole, and the age stays in its column', async () => {
		const screen = await started('wide');
		const {active} = screen.terminal.buffer;
		const rowOf = (text: string) => screen.lines.findIndex(line => line.includes(text));
		const columnOfAge = (row: number) =>
			Array.from({length: 80}, (_, column) => column).find(column => {
				const read = (offset: number) =>
					active
						.getLine(row)!
						.getCell(column + offset)
						?.getChars();
				return `${read(0)}${read(1)}${read(2)}` === 'now' && column > 50;
			});
		const rows = [rowOf('修复'), rowOf('Ship'), rowOf('한국어'), rowOf('Plain one')];
		expect(new Set(rows.map(columnOfAge)).size).toBe(1);
	});
});

test('resizing draws for the new size', async () => {
	const screen = await started('plain', {columns: 120, rows: 40});
	screen.resize(80, 24);
	await screen.shows(current => current.lines[22]!.includes('? all keys'));
	await screen.settles();
	expect(screen.lines.every(line => line.length <= 80)).toBe(true);
	screen.resize(140, 30);
	await screen.shows(current => current.lines[28]!.includes('? all keys'));
	await screen.settles();
	expect(screen.lines[2]).toContain('│');
});

test('nothing hostile reaches the terminal', async () => {
	const screen = await started('hostile', {columns: 120, rows: 40});
	for (const key of ['j', 'k', '\r', 't', 'T']) {
		screen.send(key);
		await screen.settles();
	}
	expect(screen.text).toContain('seen');
	expect(screen.isAlternate).toBe(true);
	// Only what our own terminal layer sends.
	const unknown = screen.output
		.replace(/\u001B\[\?(?:1049|25|7|1000|1006|2004|2026)[hl]/g, '')
		.replace('\u001B[?2026$p\u001B]11;?\u0007\u001B[>0q\u001B[c', '')
		.replace(/\u001B\[[\d;]*[mHGKSTr]/g, '')
		.replace('\u001B[2J', '');
	expect(unknown).not.toMatch(/[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\u202E\u2066]/);
});
