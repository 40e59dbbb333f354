/** A store that others write to: a session may change or go away between being found and being read. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import {answer, collect, promptsOf, user} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {discoverIn, lines, readRef, writeRaw} from '../helpers/raw-session.ts';

const first = lines(user('u1', null, 'first'), answer('a1', 'u1', 'second'));
const more = lines(user('u2', 'a1', 'third'), answer('a2', 'u2', 'fourth'));

async function found(content: string): Promise<{ref: SessionRef; file: string}> {
	const home = temporaryDirectory();
	const file = writeRaw(home, content);
	const {sessions} = await discoverIn(home);
	return {ref: sessions[0]!, file};
}

describe('a session that, after it was found,', () => {
	it('has grown is read with what is new', async () => {
		const {ref, file} = await found(first);
		fs.appendFileSync(file, more);
		const {prompts, warnings} = await readRef(ref);
		expect(prompts).toEqual(['first', 'third']);
		expect(warnings).toEqual([]);
	});

	it('was cut short is read as far as it goes', async () => {
		const {ref, file} = await found(first + more);
		fs.truncateSync(file, Buffer.byteLength(first) + 20);
		const {prompts, warnings} = await readRef(ref);
		expect(prompts).toEqual(['first']);
		expect(warnings).toEqual([
			`${Buffer.byteLength(first)}: the last record is cut off (still being written, or a crash)`,
		]);
	});

	it('was emptied is an empty session', async () => {
		const {ref, file} = await found(first);
		fs.truncateSync(file, 0);
		const {entries, history, warnings} = await readRef(ref);
		expect(entries).toEqual([]);
		expect(warnings).toEqual([]);
		expect(history.session.counts).toMatchObject({prompts: 0, messages: 0, forks: 0});
		expect(history.graph.outline().nodes).toEqual([]);
		expect(history.graph.path()).toEqual([]);
		expect(await collect(history.records())).toEqual([]);
		expect(await collect(claude.opening(ref))).toEqual([]);
	});

	it('was replaced by rubbish has nothing to show, and says so', async () => {
		const {ref, file} = await found(first);
		fs.writeFileSync(file, 'rubbish\n');
		const {entries, warnings} = await readRef(ref);
		expect(entries).toEqual([]);
		expect(warnings).toEqual(['0: not a JSON record']);
	});

	it('is gone, or is now a pipe or a directory, is an error with a reason and never a wait', async () => {
		const {ref, file} = await found(first);
		const attempts = () => [() => claude.head(ref), () => claude.history(ref), () => collect(claude.opening(ref))];
		fs.rmSync(file);
		for (const attempt of attempts()) await expect(attempt()).rejects.toMatchObject({code: 'ENOENT'});
		execFileSync('mkfifo', [file]);
		for (const attempt of attempts()) await expect(attempt()).rejects.toThrow('it is not a regular file');
		fs.rmSync(file);
		fs.mkdirSync(file);
		for (const attempt of attempts()) await expect(attempt()).rejects.toThrow('it is a directory');
		expect(await claude.relate!([ref, ref])).toBeDefined();
	});
});

describe('a session that, after it was surveyed,', () => {
	it('has grown shows what was surveyed, and nothing half', async () => {
		const {ref, file} = await found(first + more.slice(0, 50));
		const history = await claude.history(ref);
		expect(history.warnings).toHaveLength(1);
		fs.appendFileSync(file, `${more.slice(50)}${lines(user('u3', 'a1', 'rival'))}`);
		expect(promptsOf(await collect(history.entries()))).toEqual(['first']);
		expect(Buffer.concat(await collect(history.records())).toString()).toBe(first);
		expect(promptsOf(await collect((await claude.history(ref)).entries('all')))).toEqual(['first', 'third', 'rival']);
	});

	it('was cut short shows what is left', async () => {
		const {ref, file} = await found(first + more);
		const history = await claude.history(ref);
		fs.truncateSync(file, Buffer.byteLength(first));
		expect(promptsOf(await collect(history.entries()))).toEqual(['first']);
		expect(Buffer.concat(await collect(history.records())).toString()).toBe(first);
	});

	it('was replaced by another shows what is there now, and does not fail', async () => {
		const {ref, file} = await found(first + more);
		const history = await claude.history(ref);
		fs.writeFileSync(file, lines(user('n1', null, 'new'), {type: 'of-tomorrow'}, 'rubbish', '{"cut":'));
		expect(promptsOf(await collect(history.entries()))).toEqual(['new']);
		await collect(history.records());
	});
});

describe('a session that is written at this moment', () => {
	it('shows every record that is whole, at every byte', async () => {
		const home = temporaryDirectory();
		const whole = Buffer.from(first + more);
		const start = Buffer.byteLength(first);
		const file = writeRaw(home, whole.subarray(0, start));
		const ref = (await discoverIn(home)).sessions[0]!;
		for (let size = start; size <= whole.length; size += 7) {
			fs.writeFileSync(file, whole.subarray(0, size));
			const history = await claude.history(ref);
			const entries = await collect(history.entries());
			const ends = [...whole.subarray(0, size + 1)].filter(byte => byte === 0x0a).length;
			expect(entries.length, `${size} bytes`).toBe(ends);
			expect(history.warnings.every(({message}) => message.includes('cut off'))).toBe(true);
		}
	});
});
