// Writes a file of JSON lines in large pieces.
import fs from 'node:fs';
import path from 'node:path';

const pieceLength = 1 << 20;
const made = new Set();

export function makeFolder(folder) {
	if (made.has(folder)) return;
	fs.mkdirSync(folder, {recursive: true});
	made.add(folder);
}

export class LineWriter {
	#fd;
	#waiting = '';
	#written = 0;

	constructor(file) {
		makeFolder(path.dirname(file));
		this.file = file;
		this.#fd = fs.openSync(file, 'w');
	}

	/** Bytes so far; those that wait are counted as characters, which is near enough to decide when to stop. */
	get size() {
		return this.#written + this.#waiting.length;
	}

	/** A record; `tail` are fields that end many records, written once. */
	line(record, tail) {
		const text = JSON.stringify(record);
		this.#waiting += tail === undefined ? `${text}\n` : `${text.slice(0, -1)},${tail.slice(1)}\n`;
		if (this.#waiting.length > pieceLength) this.flush();
	}

	/** Everything is in the file, and `size` is exact. */
	flush() {
		this.#written += fs.writeSync(this.#fd, this.#waiting);
		this.#waiting = '';
		return this.#written;
	}

	/** Ends the file and gives it the time of its last record. */
	close(time) {
		const bytes = this.flush();
		fs.futimesSync(this.#fd, time / 1000, time / 1000);
		fs.closeSync(this.#fd);
		return bytes;
	}
}
