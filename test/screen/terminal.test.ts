/** The terminal by itself: what it is asked and what that leaves behind, pictures, the clipboard, every way out. */
import {afterEach, describe, expect, test} from 'vitest';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {Screen, type ScreenOptions, sleep} from '../helpers/screen.ts';

const app = bundledFakeApp('terminal-app.ts');

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

async function started(options: ScreenOptions = {}, ...args: string[]): Promise<Screen> {
	const screen = new Screen(process.execPath, [app(), ...args], options);
	open.push(screen);
	await screen.shows('end');
	return screen;
}

const silent = {answersAfter: undefined};
const lastQuestion = '\u001B[c';

describe('questions', () => {
	test('are asked before the first frame, which waits for none of them', async () => {
		const screen = await started(silent);
		expect(screen.output).toContain(`\u001B[?2026$p\u001B]11;?\u0007\u001B[>0q${lastQuestion}\u001B[H\u001B[2J`);
		expect(screen.output).not.toContain('\u001B[?2026h');
	});

	test('answered, frames are shown at once', async () => {
		const screen = await started();
		expect(await screen.frames('x')).toHaveLength(1);
		expect(screen.text).toContain('key {"name":"x"}');
	});

	test('answered with no, they are not', async () => {
		const screen = await started(silent);
		screen.send('\u001B[?2026;0$y\u001B[?1;2cx');
		await screen.shows('key {"name":"x"}');
		expect(screen.output).not.toContain('\u001B[?2026h');
	});

	test('answered late, between keys and in pieces, are no keys', async () => {
		const screen = await started(silent);
		await sleep(300);
		for (const piece of [
			'j\u001B',
			'[?2026;',
			'2$yk\u001B]11;rgb:ffff/ff',
			'ff/ffff\u001B',
			'\\\u001BP>|xterm(',
			'390)\u001B\\l',
			'\u001B[?62;',
			'4cm',
		]) {
			screen.send(piece);
			await sleep(120);
		}
		await screen.shows('key {"name":"m"}');
		const keys = screen.lines.filter(line => line.startsWith('key'));
		expect(keys).toEqual(['j', 'k', 'l', 'm'].map(name => `key {"name":"${name}"}`));
		expect(screen.text).toContain('background light');
		expect(await screen.frames('x')).toHaveLength(1);
	});

	test('are not asked again after a suspension', async () => {
		const screen = await started();
		screen.send('\u001A');
		await screen.settles(300);
		screen.send('x');
		await screen.shows('key {"name":"x"}');
		expect(screen.output.split(lastQuestion)).toHaveLength(2);
	});

	test.each(['screen-256color', 'linux'])('TERM=%s is asked nothing', async TERM => {
		const screen = await started({env: {TERM}});
		expect(screen.output).not.toContain(lastQuestion);
		expect(screen.output).not.toContain('2026');
	});

	test('what a terminal prints for one it does not know is gone', async () => {
		const screen = await started({...silent, env: {TERM: 'xterm-kitty'}});
		expect(screen.output).toContain('\u001B_G');
		expect(screen.output.indexOf('\u001B[2J')).toBeGreaterThan(screen.output.indexOf(lastQuestion));
		expect(screen.output.indexOf('\u001B[2J')).toBeLessThan(screen.output.indexOf('terminal 80x23'));
	});
});

describe('answers that come when one is leaving', () => {
	async function inShell(options: ScreenOptions): Promise<Screen> {
		const screen = new Screen('bash', ['--norc', '--noprofile', '-i'], {...options, env: {PS1: 'shell> '}});
		open.push(screen);
		await screen.shows('shell>');
		return screen;
	}

	test.each([0, 60, 150])('%d ms late, do not reach the shell', async answersAfter => {
		const screen = await inShell({answersAfter});
		screen.send(`"${process.execPath}" "${app()}"\r`);
		await screen.shows('terminal 80x23');
		screen.send('q');
		await screen.shows(current => !current.isAlternate);
		await screen.settles(400);
		expect(
			screen.lines
				.filter(line => line.startsWith('shell>'))
				.at(-1)!
				.trim(),
		).toBe('shell>');
		screen.send('echo "as ever"\r');
		await screen.shows(/^as ever$/m);
		expect(screen.text).not.toMatch(/2026|1;2c/);
	});

	test('whoever never answers is not waited for long', async () => {
		const screen = await started(silent);
		const before = performance.now();
		screen.send('q');
		await screen.exited();
		expect(performance.now() - before).toBeLessThan(2000);
	});
});

describe('the mouse', () => {
	test('is on, and off again at the end', async () => {
		const screen = await started();
		expect(screen.terminal.modes.mouseTrackingMode).toBe('vt200');
		screen.send('\u001B[<0;5;7M\u001B[<0;5;7m');
		await screen.shows('key {"name":"click","column":4,"row":6}');
		screen.send('q');
		await screen.exited();
		await screen.settles(50);
		expect(screen.terminal.modes.mouseTrackingMode).toBe('none');
	});

	test('stays with the terminal where that is wanted', async () => {
		const screen = await started({}, 'no-mouse');
		expect(screen.output).not.toContain('\u001B[?1000h');
	});
});

