import {isUtf8} from 'node:buffer';
import type {Line} from './split-lines.ts';

/** One JSON value of a file, and where it lies. */
export type RawRecord = {
	readonly value: unknown;
	readonly offset: number;
	readonly length: number;
	/** How many bytes of long strings were left out of `value`. */
	readonly cutBytes: number;
};

export type LineTrouble = {readonly offset: number; readonly message: string};

const carriageReturn = 0x0d;
const byteOrderMark = 0xfeff;

/**
 * The records of a line: one as a rule, none for a blank one, several where a writer lost a line end.
 * Never throws; what can't be read is told to `report`.
 */
export function parseLine(line: Line, report: (trouble: LineTrouble) => void): RawRecord[] {
	if (line.length === 0) return [];
	if (!line.bytes) {
		report({offset: line.offset, message: `a record of ${line.length} bytes is too large to read`});
		return [{value: undefined, offset: line.offset, length: line.length, cutBytes: line.length}];
	}

	let {bytes} = line;
	if (bytes.at(-1) === carriageReturn) bytes = bytes.subarray(0, -1);
	const {text, lead} = decode(bytes, line.offset, report);
	if (text.length === 0) return [];
	const offset = line.offset + lead;
	const length = line.cutBytes > 0 ? line.length - lead : bytes.length - lead;
	try {
		return [{value: JSON.parse(text), offset, length, cutBytes: line.cutBytes}];
	} catch {
		return text.trim() === '' ? [] : recover(text, {...line, offset, length}, report);
	}
}

/** The line as text, without the marks and zero bytes that may stand before a record. */
function decode(bytes: Buffer, offset: number, report: (trouble: LineTrouble) => void): {text: string; lead: number} {
	let text = bytes.toString('utf8');
	let lead = 0;
	if (text.charCodeAt(0) === byteOrderMark) {
		text = text.slice(1);
		lead += 3;
	}
	let zeros = 0;
	while (text.charCodeAt(zeros) === 0) zeros++;
	if (zeros > 0) {
		report({offset: offset + lead, message: `${zeros} zero bytes where a record should begin (a write that a crash cut off)`});
		text = text.slice(zeros);
		lead += zeros;
	}
	if (text.includes('\uFFFD') && !isUtf8(bytes)) report({offset, message: 'bytes that are not UTF-8, shown as \uFFFD'});
	return {text, lead};
}

/** A line that is not one JSON value: records glued together, cut off, or no records at all. */
function recover(
	text: string,
	line: {readonly offset: number; readonly length: number; readonly cutBytes: number; readonly isTerminated: boolean},
	report: (trouble: LineTrouble) => void,
): RawRecord[] {
	const records: RawRecord[] = [];
	const place = (from: number) => line.offset + Buffer.byteLength(text.slice(0, from));
	let at = 0;
	while (at < text.length) {
		const start = skipBlank(text, at);
		if (start >= text.length) break;
		const end = endOfValue(text, start);
		const piece = end === undefined ? undefined : tryParse(text.slice(start, end));
		if (piece && end !== undefined) {
			const offset = place(start);
			records.push({value: piece.value, offset, length: Buffer.byteLength(text.slice(start, end)), cutBytes: line.cutBytes});
			at = end;
			continue;
		}

		const next = nextWholeRecord(text, start + 1);
		const isCutOff = next === undefined && !line.isTerminated;
		const offset = place(start);
		if (isCutOff) report({offset, message: 'the last record is cut off (still being written, or a crash)'});
		else if (next !== undefined) report({offset, message: 'a record that is cut off, with the next one glued to it'});
		else report({offset, message: 'not a JSON record'});
		if (next === undefined) break;
		at = next;
	}
	if (records.length > 1) report({offset: records[1]!.offset, message: `${records.length} records on one line; all are kept`});
	return records;
}

function skipBlank(text: string, from: number): number {
	let at = from;
	while (at < text.length && (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === byteOrderMark)) at++;
	return at;
}

/** The end of the object that begins at `start`, by counting brackets outside strings. */
function endOfValue(text: string, start: number): number | undefined {
	let depth = 0;
	let inString = false;
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (inString) {
			if (code === 0x5c) at++;
			else if (code === 0x22) inString = false;
		} else if (code === 0x22) inString = true;
		else if (code === 0x7b || code === 0x5b) depth++;
		else if (code === 0x7d || code === 0x5d) {
			depth--;
			if (depth <= 0) return at + 1;
		}
	}
	return undefined;
}

/**
 * Where, after a cut-off record, a whole one begins: the rest of the line from there on must be JSON. An object nested
 * in the broken record can't be taken for one, because the brackets after it would not fit.
 */
function nextWholeRecord(text: string, from: number): number | undefined {
	const mostTries = 64;
	let at = from;
	for (let tries = 0; tries < mostTries; tries++) {
		at = text.indexOf('{"', at);
		if (at === -1) return undefined;
		const end = endOfValue(text, at);
		if (end !== undefined && text.slice(end).trim() === '' && tryParse(text.slice(at, end))) return at;
		at += 2;
	}
	return undefined;
}

function tryParse(text: string): {value: unknown} | undefined {
	try {
		return {value: JSON.parse(text)};
	} catch {
		return undefined;
	}
}
