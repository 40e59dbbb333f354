/** The user's own marks: none is lost, whoever writes at the same time. */
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {build} from 'esbuild';
import {describe, expect, it, vi} from 'vitest';
import {cacheFolder} from '../../source/catalog/cache-folder.ts';
import {Stars, stateFolder} from '../../source/catalog/stars.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const session = (id: string) => ({agent: 'claude', id});

describe('stars', () => {
	it('are set and taken away, and are there the next time', () => {
		const folder = path.join(temporaryDirectory(), 'not', 'there');
		const stars = new Stars(folder);
		expect(stars.has(session('a'))).toBe(false);
		expect([stars.toggle(session('a')), stars.toggle(session('b')), stars.toggle(session('a'))]).toEqual([
			true,
			true,
			false,
		]);
		const again = new Stars(folder);
		expect(['a', 'b'].map(id => again.has(session(id)))).toEqual([false, true]);
		expect(again.has({agent: 'codex', id: 'b'})).toBe(false);
		expect(fs.readdirSync(folder)).toEqual(['stars.json']);
		expect(fs.statSync(path.join(folder, 'stars.json')).mode & 0o077).toBe(0);
	});

	it('that another one set are kept', () => {
		const folder = temporaryDirectory();
		const [one, two] = [new Stars(folder), new Stars(folder)];
		one.toggle(session('a'));
		two.toggle(session('b'));
		expect(one.has(session('b'))).toBe(false);
		one.reload();
		expect(one.has(session('b'))).toBe(true);
		expect(new Stars(folder).has(session('a'))).toBe(true);
	});

	it('of several processes at once are all there', async () => {
		const folder = temporaryDirectory();
		const script = path.join(temporaryDirectory(), 'toggle.mjs');
		await build({
			stdin: {
				contents: `import {Stars} from './source/catalog/stars.ts';
					const [folder, name] = process.argv.slice(2);
					const stars = new Stars(folder);
					process.stdout.write('ready');
					await new Promise(resolve => process.stdin.once('data', resolve));
					for (let at = 0; at < 60; at++) stars.toggle({agent: 'claude', id: name + at});
					process.exit();`,
				resolveDir: path.join(import.meta.dirname, '..', '..'),
				loader: 'ts',
			},
			outfile: script,
			bundle: true,
			platform: 'node',
			format: 'esm',
		});
		const names = ['a', 'b', 'c', 'd'];
		const children = names.map(name =>
			spawn(process.execPath, [script, folder, name], {stdio: ['pipe', 'pipe', 'inherit']}),
		);
		// All at the same moment.
		await Promise.all(children.map(child => new Promise(resolve => child.stdout.once('data', resolve))));
		const ends = children.map(child => new Promise(resolve => child.on('close', resolve)));
		for (const child of children) child.stdin.write('go');
		const codes = await Promise.all(ends);
		expect(codes).toEqual([0, 0, 0, 0]);
		const stars = new Stars(folder);
		const missing = names
			.flatMap(name => Array.from({length: 60}, (_, at) => `${name}${at}`))
			.filter(id => !stars.has(session(id)));
		expect(missing).toEqual([]);
		expect(fs.readdirSync(folder)).toEqual(['stars.json']);
	});

	it('do not wait for ever for a process that was killed in the middle', () => {
		const folder = temporaryDirectory();
		const lock = path.join(folder, 'stars.json.lock');
		fs.mkdirSync(lock);
		const longAgo = new Date(Date.now() - 10_000);
		fs.utimesSync(lock, longAgo, longAgo);
		expect(new Stars(folder).toggle(session('a'))).toBe(true);
		expect(new Stars(folder).has(session('a'))).toBe(true);
		expect(fs.existsSync(lock)).toBe(false);
	});

	it('that can not be written are not shown as set', () => {
		const blocked = path.join(temporaryDirectory(), 'file');
		fs.writeFileSync(blocked, '');
		const stars = new Stars(path.join(blocked, 'recollect'));
		expect(() => stars.toggle(session('a'))).toThrow(/ENOTDIR|EEXIST/);
		expect(stars.has(session('a'))).toBe(false);

		const folder = temporaryDirectory();
		const full = new Stars(folder);
		full.toggle(session('before'));
		const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
			throw Object.assign(new Error('ENOSPC: no space left on device'), {code: 'ENOSPC'});
		});
		try {
			expect(() => full.toggle(session('a'))).toThrow(/ENOSPC/);
			expect(() => full.toggle(session('before'))).toThrow(/ENOSPC/);
		} finally {
			write.mockRestore();
		}
		expect([full.has(session('a')), full.has(session('before'))]).toEqual([false, true]);
		expect(new Stars(folder).has(session('before'))).toBe(true);
		expect(full.toggle(session('a'))).toBe(true);
	});

	it.each(['{"a": 1}', '["claude:a", ', 'null'])('in a file that is no list (%j) are not written over', text => {
		const folder = temporaryDirectory();
		const file = path.join(folder, 'stars.json');
		fs.writeFileSync(file, text);
		const stars = new Stars(folder);
		expect(stars.has(session('a'))).toBe(false);
		expect(() => stars.toggle(session('a'))).toThrow(/stars\.json is not a list of sessions/);
		expect(fs.readFileSync(file, 'utf8')).toBe(text);
		expect(fs.readdirSync(folder)).toEqual(['stars.json']);
	});

	it('may begin in an empty file', () => {
		const folder = temporaryDirectory();
		fs.writeFileSync(path.join(folder, 'stars.json'), '\n');
		expect(new Stars(folder).toggle(session('a'))).toBe(true);
	});

	it('lie where the system wants them', () => {
		expect(stateFolder({XDG_STATE_HOME: '/some/where'})).toBe('/some/where/recollect');
		for (const XDG_STATE_HOME of ['relative', '', undefined])
			expect(path.isAbsolute(stateFolder({XDG_STATE_HOME}))).toBe(true);
	});
});

describe('the folder of the catalogue', () => {
	const platform = (name: string) => Object.defineProperty(process, 'platform', {value: name});

	it('is what the user says, on the command line before the variable', () => {
		expect(cacheFolder('/a', {RECOLLECT_CACHE: '/b', XDG_CACHE_HOME: '/c'})).toBe('/a');
		expect(cacheFolder('a/b')).toBe(path.resolve('a/b'));
		expect(cacheFolder(undefined, {RECOLLECT_CACHE: '/b', XDG_CACHE_HOME: '/c'})).toBe('/b');
		expect(cacheFolder('', {RECOLLECT_CACHE: '/b'})).toBe('/b');
	});

	it('is else the system’s', () => {
		const real = process.platform;
		try {
			const home = os.homedir();
			platform('linux');
			expect(cacheFolder(undefined, {XDG_CACHE_HOME: '/c'})).toBe('/c/recollect');
			for (const XDG_CACHE_HOME of ['relative', '', undefined])
				expect(cacheFolder(undefined, {XDG_CACHE_HOME, RECOLLECT_CACHE: ''})).toBe(
					path.join(home, '.cache', 'recollect'),
				);
			platform('darwin');
			expect(cacheFolder(undefined, {})).toBe(path.join(home, 'Library', 'Caches', 'recollect'));
			platform('win32');
			expect(cacheFolder(undefined, {LOCALAPPDATA: '/local'})).toBe(path.join('/local', 'recollect'));
			expect(cacheFolder(undefined, {})).toBe(path.join(home, 'AppData', 'Local', 'recollect'));
		} finally {
			platform(real);
		}
	});
});
