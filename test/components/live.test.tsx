/** What happens in the stores while the explorer is open. */
import {describe, expect, test} from 'vitest';
import {mergeSessions} from '../../source/components/live/merge-sessions.ts';
import {statusSpans} from '../../source/components/live/status-line.ts';
import {afternoon} from '../helpers/afternoon.ts';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {entry, type FakeSession, fakeLibrary, toolUse} from '../helpers/fake-library.ts';

const many = Array.from(
	{length: 60},
	(_, at): FakeSession => ({id: `s${at}`, title: `Session ${at}`, minutesAgo: 10 + at}),
);

async function open(sessions: readonly FakeSession[] = many, options: Parameters<typeof fakeLibrary>[1] = {}) {
	const library = fakeLibrary(sessions, options);
	return {...(await openExplorer(library)), library};
}

describe('the list', () => {
	test('a session that changed comes to the top; whoever is elsewhere sees nothing move', async () => {
		const {library, press, lines, explorer, frame} = await open();
		const {list} = explorer.scene;
		for (let step = 0; step < 30; step++) press('j');
		await turns();
		const rows = () =>
			lines()
				.slice(2, -2)
				.map(line => line.slice(0, 40));
		const before = rows();
		library.tell({changed: [library.write({id: 's50', minutesAgo: 0, title: 'Session 50 anew'})]});
		await turns();
		expect(rows()).toEqual(before);
		expect(list.selected!.ref.id).toBe('s30');
		press('home');
		await turns();
		expect(frame()).toMatch(/●▸ claude +Session 50 anew/);
	});

	test('whoever is at the top sees it come, on the session that was selected', async () => {
		const {library, explorer, lines, shows} = await open();
		library.tell({changed: [library.write({id: 'new', minutesAgo: 0, title: 'A new one'})]});
		await shows('A new one');
		expect(lines()[3]).toContain('●  claude   A new one');
		expect(lines()[4]).toContain(' ▸ claude   Session 0');
		expect(explorer.scene.list.count).toBe(61);
		expect(lines()[0]).toContain('61 sessions');
	});

	test('the newest are shown before the others are known; keys wait for those', async () => {
		const {library, press, lines, explorer, shows} = await open(many, {first: 40});
		await shows('Session 3 ');
		expect(lines()[0]).toContain('60 sessions');
		press('G');
		await turns();
		expect(explorer.scene.list.selected!.ref.id).toBe('s0');
		library.tell({all: many.map(({id}) => library.ref(id))});
		await turns();
		expect(explorer.scene.list.selected!.ref.id).toBe('s59');
		expect(lines()[0]).toContain('60 sessions');
	});

	test('what is gone vanishes; the selection goes to what takes its place', async () => {
		const {library, press, explorer, frame} = await open();
		press('j', 'j');
		library.tell({gone: [library.ref('s2'), library.ref('s5')]});
		expect(explorer.scene.list.selected!.ref.id).toBe('s3');
		expect(frame()).not.toContain('Session 5 ');
		expect(frame()).toContain('58 sessions');
	});

	test('the old header stays until the new one is there', async () => {
		const {library, frame, shows} = await open();
		await shows('Session 3 ');
		library.tell({changed: [library.write({id: 's3', title: 'Renamed', minutesAgo: 13})]});
		expect(frame()).toContain('Session 3 ');
		await shows('Renamed');
	});

	test('the whole list may come first from what is saved', async () => {
		const library = fakeLibrary(many, {scanPace: () => new Promise(resolve => setTimeout(resolve, 150))});
		const opening = openExplorer(library);
		await turns();
		library.tell({all: many.slice(0, 3).map(({id}) => library.ref(id))});
		const {frame, explorer} = await opening;
		expect(frame()).toContain('60 sessions');
		explorer.close();
	});

	test('what was found changes too', async () => {
		const {library, press, type, shows, explorer, frame} = await open();
		press('/');
		type('session 1');
		await shows('15 of 60');
		press('down');
		const {id} = explorer.scene.list.selected!.ref;
		library.tell({
			changed: [library.write({id: 's10', title: 'Session 10 changed', minutesAgo: 0})],
			gone: [library.ref('s1')],
		});
		await shows('Session 10 changed');
		expect(explorer.scene.list.count).toBe(14);
		expect(explorer.scene.list.selected!.ref.id).toBe(id);
		expect(frame()).toMatch(/● +claude +Session 10 changed|●▸ claude +Session 10 changed/);
		explorer.close();
	});

	test('what was read is not taken for what is there now', async () => {
		const {library, press, shows} = await open([{id: 'a', title: 'Before', entries: [entry('user', 'x')]}]);
		await shows('Before');
		press('enter');
		await shows('prompt 1/1');
		library.tell({changed: [library.write({id: 'a', title: 'After'})]});
		press('q');
		await shows(/▸ claude +After/);
	});

	test('a live mark goes when nobody writes any more', async () => {
		let passed = 0;
		const library = fakeLibrary([{id: 'a', title: 'One', minutesAgo: 1}]);
		const {frame} = await openExplorer(library, {columns: 100, rows: 30, now: () => afternoon() + passed});
		expect(frame()).toContain('●▸ claude');
		passed = 61_000;
		expect(frame()).toContain(' ▸ claude');
		expect(frame()).not.toContain('●');
	});
});

