import {isAscii, isUtf8} from 'node:buffer';
import {cutDepths, deepest} from './depth.ts';
import {replacement, reportInvalid} from './invalid-bytes.ts';
import {readLongText} from './long-text.ts';
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

/** Of which lines less than all is wanted. */
export type Shortcuts = {
	/** Lines of which nobody needs the long texts (see `outlineOf`). */
	readonly isOutline?: (bytes: Buffer) => boolean;
	/** Where in a line its one long text begins, behind the quote, if it is to be read apart (see `LongText`). */
	readonly longTextIn?: (bytes: Buffer) => number | undefined;
	/** So much of a long text is wanted; all of it by default. */
	readonly mostOfText?: number;
};

const noShortcuts: Shortcuts = {};

/** The same, behind other records: most lines are one. */
export function parseInto(records: RawRecord[], line: Line, report: Report, shortcuts: Shortcuts = noShortcuts): void {
	if (line.length === 0) return;
	const {bytes} = line;
	if (!bytes) {
		report({offset: line.offset, message: `a record of ${line.length} bytes is too large to read`});
		records.push({value: undefined, offset: line.offset, length: line.length, cutBytes: line.length});
		return;
	}

	const end = bytes[bytes.length - 1] === carriageReturn ? bytes.length - 1 : bytes.length;
	const apart = shortcuts.longTextIn && recordWithout(line, bytes, end, shortcuts);
	if (apart) {
		records.push(withinDepth(apart, report));
		return;
	}
	// Every byte is a letter: such a text needs no decoding, and its outline is all of it.
	if (isAscii(bytes)) {
		const text = bytes.toString('latin1', 0, end);
		const parsed = tryParse(text);
		if (parsed) records.push(withinDepth(recordIn(line, 0, end, parsed.value), report));
		else if (text.trim() !== '') recoverInto(records, line, 0, end, report);
		return;
	}
	const {isOutline} = shortcuts;
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

/** A record and its long text, each by itself. */
function recordWithout(
	line: Line,
	bytes: Buffer,
	end: number,
	{longTextIn, mostOfText}: Shortcuts,
): RawRecord | undefined {
	// Where something was left out of a line, its places are others.
	const start = line.cuts.length > 0 ? undefined : longTextIn!(bytes);
	if (start === undefined || !isUtf8(bytes)) return undefined;
	const longText = readLongText(bytes, start, mostOfText ?? Number.POSITIVE_INFINITY);
	if (!longText) return undefined;
	const parsed = tryParse(bytes.toString('utf8', 0, start) + bytes.toString('utf8', longText.end, end));
	return parsed && {...recordIn(line, 0, end, parsed.value), longText};
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
