/**
 * Text that is written down before it is its turn: what stands at the head of a document is known only at the end of the
 * session. A little of it is kept in memory, more in a file that has no name any more.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const mostKept = 8 * 1024 * 1024;
const chunk = 1024 * 1024;

type Range = {readonly from: number; to: number};

type Roll = {
	readonly stored: Range[];
	kept: string[];
};

export class Spool {
	private readonly rolls = new Map<number, Roll>();
	private kept = 0;
	private file: number | undefined;
	private end = 0;

	/** Texts of one number are read one after the other. */
	add(number: number, text: string): void {
		const roll = this.rolls.get(number) ?? {stored: [], kept: []};
		this.rolls.set(number, roll);
		roll.kept.push(text);
		this.kept += text.length;
		if (this.kept > mostKept) this.store();
	}

	has(number: number): boolean {
		return this.rolls.has(number);
	}

	*read(number: number): Generator<string | Buffer> {
		const roll = this.rolls.get(number);
		if (!roll) return;
		for (const {from, to} of roll.stored) {
			for (let at = from; at < to; at += chunk) {
				const bytes = Buffer.allocUnsafe(Math.min(chunk, to - at));
				readAll(this.file!, bytes, at);
				yield bytes;
			}
		}
		yield* roll.kept;
	}

	close(): void {
		if (this.file !== undefined) fs.closeSync(this.file);
		this.file = undefined;
		this.rolls.clear();
	}

	private store(): void {
		this.file ??= namelessFile();
		for (const roll of this.rolls.values()) {
			if (roll.kept.length === 0) continue;
			const bytes = Buffer.from(roll.kept.join(''), 'utf8');
			writeAll(this.file, bytes, this.end);
			const last = roll.stored.at(-1);
			if (last?.to === this.end) last.to += bytes.length;
			else roll.stored.push({from: this.end, to: this.end + bytes.length});
			this.end += bytes.length;
			roll.kept = [];
		}
		this.kept = 0;
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

function writeAll(file: number, bytes: Buffer, at: number): void {
	for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done, bytes.length - done, at + done);
}

function readAll(file: number, bytes: Buffer, at: number): void {
	for (let done = 0; done < bytes.length; ) {
		const read = fs.readSync(file, bytes, done, bytes.length - done, at + done);
		if (read === 0) throw new Error('what was written down for the document is gone');
		done += read;
	}
}
