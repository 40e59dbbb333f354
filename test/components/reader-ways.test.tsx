import {describe, expect, test, vi} from 'vitest';
import {Minimap} from '../../source/components/reader/minimap.ts';
import {ReaderDocument} from '../../source/components/reader/reader-document.ts';
import type {Entry} from '../../source/model/entry.ts';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {entry, type FakeSession, fakeLibrary, toolUse} from '../helpers/fake-library.ts';

async function reading(entries: readonly Entry[], others: readonly FakeSession[] = [], size = {}) {
	const library = fakeLibrary([{id: 'main', title: 'the session', entries}, ...others]);
	const opened = await openExplorer(library, size);
	opened.press('enter');
	await opened.shows(() => opened.explorer.reader?.status.phase === 'complete');
	return {...opened, library, reader: () => opened.explorer.reader!};
}

function turn(number: number, parent?: string, id = `p${number}`): Entry[] {
	return [
		entry('user', `Prompt ${number}`, {id, parent: parent ?? (number > 1 ? `a${number - 1}` : undefined)}),
		entry('assistant', `Answer ${number}`, {id: `a${id.slice(1)}`, parent: id}),
	];
}

describe('branches', () => {
	const forked = [...turn(1), ...turn(2), ...turn(3, 'a1', 'p3'), ...turn(4, 'a3')];

	test('a fork is said in its place, and } shows the other side there', async () => {
		const {frame, lines, press, shows, explorer} = await reading(forked);
		expect(frame()).toContain('2 roads part here: this one (2 prompts) · the other (1 prompt)');
		expect(frame()).toContain('Prompt 3');
		expect(frame()).not.toContain('Prompt 2');
		const row = lines().findIndex(line => line.includes('roads part'));
		press('}');
		await shows('Prompt 2');
		expect(frame()).not.toContain('Prompt 3');
		expect(lines().findIndex(line => line.includes('roads part'))).toBe(row);
		expect(frame()).toContain('⑂ branch 1/2');
		expect(frame()).toContain('this one (1 prompt) · the other (2 prompts)');
		press('{');
		await shows('Prompt 4');
		expect(explorer.reader!.branch).toBeUndefined();
		explorer.close();
	});

	test('without a fork the keys say so', async () => {
		const {press, frame, explorer} = await reading([...turn(1), ...turn(2)]);
		press('}');
		expect(frame()).toContain('This session has no fork');
		explorer.close();
	});
});

describe('sub-agents', () => {
	const call = (more: Partial<Entry> = {}) =>
		entry('tool_call', 'look around', {tool: {name: 'Task', universal: 'task', callId: 'c1', input: {}}, ...more});

	test('are entered with Enter and left with Esc, as deep as they go', async () => {
		const {press, shows, frame, explorer} = await reading(
			[entry('user', 'Go'), call({spawned: 'child'})],
			[
				{
					id: 'child',
					title: 'the child',
					parentId: 'main',
					entries: [entry('user', 'Child prompt'), call({spawned: 'grandchild'})],
				},
				{id: 'grandchild', title: 'deepest', parentId: 'child', entries: [entry('user', 'Deep prompt')]},
			],
		);
		press('tab', 'enter');
		await shows('Child prompt');
		expect(frame()).toContain('the session › the child');
		press('tab', 'enter');
		await shows('Deep prompt');
		expect(frame()).toContain('the session › the child › deepest');
		press('escape');
		expect(frame()).toContain('Child prompt');
		press('q');
		expect(frame()).toContain('Go');
		press('q');
		expect(explorer.reader).toBeUndefined();
		explorer.close();
	});

	test('where nobody can tell which it was there is a menu', async () => {
		const {press, shows, explorer} = await reading(
			[entry('user', 'Go'), call()],
			[
				{id: 'one', title: 'first child', parentId: 'main', entries: [entry('user', 'Of the first')]},
				{id: 'two', title: 'second child', parentId: 'main', entries: [entry('user', 'Of the second')]},
			],
		);
		press('tab', 'enter');
		await shows('Sub-agents of this session');
		press('down', 'enter');
		await shows(/Of the (?:first|second)/);
		explorer.close();
	});
});

