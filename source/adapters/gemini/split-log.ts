/** Takes the bytes of a session file of either kind apart: a log of JSON lines, or one JSON document. */
import {reportInvalid} from '../jsonl/invalid-bytes.ts';
import {parseLine, type RawRecord} from '../jsonl/parse-line.ts';
import {type Report, tryParse} from '../jsonl/raw-record.ts';
import type {Line} from '../jsonl/split-lines.ts';
import {ElementScanner, recordOf} from './element-scanner.ts';

export type Piece<T> =
	/** A line of a log. The messages of a snapshot are digested, and not in the value. */
	| {readonly kind: 'line'; readonly record: RawRecord; readonly messages: readonly T[]}
	/** A message of a document. */
	| {readonly kind: 'message'; readonly record: RawRecord}
	/** A document without its messages; of one that breaks off, the fields before them. */
	| {readonly kind: 'shell'; readonly record: RawRecord};

export type LogSplitter<T> = {
	readonly isDocument: boolean;
	push(chunk: Buffer): Array<Piece<T>>;
	finish(): Array<Piece<T>>;
};

export type SplitOptions<T> = {
	readonly path: string;
	/** The beginning of the file, which tells its kind. */
	readonly head: Buffer;
	readonly report: Report;
	/** Makes something small of each message of a snapshot. */
	readonly digest: (record: RawRecord) => T;
};

export function splitLog<T>({path, head, report, digest}: SplitOptions<T>): LogSplitter<T> {
	return isDocument(head, path) ? new DocumentSplitter(report) : new LineLogSplitter(report, digest);
}

/** How much of a file is needed to tell its kind. */
export const sniffedBytes = 64 * 1024;

/** By the first line: the program itself reads either kind under either name. */
function isDocument(head: Buffer, path: string): boolean {
	let start = head.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
	while (start < head.length && head[start]! <= 0x20) start++;
	if (head[start] === openBracket) return true;
	const end = head.indexOf(newline, start);
	const first = head.toString('utf8', start, end === -1 ? undefined : end).trim();
	if (first === '{') return true;
	if (path.endsWith('.jsonl') || (end === -1 && head.length >= sniffedBytes)) return false;
	return tryParse(first) === undefined;
}

const byteOrderMark = Buffer.from('\uFEFF');
const openBracket = 0x5b;
const newline = 0x0a;
const listMark = Buffer.from('"messages"');

class LineLogSplitter<T> implements LogSplitter<T> {
	readonly isDocument = false;
	private offset = 0;
	private scanner: ElementScanner | undefined;
	private messages: T[] = [];

	constructor(
		private readonly report: Report,
		private readonly digest: (record: RawRecord) => T,
	) {}

	push(chunk: Buffer): Array<Piece<T>> {
		const pieces: Array<Piece<T>> = [];
		let start = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
			for (const piece of this.complete(chunk.subarray(start, end))) pieces.push(piece);
			start = end + 1;
		}
		if (start < chunk.length) this.scan(chunk.subarray(start));
		return pieces;
	}

	finish(): Array<Piece<T>> {
		return this.scanner ? this.endLine(this.scanner.finish(false)) : [];
	}

	/** Most lines lie in a chunk whole and need no scan. */
	private complete(bytes: Buffer): Array<Piece<T>> {
		if (!this.scanner && !bytes.includes(listMark))
			return this.endLine({offset: this.offset, length: bytes.length, bytes, cuts: [], isTerminated: true});
		return this.endLine(this.scan(bytes).finish(true));
	}

	private scan(bytes: Buffer): ElementScanner {
		this.scanner ??= new ElementScanner({
			offset: this.offset,
			isDocument: false,
			onElement: element => {
				reportInvalid(element, this.report);
				this.messages.push(this.digest(recordOf(element)));
			},
		});
		this.scanner.push(bytes);
		return this.scanner;
	}

	private endLine(line: Line): Array<Piece<T>> {
		const {messages} = this;
		this.messages = [];
		this.scanner = undefined;
		this.offset = line.offset + line.length + 1;
		return parseLine(line, this.report).map(record => ({kind: 'line', record, messages}));
	}
}

/** The messages of a document as soon as each of them ends, and what is around them at last. */
class DocumentSplitter<T> implements LogSplitter<T> {
	readonly isDocument = true;
	private pieces: Array<Piece<T>> = [];
	private readonly scanner: ElementScanner;

	constructor(private readonly report: Report) {
		this.scanner = new ElementScanner({offset: 0, isDocument: true, onElement: element => this.take(element)});
	}

	push(chunk: Buffer): Array<Piece<T>> {
		this.scanner.push(chunk);
		const {pieces} = this;
		this.pieces = [];
		return pieces;
	}

	finish(): Array<Piece<T>> {
		const shell = this.scanner.finish(false);
		reportInvalid(shell, this.report);
		const record = recordOf(shell);
		if (record.value !== undefined) return [...this.pieces, {kind: 'shell', record}];
		this.report({offset: record.offset, message: 'the document is cut off or damaged; what is whole in it is shown'});
		return [...this.pieces, {kind: 'shell', record: {...record, value: fieldsBefore(shell.bytes)}}];
	}

	private take(element: Line): void {
		reportInvalid(element, this.report);
		const record = recordOf(element);
		if (record.value === undefined)
			this.report({offset: record.offset, message: `a message of ${record.length} bytes that can't be read`});
		this.pieces.push({kind: 'message', record});
	}
}

function fieldsBefore(bytes: Buffer | undefined): unknown {
	const fields = /^([\s\S]*?),?\s*"(?:messages|history)"\s*:\s*\[/.exec(bytes?.toString('utf8') ?? '')?.[1];
	return fields === undefined ? undefined : tryParse(`${fields}}`)?.value;
}
