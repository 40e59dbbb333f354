/** What a few short reads tell of a file that might be a session of Copilot. */
import {isFields} from '../fields.ts';
import {FileEnds, lastTimestamp} from '../jsonl/read-ends.ts';
import {holdsAny, isBlank} from '../jsonl/search-file.ts';
import {eventOf, type Start, startOf} from './event.ts';
import {legacySessionId} from './legacy.ts';
import {isLegacy} from './places.ts';

const headBytes = 16 * 1024;
/** As far as a damaged beginning may reach. */
const farBytes = 4 * 1024 * 1024;
const tailBytes = 8 * 1024;
const longTailBytes = 512 * 1024;

export type Sniffed = {
	readonly size: number;
	readonly endedAt: string;
	/** Absent where the first event is damaged and the rest is a log all the same. */
	readonly start?: Start;
	/** undefined: it holds a conversation. */
	readonly reason?: string;
	readonly isUnreadable?: boolean;
};

type Finding = Pick<Sniffed, 'start' | 'reason' | 'isUnreadable'>;

/** Throws errors of the file system only. */
export function sniff(path: string): Sniffed {
	const file = new FileEnds(path);
	try {
		const endedAt = newestTime(file) ?? new Date(file.modifiedMs).toISOString();
		const finding = file.size === 0 ? empty : isLegacy(path) ? sniffDocument(file) : sniffLog(file);
		return {size: file.size, endedAt, ...finding};
	} finally {
		file.close();
	}
}

/** The time of the newest event near the end. */
export function newestTime(file: FileEnds): string | undefined {
	const stamp =
		stampIn(file, file.tail(tailBytes)) ??
		(file.size > tailBytes ? stampIn(file, file.tail(longTailBytes)) : undefined);
	const time = stamp === undefined ? Number.NaN : Date.parse(stamp);
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A document is written with spaces after its colons. */
function stampIn(file: FileEnds, bytes: Buffer): string | undefined {
	if (!isLegacy(file.path)) return lastTimestamp(bytes);
	return lastTimestamp(Buffer.from(bytes.toString('latin1').replaceAll(/"timestamp"\s*:\s*"/g, '"timestamp":"')));
}

const bookkeeping = 'no conversation in it, only bookkeeping';
const foreign = 'not a Copilot session';
const empty: Finding = {reason: 'empty file'};
const notJson: Finding = {reason: 'no line of it is JSON', isUnreadable: true};

function sniffLog(file: FileEnds): Finding {
	const {start, events, records} = firstEvents(file);
	if (records === 0) return isBlank(file) ? empty : notJson;
	if (!start && events === 0) return {reason: foreign};
	const speaks = holdsAny(file, ['"type":"user.message"', '"type":"assistant.message"', '"type": "user.message"']);
	if (speaks) return {start};
	return {start, reason: start ? bookkeeping : foreign};
}

function firstEvents(file: FileEnds): {start?: Start; events: number; records: number} {
	let start: Start | undefined;
	let [events, records] = [0, 0];
	for (const {value} of file.headRecords({first: headBytes, reach: farBytes, isEnough: () => records > 0})) {
		records++;
		const event = eventOf(value);
		if (records === 1) start = startOf(event);
		if (event && isFields(value) && isFields(value.data)) events++;
		if (events > 0) break;
	}
	return {start, events, records};
}

function sniffDocument(file: FileEnds): Finding {
	const head = file.head(headBytes).toString('utf8');
	if (isBlank(file)) return empty;
	const sessionId = legacySessionId(head);
	if (sessionId === undefined)
		return /^\uFEFF?\s*[{[]/.test(head) ? {reason: foreign} : {...notJson, reason: 'not JSON'};
	return {start: {sessionId}, reason: holdsAny(file, ['"user"', '"assistant"', '"copilot"']) ? undefined : bookkeeping};
}
