/** Large sessions: parts of them are shown while the whole is still being read. */
import fs from 'node:fs';
import path from 'node:path';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {answer, call, result, sessionId, user} from '../helpers/claude-session.ts';
import {Gate, type Opened, openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {type FileSourceOptions, fileSource} from '../helpers/file-source.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

/** So many turns that no window holds them all: about 6 KB each. */
const turnCount = 1200;

function records(turn: number, parent: string | null): object[] {
	const id = (step: number) => `t${turn}-${step}`;
	return [
		user(id(0), parent, `Prompt ${turn}: go on`),
		call(id(1), id(0), `call-${turn}`, 'Bash', {command: `run ${turn}`}),
		result(id(2), id(1), `call-${turn}`, `out ${turn} 漢字🚀\n`.repeat(200)),
		answer(id(3), id(2), `Answer ${turn}. ${'It goes on. '.repeat(20)}`),
	];
}

function linesOf(count = turnCount): string[] {
	return Array.from({length: count}, (_, turn) => records(turn + 1, turn === 0 ? null : `t${turn}-3`))
		.flat()
		.map(record => JSON.stringify(record));
}

function write(content: string): string {
	const file = path.join(temporaryDirectory(), '.claude/projects/-home-user-app', `${sessionId}.jsonl`);
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, content);
	return file;
}

async function read(content: string, options: FileSourceOptions = {}) {
	const gate = new Gate();
	const file = write(content);
	const source = await fileSource('claude', file, {pace: gate.pass, ...options});
	const opened = await openExplorer(source);
	opened.press('enter');
	return {...opened, source, file, finish: () => gate.open()};
}

/** What is on the screen of the session, without header, minimap, rules and footer. */
function body({lines}: Pick<Opened, 'lines'>): string[] {
	return lines().slice(3, -2);
}

const large = linesOf();
const text = `${large.join('\n')}\n`;

afterEach(() => vi.restoreAllMocks());

describe('before all of a session was read', () => {
	test('its beginning is shown, its end, its middle and its beginning again', async () => {
		const opened = await read(text);
		const {press, type, shows, frame, explorer, finish} = opened;
		await shows('┃ Prompt 1: go on');
		expect(frame()).toMatch(/prompt 1\/\d+/);
		press('G');
		await shows(`Answer ${turnCount}.`);
		expect(frame()).toContain('100%');
		expect(frame()).not.toMatch(/prompt \d/);
		type('50%');
		await shows(/Prompt (?:59\d|60\d): /);
		expect(frame()).toMatch(/ (?:49|50|51)% /);
		press('home');
		await shows('┃ Prompt 1: go on');
		expect(explorer.reader!.status.phase).toBe('reading');
		await finish();
		await shows(() => explorer.reader!.status.phase === 'complete');
		expect(frame()).toContain(`prompt 1/${turnCount}`);
	});

	test('what is shown of a large file is read, and not much more', async () => {
		const {shows, press, source} = await read(text);
		await shows('┃ Prompt 1: go on');
		await turns();
		expect(source.ref.size).toBeGreaterThan(6e6);
		const before = source.asked.bytes;
		expect(before).toBeLessThan(700_000);
		const real = fs.readSync;
		let bytes = 0;
		vi.spyOn(fs, 'readSync').mockImplementation(((...args: Parameters<typeof real>) => {
			const count = real(...args);
			bytes += count;
			return count;
		}) as typeof real);
		press('G');
		await shows(`Answer ${turnCount}.`);
		expect(bytes).toBeGreaterThan(0);
		expect(bytes).toBeLessThan(500_000);
		expect(source.asked.bytes - before).toBeLessThan(500_000);
	});

	test('scrolling reads more, in both directions, and loses no line', async () => {
		const {shows, press, lines, frame, type} = await read(text);
		await shows('┃ Prompt 1: go on');
		type('50%');
		await shows(/Prompt (?:59\d|60\d): /);
		const seen = new Set<number>();
		const look = () => {
			for (const [, number] of frame().matchAll(/┃ Prompt (\d+): /g)) seen.add(Number(number));
		};
		for (let page = 0; page < 90; page++) {
			press('pageup');
			look();
			await turns(30);
		}
		const first = Math.min(...seen);
		expect(first).toBeLessThan(450);
		for (let page = 0; page < 160; page++) {
			press('pagedown');
			look();
			await turns(30);
		}
		const last = Math.max(...seen);
		expect(last).toBeGreaterThan(700);
		for (let turn = first; turn <= last; turn++) expect(seen, `prompt ${turn}`).toContain(turn);
		expect(lines().length).toBeGreaterThan(10);
	});

	test('J and K go beyond the edge of a window', async () => {
		const {shows, press, type, frame, explorer} = await read(text);
		await shows('┃ Prompt 1: go on');
		type('50%');
		await shows(/Prompt (?:59\d|60\d): /);
		for (let step = 0; step < 100; step++) {
			press('K');
			await turns(30);
		}
		const [, at] = /┃ Prompt (\d+): /.exec(frame())!;
		expect(Number(at)).toBeLessThan(510);
		expect(explorer.message).toBe('');
	});

	test('the end is shown in one go, whatever was pressed on the way', async () => {
		const {shows, press, frame} = await read(text);
		await shows('┃ Prompt 1: go on');
		press('G', 'home', 'G', 'home');
		await turns(200);
		expect(frame()).toContain('┃ Prompt 1: go on');
		press('home', 'G');
		await shows(`Answer ${turnCount}.`);
		await turns(100);
		expect(frame()).toContain(`Answer ${turnCount}.`);
	});
});