describe('the status', () => {
	const status = {indexed: 6210, sessions: 10_000, indexedBytes: 1.2e9, bytes: 2e9} as const;
	const texts = (given: Parameters<typeof statusSpans>[0]) =>
		statusSpans(given)
			.map(({text}) => text)
			.join(' · ');

	test('in a few words', () => {
		expect(texts(undefined)).toBe('');
		expect(texts({...status, phase: 'looking'})).toBe('looking …');
		expect(texts({...status, phase: 'indexing', secondsLeft: 18})).toBe('indexing 6,210/10,000 · 1.2/2 GB · 18 s left');
		expect(texts({...status, phase: 'indexing', indexedBytes: 3e6, bytes: 40e6, secondsLeft: 200})).toBe(
			'indexing 6,210/10,000 · 3/40 MB · 3 min left',
		);
		expect(texts({...status, phase: 'ready', polling: 'why', note: 'a \u001B[2Jnote'})).toBe(
			'indexed 6,210 · polling · a note',
		);
	});

	test('is in the header, and its reasons are said once in the footer', async () => {
		const {library, frame, lines, press} = await open();
		library.tell({status: {...status, phase: 'indexing', secondsLeft: 18}});
		expect(lines()[0]).toContain('60 sessions · indexing 6,210/10,000');
		const polling = {...status, phase: 'ready', polling: 'there are too many folders to watch'} as const;
		library.tell({status: polling});
		expect(lines()[0]).toContain('indexed 6,210 · polling');
		expect(frame()).toContain('too many folders to watch');
		press('j');
		library.tell({status: polling});
		expect(frame()).not.toContain('too many folders to watch');
	});
});

test('merging keeps the order and loses nothing', () => {
	const library = fakeLibrary(many);
	const before = many.map(({id}) => library.ref(id));
	const merged = mergeSessions(before, {
		changed: [library.write({id: 's7', minutesAgo: 30}), library.write({id: 'x', minutesAgo: 500})],
		gone: [library.ref('s9')],
	});
	expect(merged.map(({id}) => id).slice(0, 12)).toEqual([
		's0',
		's1',
		's2',
		's3',
		's4',
		's5',
		's6',
		's8',
		's10',
		's11',
		's12',
		's13',
	]);
	expect(merged).toHaveLength(60);
	expect(merged.at(-1)!.id).toBe('x');
	const times = merged.map(({endedAt}) => endedAt!);
	expect(times).toEqual(times.toSorted().toReversed());
});

