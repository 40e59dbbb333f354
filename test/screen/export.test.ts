/** Exporting from the keyboard, with the real program in a real terminal and real files. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {Screen} from '../helpers/screen.ts';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
let folder = '';
let screen: Screen | undefined;

beforeEach(() => {
	folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-keys-')));
});

afterEach(() => {
	screen?.dispose();
	fs.rmSync(folder, {recursive: true, force: true});
});

async function opened(args: readonly string[], size: {columns: number; rows: number}): Promise<Screen> {
	const state = path.join(folder, 'state');
	// Nobody else fills this catalogue meanwhile, which would be seen in the order in which sessions come in.
	const env = {XDG_STATE_HOME: state, RECOLLECT_CACHE: path.join(state, 'cache')};
	screen = new Screen(process.execPath, [cli, ...args], {...size, cwd: folder, env});
	await screen.settles();
	return screen;
}

const filesIn = () => fs.readdirSync(folder).filter(name => name !== 'state');

describe.each([
	{columns: 80, rows: 24},
	{columns: 200, rows: 50},
])('at $columns columns', size => {
	test('e writes the selected session, asks before it writes over it, and q leaves it alone', async () => {
		const shown = await opened(['--demo', '--fresh'], size);
		await shown.shows('Fix reconnect');
		shown.send('e');
		await shown.shows(/To +.*\.md/);
		expect(shown.lines.every(line => line.length <= size.columns)).toBe(true);
		shown.send('\r');
		await shown.shows('Exported');
		const [file] = filesIn();
		expect(file).toMatch(/^2026-11-\d\d-claude-fix-reconnect-backoff.*\.md$/);
		const written = fs.readFileSync(path.join(folder, file!), 'utf8');
		expect(written).toContain('# Fix reconnect backoff');
		fs.writeFileSync(path.join(folder, file!), 'mine');
		shown.send('e');
		await shown.shows(/To +.*\.md/);
		shown.send('\r');
		await shown.shows('Write over it?');
		shown.send('n');
		await shown.shows('Nothing was done');
		expect(fs.readFileSync(path.join(folder, file!), 'utf8')).toBe('mine');
		shown.send('\r');
		await shown.shows('Write over it?');
		shown.send('y');
		await shown.shows('Exported');
		expect(fs.readFileSync(path.join(folder, file!), 'utf8')).toBe(written);
		expect(filesIn()).toEqual([file]);
	});
});

test('several are exported past the one that is there already, and all of it is said on a small screen', async () => {
	const shown = await opened(['--demo', '--fresh'], {columns: 40, rows: 12});
	await shown.shows('Fix reconnect');
	shown.send('e');
	await shown.shows(/To +\S+\.md/);
	shown.send('\r');
	await shown.shows('Exported');
	await shown.settles();
	const [first] = filesIn();
	const said = () => shown.lines.map(line => line.trim()).join('');
	expect(said()).toContain(`./${first}(`);
	fs.writeFileSync(path.join(folder, first!), 'mine');
	shown.send('mmme');
	await shown.shows('3 marked');
	shown.send('\r');
	await shown.shows('n no');
	await shown.settles();
	expect(shown.lines.join(' ').replaceAll(/ +/g, ' ')).toContain(
		'2 of 3 exported. 1 file is there already. Write over it? y yes n no',
	);
	shown.send('n');
	await shown.shows(/left\s+alone/);
	expect(filesIn()).toHaveLength(3);
	expect(fs.readFileSync(path.join(folder, first!), 'utf8')).toBe('mine');
});

test('the reader exports too, in another format, and a file of it opens like a session', async () => {
	const first = await opened(['--demo', '--fresh'], {columns: 120, rows: 40});
	await first.shows('Fix reconnect');
	first.send('\r');
	await first.shows('prompt 1/3');
	first.send('e');
	await first.shows(/‹ Markdown ›/);
	first.send('\u001B[C\u001B[C');
	await first.shows(/‹ Unified JSON 1\.0 ›/);
	await first.shows(/To +.*\.json/);
	first.send('\r');
	await first.shows('Exported');
	first.dispose();
	const [file] = filesIn();
	const second = await opened([file!], {columns: 120, rows: 40});
	await second.shows('prompt 1/3');
	expect(second.text).toContain('the socket keeps dropping');
	second.send('\u001B');
	await second.shows(/sessions|No sessions/);
});
