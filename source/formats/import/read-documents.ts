/** The documents of a file: one, or one a line. */
import {type Fields, isFields} from '../../adapters/fields.ts';
import {readChunks} from '../../adapters/jsonl/read-chunks.ts';
import {lazyDocument, parseFlat, textOf} from './lazy-document.ts';
import {BadDocument} from './open-format.ts';

export type Document = {
	readonly value: Fields;
	readonly bytes: Buffer;
	/** Where it begins in the (decompressed) file. */
	readonly offset: number;
	/** Its line, in a file of lines. */
	readonly line?: number;
};

/** JSON is parsed in one piece, and a string can't be much longer. */
const mostBytes = 400 * 1024 * 1024;
const newline = 0x0a;
/** A document that is larger is better parsed in pieces. */
const largeBytes = 16 * 1024 * 1024;
/** A document whose first line is longer is all on one. */
const longestHeader = 1024 * 1024;

/** The first bytes, to see what it is. */
export async function readStart(file: string, bytes = 64 * 1024): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const chunk of readChunks(file, {end: bytes})) pieces.push(Buffer.from(chunk));
	return Buffer.concat(pieces).toString('utf8');
}

export type DocumentOptions = {
	readonly signal?: AbortSignal;
	/** The list that is parsed element by element in a large document: a `BadElement` is thrown when one is looked at. */
	readonly list?: string;
	/** In a file of lines, only those that hold this text. */
	readonly holding?: string;
	/** Told of each line that does not. */
	readonly onPassedOver?: () => void;
	/** Lines that are not JSON; without it they throw. */
	readonly onBadLine?: (error: BadDocument, line: number) => void;
};

/** Streams the lines of a file of lines; any other file is one document. Throws `BadDocument`. */
export async function* readDocuments(file: string, options: DocumentOptions = {}): AsyncGenerator<Document> {
	if (!(await isOfLines(file))) {
		const bytes = await readAll(file, options.signal);
		yield {value: await parse(bytes, options.list), bytes, offset: 0};
		return;
	}
	const wanted = options.holding === undefined ? undefined : Buffer.from(options.holding);
	for await (const {bytes, offset, line} of readLines(file, options.signal)) {
		if (isBlank(bytes)) continue;
		if (wanted && !bytes.includes(wanted)) {
			options.onPassedOver?.();
			continue;
		}
		try {
			yield {value: await parse(bytes, options.list, line), bytes, offset, line};
		} catch (error) {
			if (!(error instanceof BadDocument) || !options.onBadLine) throw error;
			options.onBadLine(error, line);
		}
	}
}

/** A document that is laid out has its first brace alone on a line. One that is not may as well be a file of lines. */
async function isOfLines(file: string): Promise<boolean> {
	if (/\.(?:ndjson|jsonl)(?:\.gz|\.zst)?$/i.test(file)) return true;
	const start = await readStart(file, longestHeader);
	const end = start.indexOf('\n');
	return end === -1 ? start.length >= longestHeader : start.slice(0, end).trimEnd().endsWith('}');
}

async function readAll(file: string, signal?: AbortSignal): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let length = 0;
	for await (const chunk of readChunks(file, {signal})) {
		length += chunk.length;
		if (length > mostBytes) throw tooLarge();
		pieces.push(Buffer.from(chunk));
	}
	return Buffer.concat(pieces, length);
}

type Line = {readonly bytes: Buffer; readonly offset: number; readonly line: number};

async function* readLines(file: string, signal?: AbortSignal): AsyncGenerator<Line> {
	let held: Buffer[] = [];
	let length = 0;
	let offset = 0;
	let line = 1;
	const take = (): Line => {
		const found = {bytes: Buffer.concat(held, length), offset, line};
		offset += length + 1;
		line++;
		held = [];
		length = 0;
		return found;
	};
	for await (const chunk of readChunks(file, {signal})) {
		let from = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
			held.push(chunk.subarray(from, end));
			length += end - from;
			from = end + 1;
			yield take();
		}
		held.push(Buffer.from(chunk.subarray(from)));
		length += chunk.length - from;
		if (length > mostBytes) throw tooLarge(line);
	}
	if (length > 0) yield take();
}

function isBlank(bytes: Buffer): boolean {
	return bytes.every(byte => byte <= 0x20);
}

function tooLarge(line?: number): BadDocument {
	const what = line === undefined ? 'it' : `line ${line}`;
	return new BadDocument(`${what} is larger than 400 MB, more than can be read as one document`);
}

async function parse(bytes: Buffer, list?: string, line?: number): Promise<Fields> {
	const isLarge = list !== undefined && bytes.length > largeBytes;
	let value: unknown;
	try {
		value = isLarge ? lazyDocument(bytes, list) : parseFlat(textOf(bytes));
	} catch (error) {
		const {describeFault} = await import('./json-fault.ts');
		throw new BadDocument(`it is not JSON: ${describeFault(textOf(bytes), error as Error, {line})}`);
	}
	if (isFields(value)) return value;
	throw new BadDocument(`${line === undefined ? 'it' : `line ${line}`} is not a JSON object`);
}
