import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import {isCopyOf} from '../../source/adapters/copies.ts';
import {reachableStores, walkFiles} from '../../source/adapters/files.ts';
import {Look, lastWritten, type Memory, stampNow} from '../../source/adapters/look.ts';
import {age, memoryOf} from '../helpers/check-passages.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

/** A folder with files in it that nobody touched for an hour. */
function folderOf(files: Record<string, string>): string {
	const folder = temporaryDirectory();
	for (const [name, text] of Object.entries(files)) {
		fs.mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
		fs.writeFileSync(path.join(folder, name), text);
	}
	age(folder);
	return folder;
}

describe('a stamp', () => {
	it('is the same as long as nothing changes, and another after any change', () => {
		const folder = folderOf({x: 'one'});
		const file = path.join(folder, 'x');
		const stamps = [stampNow(file)];
		expect(stampNow(file)).toBe(stamps[0]);
		const hourAgo = new Date(Date.now() - 3_600_000);
		fs.appendFileSync(file, 'more');
		fs.utimesSync(file, hourAgo, hourAgo);
		stamps.push(stampNow(file));
		fs.utimesSync(file, hourAgo, new Date(hourAgo.getTime() + 1));
		stamps.push(stampNow(file));
		fs.writeFileSync(`${file}.new`, 'onemore');
		fs.utimesSync(`${file}.new`, hourAgo, new Date(hourAgo.getTime() + 1));
		fs.renameSync(`${file}.new`, file);
		stamps.push(stampNow(file));
		fs.rmSync(file);
		stamps.push(stampNow(file));
		expect(new Set(stamps).size).toBe(stamps.length);
		expect(stamps.at(-1)).toBe('-');
	});

	it('of a folder tells of what came and went in it, and not of what is written in its files', () => {
		const folder = folderOf({x: 'one'});
		const before = stampNow(folder);
		expect(before).toMatch(/^d\./);
		fs.appendFileSync(path.join(folder, 'x'), 'more');
		expect(stampNow(folder)).toBe(before);
		fs.writeFileSync(path.join(folder, 'y'), '');
		expect(stampNow(folder)).not.toBe(before);
	});

	it('is that of the file a link leads to', () => {
		const folder = folderOf({x: 'one'});
		const link = path.join(folder, 'link');
		fs.symlinkSync(path.join(folder, 'x'), link);
		expect(stampNow(link)).toBe(stampNow(path.join(folder, 'x')));
		const loop = path.join(folder, 'loop');
		fs.symlinkSync(loop, loop);
		expect(stampNow(loop)).toBe('!ELOOP');
		expect(stampNow(path.join(folder, 'x', 'below'))).toBe('!ENOTDIR');
	});

	it('of what is just being written is never believed', async () => {
		const file = path.join(folderOf({x: 'one'}), 'x');
		const settled = stampNow(file);
		// However slow this machine is, that is not long ago.
		fs.utimesSync(file, new Date(), new Date(Date.now() + 60_000));
		const now = stampNow(file);
		await new Promise(resolve => setTimeout(resolve, 5));
		expect(stampNow(file)).not.toBe(now);
		const first = new Look();
		first.facts('topic', [file], () => 'before');
		await new Promise(resolve => setTimeout(resolve, 5));
		expect(new Look({memory: memoryOf(first)}).facts('topic', [file], () => 'after')).toBe('after');
		expect([settled, now].map(stamp => stamp.split('.').length)).toEqual([3, 4]);
	});

	it('tells when the newest of several files was written', () => {
		const folder = folderOf({x: 'one', y: 'two'});
		const [x, y] = [path.join(folder, 'x'), path.join(folder, 'y')];
		fs.utimesSync(x, 1, 1_700_000_000);
		fs.utimesSync(y, 1, 1_700_000_100);
		const look = new Look();
		expect(look.stampOf([x])).toBe(look.stamp(x));
		expect(lastWritten(look.stampOf([y, path.join(folder, 'absent'), x]))).toBe(1_700_000_100_000);
		expect(lastWritten('-')).toBe(0);
		expect(lastWritten('!EACCES -')).toBe(0);
		fs.writeFileSync(x, 'just now');
		expect(Math.abs(lastWritten(stampNow(x)) - Date.now())).toBeLessThan(10_000);
	});
});

