import {isAscii} from 'node:buffer';
import {cutDepths, deepest} from './depth.ts';
import {replacement, reportInvalid} from './invalid-bytes.ts';
import {outlineOf} from './outline.ts';
import {type RawRecord, type Report, recordIn, tryParse} from './raw-record.ts';
import {recoverRecords} from './recover-records.ts';
import type {Line} from './split-lines.ts';
import {textOf} from './text-of.ts';

export type {LineTrouble, RawRecord} from './raw-record.ts';

const carriageReturn = 0x0d;
const byteOrderMark = '\uFEFF';
const byteOrderMarkBytes = 3;

/**
 * The records of a line: one as a rule, none for a blank one, several where a writer lost a line end.
 * Never throws; what can't be read is told to `report`.
 */
export function parseLine(line: Line, report: Report): RawRecord[] {
	const records: RawRecord[] = [];
	parseInto(records, line, report);
	return records;
}

/** The same, behind other records: most lines are one. `isOutline`: nobody needs its long texts (see `outlineOf`). */
export function parseInto(
	records: RawRecord[],
	line: Line,
	report: Report,
	isOutline?: (bytes: Buffer) => boolean,
): void {
	if (line.length === 0) return;
	const {bytes} = line;
	if (!bytes) {
		report({offset: line.offset, message: `a record of ${line.length} bytes is too large to read`});
		records.push({value: undefined, offset: line.offset, length: line.length, cutBytes: line.length});
		return;
	}

	const end = bytes[bytes.length - 1] === carriageReturn ? bytes.length - 1 : bytes.length;
	// Every byte is a letter: such a text needs no decoding, and its outline is all of it.
	if (isAscii(bytes)) {
		const text = bytes.toString('latin1', 0, end);
		const parsed = tryParse(text);
		if (parsed) records.push(withinDepth(recordIn(line, 0, end, parsed.value), report));
		else if (text.trim() !== '') recoverInto(records, line, 0, end, report);
		return;
	}
	const outline = isOutline?.(bytes) ? outlineOf(bytes, end) : undefined;
	if (outline) {
		records.push(withinDepth(recordIn(line, 0, end, outline), report));
		return;
	}
	const text = textOf(bytes, end);
	if (text.includes(replacement)) reportInvalid(line, report);
	const hasMark = text.startsWith(byteOrderMark);
	const start = hasMark ? byteOrderMarkBytes : 0;
	const parsed = tryParse(hasMark ? text.slice(1) : text);
	if (parsed) {
		const record = withinDepth(recordIn(line, start, end, parsed.value), report);
		records.push(isOutline ? {...record, isDecoded: true} : record);
	} else if (text.trim() !== '') recoverInto(records, line, start, end, report);
}

function recoverInto(records: RawRecord[], line: Line, start: number, end: number, report: Report): void {
	for (const record of recoverRecords(line, start, end, report)) records.push(withinDepth(record, report));
}

/** What lies too deep is left out, and told. */
function withinDepth(record: RawRecord, report: Report): RawRecord {
	// A level takes two brackets at least.
	if (record.length <= 2 * deepest || !cutDepths(record.value)) return record;
	report({
		offset: record.offset,
		message: `a record nested more than ${deepest} levels deep; what is below is left out`,
	});
	return {...record, cutBytes: bytesMissing(record)};
}

/** As far as the length of what is left tells: white space and escapes may be written in other ways. */
function bytesMissing({value, length}: RawRecord): number {
	return Math.max(1, length - Buffer.byteLength(JSON.stringify(value)));
}
