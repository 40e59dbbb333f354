/** Where errors of our own are written down. It never grows beyond a megabyte or so; what was in it before is kept once. */
import fs from 'node:fs';
import path from 'node:path';

const largest = 1024 * 1024;
const longestNote = 64 * 1024;

export class LogFile {
	readonly file: string;

	constructor(
		folder: string,
		/** What is worth knowing besides: versions, the size of the terminal. */
		private readonly facts: () => readonly string[],
		private readonly limit = largest,
	) {
		this.file = path.join(folder, 'recollect.log');
	}

	/** Adds a note; tells where it is, if it could be written. */
	write(note: string): string | undefined {
		const head = [new Date().toISOString(), ...this.facts()].join(' · ');
		const text = `${head}\n${note.slice(0, longestNote).trimEnd()}\n\n`;
		try {
			fs.mkdirSync(path.dirname(this.file), {recursive: true, mode: 0o700});
			this.makeRoom(Buffer.byteLength(text));
			fs.appendFileSync(this.file, text, {mode: 0o600});
			return this.file;
		} catch {
			return undefined;
		}
	}

	private makeRoom(bytes: number): void {
		const size = fs.statSync(this.file, {throwIfNoEntry: false})?.size ?? 0;
		if (size > 0 && size + bytes > this.limit) fs.renameSync(this.file, `${this.file}.1`);
	}
}
