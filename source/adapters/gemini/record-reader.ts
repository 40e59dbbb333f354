/** Reads single records again, wherever in a file they lie. */
import {FileEnds} from '../jsonl/read-ends.ts';
import {StringShortener} from '../jsonl/shorten-strings.ts';
import {longestLine, longestWholeLine} from '../jsonl/split-lines.ts';

const windowBytes = 512 * 1024;

export type Place = {readonly path: string; readonly offset: number; readonly length: number};

export type ReadAgain = {readonly value: unknown; readonly cutBytes: number};

export class RecordReader {
	private readonly files = new Map<string, FileEnds>();
	private window: {path: string; offset: number; bytes: Buffer} = {path: '', offset: 0, bytes: Buffer.alloc(0)};
	private asked = 0;
	private readonly longest: number;

	/** `isWhole`: strings of very long records are not shortened. */
	constructor(isWhole = false) {
		this.longest = isWhole ? longestLine : longestWholeLine;
	}

	/** How often the disk was asked. */
	get reads(): number {
		return this.asked;
	}

	/** The value of a record; undefined where something else stands in its place by now. */
	read(place: Place): ReadAgain | undefined {
		try {
			if (place.length > this.longest) return this.readShortened(place);
			return {value: JSON.parse(this.bytesAt(place).toString('utf8')), cutBytes: 0};
		} catch {
			return undefined;
		}
	}

	/** The untouched bytes, in portions. */
	*portions({path, offset, length}: Place): Generator<Buffer> {
		for (let at = 0; at < length; at += windowBytes)
			yield Buffer.from(this.bytesAt({path, offset: offset + at, length: Math.min(windowBytes, length - at)}));
	}

	close(): void {
		for (const file of this.files.values()) file.close();
		this.files.clear();
	}

	private readShortened(place: Place): ReadAgain | undefined {
		const shortener = new StringShortener();
		for (const portion of this.portions(place)) shortener.push(portion);
		const shortened = shortener.finish();
		if (!shortened) return undefined;
		const cutBytes = shortened.cuts.reduce((sum, cut) => sum + cut.bytes, 0);
		return {value: JSON.parse(shortened.bytes.toString('utf8')), cutBytes};
	}

	private bytesAt({path, offset, length}: Place): Buffer {
		const {window} = this;
		const isInside =
			window.path === path && offset >= window.offset && offset + length <= window.offset + window.bytes.length;
		if (!isInside) {
			this.asked++;
			this.window = {path, offset, bytes: this.open(path).read(offset, Math.max(length, windowBytes))};
		}
		const from = offset - this.window.offset;
		return this.window.bytes.subarray(from, from + length);
	}

	private open(path: string): FileEnds {
		let file = this.files.get(path);
		if (!file) {
			file = new FileEnds(path);
			this.files.set(path, file);
		}
		return file;
	}
}