describe('the block one is at', () => {
	test('Tab goes from block to block, and the mark goes along', async () => {
		const {press, lines, explorer} = await reading([...turn(1), ...turn(2)]);
		const at = () => lines().find(line => line.startsWith('›')) ?? '';
		expect(at()).toContain('Prompt 1');
		press('tab');
		expect(at()).toContain('Answer 1');
		press('tab', 'shift-tab', 'shift-tab');
		expect(at()).toContain('Prompt 1');
		press('shift-tab');
		expect(explorer.message).toBe('Nothing before this');
		explorer.close();
	});

	test('stays in sight when one scrolls', async () => {
		const entries = Array.from({length: 40}, (_, at) => turn(at + 1)).flat();
		const {press, lines, explorer} = await reading(entries);
		press('tab', 'G');
		expect(lines().filter(line => line.startsWith('›'))).toHaveLength(1);
		explorer.close();
	});
});

describe('levels', () => {
	const entries = [
		entry('user', 'Fix it'),
		entry('assistant', Array.from({length: 20}, (_, at) => `line ${at}`).join('\n')),
		...toolUse('Bash', {command: 'ls'}, 'ok'),
		...toolUse('Bash', {command: 'false'}, 'boom', true),
		entry('system', 'noted by the harness', {isAside: true, detail: 'turn_duration'}),
	];

	test('skim shows prompts, beginnings of answers and errors; everything shows all', async () => {
		const {press, frame, explorer} = await reading(entries, [], {rows: 50});
		expect(frame()).toContain('line 19');
		expect(frame()).toContain('Bash  ls');
		expect(frame()).not.toContain('noted by the harness');
		press('v');
		expect(frame()).toContain('Everything');
		expect(frame()).toContain('noted by the harness');
		expect(frame()).toContain('boom');
		press('v');
		expect(frame()).toContain('line 3');
		expect(frame()).not.toContain('line 4');
		expect(frame()).toContain('… 16 more lines');
		expect(frame()).not.toContain('Bash  ls');
		expect(frame()).toContain('Bash  false');
		explorer.close();
	});
});

describe('the outline', () => {
	test('goes from prompt to prompt beside the text, and stays when one reads on', async () => {
		const entries = Array.from({length: 9}, (_, at) => turn(at + 1)).flat();
		const {press, lines, frame, explorer} = await reading(entries);
		press('O');
		expect(lines().some(line => /^▸\S+ Prompt 1 .*│.*Prompt 1/.test(line))).toBe(true);
		press('j', 'j', 'down');
		expect(frame()).toContain('prompt 4/9');
		press('enter');
		expect(explorer.place).toBe('reader');
		expect(lines().some(line => /^▸\S+ Prompt 4/.test(line))).toBe(true);
		press('O', 'escape');
		expect(lines().some(line => /^▸/.test(line))).toBe(false);
		explorer.close();
	});

	test('takes the whole of a narrow screen while one chooses', async () => {
		const entries = Array.from({length: 9}, (_, at) => turn(at + 1)).flat();
		const {press, frame, explorer} = await reading(entries, [], {columns: 50});
		press('O', 'G');
		expect(frame()).not.toContain('Answer');
		press('enter');
		expect(frame()).toContain('Answer 9');
		explorer.close();
	});
});

describe('numbers', () => {
	test('50% goes to the middle, % alone asks for a number', async () => {
		const entries = Array.from({length: 40}, (_, at) => turn(at + 1)).flat();
		const {press, frame, explorer} = await reading(entries);
		press('%');
		expect(frame()).toContain('Type a number first');
		press('5', '0');
		expect(frame()).toMatch(/ 50 {3}% goes to/);
		press('%');
		expect(frame()).toMatch(/Prompt 2[01]/);
		press('5', 'j', '%');
		expect(frame()).toContain('Type a number first');
		explorer.close();
	});
});