test('a key is obeyed, although all of the session is there before the window it asked for', async () => {
	const gate = new Gate();
	const {shows, type, press, finish, explorer, frame} = await read(text, {stretchPace: gate.pass});
	await gate.letOne();
	await shows('┃ Prompt 1: go on');
	type('50%');
	await finish();
	await shows(() => explorer.reader!.status.phase === 'complete');
	expect(frame()).toMatch(/┃ Prompt (?:59\d|60\d): /);
	await gate.open();
	await turns(50);
	expect(frame()).toMatch(/┃ Prompt (?:59\d|60\d): /);
	press('home');
	expect(frame()).toContain('┃ Prompt 1: go on');
});

describe('the screen stays still', () => {
	test('when more is read above and below it', async () => {
		const gate = new Gate();
		const opened = await read(text, {stretchPace: gate.pass});
		const {shows, press, type} = opened;
		await gate.letOne();
		await shows('┃ Prompt 1: go on');
		type('50%');
		await gate.letOne();
		await shows(/Prompt (?:59\d|60\d): /);
		// The window is opened so that its edge is above; more is on the way.
		press('pageup', 'pageup', 'pageup', 'down');
		const before = body(opened);
		for (let step = 0; step < 6; step++) {
			await gate.letOne();
			expect(body(opened)).toEqual(before);
		}
	});

	test('when the whole session takes the place of a window', async () => {
		const opened = await read(text);
		const {shows, press, type, finish, explorer} = opened;
		await shows('┃ Prompt 1: go on');
		type('50%');
		await shows(/Prompt (?:59\d|60\d): /);
		press('down', 'down', 'down');
		await turns(100);
		const before = body(opened);
		await finish();
		await shows(() => explorer.reader!.status.phase === 'complete');
		expect(body(opened)).toEqual(before);
		expect(opened.frame()).toMatch(/prompt (?:59\d|60\d)\/1200/);
	});

	test('at the end, which a branch that is still growing does not take away', async () => {
		const opened = await read(text);
		const {shows, press, finish, explorer} = opened;
		await shows('┃ Prompt 1: go on');
		press('G');
		await shows(`Answer ${turnCount}.`);
		const before = body(opened);
		await finish();
		while (explorer.reader!.status.phase !== 'complete') {
			expect(body(opened)).toEqual(before);
			await turns(1);
		}
		expect(body(opened)).toEqual(before);
	});

	test('where the top of a window is on a branch that was left, at what lies nearest', async () => {
		const left = linesOf(400);
		// From turn 300 on the road was left: the rest goes on from turn 299.
		const other = Array.from({length: 400}, (_, turn) =>
			records(2000 + turn, turn === 0 ? 't299-3' : `t${1999 + turn}-3`),
		)
			.flat()
			.map(record => JSON.stringify(record));
		const opened = await read(`${[...left, ...other].join('\n')}\n`);
		const {shows, type, finish, explorer, frame} = opened;
		await shows('┃ Prompt 1: go on');
		type('45%');
		await shows(/┃ Prompt 3[67]\d: /);
		await finish();
		await shows(() => explorer.reader!.status.phase === 'complete');
		expect(frame()).toMatch(/Prompt (?:299|200\d): /);
	});
});

