/** Files that we make for the user: whole or not at all, and never over another one unasked. */
import {randomBytes} from 'node:crypto';
import fs from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import path from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {setImmediate} from 'node:timers/promises';
import {createGzip} from 'node:zlib';
import {describeFileError} from '../adapters/files.ts';
import type {Pieces} from '../formats/format.ts';
import {TemporaryTrouble} from '../formats/stored.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {removeDraft, watchDraft} from './drafts.ts';
import {Shipping} from './shipping.ts';
import {UserError} from './user-error.ts';

/** So much text is written at a time. */
const atOnce = 256 * 1024;
const aTurn = 8 * 1024 * 1024;

export type WriteOptions = {
	/** Over a file that is there. */
	readonly force?: boolean;
	readonly signal?: AbortSignal;
};

/** Somebody has to say that the other file may go. */
export class FileExists extends UserError {
	override readonly name = 'FileExists';

	constructor(readonly file: string) {
		super(`${sanitizeLine(file)} is there already. --force writes over it.`, 2);
	}
}

/**
 * Writes under another name beside it, and gives it its own when all of it is on the disk; a disk that is full, a
 * writer that fails, or Ctrl-C, leaves nothing behind. A name that ends in `.gz` is compressed. Tells how many bytes it has.
 */
export async function writeSafely(
	file: string,
	pieces: Pieces,
	{force = false, signal}: WriteOptions = {},
): Promise<number> {
	const folder = path.dirname(file);
	const draft = path.join(folder, `.${path.basename(file).slice(0, 100)}.${randomBytes(4).toString('hex')}.part`);
	const forget = watchDraft(draft);
	let target: FileHandle | undefined;
	try {
		refuseOtherPacking(file);
		if (isInTheWay(file, force)) throw new FileExists(file);
		makeFolder(folder);
		target = await openDraft(draft, force ? file : undefined);
		await writePieces(target, isGzip(file) ? compressed(pieces, signal) : pieces, signal);
		await target.close();
		const {size} = fs.statSync(draft);
		putInPlace(draft, file, force);
		return size;
	} catch (error) {
		// Whoever makes the pieces may have something to put away, even if nobody asked for any.
		if (!target) await pieces[Symbol.asyncIterator]().return?.();
		else await target.close().catch(() => {});
		removeDraft(draft);
		if (error instanceof TemporaryTrouble)
			throw new UserError(
				`${sanitizeLine(file)} can't be written: there has to be room for temporary files in ${sanitizeLine(error.path)}, but ${whyNot(error)}. TMPDIR names another folder for them.`,
				2,
			);
		if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
		throw new UserError(`${sanitizeLine(file)} can't be written: ${whyNot(error)}.`, 2);
	} finally {
		forget();
	}
}

/** Whoever may not read the file that it replaces shall not read this one. */
async function openDraft(draft: string, replaced: string | undefined): Promise<FileHandle> {
	const mode = replaced === undefined ? undefined : fs.statSync(replaced, {throwIfNoEntry: false})?.mode;
	if (mode === undefined) return open(draft, 'wx');
	const target = await open(draft, 'wx', mode & 0o600);
	// Not every disk knows of rights; then nobody else gets any.
	await target.chmod(mode & 0o777).catch(() => {});
	return target;
}

function isGzip(file: string): boolean {
	return /\.gz$/i.test(file);
}

const otherPacking = /\.(?:tar|tar\.gz|tgz|t?bz2?|t?xz|tzst|zstd?|lz4?|lzma|br|Z|zip|7z|rar)$/i;

/** Whoever names a file so would get something else under that name. */
export function refuseOtherPacking(file: string): void {
	const [ending] = otherPacking.exec(file) ?? [];
	if (ending === undefined) return;
	throw new UserError(
		`${sanitizeLine(file)} can't be written: ${ending} files can't be made here, only plain ones and, by a name that ends in .gz, those that gzip opens.`,
		2,
	);
}

/** Until they are on the disk. Texts are written together, bytes as they come: a stream would take as long again. */
async function writePieces(target: FileHandle, pieces: Pieces, signal: AbortSignal | undefined): Promise<void> {
	const shipping = new Shipping(target);
	let text = '';
	let written = 0;
	// To wait for each takes longer than to write it.
	const write = (bytes: Buffer) => {
		for (let done = 0; done < bytes.length; ) done += fs.writeSync(target.fd, bytes, done);
		written += bytes.length;
		shipping.add(bytes.length);
	};
	const flush = () => {
		if (text !== '') write(Buffer.from(text));
		text = '';
	};
	for await (const piece of pieces) {
		signal?.throwIfAborted();
		if (typeof piece === 'string') {
			text += piece;
			if (text.length >= atOnce) flush();
		} else {
			flush();
			write(piece);
		}
		if (written < aTurn) continue;
		// Keys and signals get their turn.
		await setImmediate();
		written = 0;
	}
	flush();
	await shipping.finish();
	signal?.throwIfAborted();
}

async function* compressed(pieces: Pieces, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
	const gzip = createGzip();
	const done = pipeline(Readable.from(copies(pieces), {objectMode: true}), gzip, {signal});
	// What goes wrong comes to light below; until then somebody has to hear of it.
	done.catch(() => {});
	yield* gzip;
	await done;
}

/** A stream takes some pieces ahead, and those before may be written over meanwhile. */
async function* copies(pieces: Pieces): AsyncGenerator<string | Buffer> {
	for await (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece);
}

/** Node's own way to make a folder and those above it never ends where nothing can be made, as below `/proc`. */
function makeFolder(folder: string): void {
	if (fs.existsSync(folder)) return;
	const above = path.dirname(folder);
	if (above !== folder) makeFolder(above);
	try {
		fs.mkdirSync(folder);
	} catch (error) {
		// Somebody else may have made it meanwhile.
		if (!fs.existsSync(folder)) throw error;
	}
}

/** Only a file can give its place to another: a folder is not written over, nor is a device like `/dev/null`. */
function isInTheWay(file: string, force: boolean): boolean {
	const found = fs.statSync(file, {throwIfNoEntry: false});
	if (!found) return isThere(file) && !force;
	if (found.isFile()) return !force;
	const what = found.isDirectory() ? 'it is a folder' : 'it is not a file';
	throw new UserError(`${sanitizeLine(file)} can't be written: ${what}.`, 2);
}

/** A link that leads nowhere is somebody's, too. */
function isThere(file: string): boolean {
	return fs.lstatSync(file, {throwIfNoEntry: false}) !== undefined;
}

/** A link fails where a rename would take the place of a file that came meanwhile; not every file system has links. */
function putInPlace(draft: string, file: string, force: boolean): void {
	if (!force && isLinked(draft, file)) fs.rmSync(draft);
	else fs.renameSync(draft, file);
}

function isLinked(draft: string, file: string): boolean {
	try {
		fs.linkSync(draft, file);
		return true;
	} catch {
		if (isThere(file)) throw new FileExists(file);
		return false;
	}
}

function whyNot(error: unknown): string {
	switch ((error as NodeJS.ErrnoException).code) {
		case 'ENOSPC':
		case 'EDQUOT':
			return 'no space is left there';
		case 'EACCES':
		case 'EPERM':
			return 'no permission to write there';
		case 'ENOENT':
			return 'its folder is not there and can not be made';
		case 'EROFS':
			return 'the disk can only be read';
		case 'EEXIST':
		case 'ENOTDIR':
			return 'a part of its path is a file';
		case 'ENAMETOOLONG':
			return 'the name is too long';
		default:
			return describeFileError(error);
	}
}
