/** The reading threads: whoever stops in the middle must not stop those who come after. */
import path from 'node:path';
import {Worker, type WorkerOptions} from 'node:worker_threads';
import {build} from 'esbuild';
import {afterAll, afterEach, beforeAll, expect, it, vi} from 'vitest';
import {indexState} from '../../source/catalog/fulltext/pending.ts';
import {type ReadPiece, readSession} from '../../source/catalog/fulltext/read-session.ts';
import {ReaderPool} from '../../source/catalog/worker/reader-pool.ts';
import {collect} from '../helpers/claude-session.ts';
import {fill, homeOf, inOneGo, shapeOf, soundness} from './indexed.ts';

const threads = vi.hoisted(() => ({file: '', started: [] as Array<{terminate(): Promise<number>}>}));

vi.mock('../../source/catalog/worker/worker-file.ts', () => ({
	startWorker: (_: string, options: WorkerOptions) => {
		const worker = new Worker(threads.file, options);
		threads.started.push(worker);
		return worker;
	},
}));

const folder = path.join('/tmp', `recollect-readers-${process.pid}`);

beforeAll(async () => {
	threads.file = path.join(folder, 'reader-worker.mjs');
	await build({
		entryPoints: [path.join(import.meta.dirname, '..', '..', 'source/catalog/worker/reader-worker.ts')],
		outfile: threads.file,
		bundle: true,
		platform: 'node',
		format: 'esm',
		external: ['libsql'],
	});
});

afterAll(async () => {
	const {rm} = await import('node:fs/promises');
	await rm(folder, {recursive: true, force: true});
});

afterEach(async () => {
	await Promise.all(threads.started.map(worker => worker.terminate()));
	threads.started.length = 0;
});

/** More text than a thread may read ahead, several times over. */
const many = Array.from({length: 36}, () => 110);

/** Threads give bytes. */
function decoded({chunks, ...piece}: ReadPiece): ReadPiece {
	const text = (bytes: string | Uint8Array) => Buffer.from(bytes).toString();
	return {...piece, chunks: chunks.map(chunk => ({...chunk, texts: chunk.texts.map(text)}))};
}

it('give what reading in the same thread gives', async () => {
	const {home, catalog, sessions} = await homeOf(3, 300, 1, 20);
	const pool = ReaderPool.start()!;
	for (const ref of sessions)
		expect((await collect(pool.read({ref, wantsHead: true}))).map(decoded)).toEqual(
			await collect(readSession({ref, wantsHead: true})),
		);
	expect(await fill(catalog, {read: pool.read})).toMatchObject({sessions: 4, failures: []});
	expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
});

it('go on after a filling that was stopped with much read ahead', async () => {
	const {home, catalog, sessions} = await homeOf(...many);
	const pool = ReaderPool.start()!;
	for (let round = 0; round < 3; round++) {
		const stopping = new AbortController();
		let begun = 0;
		const {requests} = await fill(catalog, {
			read: (request, signal) => {
				// Some have begun, many wait.
				if (++begun === 30) setTimeout(() => stopping.abort(), 20);
				return pool.read(request, signal);
			},
			signal: stopping.signal,
		});
		expect(requests.length).toBeGreaterThan(0);
	}
	expect(await fill(catalog, {read: pool.read})).toMatchObject({failures: [], isElsewhere: false});
	expect(indexState(catalog)).toMatchObject({sessions: many.length, indexed: many.length});
	expect(soundness(catalog)).toEqual([]);
	expect(shapeOf(catalog, sessions)).toEqual(await inOneGo(home));
});

it('go on after readers that left in the middle of a session', async () => {
	const {sessions} = await homeOf(...many.slice(0, 12), 900);
	const [large] = sessions;
	const pool = ReaderPool.start()!;
	for (let round = 0; round < 8; round++) {
		for await (const piece of pool.read({ref: large!, wantsHead: false})) {
			expect(piece.isLast).toBe(false);
			break;
		}
		// Asked for, and never looked at.
		const unread = sessions.slice(1).map(ref => pool.read({ref, wantsHead: false}));
		for (const each of unread) await each[Symbol.asyncIterator]().return!();
	}
	const all = await collect(pool.read({ref: large!, wantsHead: false}));
	expect(all.at(-1)!.isLast).toBe(true);
});

it('tell of a session that can not be read, and go on', async () => {
	const {sessions, files} = await homeOf(1, 1);
	const pool = ReaderPool.start()!;
	const gone = {...sessions[0]!, path: `${files[0]}.gone`, files: [`${files[0]}.gone`]};
	await expect(collect(pool.read({ref: gone, wantsHead: false}))).rejects.toThrow(/ENOENT/);
	expect(await collect(pool.read({ref: sessions[1]!, wantsHead: false}))).toHaveLength(1);
});

it('are replaced when one of them ends, and only what it had is lost', async () => {
	const {catalog, sessions} = await homeOf(1, 1, 1);
	const pool = ReaderPool.start()!;
	const [first] = threads.started;
	await first!.terminate();
	await vi.waitFor(async () => expect((await fill(catalog, {read: pool.read})).failures).toEqual([]));
	expect(indexState(catalog).indexed).toBe(sessions.length);
});