describe('a look', () => {
	it('is one moment: what changes meanwhile is seen by the next', () => {
		const folder = folderOf({x: 'one'});
		const file = path.join(folder, 'x');
		const look = new Look();
		const before = look.stamp(file);
		fs.rmSync(file);
		expect(look.stamp(file)).toBe(before);
		expect(new Look().stamp(file)).toBe('-');
		expect([...look.witnesses]).toEqual([[file, before]]);
	});

	it('asks the files once, and not again as long as they are what they were', () => {
		const folder = folderOf({x: 'one', y: 'two'});
		const paths = [path.join(folder, 'x'), path.join(folder, 'y')];
		const read = vi.fn(() => ({told: true}));
		const first = new Look();
		expect(first.facts('topic', paths, read)).toEqual({told: true});
		expect(first.facts('topic', paths, read)).toEqual({told: true});
		const second = new Look({memory: memoryOf(first)});
		expect(second.facts('topic', paths, read)).toEqual({told: true});
		expect(read).toHaveBeenCalledTimes(1);
		expect(second.learnt.size).toBe(0);
		expect(second.confirmed).toEqual(new Set(first.learnt.keys()));
		expect([...second.witnesses.keys()]).toEqual(paths);
	});

	it('asks again when any of the files changed, came or went', () => {
		const changes: Array<(folder: string) => void> = [
			folder => fs.appendFileSync(path.join(folder, 'x'), 'more'),
			folder => fs.rmSync(path.join(folder, 'y')),
			folder => fs.writeFileSync(path.join(folder, 'absent'), ''),
		];
		for (const change of changes) {
			const folder = folderOf({x: 'one', y: 'two'});
			const paths = ['x', 'y', 'absent'].map(name => path.join(folder, name));
			const first = new Look();
			first.facts('topic', paths, () => 'before');
			change(folder);
			const second = new Look({memory: memoryOf(first)});
			expect(second.facts('topic', paths, () => 'after')).toBe('after');
			expect([second.learnt.size, second.confirmed.size]).toEqual([1, 0]);
		}
	});

	it('keeps topics and files apart', () => {
		const folder = folderOf({x: 'one', y: 'two'});
		const [x, y] = [path.join(folder, 'x'), path.join(folder, 'y')];
		const look = new Look();
		const answers = [
			look.facts('a', [x], () => 1),
			look.facts('b', [x], () => 2),
			look.facts('a', [y], () => 3),
			look.facts('a', [x, y], () => 4),
			look.facts('a', [y, x], () => 5),
		];
		expect(answers).toEqual([1, 2, 3, 4, 5]);
		expect(look.learnt.size).toBe(5);
	});

	it('does not remember errors', async () => {
		const file = path.join(folderOf({x: 'one'}), 'x');
		const look = new Look();
		const fail = () => {
			throw new Error('no permission');
		};
		expect(() => look.facts('topic', [file], fail)).toThrow('no permission');
		await expect(look.factsLater('topic', [file], async () => fail())).rejects.toThrow('no permission');
		expect(look.learnt.size).toBe(0);
		expect(look.facts('topic', [file], () => 'now')).toBe('now');
		expect(look.witnesses.has(file)).toBe(true);
	});

	it('waits for answers that take their time, and remembers them too', async () => {
		const file = path.join(folderOf({x: 'one'}), 'x');
		const first = new Look();
		expect(await first.factsLater('topic', [file], async () => ['slow'])).toEqual(['slow']);
		const second = new Look({memory: memoryOf(first)});
		const never = () => Promise.reject(new Error('asked'));
		expect(await second.factsLater('topic', [file], never)).toEqual(['slow']);
		expect(second.learnt.size).toBe(0);
	});

	it('stamps before it reads: what is written while it reads is read again', () => {
		const file = path.join(folderOf({x: 'one'}), 'x');
		const first = new Look();
		first.facts('topic', [file], () => {
			fs.appendFileSync(file, 'more');
			return 'half of it';
		});
		const second = new Look({memory: memoryOf(first)});
		expect(second.facts('topic', [file], () => 'all of it')).toBe('all of it');
	});

	it('survives a memory of something else', () => {
		const file = path.join(folderOf({x: 'one'}), 'x');
		const forgetful: Memory = {recall: () => undefined};
		expect(new Look({memory: forgetful}).facts('topic', [file], () => 1)).toBe(1);
		const wrong: Memory = {recall: () => ({stamp: 'another', facts: 2})};
		expect(new Look({memory: wrong}).facts('topic', [file], () => 1)).toBe(1);
	});

	it('in a hurry takes the newest files, and takes note of all', () => {
		const folder = folderOf({a: '', b: '', c: ''});
		const files = ['a', 'b', 'c', 'absent'].map(name => ({path: path.join(folder, name)}));
		for (const [at, name] of ['a', 'c', 'b'].entries()) fs.utimesSync(path.join(folder, name), 1, 1_700_000_000 + at);
		const look = new Look({newest: 2});
		expect([...look.newestOf(files)].map(file => path.basename(file.path))).toEqual(['b', 'c']);
		expect(look.witnesses.size).toBe(4);
		const calm = new Look();
		expect([...calm.newestOf(files)]).toEqual(files);
		expect(calm.witnesses.size).toBe(0);
	});
});

describe('what takes a look along', () => {
	it('notes every folder that was walked', () => {
		const folder = folderOf({'a/x.jsonl': '', 'a/b/y.jsonl': '', 'c/z.txt': ''});
		const look = new Look();
		const options = {isCandidate: (name: string) => name.endsWith('.jsonl'), onError: () => {}, look};
		expect([...walkFiles(folder, options)]).toHaveLength(2);
		const walked = [...look.witnesses.keys()].map(place => path.relative(folder, place));
		expect(walked.sort()).toEqual(['', 'a', 'a/b', 'c']);
		const hurried = new Look({newest: 1});
		expect([...walkFiles(folder, {...options, look: hurried})]).toHaveLength(1);
	});

	it('notes stores that are not there', async () => {
		const folder = folderOf({});
		const look = new Look();
		const stores = [folder, path.join(folder, 'absent')];
		expect(await reachableStores(stores, () => {}, {look})).toEqual([folder]);
		expect(look.witnesses.get(stores[1]!)).toBe('-');
		expect(look.witnesses.get(folder)).toMatch(/^d\./);
	});

	it('compares two files once', () => {
		const folder = folderOf({x: '{"a":1}\n', y: '{"a":1}\n{"b":1}\n'});
		const [x, y] = [path.join(folder, 'x'), path.join(folder, 'y')];
		const first = new Look();
		expect([isCopyOf(x, y, first), isCopyOf(y, x, first)]).toEqual([true, false]);
		const second = new Look({memory: memoryOf(first)});
		expect([isCopyOf(x, y, second), isCopyOf(y, x, second)]).toEqual([true, false]);
		expect(second.learnt.size).toBe(0);
	});
});
