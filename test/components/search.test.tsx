/** The query line and what it finds, on a made library. */
import {describe, expect, test} from 'vitest';
import {widthOf} from '../../source/text/width.ts';
import {afternoon} from '../helpers/afternoon.ts';
import {Gate, openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {finds} from '../helpers/fake-finds.ts';
import {entry, fakeLibrary} from '../helpers/fake-library.ts';
import {SearchCalls} from '../helpers/fake-search.ts';

async function open(options: Parameters<typeof fakeLibrary>[1] = {}, size = {columns: 100, rows: 30}) {
	const library = fakeLibrary(finds, options);
	return {...(await openExplorer(library, size)), library};
}

/** The sessions in sight, by the beginning of their titles. */
function titles(lines: readonly string[]): string[] {
	return lines.flatMap(line => /^ [● ][▸ ] (?:claude|codex|gemini|opencode) +(.*?) {2,}/.exec(line)?.[1] ?? []);
}

describe('the query line', () => {
	test('opens below the header, takes what is typed, and finds from the second character on', async () => {
		const calls = new SearchCalls();
		const {press, type, shows, lines, explorer} = await open({search: {calls}});
		const before = lines();
		press('/');
		expect(lines()[1]!.trim()).toBe('›');
		expect(explorer.place).toBe('search');
		type('j');
		await turns();
		expect(calls.requests).toEqual([]);
		expect(titles(lines())[0]).toBe(titles(before)[0]);
		type('i');
		await shows('30 of 30');
		expect(calls.requests).toEqual([{text: 'ji', mode: 'fuzzy', scope: 'all', limit: expect.any(Number)}]);
		expect(lines()[1]).toMatch(/^ › ji +30 of 30$/);
		// The best first, without days.
		expect(lines()[3]).toContain('▸ codex    Add retry with ji');
		expect(lines().join('\n')).not.toContain('yesterday');
	});

	test.each([
		['one CJK character', '重'],
		['one emoji', '🚀'],
		['a filter', 'agent:codex'],
	])('%s is enough', async (_, text) => {
		const calls = new SearchCalls();
		const {press, type} = await open({search: {calls}});
		press('/');
		type(text);
		await turns();
		expect(calls.texts.at(-1)).toBe(text);
	});

	test('letters are letters in it, whatever they do elsewhere', async () => {
		const {press, type, explorer, quits} = await open();
		press('/');
		type('q?*gG aJ/[');
		expect(explorer.scene.search!.text).toBe('q?*gG aJ/[');
		expect(quits()).toBe(0);
		press('ctrl-c');
		expect(quits()).toBe(1);
	});

	test('keys edit it as in a shell', async () => {
		const {press, type, explorer} = await open();
		const text = () => explorer.scene.search!.text;
		press('/');
		type('one two');
		press('ctrl-w');
		expect(text()).toBe('one ');
		press('ctrl-a', 'x', 'right', 'delete', 'ctrl-k');
		expect(text()).toBe('xo');
		press('ctrl-e', 'backspace', 'left', 'y', 'end', 'z');
		expect(text()).toBe('yxz');
		press('ctrl-u');
		expect(text()).toBe('');
	});

	test('a paste goes into it, in one line', async () => {
		const {press, explorer, shows} = await open();
		explorer.press({name: 'paste', text: 'ignored\r'});
		expect(explorer.reader).toBeUndefined();
		press('/');
		explorer.press({name: 'paste', text: 'jitter\n\u001B[2Jto'});
		expect(explorer.scene.search!.text).toBe('jitter to');
		await shows(/\d+ of 30/);
	});

	test('Esc leaves it with what was found, / goes back into it, Esc in the list clears it', async () => {
		const {press, type, shows, lines, explorer} = await open();
		press('/');
		type('kotlin');
		await shows('3 of 30');
		press('escape');
		expect(explorer.place).toBe('list');
		expect(lines()[1]).toMatch(/^ › kotlin +3 of 30$/);
		press('j');
		expect(explorer.scene.list.selectedPosition).toBe(2);
		press('/');
		expect(explorer.place).toBe('search');
		type(' (13');
		await shows('1 of 30');
		press('escape', 'escape');
		expect(lines().join('\n')).toContain('today');
		expect(lines()[1]).toMatch(/^─+$/);
		// The session that was found stays selected, with its neighbours around it.
		expect(explorer.scene.list.selected!.ref.id).toBe('f13');
		press('escape');
		expect(explorer.message).toContain('Nothing is searched for');
	});

	test('an empty line that is left vanishes', async () => {
		const {press, lines} = await open();
		const before = lines();
		press('/', 'space', 'escape');
		expect(lines()).toEqual(before);
	});

	test('a long query scrolls, and leaves the figures alone', async () => {
		const {press, type, shows, lines} = await open();
		press('/');
		type('retry '.repeat(30));
		await shows(/30 of 30/);
		expect(lines()[1]).toMatch(/^ › ….*retry {3,}30 of 30$/);
		press('ctrl-a');
		expect(lines()[1]).toMatch(/^ › retry retry .*… +30 of 30$/);
	});

	test('without a search there is a reason', async () => {
		const {press, frame} = await open({search: false});
		expect(frame()).not.toContain('fuzzy');
		press('/');
		expect(frame()).toContain('These sessions cannot be searched');
	});
});

describe('mode and scope', () => {
	test('cycle in the line and in the list, and are shown', async () => {
		const calls = new SearchCalls();
		const {press, type, shows, lines} = await open({search: {calls}});
		expect(lines()[0]).toMatch(/scope: all {3}mode: fuzzy/);
		press('ctrl-s');
		expect(lines()[0]).toContain('mode: words');
		press('/');
		type('retry');
		await turns();
		press('ctrl-s');
		await shows('mode: regex');
		press('ctrl-r');
		await shows('scope: here');
		await turns();
		expect(calls.requests.map(({mode, scope}) => `${mode} ${scope}`)).toEqual(['words all', 'regex all', 'regex here']);
		await shows('6 of 30');
	});

	test('a scope without a query is a list by days', async () => {
		const {press, shows, frame} = await open();
		press('ctrl-r');
		await shows('1/6');
		expect(frame()).toContain('today');
		expect(frame()).toContain('last 7 days');
		expect(frame()).not.toContain('gateway');
		press('escape');
		await shows('1/30');
		expect(frame()).toContain('scope: all');
	});
});

describe('as one types', () => {
	test('keys that come together make one request', async () => {
		const calls = new SearchCalls();
		const {press, type} = await open({search: {calls}});
		press('/');
		type('abc');
		await turns();
		expect(calls.texts).toEqual(['abc']);
	});

	test('each key gives up the request before; there is never more than one', async () => {
		const calls = new SearchCalls();
		const gate = new Gate();
		const {press, type} = await open({search: {calls, pace: gate.pass}});
		press('/');
		for (const letter of 'jitter') {
			type(letter);
			await turns();
		}
		expect(calls.texts).toEqual(['ji', 'jit', 'jitt', 'jitte', 'jitter']);
		expect(calls.aborted).toBe(4);
		expect(calls.mostUnderWay).toBe(1);
		await gate.open();
	});

	test('the old results stay until the new ones are there, and late answers are dropped', async () => {
		const gate = new Gate();
		const {press, type, lines, shows} = await open({search: {pace: gate.pass, isDeaf: true}});
		press('/');
		type('kotlin');
		await turns();
		await gate.letOne();
		await shows('3 of 30');
		const before = titles(lines());
		expect(before).toHaveLength(3);

		// Nothing has this; whoever asked for it has gone on when the answer comes.
		type('x');
		await turns();
		press('backspace');
		type(' 13');
		await new Promise(resolve => setTimeout(resolve, 60));
		await turns();
		expect(titles(lines())).toEqual(before);
		await gate.letOne();
		expect(titles(lines())).toEqual(before);
		await gate.open();
		await shows('1 of 30');
		await turns();
		expect(titles(lines())).toHaveLength(1);
	});

	test('a new answer selects its first row; better answers to it leave the selection on its session', async () => {
		const gate = new Gate();
		const {press, type, explorer} = await open({search: {pace: gate.pass, steps: 3}});
		const {list} = explorer.scene;
		press('j', 'j', 'j', '/');
		type('retry');
		await turns();
		expect(list.selected!.ref.id).toBe('f3');
		await gate.letOne();
		expect(list.selectedPosition).toBe(1);
		press('down', 'down');
		const {id} = list.selected!.ref;
		await gate.letOne();
		await gate.letOne();
		expect(list.selected!.ref.id).toBe(id);
		expect(list.count).toBe(30);
		expect(explorer.scene.search!.progress?.isComplete).toBe(true);
	});

	test('nothing found yet is no empty screen, until it lasts', async () => {
		const gate = new Gate();
		const {press, type, lines, shows, frame} = await open({search: {pace: gate.pass, steps: 20}});
		const before = titles(lines());
		press('/');
		type('kotlin');
		await turns();
		await gate.letOne();
		expect(titles(lines()).length).toBeGreaterThan(0);
		expect(before.length).toBeGreaterThan(0);
		await gate.open();
		await shows('3 of 30');
		expect(frame()).not.toContain('No session');
	});

	test('an ellipsis tells that more may be found', async () => {
		const gate = new Gate();
		const {press, type, lines} = await open({search: {pace: gate.pass, steps: 2}});
		press('/');
		type('retry');
		await turns();
		await gate.letOne();
		expect(lines()[1]).toMatch(/15 … of 30$/);
		await gate.letOne();
		expect(lines()[1]).toMatch(/ 30 of 30$/);
	});

	test('Enter and arrows typed behind a query are meant for its answer', async () => {
		const gate = new Gate();
		const {press, type, explorer} = await open({search: {pace: gate.pass}});
		press('/');
		type('kotlin');
		press('down', 'enter', 'J');
		expect(explorer.reader).toBeUndefined();
		await turns();
		await gate.open();
		expect(explorer.reader?.ref.id).toBe('f13');
		explorer.close();
	});

	test('Esc gives up an Enter that waits', async () => {
		const gate = new Gate();
		const {press, type, explorer} = await open({search: {pace: gate.pass}});
		press('/');
		type('kotlin');
		press('enter', 'escape', 'x');
		await turns();
		await gate.open();
		expect(explorer.reader).toBeUndefined();
		expect(explorer.scene.search!.text).toBe('kotlinx');
	});

	test('nothing found says what else could be done', async () => {
		const {press, type, shows, frame} = await open();
		press('/');
		type('nowhere');
		await shows('No session matches');
		expect(frame()).toContain('--deep');
		expect(frame()).toMatch(/0 of 30/);
		press('ctrl-r');
		await shows('No session in this directory matches');
		expect(frame()).toContain('Ctrl-r');
		press('enter');
		expect(frame()).toContain('There is no session here');
	});

	test('a word that stands nowhere is named', async () => {
		const calls = new SearchCalls();
		const {press, type, shows, frame} = await open({search: {calls}});
		press('/');
		type('retry websokcet jitter');
		await shows('Nowhere: websokcet');
		expect(frame()).not.toContain('Nowhere: retry');
		expect(calls.mostUnderWay).toBe(1);
		press('ctrl-w', 'ctrl-w');
		await shows('30 of 30');
	});

	test('Enter waits as long as something may be found', async () => {
		const gate = new Gate();
		const {press, type, explorer, shows} = await open({search: {pace: gate.pass, steps: 20}});
		press('/');
		type('kotlin');
		await turns();
		press('enter');
		await gate.letOne();
		await shows('Nothing found yet');
		expect(explorer.reader).toBeUndefined();
		await gate.open();
		await shows(() => explorer.reader !== undefined);
		explorer.close();
	});

	test('a search that fails says so', async () => {
		const {press, type, shows} = await open({
			search: {pace: () => Promise.reject(new Error('the index \u001B[2Jbroke'))},
		});
		press('/');
		type('abc');
		await shows('the index broke');
	});
});

describe('what is wrong with a query', () => {
	test('is said in the footer and marked in the line, while the rest is searched', async () => {
		const {press, type, shows, styled} = await open();
		press('/');
		type('retry agent:claud');
		await shows('There is no agent claud. Did you mean agent:claude?');
		await shows('30 of 30');
		expect(styled()).toMatch(/\u001B\[4m\u001B\[31mclaud|\u001B\[31m\u001B\[4mclaud/);
		press('ctrl-w');
		await shows('Enter read');
	});

	test('an expression that is not finished leaves the results as they are', async () => {
		const {press, type, shows, lines} = await open();
		press('ctrl-s', 'ctrl-s', '/');
		type('kotlin');
		await shows('3 of 30');
		const before = titles(lines());
		type('(');
		await shows('This regular expression is not valid');
		expect(titles(lines())).toEqual(before);
		type(')');
		await shows('3 of 30');
	});
});

describe('Tab', () => {
	test('completes names and values, and goes through the choices', async () => {
		const {press, type, explorer, frame, lines} = await open();
		const text = () => explorer.scene.search!.text;
		press('/');
		type('re ag');
		press('tab');
		expect(text()).toBe('re agent:');
		press('tab');
		expect(lines().at(-1)).toBe(' claude  codex  gemini  opencode');
		press('tab');
		expect(text()).toBe('re agent:claude ');
		press('tab');
		expect(text()).toBe('re agent:codex ');
		type('x');
		expect(frame()).not.toContain('claude  codex');
		press('tab');
		expect(frame()).toContain('Nothing to complete here');
	});
});

describe('places', () => {
	test('only rows in sight are asked for, once each', async () => {
		const calls = new SearchCalls();
		const {press, type, shows, explorer, frame} = await open({search: {calls}}, {columns: 100, rows: 16});
		press('/');
		type('proxy');
		await shows('30 of 30');
		await shows(/tool +.*proxy/).catch(() => {});
		await turns();
		const inSight = explorer.scene.list.visible.filter(({kind}) => kind === 'session').length;
		expect(inSight).toBeLessThan(8);
		expect(new Set(calls.matches).size).toBe(inSight);
		expect(calls.matches).toHaveLength(inSight);
		expect(frame()).toMatch(/answer +…?.*the proxy/);
		for (let step = 0; step < 5; step++) press('down');
		await turns();
		expect(new Set(calls.matches).size).toBe(calls.matches.length);
		expect(calls.matches.length).toBeLessThan(2 * inSight + 2);
	});

	test('rows that were scrolled past are given up', async () => {
		const calls = new SearchCalls();
		const gate = new Gate();
		const {press, type, shows} = await open({search: {calls, matchPace: gate.pass}}, {columns: 100, rows: 16});
		press('/');
		type('proxy');
		await shows('30 of 30');
		expect(calls.matches.length).toBeLessThanOrEqual(4);
		for (let step = 0; step < 25; step++) press('down');
		// All but those that are in sight now.
		expect(calls.abortedMatches).toBe(calls.matches.length - 4);
		await gate.open();
	});

	test('stand below the title with the words marked, and in the preview', async () => {
		const {press, type, shows, styled, lines} = await open();
		press('/');
		type('jitter');
		await shows(/you +Add retry with jitter/);
		expect(lines()[4]).toMatch(/^ {4}you {6}Add retry with jitter to the queue/);
		expect(styled()).toContain('\u001B[1m\u001B[4mjitter\u001B[24m\u001B[22m');
		// In the selected row, which is inverse as a whole.
		expect(styled()).toMatch(/\u001B\[7m {2}▸ codex +Add retry with \u001B\[1m\u001B\[4mji/);
		expect(lines()[7]).toMatch(/│ you {5}┃ Add retry with jitter/);
	});

	test('those of the query before stay until the new ones are there', async () => {
		const gate = new Gate();
		const {press, type, shows, lines, styled} = await open({search: {matchPace: gate.pass}});
		press('/');
		type('jitt');
		await shows('30 of 30');
		for (let one = 0; one < 40; one++) await gate.letOne();
		await shows(/you +Add retry with jitter/);
		const before = lines()[4];
		type('er');
		await shows(() => styled().includes('mjitter'));
		expect(lines()[4]).toBe(before);
		await gate.open();
	});

	test('a filter alone has none: rows stay single', async () => {
		const {press, type, shows, lines} = await open();
		press('/');
		type('agent:gemini');
		await shows('6 of 30');
		expect(titles(lines())).toHaveLength(6);
		expect(lines()[3]).toContain('gemini');
		expect(lines()[4]).toContain('gemini');
	});

	test('more is asked for when the last of what was found comes near', async () => {
		const calls = new SearchCalls();
		const many = Array.from({length: 900}, (_, at) => ({id: `s${at}`, title: `Session ${at}`, minutesAgo: at}));
		const {press, explorer, shows} = await openExplorer(fakeLibrary(many, {search: {calls}}));
		press('/');
		for (const letter of 'session') press(letter);
		await shows('900 of 900');
		expect(explorer.scene.list.count).toBe(100);
		press('escape', 'G');
		await shows(() => explorer.scene.list.count === 400);
		expect(explorer.scene.list.selected!.ref.id).toBe('s99');
		expect(calls.requests.map(({limit}) => limit)).toEqual([100, 400]);
		explorer.close();
	});

	test('a hostile snippet is text', async () => {
		const text = 'find \u001B]52;c;aGFja2Vk\u0007me \u001B[2J\u001B[31mhere\u009B1m\rx \u202Eend';
		const library = fakeLibrary([{id: 'h', title: `find \u001B[2Jtitle`, entries: [entry('user', text)]}]);
		const {press, type, shows, frame} = await openExplorer(library);
		press('/');
		type('find');
		await shows(/you +find me here/);
		expect(frame()).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
	});
});

test('the cost of a key does not grow with the number of sessions', async () => {
	const calls = {head: 0, opening: 0, history: 0};
	const search = new SearchCalls();
	const many = Array.from({length: 10_000}, (_, at) => ({
		id: `s${at}`,
		title: `Session ${at}`,
		minutesAgo: at,
		entries: [entry('user', `word ${at}`)],
	}));
	const {press, type, shows, explorer} = await openExplorer(fakeLibrary(many, {calls, search: {calls: search}}));
	await turns();
	calls.head = 0;
	press('/');
	type('session');
	await shows('10,000 of 10,000');
	await turns();
	const {rows} = explorer.layout.list;
	expect(explorer.scene.list.rows.length).toBeLessThan(500);
	expect(search.matches.length).toBeLessThanOrEqual(rows);
	// The headers come along with what was found.
	expect(calls.head).toBe(0);
	explorer.close();
});

test.each([
	[100, 30],
	[80, 23],
	[60, 15],
	[40, 12],
	[24, 7],
])('%dx%d holds its frame with the line, its results and the help', async (columns, rows) => {
	const {press, type, shows, lines, explorer} = await open({}, {columns, rows});
	const check = () => {
		expect(lines()).toHaveLength(rows);
		for (const line of lines()) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
	};
	press('/');
	check();
	type('重 🚀 retry');
	await shows(() => explorer.scene.search!.progress?.total === 30);
	await turns();
	check();
	type(' 👨‍👩‍👧‍👦 nowhere to be found in any session of this list');
	await shows(() => explorer.scene.search!.progress?.total === 0);
	check();
	press('tab', 'escape', '?');
	check();
	press('escape', 'escape', 'enter');
	await turns();
	press('/');
	type('retry agent:');
	check();
	explorer.close();
});

test('keys typed before the list is there are letters of the query', async () => {
	const gate = new Gate();
	const library = fakeLibrary(finds, {scanPace: gate.pass});
	const opening = openExplorer(library);
	const {Explorer} = await import('../../source/components/explorer.ts');
	let quits = 0;
	const explorer = new Explorer({
		source: library,
		onChange() {},
		onQuit: () => quits++,
		onSuspend() {},
		canSuspend: true,
		now: afternoon,
	});
	explorer.resize(100, 30);
	const opened = explorer.open();
	for (const key of ['/', 'q', 'u', '?']) explorer.press(key);
	expect(quits).toBe(0);
	explorer.press('ctrl-c');
	expect(quits).toBe(1);
	await gate.open();
	await opened;
	await opening;
	expect(explorer.scene.search!.text).toBe('qu?');
	explorer.close();
});