describe('the open session', () => {
	const turn = (at: number) => [
		entry('user', `Prompt ${at}: go on`),
		entry('assistant', `Answer ${at}. ${'It goes on for a while. '.repeat(20)}`),
	];
	const [begin, six, seven, eight, nine] = [[1, 2, 3, 4, 5].flatMap(turn), turn(6), turn(7), turn(8), turn(9)] as const;
	const session = (entries: FakeSession['entries']): FakeSession => ({
		id: 'live',
		title: 'Live',
		minutesAgo: 0,
		entries,
	});

	async function reading(entries: FakeSession['entries'], options: Parameters<typeof fakeLibrary>[1] = {}) {
		const opened = await open([session(entries)], options);
		opened.press('enter');
		await opened.shows(() => opened.explorer.reader!.status.phase === 'complete');
		const tell = (now: FakeSession['entries']) => opened.library.tell({changed: [opened.library.write(session(now))]});
		return {...opened, tell};
	}

	test('grows at its end, without moving whoever reads', async () => {
		const calls = {head: 0, opening: 0, history: 0, grown: 0};
		const {tell, lines, frame, shows, press, explorer} = await reading(begin, {calls});
		press('J', 'j');
		expect(frame()).toMatch(/^● claude/);
		const before = lines().slice(2, -1);
		const {history} = calls;
		tell([...begin, ...six]);
		await shows('prompt 2/6');
		expect(lines().slice(2, -1)).toEqual(before);
		expect(calls.grown).toBe(1);
		expect(calls.history).toBe(history);
		press('G');
		await shows('Answer 6');
		explorer.close();
	});

	test('whoever is at the end stays there; F stops that, and begins it again', async () => {
		const {tell, frame, shows, press, explorer} = await reading(begin);
		press('G');
		expect(frame()).toContain('following');
		tell([...begin, ...six]);
		await shows('Answer 6');
		expect(frame()).toContain('100%');
		press('F');
		expect(frame()).toContain('Not following');
		const more = [...begin, ...six, ...seven];
		tell(more);
		await shows('/7');
		expect(frame()).not.toContain('Answer 7');
		press('F');
		expect(frame()).toContain('Answer 7');
		tell([...more, ...eight]);
		await shows('Answer 8');
		press('k', 'k', 'k');
		const before = frame().split('\n').slice(2, -2);
		tell([...more, ...eight, ...nine]);
		await shows('/9');
		expect(frame().split('\n').slice(2, -2)).toEqual(before);
		explorer.close();
	});

	test('a result finds its call, and what is known is not shown twice', async () => {
		const [call, result] = toolUse('Bash', {command: 'npm test'}, 'one\ntwo');
		const first = entry('user', 'Run it');
		const {tell, frame, shows} = await reading([first, call!]);
		expect(frame()).toContain('no result');
		tell([first, call!, result!]);
		await shows('2 lines');
		expect(frame().match(/Bash/g)).toHaveLength(1);
		tell([first, call!, result!, ...turn(1)]);
		await shows('Prompt 1');
		expect(frame().match(/Run it/g)).toHaveLength(1);
		expect(frame().match(/Bash/g)).toHaveLength(1);
	});

	test('a rewind is read anew behind the screen', async () => {
		const calls = {head: 0, opening: 0, history: 0, grown: 0};
		const chain = [
			entry('user', 'First prompt', {id: 'p1'}),
			entry('assistant', 'First answer', {id: 'a1', parent: 'p1'}),
			entry('user', 'A prompt that is taken back', {id: 'p2', parent: 'a1'}),
			entry('assistant', 'An answer that is taken back', {id: 'a2', parent: 'p2'}),
		];
		const {tell, frame, shows, explorer} = await reading(chain, {calls});
		const {history} = calls;
		const goingOn = [...chain, entry('user', 'It goes on', {id: 'p3', parent: 'a2'})];
		tell(goingOn);
		await shows('It goes on');
		expect(calls.history).toBe(history);
		tell([...goingOn, entry('user', 'Another way', {id: 'p4', parent: 'a1'})]);
		await shows('Another way');
		expect(calls.history).toBe(history + 1);
		expect(frame()).not.toContain('taken back');
		expect(frame()).toContain('First answer');
		explorer.close();
	});

	test('where nobody can tell what is new, it is read anew and nothing moves', async () => {
		const {tell, lines, shows, press, explorer} = await reading([...begin, ...six, ...seven], {canGrow: false});
		press('J', 'J', 'j', 't');
		const before = lines().slice(2, -1);
		tell([...begin, ...six, ...seven, ...eight]);
		await shows('prompt 3/8');
		expect(lines().slice(2, -1)).toEqual(before);
		explorer.close();
	});

	test('what changed while it was read is caught up with', async () => {
		const opened = await open([session(begin)], {delay: 80});
		opened.press('enter');
		await turns();
		const {library, shows, explorer} = opened;
		const changed = {...library.ref('live'), stamp: 'later'};
		library.tell({changed: [changed]});
		await shows(() => explorer.reader!.status.phase === 'complete');
		expect(explorer.reader!.ref.stamp).toBe('later');
		explorer.close();
	});

	test('hits that are written meanwhile are counted', async () => {
		const needles = [entry('user', 'a needle'), entry('user', 'two needle')];
		const {library, press, type, shows} = await open([session([...begin, needles[0]!])]);
		press('/');
		type('needle');
		await shows('1 of 1');
		press('enter');
		await shows('hit 1/1');
		library.tell({
			changed: [library.write(session([...begin, entry('user', 'a needle'), entry('user', 'two needle')]))],
		});
		await shows('hit 1/2').catch(() => {});
		press('n');
		await shows('two needle');
	});

	test('a session that is gone says so, and stays', async () => {
		const {library, frame} = await reading(begin);
		library.tell({gone: [library.ref('live')]});
		expect(frame()).toContain('gone from the disk');
		expect(frame()).toContain('Answer 1');
	});
});

describe('stars', () => {
	test('are given and taken, in the list and in the reader', async () => {
		const {press, frame, shows} = await open(many, {hasStars: true, starred: ['s1']});
		await shows('★ Session 1');
		press('*');
		await shows('★ Session 0');
		expect(frame()).toContain('is:starred finds it again');
		press('enter', '*');
		expect(frame()).toContain('The star is gone');
		press('*');
		expect(frame()).toMatch(/claude {2}★ Session 0/);
	});

	test('that can not be kept say why', async () => {
		const library = fakeLibrary(many);
		const {press, frame} = await openExplorer(library);
		press('*');
		expect(frame()).toContain('no place here to keep stars');
		const stars = {has: () => false, toggle: () => fail()};
		const broken = await openExplorer({...library, stars});
		broken.press('*');
		expect(broken.frame()).toContain('The star could not be kept: the disk is full');
	});
});

function fail(): never {
	throw new Error('the disk is full');
}
