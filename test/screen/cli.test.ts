/** The real program on real files, as far as a home made of fixtures is real. Needs a build, as `npm test` makes. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {fixtureHome} from '../helpers/fixture-home.ts';
import {Screen} from '../helpers/screen.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

function start(columns: number, rows: number): Screen {
	const home = fixtureHome('claude/multiturn', 'claude/tools', 'claude/subagent', 'claude/tui-compact');
	const screen = new Screen(process.execPath, [cli, '--home', home], {columns, rows});
	onTestFinished(() => screen.dispose());
	return screen;
}

describe.skipIf(!fs.existsSync(cli))('recollect --home', () => {
	test.each([
		[80, 24],
		[200, 50],
	])('opens on the list at %dx%d', async (columns, rows) => {
		const screen = start(columns, rows);
		await screen.shows(/4 sessions · 1 sub-agent folded/);
		await screen.shows('┃');
		expect(screen.isAlternate).toBe(true);
		expect(screen.lines[3]).toMatch(/^ {2}▸ claude +\S.* webshop-api +\w+ /);
		expect(screen.lines[rows - 2]).toContain('? all keys');
	});

	test('reads every session of the list, from its first prompt to its end, and leaves', async () => {
		const screen = start(120, 40);
		await screen.shows('4 sessions');
		screen.send('\r');
		for (let session = 0; session < 4; session++) {
			await screen.shows(/prompt \d+\/\d+ +\d+%/);
			await screen.settles();
			expect(screen.text).toContain('┃');
			screen.send('tTG');
			await screen.shows(/100%/);
			screen.send(session < 3 ? 'tT]' : 'q');
			await screen.settles();
		}
		await screen.shows('4 sessions');
		screen.send('q');
		expect((await screen.exited()).exitCode).toBe(0);
		expect(screen.isAlternate).toBe(false);
	});
});
