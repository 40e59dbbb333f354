/**
 * Cuts the elements of the list of messages out of a JSON text while it streams by: a snapshot of the whole history on
 * one line, or a whole session in one document. Each is given with its place in the file, and none has to wait in
 * memory for the end of the list.
 */
import {type RawRecord, tryParse} from '../jsonl/raw-record.ts';
import {type Cut, StringShortener} from '../jsonl/shorten-strings.ts';
import {type Line, longestWholeLine} from '../jsonl/split-lines.ts';

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const longestKey = 32;

export type ScanOptions = {
	/** Where in the file the text begins. */
	readonly offset: number;
	/** A document may be a list itself, or keep it under `history`, as checkpoints do. */
	readonly isDocument: boolean;
	readonly onElement: (element: Line) => void;
};

export class ElementScanner {
	private at: number;
	private depth = 0;
	private inString = false;
	private isEscaped = false;
	private readonly keys: string[] = [];
	private word: number[] | undefined;
	/** The depth inside the list, while it is open. */
	private listDepth = 0;
	private element: Collector | undefined;
	private readonly rest: Collector;

	constructor(private readonly options: ScanOptions) {
		this.at = options.offset;
		this.rest = new Collector(options.offset);
	}

	push(chunk: Buffer): void {
		let from = 0;
		for (let place = 0; place < chunk.length; place++) {
			if (this.inString && !this.word) {
				place = this.skipString(chunk, place);
				continue;
			}
			const byte = chunk[place]!;
			if (this.inString) {
				this.readString(byte);
				continue;
			}
			if (this.listDepth > 0 && this.depth === this.listDepth) {
				const isEnd = byte === comma || byte === closeBracket;
				if (this.element ? isEnd : byte === comma || (!isEnd && byte > 0x20)) {
					this.keep(chunk.subarray(from, place));
					from = place;
					if (this.element) this.endElement();
					else if (!isEnd) this.element = new Collector(this.at + place);
					if (byte === comma) {
						this.rest.leaveOut(1);
						from++;
					}
				}
			}
			this.step(byte);
		}
		this.keep(chunk.subarray(from));
		this.at += chunk.length;
	}

	/** Everything but the elements. */
	finish(isTerminated: boolean): Line {
		return {...this.rest.finish(), isTerminated};
	}

	private step(byte: number): void {
		switch (byte) {
			case quote:
				this.inString = true;
				this.word = this.listDepth === 0 && this.depth > 0 && this.depth <= 2 ? [] : undefined;
				break;
			case openBracket:
				this.depth++;
				if (this.listDepth === 0 && this.isList(this.depth - 1)) this.listDepth = this.depth;
				break;
			case openBrace:
				this.depth++;
				break;
			case closeBracket:
			case closeBrace:
				if (this.depth === this.listDepth) this.listDepth = 0;
				this.depth = Math.max(0, this.depth - 1);
				break;
		}
	}

	/** To the end of the string, or of the chunk. Most bytes are in strings, so this must be quick. */
	private skipString(chunk: Buffer, from: number): number {
		let {isEscaped} = this;
		let place = from;
		for (; place < chunk.length; place++) {
			const byte = chunk[place];
			if (isEscaped) isEscaped = false;
			else if (byte === backslash) isEscaped = true;
			else if (byte === quote) {
				this.inString = false;
				break;
			}
		}
		this.isEscaped = isEscaped;
		return place;
	}

	private readString(byte: number): void {
		if (this.isEscaped) this.isEscaped = false;
		else if (byte === backslash) this.isEscaped = true;
		else if (byte === quote) {
			this.inString = false;
			if (this.word) this.keys[this.depth] = String.fromCharCode(...this.word);
			return;
		}
		if (this.word && this.word.length < longestKey) this.word.push(byte);
	}

	/** The string before a bracket is its key: nothing else can stand there inside an object. */
	private isList(depth: number): boolean {
		const {isDocument} = this.options;
		if (depth === 0) return isDocument;
		if (depth === 1) return this.keys[1] === 'messages' || (isDocument && this.keys[1] === 'history');
		return depth === 2 && this.keys[1] === '$set' && this.keys[2] === 'messages';
	}

	private keep(bytes: Buffer): void {
		if (this.element) this.element.add(bytes);
		else this.rest.add(bytes);
	}

	private endElement(): void {
		const element = this.element!.finish();
		this.element = undefined;
		this.rest.leaveOut(element.length);
		this.options.onElement({...element, isTerminated: true});
	}
}

/** Bytes of one value, shortened when they are too many. */
class Collector {
	private length = 0;
	private kept = 0;
	private parts: Buffer[] = [];
	private cuts: Cut[] = [];
	private shortener: StringShortener | undefined;

	constructor(private readonly offset: number) {}

	add(bytes: Buffer): void {
		if (bytes.length === 0) return;
		this.length += bytes.length;
		this.kept += bytes.length;
		if (!this.shortener && this.kept > longestWholeLine) {
			this.shortener = new StringShortener();
			for (const part of this.parts) this.shortener.push(part);
			this.parts = [];
		}
		if (this.shortener) this.shortener.push(bytes);
		else this.parts.push(Buffer.from(bytes));
	}

	leaveOut(bytes: number): void {
		this.length += bytes;
		this.cuts.push({at: this.kept, bytes});
	}

	finish(): Omit<Line, 'isTerminated'> {
		const {offset, length} = this;
		if (!this.shortener) return {offset, length, bytes: Buffer.concat(this.parts), cuts: this.cuts};
		const shortened = this.shortener.finish();
		return {offset, length, bytes: shortened?.bytes, cuts: shortened?.cuts ?? []};
	}
}

/** The value of an element; undefined where it is no JSON, or too large. */
export function recordOf({bytes, offset, length, cuts}: Line): RawRecord {
	const text = bytes?.toString('utf8');
	const value = text === undefined ? undefined : tryParse(text)?.value;
	const blank = text === undefined ? 0 : text.length - text.trimEnd().length;
	return {value, offset, length: length - blank, cutBytes: cuts.reduce((sum, cut) => sum + cut.bytes, 0)};
}
