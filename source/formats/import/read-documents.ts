/** The documents of a file: one, or one a line. */
import {type Fields, isFields} from '../../adapters/fields.ts';
import {readChunks} from '../../adapters/jsonl/read-chunks.ts';
import {lazyDocument, parseFlat, textOf} from './lazy-document.ts';
import {BadDocument, type OpenFormat} from './open-format.ts';
import {topNames} from './top-names.ts';

export type Document = {
	readonly format: OpenFormat;
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

/** So much of a document tells what it is. */
const tellingBytes = 64 * 1024;
/** Whatever begins with more that is none is no file of documents. */
const mostBeforeFirst = {lines: 100, bytes: 64 * 1024 * 1024};

async function readStart(file: string, bytes = tellingBytes): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const chunk of readChunks(file, {end: bytes})) pieces.push(Buffer.from(chunk));
	return Buffer.concat(pieces).toString('utf8');
}

export type LinePlace = {readonly line: number; readonly offset: number};

export type DocumentOptions = {
	readonly signal?: AbortSignal;
	/** The list of a large document is parsed element by element: a `BadElement` is thrown when one is looked at. */
	readonly isLazy?: boolean;
	/** In a file of lines, only those that hold this text. */
	readonly holding?: string;
	/** In a file of lines, only this one. */
	readonly line?: number;
	/** Told of each line that is not wanted. */
	readonly onPassedOver?: () => void;
	/** Lines that are no documents; without it they throw. */
	readonly onBadLine?: (error: BadDocument, place: LinePlace) => void;
};

/**
 * Streams the lines of a file of lines, each of a format of its own; any other file is one document. Throws `BadDocument`.
 */
export async function* readDocuments(
	formats: readonly OpenFormat[],
	file: string,
	options: DocumentOptions = {},
): AsyncGenerator<Document> {
	if (!(await isOfLines(file))) {
		const bytes = await readAll(file, options.signal);
		yield {...(await parse(formats, bytes, options)), bytes, offset: 0};
		return;
	}
	const holding = options.holding === undefined ? undefined : Buffer.from(options.holding);
	const isWanted = ({bytes, line}: Line) =>
		(options.line === undefined || options.line === line) && (!holding || bytes.includes(holding));
	for await (const each of readLines(file, options)) {
		const {bytes, offset, line} = each;
		if (isBlank(bytes)) continue;
		if (!isWanted(each)) {
			options.onPassedOver?.();
			continue;
		}
		try {
			yield {...(await parse(formats, bytes, options, line)), bytes, offset, line};
		} catch (error) {
			if (!(error instanceof BadDocument) || !options.onBadLine) throw error;
			options.onBadLine(error, {line, offset});
		}
	}
}

/** The format a file is in, by the names at its beginning; of a file of lines, that of the first line that has one. */
export async function firstFormat(formats: readonly OpenFormat[], file: string): Promise<OpenFormat | undefined> {
	const found = formatOfStart(formats, await readStart(file));
	if (found || !(await isOfLines(file))) return found;
	for await (const {bytes, offset, line} of readLines(file, {most: tellingBytes})) {
		const later = formatOfStart(formats, textOf(bytes));
		if (later) return later;
		if (line >= mostBeforeFirst.lines || offset >= mostBeforeFirst.bytes) return undefined;
	}
	return undefined;
}

function formatOfStart(formats: readonly OpenFormat[], start: string): OpenFormat | undefined {
	const names = topNames(start);
	return formats.find(format => format.isDocument(names));
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

type Line = LinePlace & {readonly bytes: Buffer};

type LineOptions = {
	readonly signal?: AbortSignal;
	/** So much of each, or little more; without it a line that is too large to be a document throws. */
	readonly most?: number;
};

async function* readLines(file: string, {signal, most}: LineOptions = {}): AsyncGenerator<Line> {
	let held: Buffer[] = [];
	let length = 0;
	let offset = 0;
	let line = 1;
	const take = (): Line => {
		const found = {bytes: Buffer.concat(held), offset, line};
		offset += length + 1;
		line++;
		held = [];
		length = 0;
		return found;
	};
	const hold = (piece: Buffer) => {
		if (most === undefined || length < most) held.push(piece);
		length += piece.length;
	};
	for await (const chunk of readChunks(file, {signal})) {
		let from = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
			hold(chunk.subarray(from, end));
			from = end + 1;
			yield take();
		}
		hold(Buffer.from(chunk.subarray(from)));
		if (most === undefined && length > mostBytes) throw tooLarge(line);
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

async function parse(
	formats: readonly OpenFormat[],
	bytes: Buffer,
	{isLazy}: DocumentOptions,
	line?: number,
): Promise<Pick<Document, 'format' | 'value'>> {
	const large = isLazy && bytes.length > largeBytes;
	const told = large ? formatOfStart(formats, textOf(bytes.subarray(0, tellingBytes))) : undefined;
	let value: unknown;
	try {
		value = told ? lazyDocument(bytes, told.list) : parseFlat(textOf(bytes));
	} catch (error) {
		const {describeFault} = await import('./json-fault.ts');
		throw new BadDocument(`it is not JSON: ${describeFault(textOf(bytes), error as Error, {line})}`);
	}
	if (!isFields(value)) throw new BadDocument('it is not a JSON object');
	const names = new Set(Object.keys(value));
	const format = told ?? formats.find(each => each.isDocument(names));
	if (!format) throw new BadDocument('it is not a document of a format we know');
	return {format, value};
}
