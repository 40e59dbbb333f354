/** The reader of a session that was found: at its match, and from hit to hit. */
import {describe, expect, test} from 'vitest';
import {Gate, openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {entry, type FakeSession, fakeLibrary, toolUse} from '../helpers/fake-library.ts';

const padding = (turn: number) => [
	entry('user', `Prompt ${turn}: go on with it`),
	entry('assistant', `Answer ${turn}. ${'It goes on for a while. '.repeat(20)}`),
];

function session(entries: FakeSession['entries'], more: Partial<FakeSession> = {}): FakeSession {
	return {id: 's', title: 'The session', cwd: '/home/me/x', entries, ...more};
}

const long = (middle: FakeSession['entries'] & {}) => [
	...Array.from({length: 12}, (_, turn) => padding(turn)).flat(),
	...middle,
	...Array.from({length: 12}, (_, turn) => padding(turn + 12)).flat(),
];

async function found(sessions: readonly FakeSession[], query: string, options: Parameters<typeof fakeLibrary>[1] = {}) {
	const opened = await openExplorer(fakeLibrary(sessions, options));
	opened.press('/');
	opened.type(query);
	await opened.shows(/\d of \d/);
	await turns();
	opened.press('enter');
	return opened;
}

describe('a session that was found opens at its best match', () => {
	test('about a third from the top, with the words marked', async () => {
		const {shows, lines, styled, explorer} = await found(
			[session(long([entry('user', 'Where is the needle here')]))],
			'needle',
		);
		await shows('hit 1/1');
		const row = lines().findIndex(line => line.includes('Where is the needle'));
		expect(row).toBeGreaterThan(8);
		expect(row).toBeLessThan(14);
		expect(styled()).toMatch(/\u001B\[7m\u001B\[1mneedle|\u001B\[1m\u001B\[7mneedle/);
		explorer.close();
	});

	test('inside a tool call, unfolded at the line', async () => {
		const output = `${'noise\n'.repeat(200)}and the needle is here\n${'noise\n'.repeat(50)}`;
		const {shows, frame} = await found([session(long(toolUse('Bash', {command: 'find it'}, output)))], 'needle');
		await shows('and the needle is here');
		expect(frame()).toContain('hit 1/1');
		expect(frame()).toContain('noise');
	});

	test('inside thinking', async () => {
		const {shows} = await found([session(long([entry('thinking', 'hm, a needle')]))], 'needle');
		await shows('hm, a needle');
	});

	test('inside what a sub-agent wrote there', async () => {
		const side = ['one', 'a needle', 'three'].map(text => entry('assistant', text, {isSidechain: true}));
		const {shows} = await found([session(long(side))], 'needle');
		await shows('a needle');
	});

	test('by its place, when its record is another one now', async () => {
		const target = entry('user', 'Where is the needle here');
		const library = fakeLibrary([session(long([target]))]);
		const search = library.search!;
		const source = {
			...library,
			search: {
				...search,
				async matches(...args: Parameters<typeof search.matches>) {
					const [match] = await search.matches(...args);
					return [{...match!, entryId: 'gone'}];
				},
			},
		};
		const {press, type, shows} = await openExplorer(source);
		press('/');
		type('needle');
		await shows('1 of 1');
		press('enter');
		await shows('Where is the needle');
		await shows('hit 1/1');
	});

	test('while it is still being read: keys pressed meanwhile are not lost', async () => {
		const middle = [entry('user', 'needle one'), entry('user', 'needle two'), entry('user', 'needle three')];
		const opened = await found([session(long(middle))], 'needle', {delay: 300, openingEntries: 4});
		const {press, shows, explorer, lines} = opened;
		await turns();
		press('n', 'n');
		await shows('hit 3/3');
		expect(explorer.reader!.status.phase).toBe('complete');
		const row = lines().findIndex(line => line.includes('needle one'));
		expect(row).toBeGreaterThan(8);
		expect(row).toBeLessThan(14);
	});

	test('but not whoever went elsewhere', async () => {
		const opened = await found([session(long([entry('user', 'needle')]))], 'needle', {delay: 200, openingEntries: 4});
		opened.press('G');
		await opened.shows(() => opened.explorer.reader!.status.phase === 'complete');
		await turns();
		expect(opened.frame()).toContain('100%');
		opened.press('n');
		expect(opened.frame()).toMatch(/┃ needle/);
	});

	test.each([0, 60])('on another branch, which is shown and named (read in %d ms)', async delay => {
		const root = entry('user', 'Begin', {id: 'p1'});
		const entries = [
			root,
			entry('assistant', 'Begun', {id: 'a1', parent: 'p1'}),
			entry('user', 'the left way with a needle', {id: 'p2', parent: 'a1'}),
			entry('assistant', 'left', {id: 'a2', parent: 'p2'}),
			entry('user', 'the active way', {id: 'p3', parent: 'a1'}),
			entry('assistant', 'active', {id: 'a3', parent: 'p3'}),
		];
		const {shows, frame, press} = await found([session(entries)], 'needle', {delay});
		await shows('⑂ branch 1/2');
		expect(frame()).toContain('the left way with a needle');
		expect(frame()).toContain('The match is on branch 1 of 2');
		await shows('hit 1/1');
		await turns();
		expect(frame()).not.toContain('the active way');
		expect(frame()).toContain('the left way with a needle');
		press('q', 'escape', 'enter');
		await shows('the active way');
	});

	test('when its places are not known yet', async () => {
		const gate = new Gate();
		const opened = await found([session(long([entry('user', 'Where is the needle here')]))], 'needle', {
			search: {matchPace: gate.pass},
		});
		await turns();
		expect(opened.frame()).not.toContain('Where is the needle');
		await gate.open();
		await opened.shows('Where is the needle');
	});

	test('a title that matches opens at the beginning', async () => {
		const {shows} = await found([session(long([]), {title: 'Only the title has the needle'})], 'needle');
		await shows('Prompt 0');
		await shows('no hit');
	});

	test('without a query nothing is marked', async () => {
		const {press, shows, frame} = await openExplorer(fakeLibrary([session(long([]))]));
		press('enter');
		await shows('prompt 1/24');
		expect(frame()).not.toContain('hit');
		press('n');
		expect(frame()).toContain('/ finds words in this session');
	});
});

describe('n and N', () => {
	const entries = [
		entry('user', 'needle and needle'),
		...padding(1),
		...toolUse('Bash', {command: 'ls'}, `a\nneedle\n${'b\n'.repeat(60)}needle\n`),
		...padding(2),
		entry('thinking', 'no needle? a needle!'),
		...padding(3),
		entry('assistant', 'The last needle.'),
	];

	test('go through every hit in the order of the session, folded ones too, and round', async () => {
		const {press, frame, shows} = await found([session(entries)], 'needle');
		await shows('hit 1/7');
		for (let at = 2; at <= 7; at++) {
			press('n');
			expect(frame()).toContain(`hit ${at}/7`);
		}
		expect(frame()).toContain('The last needle.');
		press('n');
		expect(frame()).toContain('hit 1/7');
		expect(frame()).toContain('After the last hit comes the first');
		press('N');
		expect(frame()).toContain('hit 7/7');
		expect(frame()).toContain('Before the first hit comes the last');
		press('N', 'N');
		expect(frame()).toContain('hit 5/7');
		expect(frame()).toContain('no needle? a needle!');
	});

	test('start from where one is', async () => {
		const {press, frame, shows} = await found([session(entries)], 'needle');
		await shows('hit 1/7');
		press('G', 'N');
		expect(frame()).toMatch(/hit [67]\/7/);
		press('g', 'g', 'n');
		expect(frame()).toContain('hit 1/7');
	});

	test('folded hits are counted where they are', async () => {
		const {frame, shows} = await found([session(entries)], 'needle');
		await shows('hit 1/7');
		expect(frame()).toMatch(/▸ Bash {2}ls +2 hits +63 lines/);
		expect(frame()).not.toContain('▾');
	});

	test('t folds what was unfolded for a hit', async () => {
		const {press, frame, shows} = await found([session(entries)], 'needle');
		await shows('hit 1/7');
		press('n', 'n');
		expect(frame()).toContain('▾ Bash');
		press('t', 't');
		expect(frame()).toContain('▸ Bash');
	});

	test('neighbours in the list open at their own match', async () => {
		const sessions = [
			session(long([entry('user', 'first needle')]), {id: 'a'}),
			session(long([entry('user', 'second needle')]), {id: 'b'}),
		];
		const {press, shows} = await found(sessions, 'needle');
		await shows('first needle');
		press(']');
		await shows('second needle');
	});

	test('a session of many hits is counted in slices, and keys go on', async () => {
		const many = Array.from({length: 3000}, (_, at) => entry('assistant', `needle ${at} `.repeat(20)));
		const {press, shows, frame} = await found([session(many)], 'needle');
		await shows(/hit 1\/[\d,]+/);
		press('n');
		expect(frame()).toMatch(/hit 2\//);
		await shows('60,000');
		press('N', 'N');
		await shows('hit 60,000/60,000');
	});
});

describe('the find line', () => {
	const entries = [...padding(1), entry('user', 'a needle'), ...padding(2), entry('thinking', 'another needle')];

	test('finds as one types, in the place of the footer, and leaves nothing unfolded on the way', async () => {
		const {press, type, frame, lines, shows, explorer} = await openExplorer(fakeLibrary([session(entries)]));
		press('enter');
		await shows('prompt 1/3');
		const before = lines();
		press('/');
		expect(explorer.place).toBe('find');
		expect(lines().slice(1, -1)).toEqual(before.slice(1, -1));
		type('anot');
		expect(frame()).toContain('another needle');
		expect(lines().at(-1)).toMatch(/^ \/ anot +hit 1\/1 {3}fuzzy $/);
		press('ctrl-u');
		expect(lines().slice(1, -1)).toEqual(before.slice(1, -1));
		type('needle');
		expect(lines().at(-1)).toContain('hit 1/2');
		press('down');
		expect(lines().at(-1)).toContain('hit 2/2');
		press('escape');
		expect(explorer.place).toBe('reader');
		press('n');
		expect(frame()).toContain('hit 1/2');
		press('escape');
		expect(explorer.place).toBe('list');
	});

	test('says when there is nothing', async () => {
		const {press, type, lines, shows} = await openExplorer(fakeLibrary([session(entries)]));
		press('enter');
		await shows('prompt 1/3');
		press('/');
		type('zzz');
		expect(lines().at(-1)).toContain('no hit');
		press('ctrl-s');
		expect(lines().at(-1)).toContain('words');
	});

	test('leaves the query of the list alone', async () => {
		const {press, type, frame, shows, explorer} = await found([session(entries)], 'needle');
		await shows('hit 1/2');
		press('/');
		type('goes');
		await shows(/hit \d+\/40/);
		press('ctrl-u', 'escape');
		expect(frame()).toContain('2 hits');
		press('q');
		expect(explorer.scene.search!.text).toBe('needle');
	});
});
