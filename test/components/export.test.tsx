import os from 'node:os';
import {describe, expect, test, vi} from 'vitest';
import type {ExportJob, ExportResult} from '../../source/actions/export/export-job.ts';
import type {ListedSession, SessionSource} from '../../source/components/session-source.ts';

type Job = ExportJob<ListedSession>;

import {widthOf} from '../../source/text/width.ts';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {entry, fakeLibrary} from '../helpers/fake-library.ts';

async function opened(run?: (job: Job) => Promise<ExportResult>, size = {}) {
	const jobs: Job[] = [];
	const library = fakeLibrary([
		{id: 'one', title: 'first 検索 🎉', entries: [entry('user', 'hello', {id: 'a'})]},
		{id: 'two', title: 'second', minutesAgo: 5},
		{id: 'three', title: 'third', minutesAgo: 9},
	]);
	const source: SessionSource = {
		...library,
		async export(job) {
			jobs.push(job);
			return (await run?.(job)) ?? {files: [job.target], size: 2000, replaced: 'replaced: 2 GitHub tokens'};
		},
		exportName: async ({id}, {format}) => `${id}.${format}`,
	};
	return {jobs, ...(await openExplorer(source, size))};
}

const exists = (file: string) => Object.assign(new Error('there already'), {name: 'FileExists', file});

