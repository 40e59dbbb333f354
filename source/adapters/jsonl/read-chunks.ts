import fs from 'node:fs';
import {pipeline} from 'node:stream';
import zlib from 'node:zlib';
import {Decompress} from 'fzstd';
import {describeFileError, openRegularFile} from '../files.ts';

const chunkSize = 1 << 17;
const largeChunkSize = 1 << 18;

export type ChunkOptions = {
	/** Where to begin, in (decompressed) bytes. */
	readonly from?: number;
	/** Where to stop, in (decompressed) bytes; the file's present end by default. */
	readonly end?: number;
	readonly signal?: AbortSignal;
	/** For whoever exports: no screen waits for its turn meanwhile. */
	readonly inLargePieces?: boolean;
	/** The bytes that were read in all. */
	readonly onProgress?: (bytes: number) => void;
};

/** A file that could be opened, but not read to its end. What was read until then is good. */
export class ReadStopped extends Error {}

/**
 * The bytes of a file, chunk by chunk. The reads are synchronous, because that is several times faster than Node's
 * asynchronous files, and between chunks the event loop gets its turn. A chunk is valid until the next one is asked for,
 * the last one until the end is.
 */
export async function* readChunks(path: string, options: ChunkOptions = {}): AsyncGenerator<Buffer> {
	if (path.endsWith('.zst')) yield* trim(decompress(path, options.signal), options);
	else if (/\.gz$/i.test(path)) yield* trim(inflate(path, zlib.createGunzip(), options.signal), options);
	else yield* readPlain(path, options);
}

async function* readPlain(path: string, options: ChunkOptions): AsyncGenerator<Buffer> {
	const {from = 0, end, signal, inLargePieces, onProgress} = options;
	const {fd, stat} = openRegularFile(path);
	let buffer: Buffer | undefined;
	try {
		const limit = Math.min(end ?? stat.size, stat.size);
		const most = inLargePieces ? largeChunkSize : chunkSize;
		buffer = takeBuffer(Math.max(1, Math.min(most, limit - from)));
		for (let at = from; at < limit; ) {
			signal?.throwIfAborted();
			const wanted = Math.min(buffer.length, most, limit - at);
			const count = readAt(fd, buffer, wanted, at);
			at += count;
			yield buffer.subarray(0, count);
			onProgress?.(at - from);
			if (at < limit) await nextTurn();
		}
	} finally {
		fs.closeSync(fd);
		if (buffer) spare = buffer;
	}
}

/** Thousands of files are read one after the other: one buffer is enough for all of them. */
let spare: Buffer | undefined;

function takeBuffer(size: number): Buffer {
	const buffer = spare && spare.length >= size ? spare : Buffer.allocUnsafeSlow(size);
	if (buffer === spare) spare = undefined;
	return buffer;
}

function readAt(fd: number, buffer: Buffer, wanted: number, at: number): number {
	let count: number;
	try {
		count = fs.readSync(fd, buffer, 0, wanted, at);
	} catch (error) {
		throw new ReadStopped(`the rest can't be read: ${describeFileError(error)}`);
	}
	if (count === 0) throw new ReadStopped('the file became shorter while it was read');
	return count;
}

/** Node has zstd from 22.15 on; before that a small decoder written in JavaScript does it. */
async function* decompress(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
	const native = (zlib as {createZstdDecompress?: () => NodeJS.ReadWriteStream}).createZstdDecompress;
	if (native) return yield* inflate(path, native(), signal);

	const decoded: Buffer[] = [];
	const decoder = new Decompress(chunk => {
		if (chunk.length > 0) decoded.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
	});
	for await (const chunk of readPlain(path, {signal})) {
		decoder.push(new Uint8Array(chunk));
		yield* decoded.splice(0);
	}
	decoder.push(new Uint8Array(0), true);
	yield* decoded.splice(0);
}

async function* inflate(path: string, by: NodeJS.ReadWriteStream, signal?: AbortSignal): AsyncGenerator<Buffer> {
	const source = fs.createReadStream(path, {fd: openRegularFile(path).fd});
	// Unlike `pipe`, a pipeline hands an error of the file on to whoever reads the end of it.
	for await (const chunk of pipeline(source, by, () => {})) {
		signal?.throwIfAborted();
		yield chunk as Buffer;
	}
}

async function* trim(chunks: AsyncIterable<Buffer>, {from = 0, end = Infinity}: ChunkOptions): AsyncGenerator<Buffer> {
	let at = 0;
	for await (const chunk of chunks) {
		const first = Math.max(0, from - at);
		const last = Math.min(chunk.length, end - at);
		if (last > first) yield chunk.subarray(first, last);
		at += chunk.length;
		if (at >= end) return;
	}
}

function nextTurn(): Promise<void> {
	return new Promise(resolve => setImmediate(resolve));
}
