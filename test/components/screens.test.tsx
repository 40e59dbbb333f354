import {describe, expect, test} from 'vitest';
import {Explorer} from '../../source/components/explorer.ts';
import {Root} from '../../source/components/root.tsx';
import type {SessionSource} from '../../source/components/session-source.ts';
import {widthOf} from '../../source/text/width.ts';
import {afternoon} from '../helpers/afternoon.ts';
import {entry, fakeLibrary} from '../helpers/fake-library.ts';
import {hostileText, scenes} from '../helpers/fake-scenes.ts';
import {plainFrame} from '../helpers/plain-frame.ts';

/** An explorer with what it shows; ink-testing-library draws 100 columns at most. */
async function open(source: SessionSource, columns = 100, rows = 30) {
	let quits = 0;
	const explorer = new Explorer({
		source,
		onChange() {},
		onQuit: () => quits++,
		onSuspend() {},
		canSuspend: true,
		now: afternoon,
	});
	explorer.resize(columns, rows);
	await explorer.open();
	const settle = () => new Promise(resolve => setTimeout(resolve, 120));
	await settle();
	return {
		explorer,
		settle,
		quits: () => quits,
		frame: () => plainFrame(<Root explorer={explorer} isDemo={false} />),
		press(...keys: string[]) {
			for (const key of keys) explorer.press(key);
		},
	};
}

describe('the list', () => {
	test('shows agent, title, project and age, with the preview beside it', async () => {
		const {frame} = await open(scenes.plain());
		expect(frame()).toContain('5 sessions · 1 sub-agent folded · 2 agents');
		expect(frame()).toMatch(/▸ claude +Why does .*gateway +4m/);
		expect(frame()).toMatch(/│ ┃ Prompt 1: why does the websocket/);
	});

	test('a session that can not be read is a row with the reason', async () => {
		const {frame, press, settle} = await open(scenes.plain());
		expect(frame()).toContain('✗ cannot be read');
		press('j', 'j', 'j');
		await settle();
		expect(frame()).toContain('This session cannot be read: line 3 is');
		press('enter');
		await settle();
		expect(frame()).toContain('This session cannot be read: line 3 is no JSON');
	});

	test('folds sub-agents and shows them on request', async () => {
		const {frame, press} = await open(scenes.plain());
		expect(frame()).toMatch(/codex .* \+1/);
		expect(frame()).not.toContain('Find other');
		press('a');
		await new Promise(resolve => setTimeout(resolve, 20));
		expect(frame()).toContain('└ Find other');
	});

	test('says where it looked when there is nothing', async () => {
		const {frame, press} = await open(scenes.empty());
		expect(frame()).toContain('No sessions found');
		expect(frame()).toContain('/fake');
		press('enter');
		expect(frame()).toContain('There is no session here');
	});

	test('says why when looking failed', async () => {
		expect((await open(scenes['scan-fails']())).frame()).toContain('the disk is on fire');
	});

	test('peeking turns the pages of the preview and comes back', async () => {
		const {frame, press} = await open(scenes.plain(), 100, 16);
		const first = frame();
		press('space');
		expect(frame()).not.toBe(first);
		for (let page = 0; page < 40 && frame() !== first; page++) press('space');
		expect(frame()).toBe(first);
	});

	test('the cost of a key does not grow with the number of sessions', async () => {
		const calls = {head: 0, opening: 0, history: 0};
		const many = Array.from({length: 10_000}, (_, at) => ({id: `s${at}`, title: `Session ${at}`, minutesAgo: at}));
		const {explorer, press, settle, frame} = await open(fakeLibrary(many, {calls}), 100, 40);
		const rows = explorer.layout.list.rows;
		expect(calls.head).toBeLessThanOrEqual(rows);

		calls.head = 0;
		calls.opening = 0;
		for (let step = 0; step < 500; step++) press('j');
		await settle();
		// Only what was in sight between two turns of the event loop was read, and one preview.
		expect(calls.head).toBeLessThanOrEqual(2 * rows);
		expect(calls.opening).toBe(1);
		press('G');
		await settle();
		expect(frame()).toContain('Session 9999');
		expect(calls.head).toBeLessThanOrEqual(3 * rows);
	});
});

