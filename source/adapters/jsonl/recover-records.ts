/** Reading what is left of a damaged line. Places are bytes of the line, so that every warning names the exact one. */
import {isFields} from '../fields.ts';
import {placeIn, type RawRecord, type Report, recordIn, tryParse} from './raw-record.ts';
import type {Line} from './split-lines.ts';

/** How often a line may be looked through before the search for records in it is given up. */
const mostLooks = 64;

const quote = 0x22;
const backslash = 0x5c;

/** The records of a line that is not one JSON value: records glued together, cut off, or no records at all. */
export function recoverRecords(line: Line, start: number, end: number, report: Report): RawRecord[] {
	// In this encoding a character is a byte; brackets and quotes are the same as in UTF-8.
	const text = line.bytes!.toString('latin1', 0, end);
	const search = new RecordSearch(line, text);
	const records: RawRecord[] = [];
	for (let at = skipBlank(text, start); at < end; at = skipBlank(text, at)) {
		const place = placeIn(line, at);
		const zeros = countZeros(text, at);
		if (zeros > 0) {
			report({
				offset: place,
				message: `${zeros} zero bytes where a record should begin (a write that a crash cut off)`,
			});
			at += zeros;
			continue;
		}
		const found = search.recordAt(at);
		if (found) {
			records.push(found.record);
			at = found.end;
			continue;
		}
		const next = search.nextAfter(at);
		if (next !== undefined) report({offset: place, message: 'a record that is cut off, with the next one glued to it'});
		else if (line.isTerminated) report({offset: place, message: 'not a JSON record'});
		else report({offset: place, message: 'the last record is cut off (still being written, or a crash)'});
		at = next ?? end;
	}
	if (records.length > 1)
		report({offset: records[1]!.offset, message: `${records.length} records on one line; all are kept`});
	return records;
}

class RecordSearch {
	private effort: number;

	constructor(
		private readonly line: Line,
		private readonly text: string,
	) {
		this.effort = mostLooks * text.length;
	}

	recordAt(start: number): {record: RawRecord; end: number} | undefined {
		const end = isOpening(this.text.charCodeAt(start)) ? this.endOfValue(start) : undefined;
		if (end === undefined) return undefined;
		const parsed = tryParse(this.line.bytes!.toString('utf8', start, end));
		return parsed && {record: recordIn(this.line, start, end, parsed.value), end};
	}

	/** Where, after the beginning of a cut-off record, a whole one begins. */
	nextAfter(broken: number): number | undefined {
		for (
			let at = this.text.indexOf('{"', broken + 1);
			at !== -1 && this.effort > 0;
			at = this.text.indexOf('{"', at + 2)
		) {
			const found = this.recordAt(at);
			if (found && (!this.mayBeNested(at) || this.isSurelyRecord(found))) return at;
		}
		return undefined;
	}

	/** An object stands where a value of the broken record could. */
	private mayBeNested(at: number): boolean {
		return /[:,[]\s*$/.test(this.text.slice(Math.max(0, at - 8), at));
	}

	/** Cut off right before a value: then what follows has the marks of a record, and the line ends with it. */
	private isSurelyRecord({record: {value}, end}: {record: RawRecord; end: number}): boolean {
		const isLast = skipBlank(this.text, end) === this.text.length;
		return isLast && this.line.isTerminated && isFields(value) && ('timestamp' in value || 'sessionId' in value);
	}

	/** The end of the object or list that begins at `start`, by counting brackets outside strings. */
	private endOfValue(start: number): number | undefined {
		const {text} = this;
		let depth = 0;
		let inString = false;
		let at = start;
		let end: number | undefined;
		for (; at < text.length && end === undefined; at++) {
			const code = text.charCodeAt(at);
			if (inString) {
				if (code === backslash) at++;
				else if (code === quote) inString = false;
			} else if (code === quote) inString = true;
			else if (isOpening(code)) depth++;
			else if ((code === 0x7d || code === 0x5d) && --depth <= 0) end = at + 1;
		}
		this.effort -= at - start;
		return end;
	}
}

function isOpening(code: number): boolean {
	return code === 0x7b || code === 0x5b;
}

/** White space, and the marks of files that were joined. */
function skipBlank(text: string, from: number): number {
	for (let at = from; ; ) {
		if (isBlank(text.charCodeAt(at))) at++;
		else if (text.startsWith('\u00EF\u00BB\u00BF', at)) at += 3;
		else return at;
	}
}

function isBlank(code: number): boolean {
	return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function countZeros(text: string, from: number): number {
	let at = from;
	while (text.charCodeAt(at) === 0) at++;
	return at - from;
}