describe('copying', () => {
	test('one thing at once, of several a menu', async () => {
		const copied: string[] = [];
		const {press, frame, explorer} = await reading([
			entry('user', 'Fix it'),
			entry('assistant', 'Like so:\n\n```ts\nconst a = 1;\n```\n'),
		]);
		Object.assign(explorer.options, {
			copy(text: string) {
				copied.push(text);
				return {ok: true};
			},
		});
		press('y');
		expect(copied).toEqual(['Fix it']);
		press('tab', 'y');
		expect(frame()).toContain('code: ts (1 line)');
		press('j', 'enter');
		expect(copied).toEqual(['Fix it', 'const a = 1;']);
		expect(frame()).toContain('Copied: code: ts');
		explorer.close();
	});

	test('what was replaced is said before anything else', async () => {
		const {press, frame, explorer} = await reading([entry('user', 'Fix it')]);
		Object.assign(explorer.options, {copy: () => ({ok: true, note: 'through tmux'})});
		Object.assign(explorer.options.source, {
			redact: async (text: string) => ({text, replaced: 'replaced: 1 password'}),
		});
		press('y');
		await vi.waitFor(() => expect(frame()).toMatch(/Copied: .+ · replaced: 1 password · through tmux/));
		explorer.close();
	});

	test('a terminal without a clipboard says so', async () => {
		const {press, frame, explorer} = await reading([entry('user', 'Fix it')]);
		press('y');
		expect(frame()).toContain('no clipboard');
		explorer.close();
	});
});

describe('compaction', () => {
	test('the summary stands beside what it replaced', async () => {
		const entries = [
			entry('user', 'First wish'),
			entry('assistant', 'Done.'),
			entry('user', 'Second wish'),
			entry('compaction', `The summary. ${'word '.repeat(120)}`),
			entry('user', 'Third wish'),
		];
		const {press, lines, frame, explorer} = await reading(entries);
		expect(frame()).toContain('First wish');
		press('T');
		const beside = lines().find(line => line.includes('replaced: 2 prompts'))!;
		expect(beside).toMatch(/replaced: 2 prompts +│ ▾ summary/);
		expect(lines().filter(line => /┃ (?:First|Second) wish +│/.test(line))).toHaveLength(2);
		explorer.close();
	});
});

describe('the minimap', () => {
	test('shows prompts, edits and errors, and where one is', () => {
		const document = new ReaderDocument();
		for (const each of [...turn(1), ...toolUse('Bash', {command: 'x'}, 'no', true), ...turn(2)]) document.add(each);
		const text = (from: number, to: number) =>
			new Minimap()
				.line(document, {from, to}, 22)
				.map(span => span.text)
				.join('');
		expect(text(0, 2)).toHaveLength(21);
		expect(text(0, 5).replaceAll(/[ ▁]/g, '')).toBe('┃✗┃');
		// What is on the screen stands higher.
		expect(text(0, 2)).toMatch(/^ ┃▄+✗▁+┃▁+$/);
		expect(text(3, 5)).toMatch(/^ ┃▁+✗▁+┃▄+$/);
	});

	test('an empty session has an empty one', () => {
		expect(new Minimap().line(new ReaderDocument(), {from: 0, to: 0}, 10)).toBeDefined();
	});
});

describe('a raw record', () => {
	test('is shown over the reader, and q goes back', async () => {
		const {press, shows, frame, explorer, library} = await reading([entry('user', 'Fix it')]);
		Object.assign(library, {raw: async () => ({text: '{\n  "type": "user\u001B[2J"\n}', leftOut: 3})});
		press('R');
		await shows('"type": "user"');
		expect(frame()).toContain('3 B more in the file');
		expect(explorer.place).toBe('pages');
		press('q');
		await turns();
		expect(explorer.place).toBe('reader');
		explorer.close();
	});
});

describe('the help', () => {
	test('finds keys by what they do', async () => {
		const {press, type, frame, explorer} = await reading([entry('user', 'Fix it')]);
		press('?', '/');
		type('raw record');
		expect(frame()).toContain('as it lies in the file');
		expect(frame()).not.toContain('Half a page');
		press('enter', 'q');
		expect(explorer.place).toBe('reader');
		explorer.close();
	});
});
