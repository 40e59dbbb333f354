/** What a few short reads tell of a file that might be a session of pi. */
import {isFields} from '../fields.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {holdsAny, isBlank} from '../jsonl/search-file.ts';
import {type Header, headerOf} from './header.ts';

const headBytes = 16 * 1024;
/** As far as a damaged beginning may reach. */
const farBytes = 4 * 1024 * 1024;

const messageMarks = ['"type":"message"', '"type": "message"'];

export type Sniffed = {
	readonly size: number;
	readonly endedAt: string;
	/** Absent where the first line is damaged and the rest is a session all the same. */
	readonly header?: Header;
	/** undefined: it holds a conversation. */
	readonly reason?: string;
	readonly isUnreadable?: boolean;
};

/** Throws errors of the file system only. */
export function sniff(path: string): Sniffed {
	const file = new FileEnds(path);
	try {
		const base = {size: file.size, endedAt: file.newestTime() ?? new Date(file.modifiedMs).toISOString()};
		if (file.size === 0) return {...base, reason: 'empty file'};
		const {header, records, hasMessage} = firstRecords(file);
		if (header) {
			const reason = hasMessage || holdsAny(file, messageMarks) ? undefined : 'no conversation in it, only bookkeeping';
			return {...base, header, reason};
		}
		if (hasMessage) return base;
		if (records > 0) return {...base, reason: 'not a pi session'};
		if (isBlank(file)) return {...base, reason: 'empty file'};
		return {...base, reason: 'no line of it is JSON', isUnreadable: true};
	} finally {
		file.close();
	}
}

type First = {header?: Header; records: number; hasMessage: boolean};

function firstRecords(file: FileEnds): First {
	const found: First = {records: 0, hasMessage: false};
	const isEnough = () => found.records > 0;
	for (const {value} of file.headRecords({first: headBytes, reach: farBytes, isEnough})) {
		found.records++;
		if (found.records === 1) found.header = headerOf(value);
		found.hasMessage = isMessage(value);
		if (found.hasMessage) break;
	}
	return found;
}

function isMessage(record: unknown): boolean {
	return (
		isFields(record) && record.type === 'message' && isFields(record.message) && typeof record.message.role === 'string'
	);
}
