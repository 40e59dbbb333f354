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

/** Only this process can open it, and it is gone with the process. Where names can't go first, they go when it is closed. */
export function openNameless(): number {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-'));
	const name = path.join(folder, 'spool');
	try {
		return fs.openSync(name, 'wx+', 0o600);
	} finally {
		try {
			fs.rmSync(folder, {recursive: true, force: true});
		} catch {
			process.once('exit', () => fs.rmSync(folder, {recursive: true, force: true}));
		}
	}
}

/** Puts bytes behind each other into a file that nobody else writes. */
export class StoreFile {
	private end = 0;

	constructor(private readonly file: number) {}

	add(bytes: Uint8Array): Stored {
		const from = this.end;
		writeAll(this.file, bytes, from);
		this.end += bytes.length;
		return {file: this.file, from, to: this.end};
	}
}

export function writeAll(file: number, bytes: Uint8Array, at: number): void {
	for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done, bytes.length - done, at + done);
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