describe('the export', () => {
	test('asks for format, branches, secrets and target, and writes what was chosen', async () => {
		const {press, frame, shows, jobs, explorer} = await opened();
		press('e');
		await shows('one.markdown');
		expect(frame()).toMatch(/Export {3}first 検索 🎉/);
		expect(frame()).toMatch(/▸ Format +‹ Markdown ›/);
		press('right');
		expect(frame()).toMatch(/‹ HTML ›/);
		await shows('one.html');
		press('down');
		expect(frame()).toMatch(/Branches +‹ all, as usual ›/);
		press('down', 'right');
		expect(frame()).toMatch(/Secrets +‹ kept ›/);
		press('down', 'right');
		expect(frame()).toMatch(/Home folder +‹ as ~ ›/);
		press('enter');
		await shows('Exported');
		expect(jobs).toHaveLength(1);
		expect(jobs[0]!.choice).toEqual({format: 'html', branch: undefined, isRedacted: false, hidesHome: true});
		expect(jobs[0]!.target.endsWith('one.html')).toBe(true);
		expect(frame()).toContain('replaced: 2 GitHub tokens');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test('remembers what was chosen the last time, and not which branch', async () => {
		const {press, frame, shows, explorer} = await opened();
		press('e', 'right', 'right', 'enter');
		await shows('Exported');
		press('e');
		expect(frame()).toMatch(/‹ Unified JSON 1\.0 ›/);
		expect(frame()).toMatch(/Secrets +replaced/);
		explorer.close();
	});

	test('takes a target that is typed, which then stays', async () => {
		const {press, type, shows, jobs, frame, explorer} = await opened();
		press('e');
		await shows('one.markdown');
		press('up');
		expect(explorer.place).toBe('export-target');
		press('ctrl-u');
		type('/tmp/qj k.md');
		press('down', 'right');
		await turns();
		expect(frame()).toContain('/tmp/qj k.md');
		press('enter');
		await shows('Exported');
		expect(jobs[0]!.target).toBe('/tmp/qj k.md');
		explorer.close();
	});

	test('goes into the current folder again after a bare name, and into a folder that was named', async () => {
		let written = 'notes.md';
		const {press, type, shows, explorer} = await opened(async () => ({files: [`/tmp/${written}`], size: 1}));
		for (const [typed, file, folder] of [
			['notes.md', 'notes.md', './'],
			['out', 'one.md', 'out'],
		] as const) {
			written = file;
			press('e');
			await turns();
			press('up', 'ctrl-u');
			type(typed);
			press('enter');
			await shows(`Exported ${typed === file ? typed : `/tmp/${file}`} (1 B)`);
			expect(explorer.lastExport?.folder).toBe(folder);
		}
		explorer.close();
	});

	test('says whole, below the rows, what the row has no room for', async () => {
		const {press, lines, explorer} = await opened(undefined, {columns: 40, rows: 15});
		const below = () =>
			lines()
				.slice(9, -2)
				.map(line => line.trim())
				.filter(Boolean)
				.join(' ');
		press('e');
		expect(below()).toBe('to read, on GitHub too: outputs and thinking folded');
		press('down');
		expect(below()).toBe('');
		press('down', 'right');
		expect(below()).toBe('whoever gets the file can use them');
		press('left');
		expect(below()).toBe('keys, tokens, passwords and addresses; their kinds are told afterwards');
		press('up', 'up', 'right');
		expect(below()).toBe('one page that needs no network: search, folding, branches, light and dark');
		press('left', 'left', 'left');
		expect(below()).toBe('a timeline with tools by their universal names');
		expect(lines().every(line => widthOf(line) <= 40)).toBe(true);
		explorer.close();
		const wide = await opened(undefined, {columns: 120, rows: 24});
		wide.press('e');
		expect(wide.frame().split('GitHub')).toHaveLength(2);
		wide.explorer.close();
	});

	test('names the folder in full, and shows how far it is, on a small screen too', async () => {
		const work = (job: Job) => new Promise<never>(() => job.onProgress?.(0.5));
		const {press, type, frame, lines, explorer} = await opened(work, {columns: 40, rows: 11});
		press('e', 'up', 'ctrl-u');
		type('/tmp/検索 notes/');
		expect(frame()).toContain('in /tmp/検索 notes');
		type('page.html');
		expect(frame()).toContain('in /tmp/検索 notes');
		press('ctrl-u');
		type('~/a.md');
		expect(frame()).toContain(`in ${os.homedir()}`.slice(0, 20));
		press('enter');
		await turns();
		expect(frame()).toContain('50 %');
		expect(lines().every(line => widthOf(line) <= 40)).toBe(true);
		explorer.close();
	});

	test('takes the format from a name that is typed, unless the name fits the one that was chosen', async () => {
		const {press, type, shows, frame, explorer} = await opened();
		press('e');
		await shows('one.markdown');
		press('up', 'ctrl-u');
		type('/tmp/page.html');
		expect(frame()).toMatch(/Format +HTML/);
		press('ctrl-u');
		type('/tmp/a.universal.json');
		expect(frame()).toMatch(/Format +Universal/);
		press('ctrl-u');
		type('/tmp/b.json');
		expect(frame()).toMatch(/Format +Universal/);
		explorer.close();
	});

	test('asks before it writes over a file', async () => {
		const {press, shows, jobs, frame, explorer} = await opened(async job => {
			if (!job.force) throw exists('/tmp/there.md');
			return {files: [job.target], size: 1};
		});
		press('e', 'enter');
		await shows('This file is there already. Write over it?');
		press('n');
		expect(jobs).toHaveLength(1);
		expect(explorer.place).toBe('export');
		press('enter');
		await shows('Write over it?');
		// Enter began it, and may have been pressed twice.
		press('enter');
		expect(frame()).toContain('Write over it?');
		press('y');
		await shows('Exported');
		expect(jobs.map(({force}) => force)).toEqual([false, false, true]);
		expect(frame()).not.toContain('Write over');
		explorer.close();
	});

	test('shows how far it is, and stops when it is closed', async () => {
		const {press, shows, frame, explorer} = await opened(
			job =>
				new Promise((_, reject) => {
					job.onProgress?.(0.5);
					job.signal?.addEventListener('abort', () => reject(new Error('stopped')));
				}),
		);
		press('e', 'enter');
		await shows('50 %');
		press('enter');
		expect(frame()).toContain('50 %');
		expect(frame()).toMatch(/Esc stop\s*$/);
		press('right');
		expect(frame()).toMatch(/‹ Markdown ›/);
		press('escape');
		await shows('Nothing was written');
		expect(explorer.place).toBe('list');
		explorer.close();
	});

	test.each([
		[80, 24],
		[40, 12],
	])('tells what was replaced and where the file is, or why there is none, at %ix%i', async (columns, rows) => {
		const file = '/home/me/notes/2026-11-15-claude-fix-reconnect-backoff-in-the-websocket-client-ad5ca6e6.md';
		const replaced = 'replaced: 3 e-mail addresses, 2 AWS access keys, 2 GitHub tokens, 1 URL password';
		let fails = true;
		const {press, shows, lines, explorer} = await opened(
			async () => {
				if (fails) throw new Error(`${file} can't be written: no space is left there.`);
				return {files: [file], size: 2000, replaced};
			},
			{columns, rows},
		);
		const said = () => lines().join('').replaceAll(' ', '');
		press('e', 'enter');
		await shows(() => said().includes(`Notexported:${file}can'tbewritten:nospaceisleftthere.`));
		fails = false;
		press('enter');
		await shows(() => said().includes(`${replaced.replaceAll(' ', '')}·${file}(2KB)`));
		expect(lines()).toHaveLength(rows);
		expect(lines().every(line => widthOf(line) <= columns)).toBe(true);
		press('down');
		expect(lines().join('')).not.toContain('replaced');
		explorer.close();
	});

	test('says what went wrong and stays', async () => {
		const {press, shows, explorer} = await opened(async () => {
			throw new Error('the disk is full');
		});
		press('e', 'enter');
		await shows('Not exported: the disk is full');
		expect(explorer.place).toBe('export');
		explorer.close();
	});

	test('takes the session that is read, though the list has none: it is a file somebody opened', async () => {
		const {press, shows, jobs, explorer} = await opened();
		press('enter');
		await shows('prompt 1/1');
		explorer.scene.list.setSessions([], explorer.now);
		vi.spyOn(explorer.scene, 'sessionOf').mockReturnValue(undefined);
		press('e');
		await shows('Export   first 検索 🎉');
		press('enter');
		await shows('Exported');
		expect(jobs[0]!.refs.map(({id}) => id)).toEqual(['one']);
		explorer.close();
	});

	test('takes all sessions that are marked, into a folder', async () => {
		const {press, shows, jobs, frame, explorer} = await opened();
		press('m', 'm', 'e');
		expect(frame()).toContain('2 marked sessions');
		press('enter');
		await shows('Exported');
		expect(jobs[0]!.refs.map(({id}) => id)).toEqual(['one', 'two']);
		expect(jobs[0]!.target).toMatch(/[\\/]$/);
		explorer.close();
	});

	test('of several asks about those that are there already, and tells what was written without them', async () => {
		const {press, shows, jobs, explorer} = await opened(async job =>
			job.force
				? {files: ['/tmp/a', '/tmp/b'], size: 2}
				: {files: ['/tmp/a'], size: 1, inTheWay: 1, failed: {number: 1, why: 'it is gone'}},
		);
		press('m', 'm', 'm', 'e', 'enter');
		await shows('1 of 3 exported. 1 file is there already. Write over it?');
		press('n');
		await shows('1 file in ./ (1 B) · 1 that was there already left alone · 1 not exported: it is gone');
		expect(explorer.place).toBe('list');
		press('e', 'enter');
		await shows('Write over it?');
		press('y');
		await shows('Exported 2 files in ./ (2 B)');
		expect(jobs.map(({force}) => force)).toEqual([false, false, true]);
		explorer.close();
	});

	test('writes over the file that the question is about, whatever is typed meanwhile', async () => {
		let answer = () => {};
		const {press, type, shows, jobs, explorer} = await opened(async job => {
			if (job.force) return {files: [job.target], size: 1};
			await new Promise<void>(resolve => {
				answer = resolve;
			});
			throw exists(job.target);
		});
		press('e');
		await shows('one.markdown');
		press('up', 'enter');
		type('x');
		press('up', '?');
		answer();
		// Not behind the help, where nobody sees it.
		await shows('Write over it?');
		press('y');
		await shows('Exported');
		expect(jobs.map(({target}) => target)).toEqual(['./one.markdown', './one.markdown']);
		explorer.close();
	});

	test('keeps a format that has lines when a file of lines is named', async () => {
		const {press, type, shows, frame, explorer} = await opened();
		press('e', 'left', 'left');
		await shows('one.universal');
		press('up', 'ctrl-u');
		type('/tmp/all.ndjson');
		expect(frame()).toMatch(/Format +Universal/);
		explorer.close();
	});

	test('asks in full, with the keys that answer, however narrow', async () => {
		const {press, shows, lines, explorer} = await opened(
			async () => {
				throw exists('/tmp/there.md');
			},
			{columns: 40},
		);
		press('e', 'enter');
		await shows(/This file is there already\. Write over\n it\? {3}y yes {3}n no/);
		expect(lines().every(line => widthOf(line) <= 40)).toBe(true);
		explorer.close();
	});

	test('is what the mouse is about while it is open', async () => {
		const {press, shows, frame, lines, explorer} = await opened();
		press('e');
		await shows('one.markdown');
		const at = (text: string) => {
			const row = lines().findIndex(line => line.includes(text));
			return {row, column: widthOf(lines()[row]!.slice(0, lines()[row]!.indexOf(text)))};
		};
		const click = (text: string) => explorer.press({name: 'click', ...at(text)});
		click('Secrets');
		expect(frame()).toMatch(/▸ Secrets +‹ replaced ›/);
		click('Secrets');
		expect(frame()).toMatch(/‹ kept ›/);
		explorer.press({name: 'wheel-down', ...at('Secrets')});
		expect(frame()).toMatch(/▸ Home folder/);
		explorer.press({name: 'click', row: 20, column: 4});
		expect(explorer.current?.id).toBe('one');
		click('Esc');
		expect(explorer.place).toBe('list');
		expect(explorer.current?.id).toBe('one');
		explorer.close();
	});

	test('has its keys in the help, and is there again after it', async () => {
		const {press, shows, frame, explorer} = await opened();
		press('e');
		await shows('one.markdown');
		press('?');
		expect(frame()).toContain('Write the file');
		press('escape');
		expect(frame()).toMatch(/‹ Markdown ›/);
		explorer.close();
	});

	test.each([40, 80, 100])('fits %i columns', async columns => {
		const {press, lines, shows, explorer} = await opened(undefined, {columns});
		press('e');
		await shows(/Format/);
		await turns();
		expect(lines().every(line => widthOf(line) <= columns)).toBe(true);
		explorer.close();
	});
});

test('where nothing can be exported, the key says so', async () => {
	const {press, frame, explorer} = await openExplorer(fakeLibrary([{id: 'one', title: 'first'}]));
	press('e');
	expect(frame()).toContain('These sessions cannot be exported');
	explorer.close();
});
