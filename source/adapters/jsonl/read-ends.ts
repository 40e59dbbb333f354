import fs from 'node:fs';

/** A file held open for a few short reads at its ends. */
export class FileEnds {
	readonly size: number;
	readonly modifiedMs: number;
	private readonly fd: number;

	constructor(readonly path: string) {
		this.fd = fs.openSync(path, 'r');
		const stat = fs.fstatSync(this.fd);
		if (stat.isDirectory()) {
			fs.closeSync(this.fd);
			throw Object.assign(new Error('it is a directory'), {code: 'EISDIR'});
		}
		this.size = stat.size;
		this.modifiedMs = stat.mtimeMs;
	}

	/** Up to `length` bytes from `offset` on. */
	read(offset: number, length: number): Buffer {
		const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - offset)));
		let count = 0;
		while (count < buffer.length) {
			const more = fs.readSync(this.fd, buffer, count, buffer.length - count, offset + count);
			if (more === 0) break;
			count += more;
		}
		return buffer.subarray(0, count);
	}

	head(length: number): Buffer {
		return this.read(0, length);
	}

	tail(length: number): Buffer {
		return this.read(Math.max(0, this.size - length), length);
	}

	close(): void {
		fs.closeSync(this.fd);
	}
}

/** Whole lines out of the bytes of an end: the first is dropped if it may have lost its beginning, the last its end. */
export function wholeLines(bytes: Buffer, edges: {isStart: boolean; isEnd: boolean}): string[] {
	const lines = bytes.toString('utf8').split('\n');
	if (!edges.isStart) lines.shift();
	if (!edges.isEnd) lines.pop();
	return lines.filter(line => line.trim() !== '');
}

const timestampKey = '"timestamp":"';

/** The newest of the record times in these bytes, found without parsing. */
export function lastTimestamp(bytes: Buffer): string | undefined {
	let newest: string | undefined;
	for (let at = bytes.lastIndexOf(timestampKey), tries = 0; at !== -1 && tries < 8; tries++) {
		const from = at + timestampKey.length;
		const text = bytes.toString('latin1', from, from + 32);
		const stamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})(?=")/.exec(text)?.[0];
		if (stamp && (!newest || stamp > newest)) newest = stamp;
		at = at === 0 ? -1 : bytes.lastIndexOf(timestampKey, at - 1);
	}
	return newest;
}
