/** Two starts of the real program: the second is where the first was left. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';
import {Screen} from '../helpers/screen.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

type Machine = {readonly home: string; readonly state: string; readonly config: string};

function machine(): Machine {
	const home = fixtureHome('claude/multiturn', 'claude/tools', 'claude/subagent', 'claude/tui-compact', 'codex/tools');
	return {home, state: temporaryDirectory(), config: temporaryDirectory()};
}

async function start({home, state, config}: Machine, ...args: string[]): Promise<Screen> {
	const screen = new Screen(process.execPath, [cli, '--home', home, ...args], {
		columns: 120,
		rows: 40,
		env: {XDG_STATE_HOME: state, XDG_CONFIG_HOME: config},
	});
	onTestFinished(() => screen.dispose());
	await screen.shows('recollect');
	return screen;
}

async function quit(screen: Screen): Promise<void> {
	screen.send('\u0003');
	expect((await screen.exited()).exitCode).toBe(0);
}

const title = (screen: Screen) => screen.lines[0]!.trim();
const shown = (screen: Screen) => screen.lines.slice(3, 36).map(line => line.trimEnd());

describe.skipIf(!fs.existsSync(cli))('the next start', () => {
	test('has the query and what it found', async () => {
		const here = machine();
		const first = await start(here);
		await first.shows('5 sessions');
		first.send('/agent:codex\u001B');
		await first.shows(/1 of 6/);
		await quit(first);

		const second = await start(here);
		await second.shows('agent:codex');
		await second.shows(/1 of 6/);
		await second.shows(/▸ codex/);
		expect(second.lines.filter(line => /^ {2}[▸ ] (claude|codex)/.test(line))).toHaveLength(1);
		await quit(second);

		const fresh = await start(here, '--fresh');
		await fresh.shows('5 sessions');
		await fresh.settles();
		expect(fresh.text).not.toContain('agent:codex');
	});

	test('has the open session where one was, and leads back to the list', async () => {
		const here = machine();
		const first = await start(here);
		await first.shows('5 sessions');
		await first.settles();
		first.send('jj\r');
		await first.shows(/prompt \d+\/\d+/);
		await first.settles();
		first.send('tTG');
		await first.shows('▾');
		await first.settles();
		const [was, lines] = [title(first), shown(first)];
		await quit(first);

		const second = await start(here);
		await second.shows(screen => title(screen) === was);
		await second.settles();
		expect(shown(second)).toEqual(lines);
		second.send('q');
		await second.shows('5 sessions');
		second.send('q');
		expect((await second.exited()).exitCode).toBe(0);

		const third = await start(here);
		await third.shows('5 sessions');
		await third.settles();
		expect(title(third)).toMatch(/^recollect/);
		expect(third.lines.findIndex(line => line.startsWith('  ▸'))).toBeGreaterThan(4);
	});

	test('has what was open when a signal ended it', async () => {
		const here = machine();
		const first = await start(here);
		await first.shows('5 sessions');
		await first.settles();
		first.send('\r');
		await first.shows(/prompt \d+\/\d+/);
		await first.settles();
		const was = title(first);
		first.kill('SIGTERM');
		expect((await first.exited()).exitCode).toBe(143);
		const second = await start(here);
		await second.shows(screen => title(screen).slice(0, 30) === was.slice(0, 30));
	});

	test('is a plain one when the session is gone', async () => {
		const here = machine();
		const first = await start(here, '--agent', 'codex');
		await first.shows(/1 session/);
		await first.settles();
		first.send('\r');
		await first.shows(/prompt \d+\/\d+/);
		await quit(first);
		fs.rmSync(path.join(here.home, '.codex'), {recursive: true});
		const second = await start(here);
		await second.shows('4 sessions');
		await second.settles();
		expect(title(second)).toMatch(/^recollect/);
		expect(second.lines[38]).toContain('all keys');
	});

	test('has the keys and the looks of the config file, and says what is wrong in it', async () => {
		const here = machine();
		const folder = path.join(here.config, 'recollect');
		fs.mkdirSync(folder);
		const settings = {
			keys: {list: {quit: 'Q', 'select-next': ['x x', 'down']}},
			defaults: {preview: false},
			mose: true,
		};
		fs.writeFileSync(path.join(folder, 'config.json'), JSON.stringify(settings));
		const screen = await start(here);
		await screen.shows('config.json:1:');
		await screen.shows('There is no mose. Did you mean mouse?');
		await screen.shows('5 sessions');
		await screen.settles();
		expect(screen.text).not.toContain('│');
		screen.send('xx');
		await screen.shows(({lines}) => lines.findIndex(line => line.startsWith('  ▸')) > 3);
		expect(screen.lines[38]).toContain('Q quit');
		screen.send('q');
		await screen.settles();
		screen.send('Q');
		expect((await screen.exited()).exitCode).toBe(0);
	});
});
