/**
 * Text that is written down before it is its turn: what stands at the head of a document is known only at the end of the
 * session. A little of it is kept in memory, more in a file that has no name any more.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const mostKept = 4 * 1024 * 1024;
const chunk = 256 * 1024;
/** A character takes at most so many bytes. */
const widest = 3;

type Range = {readonly from: number; to: number};

type Roll = {
	/** Where in the file it lies. */
	readonly stored: Range[];
	kept: Array<string | Buffer>;
};

export class Spool {
	private readonly rolls = new Map<number, Roll>();
	/** Characters and bytes in memory. */
	private kept = 0;
	private file: number | undefined;
	/** What is written next, and where: a piece at a time would take long. */
	private readonly buffer = Buffer.allocUnsafeSlow(chunk);
	private filled = 0;
	private end = 0;

	/** Texts of one number are read one after the other. Bytes stay the caller's, who may not change them any more. */
	add(number: number, text: string | Buffer): void {
		const roll = this.rolls.get(number) ?? {stored: [], kept: []};
		this.rolls.set(number, roll);
		if (this.file !== undefined) {
			this.store(roll, text);
			return;
		}
		roll.kept.push(text);
		this.kept += text.length;
		if (this.kept > mostKept) this.storeAll();
	}

	*read(number: number): Generator<string | Buffer> {
		this.flush();
		const {stored, kept} = this.rolls.get(number) ?? {stored: [], kept: []};
		for (const {from, to} of stored) {
			for (let at = from; at < to; at += chunk) {
				const bytes = Buffer.allocUnsafe(Math.min(chunk, to - at));
				readAll(this.file!, bytes, at);
				yield bytes;
			}
		}
		yield* kept;
	}

	close(): void {
		if (this.file !== undefined) fs.closeSync(this.file);
		this.file = undefined;
		this.rolls.clear();
	}

	private storeAll(): void {
		this.file = namelessFile();
		for (const roll of this.rolls.values()) {
			for (const text of roll.kept) this.store(roll, text);
			roll.kept = [];
		}
	}

	private store({stored}: Roll, text: string | Buffer): void {
		const from = this.end + this.filled;
		const most = typeof text === 'string' ? text.length * widest : text.length;
		if (most > chunk - this.filled) this.flush();
		if (most > chunk) {
			const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
			writeAll(this.file!, bytes, this.end);
			this.end += bytes.length;
		} else if (typeof text === 'string') this.filled += this.buffer.write(text, this.filled, 'utf8');
		else {
			this.buffer.set(text, this.filled);
			this.filled += text.length;
		}
		const to = this.end + this.filled;
		const last = stored.at(-1);
		if (last?.to === from) last.to = to;
		else stored.push({from, to});
	}

	private flush(): void {
		if (this.filled === 0) return;
		writeAll(this.file!, this.buffer.subarray(0, this.filled), this.end);
		this.end += this.filled;
		this.filled = 0;
	}
}

/** Only this process can open it, and it is gone with the process. Where names can't go first, they go when it is closed. */
function namelessFile(): number {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-'));
	const name = path.join(folder, 'spool');
	const file = fs.openSync(name, 'wx+', 0o600);
	try {
		fs.rmSync(folder, {recursive: true, force: true});
	} catch {
		process.once('exit', () => fs.rmSync(folder, {recursive: true, force: true}));
	}
	return file;
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
	for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done, bytes.length - done, at + done);
}

function readAll(file: number, bytes: Buffer, at: number): void {
	for (let done = 0; done < bytes.length; ) {
		const read = fs.readSync(file, bytes, done, bytes.length - done, at + done);
		if (read === 0) throw new Error('what was written down for the document is gone');
		done += read;
	}
}
