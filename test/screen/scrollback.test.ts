/** What was on the terminal before is there afterwards, line by line, far up in the scrollback too. */
import {afterEach, expect, test} from 'vitest';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {Screen} from '../helpers/screen.ts';

const app = bundledFakeApp();

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

/** A shell that has printed more than the screen holds. */
async function usedShell(): Promise<Screen> {
	const screen = new Screen('bash', ['--norc', '--noprofile', '-i'], {columns: 100, rows: 30, env: {PS1: 'shell> '}});
	open.push(screen);
	await screen.shows('shell>');
	screen.send('for at in {1..70}; do echo "line $at of what was there before"; done\r');
	await screen.shows('line 70 of');
	await screen.settles(100);
	return screen;
}

/** Every line of the terminal's own screen, the ones that were scrolled away first. */
function history({terminal}: Screen): string[] {
	const {normal} = terminal.buffer;
	const lines = Array.from({length: normal.length}, (_, at) => normal.getLine(at)!.translateToString(true));
	return lines.slice(0, lines.findLastIndex(line => line !== '') + 1);
}

/** The lines that were there before, without the one that is typed on. */
function expectKept(screen: Screen, before: readonly string[]): void {
	expect(screen.isAlternate).toBe(false);
	expect(history(screen).slice(0, before.length - 1)).toEqual(before.slice(0, -1));
	expect(history(screen).some(line => line.includes('line 1 of what was there before'))).toBe(true);
	expect(screen.output).not.toContain('\u001B[3J');
}

async function run(screen: Screen): Promise<void> {
	screen.send(`"${process.execPath}" "${app()}" plain\r`);
	await screen.shows(/5 sessions/);
	screen.send('jj\r');
	await screen.shows(/prompt \d+\/\d+/);
	for (const keys of [' ', 'G', 'gg', '?', '\u0004', 'q']) {
		screen.send(keys);
		await screen.settles(80);
	}
	screen.send('q');
	await screen.shows(/5 sessions/);
}

async function leave(screen: Screen): Promise<void> {
	screen.send('q');
	await screen.shows(current => !current.isAlternate);
	await screen.shows(/shell> $/m);
}

test('after it was left', async () => {
	const screen = await usedShell();
	const before = history(screen);
	await run(screen);
	await leave(screen);
	expectKept(screen, before);
	// And nothing was printed that nobody asked for.
	expect(history(screen)).toHaveLength(before.length + 1);
});

test('after it was killed, and restored the terminal on its way out', async () => {
	const screen = await usedShell();
	const before = history(screen);
	screen.send(`"${process.execPath}" "${app()}" plain & sleep 3; fg; echo over\r`);
	await screen.shows(/5 sessions/);
	await screen.settles();
	screen.send('\u0003');
	await screen.shows(/^over$/m);
	expectKept(screen, before);
});

test('while it is suspended, when it is back, and after it was left then', async () => {
	const screen = await usedShell();
	const before = history(screen);
	await run(screen);
	screen.send('\u001A');
	await screen.shows(/Stopped/);
	expectKept(screen, before);
	screen.send('echo "in between"\r');
	await screen.shows(/^in between$/m);
	const between = history(screen);
	screen.send('fg\r');
	await screen.shows(/5 sessions/);
	await screen.settles();
	await leave(screen);
	expectKept(screen, between);
});
