import fs from 'node:fs';
import {openRegularFile} from '../files.ts';
import {parseLine, type RawRecord} from './parse-line.ts';
import {type Line, LineSplitter} from './split-lines.ts';

const ahead = 128 * 1024;
const idleMs = 500;

type Place = {readonly offset: number; readonly length: number};

/**
 * Single records of a file, read again at once. Whoever wants one wants its neighbours next: a little is read ahead, and
 * the file stays open until nobody asked for a moment.
 */
export class RecordFile {
	private fd: number | undefined;
	private bytes: Buffer | undefined;
	/** Where in the file `bytes` begins, and how many of them are good. */
	private start = 0;
	private length = 0;
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly path: string) {}

	/** The records that lie in this range; none where it can't be read any more. Damage was told before. */
	read(place: Place): RawRecord[] {
		try {
			return place.length <= ahead ? parse(this.line(place)) : this.readLong(place);
		} catch {
			return [];
		} finally {
			this.timer ??= setTimeout(() => this.close(), idleMs).unref();
		}
	}

	private line({offset, length}: Place): Line {
		if (!this.bytes || offset < this.start || offset + length > this.start + this.length) {
			this.bytes ??= Buffer.allocUnsafeSlow(ahead);
			this.start = offset;
			this.length = fs.readSync(this.open(), this.bytes, 0, ahead, offset);
		}
		const from = offset - this.start;
		return wholeLine(offset, this.bytes.subarray(from, Math.min(from + length, this.length)));
	}

	/** As it was read the first time: what is very long is shortened without ever being in memory. */
	private readLong({offset, length}: Place): RawRecord[] {
		const splitter = new LineSplitter(offset);
		const piece = Buffer.allocUnsafe(Math.min(length, 8 * ahead));
		const lines: Line[] = [];
		for (let done = 0; done < length; ) {
			const count = fs.readSync(this.open(), piece, 0, Math.min(piece.length, length - done), offset + done);
			if (count === 0) break;
			lines.push(...splitter.push(piece.subarray(0, count)));
			done += count;
		}
		const last = splitter.finish();
		return [...lines, ...(last ? [last] : [])].flatMap(parse);
	}

	private open(): number {
		this.fd ??= openRegularFile(this.path).fd;
		return this.fd;
	}

	private close(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		if (this.fd !== undefined) fs.closeSync(this.fd);
		this.fd = undefined;
		this.bytes = undefined;
	}
}

function wholeLine(offset: number, bytes: Buffer): Line {
	return {offset, length: bytes.length, bytes, cuts: [], isTerminated: true};
}

function parse(line: Line): RawRecord[] {
	return parseLine(line, () => {});
}
