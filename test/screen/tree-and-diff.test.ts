/** The fork tree and the comparison in a real terminal, narrow and wide, in several scripts: cell by cell. Needs a build. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {forkingHome} from '../helpers/forking-home.ts';
import {Screen} from '../helpers/screen.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const sizes = [
	{columns: 80, rows: 24},
	{columns: 200, rows: 50},
] as const;

async function opened(
	home: string,
	size: {columns: number; rows: number},
	state = temporaryDirectory(),
): Promise<Screen> {
	const screen = new Screen(process.execPath, [cli, '--home', home, '--fresh'], {
		...size,
		env: {XDG_STATE_HOME: state},
	});
	onTestFinished(() => screen.dispose());
	await screen.shows(/indexed \d/);
	await screen.shows('検索 search');
	// The original is the newer one.
	screen.send('\u001B[Hb');
	await screen.shows('別の道');
	return screen;
}

/** The first line with these words. */
const lineWith = ({lines}: Screen, words: string) => lines.find(line => line.includes(words)) ?? '';

/** Where a character stands, by the cells of the terminal. */
function columnsOf({terminal}: Screen, character: string): number[] {
	const {active} = terminal.buffer;
	return Array.from({length: terminal.rows}, (_, row) => active.getLine(active.baseY + row)!).flatMap(line =>
		Array.from({length: terminal.cols}, (_, column) => column).filter(
			column => line.getCell(column)!.getChars() === character,
		),
	);
}

describe.skipIf(!fs.existsSync(cli))('the fork tree', () => {
	test.each(sizes)('at $columns x $rows', {timeout: 120_000}, async size => {
		const screen = await opened(forkingHome(), size);
		await screen.shows('tokens');
		expect(screen.lines[0]).toMatch(/⑂ 検索 search .*family of 2 sessions · 5 prompts · 5k tokens/);
		expect(lineWith(screen, '検索が遅い')).toMatch(/^ {2}● 検索が遅い /);
		expect(lineWith(screen, '写し')).toMatch(/^ {2}├─⇢ forked to claude 22222222 {2}写し copy .* 1 prompt/);
		expect(lineWith(screen, '別の道')).toMatch(/^ {2}│ {2}● 別の道/);
		expect(lineWith(screen, '左:')).toMatch(/^ {2}├─○ 左: 索引を作る .* 2 prompts · .*branch 1 · left +09:02$/);
		expect(lineWith(screen, '右:')).toMatch(
			/^ {2}└─● 右: キャッシュを使う .* 1 prompt · .*branch 2 · active +09:\d\d$/,
		);
		if (size.columns >= 100) expect(lineWith(screen, '左:')).toContain('2 prompts · 2k tokens · branch 1');
		expect(await screen.wrongCells(), screen.text).toEqual([]);
		for (const [keys, shows] of [
			['-', '+1 左:'],
			['+', '速さを測って'],
			['\t', 'only prompts'],
			['\t', 'only branches'],
			['\t', '速さを測って'],
			['G', '▸└─● 右:'],
			['[', '▸├─○ 左:'],
			['f', 'comes with a later version'],
			['?', 'Keys'],
			['\u001B', '左:'],
		] as const) {
			screen.send(keys);
			await screen.shows(shows);
			expect(await screen.wrongCells(), `${JSON.stringify(keys)}:\n${screen.text}`).toEqual([]);
		}
	});

	test('keeps a label for the next time', {timeout: 120_000}, async () => {
		const [home, state] = [forkingHome(), temporaryDirectory()];
		const screen = await opened(home, sizes[0], state);
		screen.send('G');
		await screen.shows('▸└─● 右:');
		screen.send('L');
		await screen.shows('label ›');
		screen.send('良い 👍');
		await screen.shows('label › 良い 👍');
		expect(await screen.wrongCells(), screen.text).toEqual([]);
		screen.send('\r');
		await screen.shows(/▸└─● \[良い 👍 ?\] 右:/);
		expect(await screen.wrongCells(), screen.text).toEqual([]);
		const again = await opened(home, sizes[1], state);
		await again.shows(/└─● \[良い 👍 ?\] 右:/);
	});
});

describe.skipIf(!fs.existsSync(cli))('the comparison of two branches', () => {
	test.each(sizes)('at $columns x $rows', {timeout: 120_000}, async size => {
		const screen = await opened(forkingHome(), size);
		screen.send('G');
		await screen.shows('▸└─● 右:');
		screen.send('m[m');
		await screen.shows(({lines}) => lines.filter(line => line.startsWith('◆')).length === 2);
		screen.send('D');
		await screen.shows('the same');
		expect(screen.lines[0]).toContain('Compared');
		expect(lineWith(screen, ' A claude')).toMatch(/A claude 11111111 branch 2 {2}検索.*claude-sonnet-4-5/);
		expect(lineWith(screen, ' B claude')).toMatch(/B claude 11111111 branch 1 {2}検索/);
		// Where there is little room, it has a line of its own.
		expect(lineWith(screen, '2k tokens')).toMatch(/2 prompts · 1 tool · 2k tokens/);
		expect(lineWith(screen, '3k tokens')).toMatch(/3 prompts · 1 tool · 3k tokens/);
		expect(lineWith(screen, 'common until')).toMatch(/common until prompt 1 .*files: /);
		expect(lineWith(screen, 'Edit')).toMatch(/Edit {2}src\/検索\.ts {2}\+2 −1/);
		expect(screen.text).toContain('+const 量 = 2');
		if (size.columns >= 110) {
			// What separates the sides stands in one column, whatever is left of it.
			const bars = columnsOf(screen, '│');
			expect(new Set(bars)).toEqual(new Set([99]));
			expect(bars.length).toBeGreaterThan(4);
			expect(lineWith(screen, '右:')).toMatch(/右: .*│.*左: /);
		} else expect(lineWith(screen, '左:')).toMatch(/^\+ .*┃ 左: /);
		expect(await screen.wrongCells(), screen.text).toEqual([]);
		for (const [keys, shows] of [
			[']', '右:'],
			['G', '12 ms'],
			['gg', 'the same'],
			['\t', 'partial'],
			['e', 'Export the comparison'],
			['q', 'partial'],
			['?', 'Keys'],
			['\u001B', 'partial'],
			['q', '速さを測って'],
		] as const) {
			screen.send(keys);
			await screen.shows(shows);
			expect(await screen.wrongCells(), `${JSON.stringify(keys)}:\n${screen.text}`).toEqual([]);
		}
	});
});
