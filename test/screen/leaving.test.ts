/** However the program ends, the terminal is as it was. */
import fs from 'node:fs';
import path from 'node:path';
import {afterEach, describe, expect, test} from 'vitest';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {ownFolders} from '../helpers/run-cli.ts';
import {Screen} from '../helpers/screen.ts';

const app = bundledFakeApp();
const logFile = path.join(ownFolders.XDG_STATE_HOME, 'recollect', 'recollect.log');

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

/** In a shell, so that one sees what is left when the program is gone. */
async function inShell(scene: string): Promise<Screen> {
	const screen = new Screen('bash', ['--norc', '--noprofile', '-i'], {columns: 100, rows: 30, env: {PS1: 'shell> '}});
	open.push(screen);
	await screen.shows('shell>');
	screen.send(`"${process.execPath}" "${app()}" ${scene}; echo "code $?"\r`);
	await screen.shows(/\d sessions?/);
	await screen.settles();
	return screen;
}

/** Long lines are continued on the next row of the screen. */
function unwrapped(screen: Screen): string {
	return screen.lines
		.map(line => line.padEnd(100))
		.join('')
		.replace(/ +/g, ' ');
}

/** The shell is back on its own screen, echoes what is typed, and the cursor can be seen. */
async function expectRestored(screen: Screen, code: number): Promise<void> {
	await screen.shows(new RegExp(`^code ${code}$`, 'm'));
	expect(screen.isAlternate).toBe(false);
	screen.send('stty -a | grep -o -E -- "-?(icanon|echo) "; echo "done"\r');
	await screen.shows(/^done$/m);
	expect(screen.lines.filter(line => /^-?(icanon|echo)\s*$/.test(line)).map(line => line.trim())).toEqual([
		'icanon',
		'echo',
	]);
	for (const mode of ['?1049', '?2004', '?25', '?7', '?1000', '?1006']) {
		const changes = [...screen.output.matchAll(new RegExp(`\\u001B\\[\\${mode}([hl])`, 'g'))].map(
			([, letter]) => letter,
		);
		// The shell itself uses bracketed paste, so that one may be on again.
		if (mode === '?2004') expect(changes).toContain('l');
		else expect(changes.at(-1), mode).toBe(/1049|100[06]/.test(mode) ? 'l' : 'h');
	}
	// What the shell showed before is still there.
	expect(screen.text).toContain('shell>');
	expect(screen.output).not.toContain('\u001B[3J');
}

describe('the terminal is restored', () => {
	test.each([
		['q', 'q'],
		['Ctrl-c', '\u0003'],
	])('after %s', async (_, key) => {
		const screen = await inShell('plain');
		expect(screen.isAlternate).toBe(true);
		screen.send(key);
		await expectRestored(screen, 0);
	});

	test('after Ctrl-c in the reader', async () => {
		const screen = await inShell('plain');
		screen.send('\r');
		await screen.shows('prompt 1/14');
		screen.send('\u0003');
		await expectRestored(screen, 0);
	});

	test('when a component throws: there is a screen for that, and a log', async () => {
		const screen = await inShell('crash-in-render');
		screen.send('\r');
		await screen.shows('something went wrong');
		expect(screen.text).toContain('the component broke');
		expect(screen.isAlternate).toBe(true);
		screen.send('\r');
		await screen.shows('5 sessions');
		screen.send('j');
		await screen.shows(/▸ +codex/);
		screen.send('q');
		await expectRestored(screen, 0);
		expect(unwrapped(screen)).toContain(`what went wrong is in ${logFile}`);
		expect(fs.readFileSync(logFile, 'utf8')).toMatch(
			/a test\nError during drawing the reader: the component broke\n {4}at /,
		);
	});

	test('when an action throws: the list is still there', async () => {
		const screen = await inShell('crash-in-action');
		screen.send('/agent:\t');
		await screen.shows('something went wrong');
		expect(screen.text).toContain('during complete');
		expect(screen.text).toContain('the action broke');
		screen.send('\r');
		await screen.shows('5 sessions');
		screen.send('\u001B');
		await screen.shows('Enter read');
		screen.send('q');
		await expectRestored(screen, 0);
		const log = fs.readFileSync(logFile, 'utf8');
		expect(log).toMatch(/\nError during complete: the action broke\n {4}at [\s\S]*\nkeys: \/ (\(text\) ){6}tab\n/);
		expect(log).not.toContain('agent:');
	});

	test('when something throws behind the screen, with the place of the log', async () => {
		const screen = await inShell('crash-behind');
		await expectRestored(screen, 1);
		expect(screen.text).toContain('the background broke');
		expect(unwrapped(screen)).toContain(`Please report it with the end of ${logFile}`);
		expect(fs.readFileSync(logFile, 'utf8')).toContain('Error during the work behind the screen: the background broke');
	});

	test('with what was said on stderr meanwhile', async () => {
		const screen = await inShell('says-something');
		expect(screen.text).not.toContain('a stray complaint');
		screen.send('q');
		await expectRestored(screen, 0);
		expect(screen.text).toContain('a stray complaint');
	});
});

describe.each([
	['SIGTERM', 143],
	['SIGINT', 130],
	['SIGHUP', 129],
] as const)('after %s', (signal, code) => {
	test('the terminal is restored', async () => {
		const screen = new Screen(process.execPath, [app(), 'plain']);
		open.push(screen);
		await screen.shows('sessions');
		screen.kill(signal);
		expect((await screen.exited()).exitCode).toBe(code);
		await screen.settles(50);
		expect(screen.isAlternate).toBe(false);
		expect(screen.output.endsWith('\u001B[?1049l')).toBe(true);
		expect(screen.output.lastIndexOf('\u001B[?25h')).toBeGreaterThan(screen.output.lastIndexOf('\u001B[?25l'));
	});
});

test('Ctrl-z gives the shell its screen, fg brings ours back', async () => {
	const screen = await inShell('plain');
	screen.send('j');
	await screen.shows(/ ▸ codex/);
	screen.send('\u001A');
	await screen.shows(/Stopped/);
	expect(screen.isAlternate).toBe(false);
	screen.send('echo "in the shell"\r');
	await screen.shows(/^in the shell$/m);
	screen.send('fg\r');
	await screen.shows(/ ▸ codex/);
	expect(screen.isAlternate).toBe(true);
	await screen.settles();
	screen.send('k');
	await screen.shows(/ ▸ claude +Why/);
	screen.send('q');
	await screen.shows(/shell> $/m);
	expect(screen.isAlternate).toBe(false);
});

test('where nobody could bring it back, Ctrl-z just redraws', async () => {
	const screen = new Screen(process.execPath, [app(), 'plain']);
	open.push(screen);
	await screen.shows('sessions');
	screen.send('\u001A');
	await screen.settles();
	screen.send('j');
	await screen.shows(/ ▸ codex/);
	expect(screen.isAlternate).toBe(true);
});
