import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {widthOf} from '../../source/text/width.ts';
import {openExplorer} from '../helpers/fake-explorer.tsx';
import {entry, fakeLibrary, toolUse} from '../helpers/fake-library.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const common = [entry('user', 'Find the leak'), entry('assistant', 'It is in the pool.')];

const sessions = [
	{
		id: 'one',
		title: 'backoff',
		entries: [
			...common,
			entry('user', 'use backoff with 500 ms'),
			...toolUse('Bash', {command: 'npm test'}, 'two\nfailed', true),
		],
	},
	{
		id: 'two',
		title: '検索 jitter',
		entries: [
			...common,
			entry('user', 'use backoff with 900 ms'),
			...toolUse('Bash', {command: 'npm test'}, 'ok'),
			entry('assistant', '結果は良好です 🎉'),
		],
	},
	{id: 'three', title: 'third', entries: [entry('user', 'Other')]},
];

async function compared(columns = 100, rows = 30) {
	const opened = await openExplorer(fakeLibrary(sessions), {columns, rows});
	opened.press('m', 'm', 'D');
	await opened.shows('the same');
	return opened;
}

describe('two marked sessions', () => {
	test.each([60, 100])('stand below each other on %i columns', async columns => {
		const {lines, frame, explorer} = await compared(columns);
		expect(frame()).toMatch(/═══ 2 steps the same/);
		expect(lines().some(line => /^- .*┃ use backoff with 500 ms/.test(line))).toBe(true);
		expect(lines().some(line => /^\+ .*┃ use backoff with 900 ms/.test(line))).toBe(true);
		expect(lines().every(line => widthOf(line) <= columns)).toBe(true);
		explorer.close();
	});

	test('tell all about each side where there is little room', async () => {
		const took = {model: 'some-model', facts: {tokens: {input: 41_000}, cost: 0.31}};
		const told = sessions.map(each => ({...each, entries: [...each.entries, entry('assistant', 'Done.', took)]}));
		const {press, shows, lines, explorer} = await openExplorer(fakeLibrary(told), {columns: 80, rows: 24});
		press('m', 'm', 'D');
		await shows('the same');
		const about = /^ {3}2 prompts · 1 tool( · 1 error)? · 41k tokens · \$0\.31/;
		expect(lines()[2]).toMatch(/^ A claude one +backoff .*some-model$/);
		expect(lines().filter(line => about.test(line))).toHaveLength(2);
		explorer.close();
	});

	test('a long stretch that only one has is laid out as far as one sees it', async () => {
		const long = Array.from({length: 5000}, (_, at) => entry('user', `prompt ${at}`));
		const pair = [
			{id: 'one', title: 'one', entries: common},
			{id: 'two', title: 'two', entries: [...common, ...long]},
		];
		const {press, shows, explorer} = await openExplorer(fakeLibrary(pair), {columns: 100, rows: 24});
		press('m', 'm', 'D');
		await shows('prompt 5');
		const {laidOut} = explorer.comparison as unknown as {laidOut: Map<number, unknown>};
		expect(laidOut.size).toBeLessThan(100);
		press('G');
		await shows('prompt 4999');
		press('[');
		await shows('prompt 0');
		explorer.close();
	});

	test('stand beside each other where there is room, CJK and emoji included', async () => {
		const {explorer} = await compared(200);
		const [line] = explorer.comparison!.lines.slice(1);
		expect(line!.map(({text}) => text).join('')).toMatch(/┃ use backoff with 500 ms +│.*┃ use backoff with 900 ms/);
		for (const each of explorer.comparison!.lines)
			expect(each.reduce((sum, {text}) => sum + widthOf(text), 0)).toBeLessThanOrEqual(200);
		explorer.close();
	});

	test('words that differ are marked, and so are results of the same call', async () => {
		const {explorer, frame} = await compared();
		const spans = explorer.comparison!.lines.flat();
		expect(spans.filter(({role}) => role === 'removed-word').map(({text}) => text)).toEqual(['500']);
		expect(spans.filter(({role}) => role === 'added-word').map(({text}) => text)).toEqual(['900']);
		expect(frame()).toContain('failed');
		explorer.close();
	});

	test('] and [ go from difference to difference, Tab to the files, q back', async () => {
		const {press, frame, explorer} = await compared();
		press(']');
		expect(frame()).not.toContain('the same ══');
		press(']');
		expect(frame()).toContain('No difference after this one');
		press('[', 'g', 'g', 'tab');
		expect(frame()).toContain('Neither of them wrote a file');
		press('q');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('says above what each side took', async () => {
		const {lines, explorer} = await compared(160);
		expect(lines().slice(2, 4)).toEqual([
			expect.stringMatching(/^ A claude one +backoff +2 prompts · 1 tool · 1 error/),
			expect.stringMatching(/^ B claude two +検索 jitter +2 prompts · 1 tool/),
		]);
		explorer.close();
	});

	test('calls that look the same from afar show what they were told', async () => {
		const edit = (to: string) => toolUse('Edit', {file_path: 'a.ts', old_string: 'const x = 1', new_string: to}, 'ok');
		const two = [
			{id: 'one', title: 'one', entries: [...common, ...edit('const x = 2')]},
			{id: 'two', title: 'two', entries: [...common, ...edit('const y = 3\nconst z = 4')]},
		];
		for (const columns of [80, 100]) {
			const opened = await openExplorer(fakeLibrary(two), {columns, rows: 30});
			opened.press('m', 'm', 'D');
			await opened.shows('the same');
			expect(opened.frame()).toContain('+1 −1');
			expect(opened.frame()).toContain('+2 −1');
			expect(opened.frame()).toContain('+const x = 2');
			expect(opened.frame()).toContain('+const z = 4');
			opened.explorer.close();
		}
	});

	test('e writes it as Markdown or HTML, and asks before it writes over a file', async () => {
		const folder = temporaryDirectory();
		const {press, shows, frame, explorer} = await compared(100);
		explorer.lastExport = {choice: explorer.usualExport, folder};
		press('e');
		expect(frame()).toContain('Export the comparison');
		press('enter');
		await shows('Exported');
		const [file] = fs.readdirSync(folder);
		expect(file).toBe('compared-backoff-one-two.md');
		expect(fs.readFileSync(path.join(folder, file!), 'utf8')).toContain('# backoff and 検索 jitter');
		press('e', 'enter');
		await shows('is there already');
		fs.writeFileSync(path.join(folder, file!), 'mine');
		press('n');
		expect(fs.readFileSync(path.join(folder, file!), 'utf8')).toBe('mine');
		press('e', 'enter');
		await shows('is there already');
		press('y');
		await shows('Exported');
		press('e', 'j', 'enter');
		await shows(() => fs.readdirSync(folder).length === 2);
		press('e', 'q', 'q');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('the wheel scrolls it, and a click does nothing to what lies below', async () => {
		const opened = await compared(100, 12);
		const {explorer} = opened;
		const first = () => explorer.comparison!.lines[0];
		const before = first();
		explorer.press({name: 'wheel-down', column: 5, row: 6});
		expect(first()).not.toEqual(before);
		explorer.press({name: 'wheel-up', column: 5, row: 6});
		expect(first()).toEqual(before);
		explorer.press({name: 'click', column: 5, row: 6});
		expect(explorer.place).toBe('compare');
		explorer.press({name: 'click', column: opened.lines().at(-1)!.indexOf('q back'), row: 11});
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('it takes two', async () => {
		const {press, frame, explorer} = await openExplorer(fakeLibrary(sessions));
		press('D');
		expect(frame()).toContain('Mark two sessions with m');
		press('m', 'm', 'm', 'D');
		expect(frame()).toContain('3 sessions are marked: two can be compared');
		explorer.close();
	});

	test('what can not be read is said', async () => {
		const broken = [{id: 'bad', title: 'bad', failure: 'no such luck'}, ...sessions.slice(0, 1)];
		const {press, shows, explorer} = await openExplorer(fakeLibrary(broken));
		press('m', 'm', 'D');
		await shows('no such luck');
		explorer.close();
	});
});

describe('two branches', () => {
	test('D at a fork compares its sides', async () => {
		const entries = [
			entry('user', 'Begin', {id: 'a'}),
			entry('assistant', 'Yes?', {id: 'b', parent: 'a'}),
			entry('user', 'left road', {id: 'c', parent: 'b'}),
			entry('user', 'right road', {id: 'd', parent: 'b'}),
		];
		const {press, shows, frame, explorer} = await openExplorer(fakeLibrary([{id: 'one', title: 'forked', entries}]));
		press('enter');
		await shows(() => explorer.reader?.status.phase === 'complete');
		press('D');
		await shows('common until prompt 1');
		expect(frame()).toContain('right road');
		expect(frame()).toContain('left road');
		press('escape');
		expect(explorer.place).toBe('reader');
		explorer.close();
	});
});
