/** The mouse, and colours, in a real terminal: reports as terminals send them, on the program as it is. */
import fs from 'node:fs';
import path from 'node:path';
import {afterEach, describe, expect, onTestFinished, test} from 'vitest';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';
import {Screen, type ScreenOptions} from '../helpers/screen.ts';

const app = bundledFakeApp();
const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

async function started(scene: string, options?: ScreenOptions): Promise<Screen> {
	const screen = new Screen(process.execPath, [app(), scene], options);
	open.push(screen);
	await screen.shows(/\d sessions?/);
	await screen.shows(/\d KB|\d MB/);
	await screen.settles();
	return screen;
}

/** As a terminal reports it: pressed and let go, counted from 1. */
const clickAt = (column: number, row: number) =>
	`\u001B[<0;${column + 1};${row + 1}M\u001B[<0;${column + 1};${row + 1}m`;
const wheelDown = (column: number, row: number) => `\u001B[<65;${column + 1};${row + 1}M`;

describe('the mouse', () => {
	test('selects, reads, scrolls and goes back', async () => {
		const screen = await started('plain');
		screen.send(clickAt(10, 4));
		await screen.shows(/▸ codex/);
		screen.send(clickAt(10, 4));
		await screen.shows(/prompt 1\/\d+/);
		await screen.settles();
		const [scrolled, ...more] = await screen.frames(wheelDown(10, 10));
		expect(more.join('').length).toBe(0);
		expect(scrolled!.length).toBeLessThan(900);
		const column = screen.lines[22]!.indexOf('back');
		screen.send(clickAt(column, 22));
		await screen.shows('5 sessions');
	});

	test('many notches at once are one frame', async () => {
		const screen = await started('many', {columns: 120, rows: 40});
		const [moved] = await screen.frames(wheelDown(5, 10).repeat(4));
		expect(screen.text).toMatch(/13\/10,000/);
		expect(moved!.length).toBeLessThan(1500);
	});

	test('a report in two pieces is one click', async () => {
		const screen = await started('plain');
		const report = clickAt(10, 4);
		screen.send(report.slice(0, 5));
		await new Promise(resolve => setTimeout(resolve, 200));
		screen.send(report.slice(5));
		await screen.shows(/▸ codex/);
		expect(screen.text).not.toContain('›');
	});
});

describe('colours', () => {
	const agentColor = (screen: Screen, row: number) =>
		screen.terminal.buffer.active.getLine(row)!.getCell(4)!.getFgColor();

	test('follow the background that the terminal tells, once it does', async () => {
		const screen = await started('plain', {answersAfter: undefined});
		expect(agentColor(screen, 4)).toBe(12);
		screen.send('\u001B]11;rgb:ffff/ffff/ffff\u001B\\\u001B[?1;2c');
		await screen.shows(() => agentColor(screen, 4) === 4);
		expect(screen.lines[3]).toContain('▸');
	});

	test('follow the environment', async () => {
		const screen = await started('plain', {env: {COLORFGBG: '0;15'}});
		expect(agentColor(screen, 4)).toBe(4);
	});

	test('without any, the background is not asked for', async () => {
		const screen = await started('plain', {env: {NO_COLOR: '1'}});
		expect(screen.output).not.toContain('\u001B]11;?');
	});
});

describe.skipIf(!fs.existsSync(cli))('flags', () => {
	function start(...args: string[]): Screen {
		const screen = new Screen(process.execPath, [cli, '--home', fixtureHome('claude/tools'), ...args]);
		onTestFinished(() => screen.dispose());
		return screen;
	}

	test('--no-mouse leaves the mouse to the terminal', async () => {
		const screen = start('--no-mouse');
		await screen.shows('1 session');
		expect(screen.output).not.toContain('\u001B[?1000h');
		screen.send('q');
		await screen.exited();
		expect(screen.output).not.toContain('\u001B[?1000');
	});

	test('--theme light needs no question', async () => {
		const screen = start('--theme', 'light');
		await screen.shows('1 session');
		expect(screen.output).not.toContain('\u001B]11;?');
	});

	test('--theme takes what there is', async () => {
		const screen = start('--theme', 'pink');
		expect((await screen.exited()).exitCode).toBe(2);
		await screen.shows('There are auto, dark and light');
	});
});