describe('a session is opened', () => {
	test('at a match in its middle, without being read to there', async () => {
		const file = write(text);
		const gate = new Gate();
		const source = await fileSource('claude', file, {pace: gate.pass});
		const {explorer, press, shows, frame} = await openExplorer(source);
		press('enter');
		await shows('┃ Prompt 1: go on');
		const place = large.findIndex(line => line.includes('Prompt 800: '));
		const offset = Buffer.byteLength(
			large
				.slice(0, place)
				.map(line => `${line}\n`)
				.join(''),
		);
		const locator = {path: file, offset, length: Buffer.byteLength(large[place]!)};
		explorer.reader!.aimAt(async () => ({entryId: 't800-0', locator, role: 'user', snippet: '', ranges: []}));
		await shows('Prompt 800: ');
		expect(frame()).not.toContain('Prompt 790: ');
		await gate.open();
		await shows(() => explorer.reader!.status.phase === 'complete');
		expect(frame()).toContain('Prompt 800: ');
	});

	test('that only can be read whole as ever', async () => {
		const file = write(text);
		const {stretch: _, ...source} = await fileSource('claude', file);
		const {press, shows, frame} = await openExplorer(source);
		press('enter');
		await shows(`prompt 1/${turnCount}`, 20_000);
		press('G');
		expect(frame()).toContain(`Answer ${turnCount}.`);
	});
});

describe('files of all sorts', () => {
	const end = (content: string) => async () => {
		const {shows, press, frame, finish, explorer} = await read(content);
		await shows('┃ Prompt 1: go on');
		press('G');
		await shows(`Answer ${turnCount}.`);
		await finish();
		await shows(() => explorer.reader!.status.phase === 'complete');
		expect(frame()).toContain(`Answer ${turnCount}.`);
	};

	test('with the line ends of Windows', end(text.replaceAll('\n', '\r\n')));
	test('without a line end at the end', end(text.trimEnd()));
	test('whose last line is not written to its end', end(`${text}{"type":"user","uuid":"half","message":{"role":"us`));
	test(
		'with records glued together',
		end(`${large.join('\n').replaceAll('}\n{"parentUuid":"t5', '}{"parentUuid":"t5')}\n`),
	);
	test(
		'with blank lines and garbage',
		end(`\n\n${text.replaceAll('}\n{"parentUuid":"t7', '}\n\nnot json\n{"parentUuid":"t7')}`),
	);

	test('with a line that is longer than any window', async () => {
		const huge = JSON.stringify(result('huge', 't600-3', 'nobody', 'z'.repeat(3_000_000)));
		const {shows, press, type, frame} = await read(
			`${large.slice(0, 2400).join('\n')}\n${huge}\n${large.slice(2400).join('\n')}\n`,
		);
		await shows('┃ Prompt 1: go on');
		type('50%');
		await shows(/Prompt 60\d: /);
		for (let page = 0; page < 20; page++) {
			press('pageup');
			await turns(50);
		}
		expect(frame()).toMatch(/Prompt 5\d\d: /);
	});

	test('that grow or become shorter meanwhile', async () => {
		const {shows, press, frame, file, explorer, finish} = await read(text);
		await shows('┃ Prompt 1: go on');
		fs.appendFileSync(
			file,
			`${linesOf(turnCount + 1)
				.slice(-4)
				.join('\n')}\n`,
		);
		press('G');
		await shows(`Answer ${turnCount + 1}.`);
		fs.writeFileSync(file, `${large.slice(0, 400).join('\n')}\n`);
		press('home');
		await shows('┃ Prompt 1: go on');
		press('G');
		await shows('Answer 100.');
		await finish();
		await shows(() => explorer.reader!.status.phase === 'complete');
		expect(frame()).toContain('Answer 100.');
	});

	test('that are gone', async () => {
		const {shows, press, file, explorer, finish} = await read(text);
		await shows('┃ Prompt 1: go on');
		fs.rmSync(file);
		press('G');
		await turns(100);
		await finish();
		await shows(() => explorer.reader!.status.phase === 'failed');
	});
});

test('J and K find a prompt that is far beyond the window', async () => {
	const silent = Array.from({length: 2000}, (_, at) =>
		JSON.stringify(answer(`s${at}`, at === 0 ? 't400-3' : `s${at - 1}`, `Silence ${at}. ${'x '.repeat(2000)}`)),
	);
	const content = [...large.slice(0, 1600), ...silent, ...large.slice(1600)].join('\n');
	const {shows, press, type, explorer} = await read(`${content}\n`);
	await shows('┃ Prompt 1: go on');
	type('50%');
	await shows(/Silence \d+\./);
	press('K');
	await shows('┃ Prompt 400: ');
	type('50%');
	await shows(/Silence \d+\./);
	press('J');
	await shows('┃ Prompt 401: ');
	expect(explorer.message).toBe('');
});