describe('whatever ends it', () => {
	const restored = '\u001B[?1006l\u001B[?1000l\u001B[m\u001B[r\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l';

	test.each([
		['SIGTERM', (screen: Screen) => screen.kill('SIGTERM'), 143],
		['SIGHUP', (screen: Screen) => screen.kill('SIGHUP'), 129],
		['an error', (screen: Screen) => screen.send('!'), 1],
		['a key', (screen: Screen) => screen.send('q'), 0],
	] as const)('%s gives everything back', async (_, end, code) => {
		const screen = await started();
		end(screen);
		expect((await screen.exited()).exitCode).toBe(code);
		await screen.settles(50);
		expect(screen.output).toContain(restored);
		expect(screen.output.indexOf(restored)).toBeGreaterThan(screen.output.lastIndexOf('\u001B[?2026h'));
	});

	test('a picture on its way is ended first', async () => {
		const screen = await started({...silent, columns: 100, rows: 40});
		screen.send('\u001BP>|kitty(0.36)\u001B\\\u001B[?62c');
		screen.send('i');
		await screen.shows(() => screen.output.includes('\u001B_Ga=T'));
		screen.kill('SIGTERM');
		await screen.exited();
		await screen.settles(50);
		const end = screen.output.slice(screen.output.lastIndexOf('\u001B_Ga=T'));
		expect(/\u001B\\(\u001B\\\u001B_Gm=0,q=2;\u001B\\)?\u001B_Ga=d,d=A,q=2\u001B\\/.test(end)).toBe(true);
		expect(end.includes(restored)).toBe(true);
	});
});

describe('pictures', () => {
	const kitty = '\u001BP>|kitty(0.36)\u001B\\\u001B[?62c';
	const sixel = '\u001B[?62;4c';
	const wezterm = '\u001BP>|WezTerm 2024\u001B\\\u001B[?65;4c';

	test.each([
		['kitty', kitty, '\u001B_Ga=T,q=2,C=1,f=100,'],
		['iTerm2', wezterm, '\u001B]1337;File=inline=1;'],
		['sixel', sixel, '\u001BP0;1;q'],
	])('by %s, until a key is pressed', async (_, answer, begin) => {
		const screen = await started({...silent, columns: 100, rows: 40});
		screen.send(answer);
		screen.send('i');
		await screen.shows(() => screen.output.includes('\u001B[16t'));
		screen.send('\u001B[6;20;10t\u001B[?62c');
		await screen.shows('a picture · PNG 200 × 100');
		// Columns 40 to 60 of 100, and five rows in the middle.
		await screen.shows(() => /\u001B\[1[78];41H\u001B[_\]P]/.test(screen.output));
		await screen.settles(100);
		expect(screen.output.includes(begin)).toBe(true);
		expect(screen.text).not.toContain('terminal 100x39');
		screen.send('x');
		await screen.shows('image shown');
		await screen.shows('terminal 100x39');
		// The key was for the picture.
		expect(screen.text).not.toContain('key ');
		expect(screen.text).not.toContain('a picture');
	});

	test('are drawn again when the size changes, and frames wait', async () => {
		const screen = await started({...silent, columns: 100, rows: 40});
		screen.send(sixel);
		screen.send('i');
		await screen.shows('a picture · PNG');
		await screen.settles(400);
		const drawn = () => screen.output.split('\u001BP0;1;q').length - 1;
		expect(drawn()).toBe(1);
		screen.resize(80, 24);
		await screen.shows(current => current.lines[23]!.includes('a picture'));
		await screen.settles(200);
		expect(drawn()).toBeGreaterThanOrEqual(2);
		expect(screen.text).not.toContain('terminal');
		// The wheel is no key.
		screen.send('\u001B[<65;5;7M');
		await screen.settles(100);
		expect(screen.text).toContain('a picture');
		screen.send('\u001B');
		await screen.shows('terminal 80x23');
	});

	test('and suspending: the shell gets its screen, then the frame comes back', async () => {
		const screen = await started({...silent, columns: 100, rows: 40});
		screen.send(kitty);
		screen.send('i');
		await screen.shows('a picture · PNG');
		process.kill(screen.pid, 'SIGTSTP');
		await screen.settles(300);
		process.kill(screen.pid, 'SIGCONT');
		await screen.shows('image shown');
		await screen.shows('terminal 100x39');
	});

	test('can not be drawn everywhere, and not everything is one', async () => {
		const screen = await started();
		screen.send('i');
		await screen.shows('image cannot');
		const other = await started(silent);
		other.send(kitty);
		other.send('b');
		await other.shows('image cannot');
		expect(other.output).not.toContain('\u001B_Ga=T');
	});
});

test('copying writes to the clipboard, and nothing else does', async () => {
	const screen = await started();
	expect(screen.output).not.toContain('\u001B]52');
	screen.send('y');
	await screen.shows('copied {"ok":true,"note":""}');
	expect(screen.output.split('\u001B]52;')).toHaveLength(2);
	expect(screen.output).toContain(`\u001B]52;c;${Buffer.from('a text').toString('base64')}\u0007`);
});
