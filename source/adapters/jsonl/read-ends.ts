import fs from 'node:fs';
import {openRegularFile} from '../files.ts';
import {parseLine, type RawRecord} from './parse-line.ts';
import {type Line, LineSplitter} from './split-lines.ts';

const newline = 0x0a;
const blockBytes = 1024 * 1024;
/** A single record that is longer than this is not waited for. */
const farthest = 256 * 1024 * 1024;

/** Lines for which this is true are left out without being parsed. */
type Skip = (bytes: Buffer) => boolean;

export type HeadOptions = {
	/** The bytes to read first; after them it goes on in larger blocks. */
	readonly first: number;
	/** Where to stop: with the last line that begins before this. */
	readonly reach: number;
	/** Asked before another block is read. */
	readonly isEnough?: () => boolean;
	readonly skip?: Skip;
};

const tailBytes = 8 * 1024;
/** Where the last record is long. */
const longTailBytes = 512 * 1024;

/** A file held open for a few short reads at its ends. */
export class FileEnds {
	readonly size: number;
	readonly modifiedMs: number;
	private readonly fd: number;

	constructor(readonly path: string) {
		const {fd, stat} = openRegularFile(path);
		this.fd = fd;
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

	/**
	 * The records from the beginning on, block by block; a line is read to its end, however long it is.
	 * Damage is not told: a header says what can be read quickly, and the reading of the whole file warns.
	 */
	*headRecords({first, reach, isEnough, skip}: HeadOptions): Generator<RawRecord> {
		const splitter = new LineSplitter();
		for (
			let wanted = first;
			splitter.lineStart < reach && splitter.position < farthest;
			wanted = Math.min(blockBytes, 4 * wanted)
		) {
			if (splitter.position > 0 && isEnough?.()) return;
			const bytes = this.read(splitter.position, wanted);
			yield* parseLines(splitter.push(bytes), skip);
			if (bytes.length < wanted) {
				const last = splitter.finish();
				if (last) yield* parseLines([last], skip);
				return;
			}
		}
	}

	/** The records of the last so many bytes; one that begins before them is not among them. */
	*tailRecords(length: number, skip?: Skip): Generator<RawRecord> {
		const from = Math.max(0, this.size - length);
		const bytes = this.read(from, length);
		const start = from === 0 ? 0 : bytes.indexOf(newline) + 1;
		if (start === 0 && from > 0) return;
		const splitter = new LineSplitter(from + start);
		yield* parseLines(splitter.push(bytes.subarray(start)), skip);
		const last = splitter.finish();
		if (last) yield* parseLines([last], skip);
	}

	/** The time of the newest record near the end, found without parsing. */
	newestTime(): string | undefined {
		const near = lastTimestamp(this.tail(tailBytes));
		const stamp = near ?? (this.size > tailBytes ? lastTimestamp(this.tail(longTailBytes)) : undefined);
		const time = stamp === undefined ? Number.NaN : Date.parse(stamp);
		return Number.isNaN(time) ? undefined : new Date(time).toISOString();
	}

	close(): void {
		fs.closeSync(this.fd);
	}
}

function* parseLines(lines: readonly Line[], skip?: Skip): Generator<RawRecord> {
	for (const line of lines) if (!(line.bytes && skip?.(line.bytes))) yield* parseLine(line, () => {});
}

/** At most so many bytes of a file that lies beside a session, and how large it is. */
export function readBeginning(path: string, most: number): {bytes: Buffer; size: number} {
	const file = new FileEnds(path);
	try {
		return {bytes: file.head(most), size: file.size};
	} finally {
		file.close();
	}
}

const timestampKey = '"timestamp":"';

/** The newest of the record times in these bytes, found without parsing. */
export function lastTimestamp(bytes: Buffer): string | undefined {
	let newest: string | undefined;
	for (let at = bytes.lastIndexOf(timestampKey), tries = 0; at !== -1 && tries < 8; tries++) {
		const from = at + timestampKey.length;
		const text = bytes.toString('latin1', from, from + 32);
		const stamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})(?=")/.exec(text)?.[0];
		if (stamp && (!newest || stamp > newest) && !Number.isNaN(Date.parse(stamp))) newest = stamp;
		at = at === 0 ? -1 : bytes.lastIndexOf(timestampKey, at - 1);
	}
	return newest;
}
