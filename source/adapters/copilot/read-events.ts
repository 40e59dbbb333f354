/** The events of a session, whatever its format, in one shape. */
import fs from 'node:fs';
import {openRegularFile} from '../files.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {type RecordOptions, readRecords} from '../jsonl/read-records.ts';
import {type CopilotEvent, eventOf} from './event.ts';
import {readLegacy} from './legacy.ts';
import {isLegacy} from './places.ts';

/** `event` is undefined for what Copilot is not known to write. */
export type EventRecord = RawRecord & {readonly event: CopilotEvent | undefined};

export type EventOptions = Pick<
	RecordOptions,
	'signal' | 'onProgress' | 'warn' | 'from' | 'end' | 'isWhole' | 'observe'
>;

/** Content never throws; an error of the file system does. */
export async function* readEvents(path: string, options: EventOptions = {}): AsyncGenerator<EventRecord[]> {
	if (isLegacy(path)) yield readDocument(path, options);
	else for await (const batch of readRecords(path, options)) yield batch.map(withEvent);
}

export function withEvent(record: RawRecord): EventRecord {
	const {value, offset, length, cutBytes} = record;
	return {value, offset, length, cutBytes, event: eventOf(value)};
}

/** Nobody writes these any more; they are small. */
const largestDocument = 256 * 1024 * 1024;

/** All of a document, whatever part is wanted. */
export function readDocument(path: string, {warn, onProgress}: EventOptions = {}): EventRecord[] {
	const {fd, stat} = openRegularFile(path);
	try {
		if (stat.size > largestDocument) {
			warn?.({path, offset: 0, message: `a document of ${stat.size} bytes is too large to read`});
			return [];
		}
		const bytes = fs.readFileSync(fd);
		onProgress?.(bytes.length);
		if (warn) checkDocument(path, bytes, warn);
		return readLegacy(bytes);
	} finally {
		fs.closeSync(fd);
	}
}

/** The document is read piece by piece; only whole it tells whether it is whole. */
function checkDocument(path: string, bytes: Buffer, warn: NonNullable<EventOptions['warn']>): void {
	try {
		JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
	} catch (error) {
		warn({path, offset: 0, message: `the document is damaged: ${(error as Error).message}`});
	}
}
