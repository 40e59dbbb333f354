/**
 * The real program at the smallest and the largest size, and resized between three at any moment, on texts of all scripts: whatever was pressed,
 * what is on the screen is what a full redraw draws, cell by cell. Needs a build, as `npm test` makes.
 */
import fs from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';
import {Screen, sleep} from '../helpers/screen.ts';
import {type Script, scripts} from '../helpers/scripts.ts';
import {speakingHome} from '../helpers/speaking-home.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const sizes = [
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
	{columns: 200, rows: 50},
] as const;

const keys = {
	enter: '\r',
	escape: '\u001B',
	down: '\u001B[B',
	home: '\u001B[H',
	halfPageDown: '\u0004',
	halfPageUp: '\u0015',
};

async function started(home: string, size: {columns: number; rows: number}): Promise<Screen> {
	const screen = new Screen(process.execPath, [cli, '--home', home, '--fresh'], {
		...size,
		env: {XDG_STATE_HOME: temporaryDirectory()},
	});
	onTestFinished(() => screen.dispose());
	await screen.shows(/indexed \d/);
	await screen.shows('┃');
	await screen.settles(400);
	return screen;
}

/** Waits until there is a frame for the size that the terminal has now: the rule above the footer tells. */
async function drawn(screen: Screen): Promise<void> {
	await screen.shows(({lines, terminal}) => lines[terminal.rows - 3] === '─'.repeat(terminal.cols));
}

/** From the list through a search into the reader, to its end, and back: every screen, and the ways between them. */
const tour = [
	['the list', ''],
	['the next session', 'j'],
	['the last session', 'G'],
	['the first session', keys.home],
	['a search', '/answer', '5 of 5'],
	['the next hit', keys.down],
	['the reader at a hit', keys.enter, 'hit 1/'],
	['the next hit in it', 'n'],
	['unfolded tools', 't'],
	['a line further', 'j'],
	['half a page further', keys.halfPageDown],
	['back up', `${keys.halfPageUp}k`],
	['the next prompt', 'J'],
	['its end', 'G'],
	['its start', 'gg'],
	['the outline', 'O', 'Enter read   q close'],
	['the next prompt of it', 'j'],
	['the outline closed', 'q'],
	['the raw record', 'R', '"sessionId"'],
	['the record closed', 'q'],
	['all commands', ':', '── Commands'],
	['some of them', 'pro'],
	['the commands closed', keys.escape],
	['the help', '?', 'of the reader'],
	['the help, further down', keys.halfPageDown],
	['the reader again', keys.escape],
	['the list again', 'q'],
	['all sessions', keys.escape],
	['two of them marked', `${keys.home}mjm`],
	['both compared', 'D', 'Compared'],
	['the next difference', ']'],
	['their files', '\t'],
	['the list once more', 'q', '5 sessions'],
	['the fork tree', 'b', 'Enter read'],
	['its last row', 'G'],
	['folded', '-'],
	['unfolded', '+'],
	['only prompts', '\t', 'only prompts'],
	['a label', 'L', 'label ›'],
	['some of it', '検索 🎉'],
	['no label', keys.escape, 'Enter read'],
	['the list at last', 'q', '5 sessions'],
] satisfies ReadonlyArray<readonly [where: string, press: string, shows?: string]>;

describe.skipIf(!fs.existsSync(cli))('cell by cell', () => {
	let home = '';
	beforeEach(() => {
		const texts = Object.entries(scripts) as Array<[Script, string]>;
		home = speakingHome(texts.map(([name, text]) => ({name, text})));
	});

	test.each([sizes[0], sizes[2]])('a tour at $columns x $rows', {timeout: 120_000}, async size => {
		const screen = await started(home, size);
		for (const [where, press, shows = ''] of tour) {
			if (press !== '') screen.send(press);
			await screen.shows(shows);
			expect(await screen.wrongCells(), `${where}:\n${screen.text}`).toEqual([]);
		}
	});

	test.each(Object.keys(scripts) as Script[])('reading %s, line by line', {timeout: 120_000}, async name => {
		const screen = await started(speakingHome([{name, text: scripts[name]}]), sizes[0]);
		screen.send(`${keys.enter}`);
		await screen.shows(/prompt \d+\/\d+/);
		screen.send('tT');
		for (let step = 0; step < 7; step++) {
			screen.send(step % 4 === 3 ? 'k' : 'j'.repeat(1 + (step % 5)));
			expect(await screen.wrongCells(), screen.text).toEqual([]);
		}
	});

	test.each([1, 3])('resized at any moment, %d', {timeout: 120_000}, async seed => {
		const random = new Random(seed);
		const screen = await started(home, random.pick(sizes));
		const presses = ['j', 'k', 'G', 'gg', 'jjj', keys.enter, 'q', 'J', 't', keys.halfPageDown, '?', keys.escape, '/e'];
		for (let step = 0; step < 10; step++) {
			// Some sizes are left before anything was drawn for them, and keys are pressed meanwhile.
			for (let change = random.below(4); change >= 0; change--) {
				const {columns, rows} = random.pick(sizes);
				screen.resize(columns - random.below(7), rows - random.below(5));
				if (random.below(2) === 0) screen.send(random.pick(presses.filter(key => key !== 'q')));
				await sleep(random.below(40));
			}
			await drawn(screen);
			expect(await screen.wrongCells(), `step ${step}:\n${screen.text}`).toEqual([]);
			expect(screen.exit).toBeUndefined();
			// A terminal may fill it with blanks when it is made smaller.
			expect(screen.lines.at(-1)?.trim()).toBe('');
		}
	});
});
