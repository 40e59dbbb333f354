/** What the explorer writes, over real files: several at once, lines, and what stands in the way. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {exportFromExplorer} from '../../source/actions/export/explorer-export.ts';
import type {ExportJob} from '../../source/actions/export/export-job.ts';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {Library} from '../../source/catalog/library.ts';
import type {FormatId} from '../../source/formats/format.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const choiceOf = (format: FormatId) => ({format, isRedacted: true, hidesHome: false});

async function opened() {
	const home = fixtureHome('claude/plain', 'claude/tools', 'codex/plain');
	const library = new Library({homes: [home]});
	const refs = (await library.scan()).sessions.filter(({isFolded}) => !isFolded);
	const folder = temporaryDirectory();
	return {
		refs,
		folder,
		write: (job: Partial<ExportJob<SessionRef>> & {target: string}) =>
			exportFromExplorer(library, {refs, choice: choiceOf('markdown'), ...job}),
		written: () => fs.readdirSync(folder).sort(),
	};
}

describe('several sessions', () => {
	it('go on past a file that is there already, and past one that is gone', async () => {
		const {refs, folder, write, written} = await opened();
		expect(refs.length).toBeGreaterThanOrEqual(3);
		await write({target: `${folder}/`});
		const [there, ...others] = written();
		for (const name of others) fs.rmSync(path.join(folder, name));
		fs.writeFileSync(path.join(folder, there!), 'mine');
		const gone: SessionRef = {...refs[0]!, id: 'gone', path: '/nowhere/gone.jsonl', files: ['/nowhere/gone.jsonl']};
		const done = await write({refs: [gone, ...refs], target: `${folder}/`});
		expect(done).toMatchObject({inTheWay: 1, failed: {number: 1}});
		expect(done.files).toHaveLength(others.length);
		expect(written()).toEqual([there, ...others]);
		expect(fs.readFileSync(path.join(folder, there!), 'utf8')).toBe('mine');
	});

	it('are asked about where all of their files are there already', async () => {
		const {folder, write} = await opened();
		await write({target: `${folder}/`});
		await expect(write({target: `${folder}/`})).rejects.toMatchObject({name: 'FileExists'});
		const {inTheWay, failed} = await write({target: `${folder}/`, force: true});
		expect({inTheWay, failed}).toEqual({inTheWay: 0, failed: undefined});
	});

	it('never become a folder with the name of a file', async () => {
		const {folder, write, written} = await opened();
		await expect(write({target: path.join(folder, 'notes.md')})).rejects.toThrow(/can't be one text.*folder/);
		expect(written()).toEqual([]);
	});

	it('become lines of one file whose name says so', async () => {
		const {refs, folder, write} = await opened();
		const target = path.join(folder, 'all.ndjson');
		expect(await write({target, choice: choiceOf('unified')})).toMatchObject({files: [target]});
		const lines = fs.readFileSync(target, 'utf8').trim().split('\n');
		expect(lines.map(line => JSON.parse(line).session.id)).toEqual(refs.map(({id}) => id));
	});

	it('are not all read where nothing can be written', async () => {
		const {refs, folder, write} = await opened();
		const file = path.join(folder, 'file');
		fs.writeFileSync(file, '');
		const shares: number[] = [];
		await expect(write({target: `${file}/in/`, onProgress: share => shares.push(share)})).rejects.toThrow(
			/a part of its path is a file/,
		);
		expect(Math.max(0, ...shares)).toBeLessThanOrEqual(1 / refs.length);
	});
});

it('one session in a file of lines is a line that reads back', async () => {
	const {refs, folder, write} = await opened();
	const target = path.join(folder, 'one.ndjson');
	await write({refs: refs.slice(0, 1), target, choice: choiceOf('universal')});
	const text = fs.readFileSync(target, 'utf8');
	expect(text.trim().split('\n')).toHaveLength(1);
	expect(() => JSON.parse(text)).not.toThrow();
});

it('what could not be read of a session is told', async () => {
	const {refs, folder, write} = await opened();
	const ref = refs.find(({agent}) => agent === 'claude')!;
	fs.appendFileSync(ref.path, '{"broken\n');
	const {damage} = await write({refs: [ref], target: `${folder}/`});
	expect(damage).toMatch(/^1 place could not be read: /);
});

it('a dash is no file', async () => {
	const {refs, write} = await opened();
	await expect(write({refs: refs.slice(0, 1), target: '-'})).rejects.toThrow(/name a file/);
});
