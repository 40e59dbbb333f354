/** Bytes that wait for their turn in files which have no name any more. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where bytes lie. */
export type Stored = {
	/** Its number in this process: every thread can read it. */
	readonly file: number;
	readonly from: number;
	readonly to: number;
};

/** The folder for temporary files is full, or not there: that has nothing to do with where the document goes. */
export class TemporaryTrouble extends Error {
	readonly path = os.tmpdir();
	readonly code: string | undefined;
	readonly syscall: string | undefined;

	constructor(cause: unknown) {
		const {message, code, syscall} = cause as NodeJS.ErrnoException;
		super(message, {cause});
		this.code = code;
		this.syscall = syscall;
	}
}

/** Of a document of some hundred megabytes; what is beyond that goes into the last of them. */
const mostFiles = 16;
/** As many files in a row are of one size, the next ones of twice that. */
const ofOneSize = 4;
const smallestFile = 4 * 1024 * 1024;

/**
 * Only this process can open them, and they are gone with the process. Where names can't go first, they go when it ends.
 * There are several, so that each can give its room back as soon as it was read.
 */
export function openNameless(): readonly number[] {
	const files: number[] = [];
	let folder: string | undefined;
	try {
		folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-'));
		while (files.length < mostFiles) files.push(fs.openSync(path.join(folder, `spool-${files.length}`), 'wx+', 0o600));
		return files;
	} catch (error) {
		closeNameless(files);
		throw new TemporaryTrouble(error);
	} finally {
		if (folder !== undefined) removeFolder(folder);
	}
}

function removeFolder(folder: string): void {
	try {
		fs.rmSync(folder, {recursive: true, force: true});
	} catch {
		process.once('exit', () => fs.rmSync(folder, {recursive: true, force: true}));
	}
}

export function closeNameless(files: readonly number[]): void {
	for (const file of files) fs.closeSync(file);
}

/** Puts bytes behind each other into files that nobody else writes. */
export class Store {
	private at = 0;
	private end = 0;

	constructor(private readonly files: readonly number[]) {}

	add(bytes: Uint8Array): Stored {
		if (this.end >= smallestFile * 2 ** Math.floor(this.at / ofOneSize) && this.at + 1 < this.files.length) {
			this.at++;
			this.end = 0;
		}
		const file = this.files[this.at]!;
		const from = this.end;
		writeAll(file, bytes, from);
		this.end += bytes.length;
		return {file, from, to: this.end};
	}
}

/**
 * Knows what is still to be read of each file. One that was read gives its room back at once: the document that is made of
 * it takes as much, and the system is quicker to hand out what it just got than memory that nobody used yet.
 */
export class Unread {
	private readonly bytes = new Map<number, number>();

	add({file, from, to}: Stored): void {
		this.bytes.set(file, (this.bytes.get(file) ?? 0) + to - from);
	}

	wasRead({file, from, to}: Stored): void {
		const left = this.bytes.get(file)! - (to - from);
		this.bytes.set(file, left);
		if (left === 0) fs.ftruncateSync(file);
	}
}

export function writeAll(file: number, bytes: Uint8Array, at: number): void {
	try {
		for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done, bytes.length - done, at + done);
	} catch (error) {
		throw new TemporaryTrouble(error);
	}
}

/** So much is read ahead; pieces that are not much smaller are read by themselves. */
const ahead = 128 * 1024;
const large = 64 * 1024;

/** Reads many pieces, of which small ones lie behind each other as a rule. Nothing may be written meanwhile. */
export class StoredReader {
	private buffer: Buffer | undefined;
	/** Where these bytes come from. */
	private held: Stored = {file: -1, from: 0, to: 0};

	/** Puts all of a piece into a place of the buffer. */
	read({file, from, to}: Stored, into: Buffer, at = 0): void {
		for (let place = from; place < to; ) {
			const isHeld = file === this.held.file && place >= this.held.from && place < this.held.to;
			if (!isHeld && to - place >= large) {
				place += readSome(file, place, into, at + place - from, to - place);
				continue;
			}
			const buffer = isHeld ? this.buffer! : this.hold(file, place);
			const end = Math.min(to, this.held.to);
			buffer.copy(into, at + place - from, place - this.held.from, end - this.held.from);
			place = end;
		}
	}

	private hold(file: number, from: number): Buffer {
		this.buffer ??= Buffer.allocUnsafeSlow(ahead);
		this.held = {file, from, to: from + readSome(file, from, this.buffer, 0, ahead)};
		return this.buffer;
	}
}

/** Tells how many bytes it was. */
function readSome(file: number, from: number, into: Buffer, at: number, most: number): number {
	const length = fs.readSync(file, into, at, most, from);
	if (length === 0) throw new Error('what was written down for the document is gone');
	return length;
}
