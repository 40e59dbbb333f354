import {execFileSync, spawn} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {gunzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {FileExists, writeSafely} from '../../source/actions/write-file.ts';
import {Spool} from '../../source/formats/spool.ts';

let folder = '';

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-write-'));
});

afterEach(() => fs.rmSync(folder, {recursive: true, force: true}));

async function* pieces(...texts: Array<string | Buffer>) {
	yield* texts;
}

describe('a file that is written', () => {
	test('is whole, and nothing else is left in its folder', async () => {
		const file = path.join(folder, 'new', 'folder', 'a.md');
		expect(await writeSafely(file, pieces('ein ', Buffer.from('Bär')))).toBe(8);
		expect(fs.readFileSync(file, 'utf8')).toBe('ein Bär');
		expect(fs.readdirSync(path.dirname(file))).toEqual(['a.md']);
	});

	test('is compressed if its name says so', async () => {
		for (const name of ['a.json.gz', 'A.JSON.GZ']) {
			const file = path.join(folder, name);
			await writeSafely(file, pieces('x'.repeat(10_000)));
			expect(fs.statSync(file).size).toBeLessThan(500);
			expect(gunzipSync(fs.readFileSync(file)).toString()).toBe('x'.repeat(10_000));
		}
	});

	test('is refused where its name says that it is packed in another way', async () => {
		for (const name of ['a.zip', 'a.json.bz2', 'a.md.xz', 'a.ZST', 'a.7z', 'a.tar.gz', 'a.tgz'])
			await expect(writeSafely(path.join(folder, name), pieces('x'))).rejects.toThrow(/can't be made here.*\.gz/);
		expect(fs.readdirSync(folder)).toEqual([]);
	});

	test('never takes the place of a link unasked, wherever it leads', async () => {
		const file = path.join(folder, 'a.md');
		fs.symlinkSync(path.join(folder, 'nowhere', 'x'), file);
		await expect(writeSafely(file, pieces('mine'))).rejects.toBeInstanceOf(FileExists);
		expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
		await writeSafely(file, pieces('mine'), {force: true});
		expect(fs.readFileSync(file, 'utf8')).toBe('mine');
		const later = path.join(folder, 'b.md');
		async function* slow() {
			yield 'mine';
			fs.symlinkSync(path.join(folder, 'nowhere', 'x'), later);
		}
		await expect(writeSafely(later, slow())).rejects.toBeInstanceOf(FileExists);
		expect(fs.readdirSync(folder).toSorted()).toEqual(['a.md', 'b.md']);
	});

	test('never takes the place of another unasked, and does if asked', async () => {
		const file = path.join(folder, 'a.md');
		fs.writeFileSync(file, 'mine');
		await expect(writeSafely(file, pieces('yours'))).rejects.toBeInstanceOf(FileExists);
		expect(fs.readFileSync(file, 'utf8')).toBe('mine');
		await writeSafely(file, pieces('yours'), {force: true});
		expect(fs.readFileSync(file, 'utf8')).toBe('yours');
		expect(fs.readdirSync(folder)).toEqual(['a.md']);
	});

	test('has the rights of the file whose place it takes', async () => {
		const file = path.join(folder, 'a.md');
		for (const mode of [0o600, 0o640, 0o444]) {
			fs.rmSync(file, {force: true});
			fs.writeFileSync(file, 'mine', {mode});
			fs.chmodSync(file, mode);
			await writeSafely(file, pieces('yours'), {force: true});
			expect([fs.readFileSync(file, 'utf8'), fs.statSync(file).mode & 0o777]).toEqual(['yours', mode]);
		}
	});

	test('says so when it is the temporary folder that has no room', async () => {
		vi.stubEnv('TMPDIR', path.join(folder, 'nowhere'));
		async function* spooled() {
			const spool = new Spool();
			spool.keep(Buffer.alloc(5_000_000));
			yield 'x';
		}
		const written = writeSafely(path.join(folder, 'a.md'), spooled());
		await expect(written).rejects.toThrow(/room for temporary files in .*nowhere.*TMPDIR/);
		expect(fs.readdirSync(folder)).toEqual([]);
		vi.unstubAllEnvs();
	});

	test('does not take the place of one that came while it was written', async () => {
		const file = path.join(folder, 'a.md');
		async function* slow() {
			yield 'mine';
			fs.writeFileSync(file, 'theirs');
			yield ' too';
		}
		await expect(writeSafely(file, slow())).rejects.toBeInstanceOf(FileExists);
		expect(fs.readFileSync(file, 'utf8')).toBe('theirs');
		expect(fs.readdirSync(folder)).toEqual(['a.md']);
	});

	test('leaves nothing behind when whoever writes it fails, or stops', async () => {
		async function* broken() {
			yield 'half';
			throw new Error('no more');
		}
		await expect(writeSafely(path.join(folder, 'a.md'), broken())).rejects.toThrow('no more');
		const stopping = new AbortController();
		async function* endless() {
			for (;;) {
				yield 'x'.repeat(1000);
				stopping.abort();
			}
		}
		const stopped = writeSafely(path.join(folder, 'b.md'), endless(), {signal: stopping.signal});
		await expect(stopped).rejects.toThrow();
		expect(fs.readdirSync(folder)).toEqual([]);
	});

	test('stops in the middle of pieces that are all there, and gives others their turn', async () => {
		const stopping = new AbortController();
		const timer = setTimeout(() => stopping.abort(), 20);
		let given = 0;
		async function* many() {
			for (; given < 4000; given++) yield Buffer.alloc(1024 * 1024, 'x');
		}
		const stopped = writeSafely(path.join(folder, 'a.md'), many(), {signal: stopping.signal});
		await expect(stopped).rejects.toThrow('aborted');
		clearTimeout(timer);
		expect(given).toBeLessThan(3000);
		expect(fs.readdirSync(folder)).toEqual([]);
		const late = writeSafely(path.join(folder, 'a.md'), pieces(), {signal: stopping.signal});
		await expect(late).rejects.toThrow('aborted');
		expect(fs.readdirSync(folder)).toEqual([]);
	});

	test('says where it can not be written', async () => {
		fs.writeFileSync(path.join(folder, 'file'), '');
		const inside = path.join(folder, 'file', 'a.md');
		await expect(writeSafely(inside, pieces('x'))).rejects.toThrow(
			/a\.md can't be written: a part of its path is a file/,
		);
	});

	test('is never a folder or a device, however much it is wanted', async () => {
		const pipe = path.join(folder, 'pipe');
		execFileSync('mkfifo', [pipe]);
		await expect(writeSafely(pipe, pieces('x'), {force: true})).rejects.toThrow(/it is not a file/);
		await expect(writeSafely(folder, pieces('x'), {force: true})).rejects.toThrow(/it is a folder/);
		expect(fs.readdirSync(folder)).toEqual(['pipe']);
	});

	test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
		'leaves nothing behind on %s, which ends the process',
		async signal => {
			const module = path.join(import.meta.dirname, '..', '..', 'source', 'actions', 'write-file.ts');
			const {outputFiles} = await build({
				stdin: {
					contents: `import {writeSafely} from ${JSON.stringify(module)};
					async function* endless() { for (;;) { yield 'x'; await new Promise(resolve => setTimeout(resolve, 5)); } }
					await writeSafely(${JSON.stringify(path.join(folder, 'a.md'))}, endless());`,
					resolveDir: folder,
				},
				bundle: true,
				platform: 'node',
				format: 'esm',
				write: false,
			});
			const child = spawn(process.execPath, ['--input-type=module', '-e', outputFiles[0]!.text], {stdio: 'ignore'});
			const ended = new Promise(resolve => child.on('exit', (_code, how) => resolve(how)));
			await expect.poll(() => fs.readdirSync(folder), {timeout: 10_000}).toEqual([expect.stringMatching(/\.part$/)]);
			child.kill(signal);
			expect(await ended).toBe(signal);
			expect(fs.readdirSync(folder)).toEqual([]);
		},
	);

	test('does not wait for ever where no folder can be made', async () => {
		if (!fs.existsSync('/proc/self')) return;
		await expect(writeSafely('/proc/recollect/new/a.md', pieces('x'))).rejects.toThrow(/a\.md can't be written/);
	});

	test('leaves nothing behind on a full disk', async context => {
		const disk = path.join(folder, 'disk');
		fs.mkdirSync(disk);
		try {
			execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], {stdio: 'ignore'});
		} catch {
			context.skip('a small disk can only be made by root');
		}
		try {
			const file = path.join(disk, 'a.md');
			await expect(writeSafely(file, pieces('x'.repeat(30_000), 'x'.repeat(60_000)))).rejects.toThrow(
				/a\.md can't be written: no space is left there/,
			);
			expect(fs.readdirSync(disk)).toEqual([]);
		} finally {
			execFileSync('umount', [disk]);
		}
	});
});