test('keys typed before the list is there are meant for it; leaving does not wait', async () => {
	let quits = 0;
	const explorer = new Explorer({
		source: scenes.plain(),
		onChange() {},
		onQuit: () => quits++,
		onSuspend() {},
		canSuspend: true,
		now: afternoon,
	});
	explorer.resize(100, 30);
	const opened = explorer.open();
	for (const key of ['j', 'enter', 'ctrl-c']) explorer.press(key);
	expect(quits).toBe(1);
	await opened;
	expect(explorer.reader?.ref.id).toBe('b');
	explorer.close();
});

describe('the reader', () => {
	test('opens, moves between prompts, folds and unfolds, goes back', async () => {
		const {frame, press, settle} = await open(scenes.plain());
		press('enter');
		await settle();
		expect(frame()).toContain('prompt 1/14');
		press('J');
		expect(frame()).toContain('prompt 2/14');
		// Below the header, the minimap and a rule.
		expect(frame().split('\n')[3]).toContain('Prompt 2');
		expect(frame()).toContain('▸ Bash');
		press('t', 'T');
		expect(frame()).toContain('▾ Bash');
		expect(frame()).toContain('what closes idle connections');
		press('K', 'K');
		expect(frame()).toContain('No prompt before this one');
		press('G');
		expect(frame()).toMatch(/100%/);
		press('q');
		expect(frame()).toContain('5 sessions');
	});

	test('every prompt can be reached, the last ones too', async () => {
		const {frame, press, settle} = await open(scenes.plain());
		press('enter');
		await settle();
		for (let at = 2; at <= 14; at++) {
			press('J');
			expect(frame()).toContain(`prompt ${at}/14`);
		}
		press('J');
		expect(frame()).toContain('No prompt after this one');
	});

	test('shows the opening and how far it is while the whole is read', async () => {
		const {frame, press, settle} = await open(scenes.slow());
		press('enter');
		await settle();
		expect(frame()).toContain('Prompt 1');
		expect(frame()).toContain('reading');
	});

	test('goes to the neighbours in the list, with what was unfolded', async () => {
		const {frame, press, settle} = await open(scenes.plain());
		press('enter', 't', ']');
		await settle();
		expect(frame()).toContain('Add retry with jitter');
		expect(frame()).toContain('▾ Bash');
		press('[', '[');
		await settle();
		expect(frame()).toContain('This is the first session of the list');
	});

	test('an empty session says so', async () => {
		const {frame, press, settle} = await open(fakeLibrary([{id: 'e', title: 'Empty', entries: []}]));
		press('enter');
		await settle();
		expect(frame()).toContain('Nobody said anything');
	});
});

test('the help is made from the keys of the screen it was opened on', async () => {
	const {frame, press, quits} = await open(scenes.plain());
	press('?');
	expect(frame()).toContain('Read the session');
	press('escape', 'enter', '?');
	expect(frame()).toContain('Unfold tool calls');
	press('q', 'q', 'q');
	expect(quits()).toBe(1);
});

describe('any size', () => {
	test.each([
		[100, 49],
		[80, 23],
		[99, 30],
		[60, 15],
		[40, 12],
		[24, 7],
		[10, 3],
		[1, 1],
	])('%dx%d holds its frame', async (columns, rows) => {
		const long = fakeLibrary([
			{
				id: 'l',
				title: '漢字 title '.repeat(30),
				cwd: `/x/${'very-long-project'.repeat(5)}`,
				entries: [entry('user', '👨‍👩‍👧 text '.repeat(100))],
			},
		]);
		const {frame, press, settle} = await open(long, columns, rows);
		for (const keys of [[], ['enter'], ['?'], ['G', 't']]) {
			press(...keys);
			await settle();
			const lines = frame().split('\n');
			expect(lines.length).toBeLessThanOrEqual(rows);
			for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
		}
	});
});

test('nothing hostile reaches the frame', async () => {
	const {explorer, press, settle, frame} = await open(scenes.hostile());
	for (const keys of [[], ['j'], ['k', 'enter'], ['t', 'T', 'a']]) {
		press(...keys);
		await settle();
		expect(frame()).toContain('seen');
		expect(frame()).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E\u2066]/);
	}
	expect(hostileText).toMatch(/\u001B/);
	explorer.close();
});
