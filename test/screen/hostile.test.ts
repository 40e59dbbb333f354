/**
 * Sessions whose every text is full of what terminals act on, in the real program, beside the same sessions made safe
 * before they were written: both look the same cell by cell, and the terminal was told nothing. Needs a build.
 */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {differences, seenCells} from '../helpers/cells.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {hostileTexts, leftOver} from '../helpers/hostile-text.ts';
import {Screen, type ScreenOptions} from '../helpers/screen.ts';
import {type Saying, speakingHome} from '../helpers/speaking-home.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

async function started(home: string, options: ScreenOptions): Promise<Screen> {
	const screen = new Screen(process.execPath, [cli, '--home', home, '--fresh'], {
		...options,
		env: {XDG_STATE_HOME: temporaryDirectory()},
	});
	onTestFinished(() => screen.dispose());
	await screen.shows(/indexed \d/);
	await screen.shows('┃');
	await screen.settles(400);
	return screen;
}

/** What can stand in the name of a folder without being two. */
const placeOf = (text: string) => text.replaceAll('\u001B\\', '\u0007').replaceAll('/', ':');

/** A session for each of the texts, and one that says all of them; a word behind each shows where it stood. */
function sayingsOf(texts: ReadonlyArray<readonly [name: string, text: string]>): Saying[] {
	const words = texts.map(([name, text]) => ({name, text: `${text}seen`}));
	const all = words.map(({text}) => text).join(' ');
	return [
		...words.map(({name, text}) => ({name, text, place: placeOf(text), turns: 1, hasUnknown: false})),
		// A long title is cut before it is made safe, so this one has another.
		{name: 'everything', text: all, title: 'all', place: placeOf(all), turns: 1, hasUnknown: false},
	];
}

const sayings = sayingsOf(Object.entries(hostileTexts));
/** The same, if whoever wrote them had left out what is not to be seen. */
const safe = sayingsOf(Object.keys(hostileTexts).map(name => [name, leftOver[name] ?? '']));

/** What is sent to a terminal without the letters: control characters and sequences, numbers left out of the latter. */
function kindsOf(output: string): Set<string> {
	const codes = output.match(
		/\u001B\[[0-?]*[ -/]*[@-~]|\u001B[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[\s\S]|[\u0000-\u001F\u007F-\u009F]/g,
	);
	return new Set(codes?.map(code => code.replace(/^(\u001B\[)[\d;]+(?=[A-Za-z]$)/, '$1')));
}

type Step = {
	readonly press: string;
	/** A part of a text is cut out before it is made safe: what it shows may differ, and nothing else. */
	readonly isCut?: boolean;
};

/** The list, the help over it, a search and its hits, and the session it leads to with everything unfolded. */
const tour: readonly Step[] = [
	...['', 'j', 'G', '\u001B[H', ' ', '?', '\u001B', '*'].map(press => ({press})),
	...['/seen', '\u001B[B', '\u001B[B'].map(press => ({press, isCut: true})),
	...['\r', 'n', 'tT', '\u0004', 'J', 'G', 'gg', '?', '\u001B', ']'].map(press => ({press})),
	...['q', '\u001B'].map(press => ({press, isCut: true})),
	{press: '\u001B'},
];

/** The last session with everything shown, its records as they lie in the file, its outline, and all commands. */
const unsafe = ['G', '\r', 'v', 'v', 'R', '\u0004', 'q', 'G', 'R', 'q', 'O', 'q', ':', '\u001B', 'q'];

async function walk(screen: Screen, press: string): Promise<void> {
	if (press !== '') screen.send(press);
	await screen.settles();
}

function expectNothingTold(screen: Screen): void {
	expect(screen.deeds).toEqual([]);
	expect(screen.isAlternate).toBe(true);
	expect(screen.output).not.toMatch(/[\u0080-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/);
}

describe.skipIf(!fs.existsSync(cli))('hostile sessions', () => {
	test.each([
		{columns: 80, rows: 24},
		{columns: 120, rows: 40},
	])('look like harmless ones at $columns x $rows', {timeout: 180_000}, async size => {
		const [hostile, harmless] = await Promise.all([
			started(speakingHome(sayings), size),
			started(speakingHome(safe), size),
		]);
		for (const {press, isCut} of tour) {
			await Promise.all([walk(hostile, press), walk(harmless, press)]);
			const seen = isCut ? frameOf : cellsOf;
			// One of the two programs may be slower than the other.
			await expect
				.poll(() => differences(seen(hostile), seen(harmless)), {
					message: `after ${JSON.stringify(press)}`,
					timeout: 20_000,
					interval: 250,
				})
				.toEqual([]);
			expect(await hostile.wrongCells(), `after ${JSON.stringify(press)}`).toEqual([]);
		}
		expectNothingTold(hostile);
		const known = kindsOf(harmless.output);
		expect([...kindsOf(hostile.output)].filter(kind => !known.has(kind))).toEqual([]);
	});

	test('tell the terminal nothing where records are shown as they are', {timeout: 120_000}, async () => {
		const raw = sayings.map(each => ({...each, hasUnknown: true}));
		const screen = await started(speakingHome(raw), {columns: 100, rows: 30});
		const before = kindsOf(screen.output);
		for (const press of [...unsafe, 'mkm', 'D', '\t', '\u0004', 'q']) {
			await walk(screen, press);
			expect(await screen.wrongCells(), `after ${JSON.stringify(press)}:\n${screen.text}`).toEqual([]);
		}
		expectNothingTold(screen);
		// Frames are drawn with what the first ones were drawn with, and moved.
		const more = [...kindsOf(screen.output)].filter(kind => !before.has(kind));
		expect(more.filter(kind => !/^\u001B\[[HGKSTrm]$/.test(kind))).toEqual([]);
	});

	test('are as harmless when their text is pasted into a line', async () => {
		const screen = await started(speakingHome(sayings), {columns: 100, rows: 30});
		screen.send('/');
		await screen.shows('›');
		for (const text of Object.values(hostileTexts)) {
			// A paste ends where a terminal says so; whatever else is in it is text.
			screen.send(`\u001B[200~${text}seen \u001B[201~`);
			await screen.settles(50);
		}
		await screen.shows(/seen seen/);
		expect(await screen.wrongCells()).toEqual([]);
		expect(screen.exit).toBeUndefined();
		expectNothingTold(screen);
	});
});

/** All cells; the files differ in size, and rows may end with it. */
function cellsOf(screen: Screen): string[][] {
	return seenCells(screen.terminal).map((row, at) => {
		const size = /[\d.]+ (?:KB|MB|bytes)/.exec(screen.lines[at]!);
		return size ? row.slice(0, size.index) : row;
	});
}

/** What stands around the texts: header, line, rules, footer, and the rule between list and preview. */
function frameOf(screen: Screen): string[][] {
	const cells = cellsOf(screen);
	return cells.map((row, at) =>
		at < 3 || at > cells.length - 4 ? row : row.filter(cell => /^[│─] 1 dim$/.test(cell)),
	);
}
