/** What a few short reads tell of a file that might be a Claude Code session. */
import {type Fields, fieldsOf, isFields, stringOf, textOf} from '../fields.ts';
import {FileEnds, lastTimestamp} from '../jsonl/read-ends.ts';
import {familyOf} from './records.ts';

const headBytes = 16 * 1024;
const tailBytes = 8 * 1024;
const longTailBytes = 512 * 1024;
const blockBytes = 1024 * 1024;

export type Sniffed = {
	readonly size: number;
	/** undefined: it holds a conversation. */
	readonly reason?: string;
	readonly isUnreadable?: boolean;
	readonly sessionId?: string;
	readonly agentId?: string;
	/** The first record says it belongs to a sub-agent. */
	readonly isSidechain: boolean;
	/** The uuid of the first record of the chain: the same in a copy. */
	readonly firstUuid?: string;
	readonly forkedFrom?: string;
	readonly endedAt: string;
};

const speaker = /"type":\s*"(?:user|assistant)"/;
const speakerMarks = ['"type":"user"', '"type":"assistant"', '"type": "user"', '"type": "assistant"'];

export function sniff(path: string): Sniffed {
	const file = new FileEnds(path);
	try {
		const endedAt = newestTime(file);
		if (file.size === 0) return {size: 0, reason: 'empty file', isSidechain: false, endedAt};
		const first = firstRecords(file);
		const base = {size: file.size, endedAt, ...first.identity};
		if (first.isConversation || first.mayBeConversation) return base;
		if (first.parsed === 0) {
			return {...base, reason: 'no line of it is JSON', isUnreadable: true};
		}
		return {...base, reason: first.known > 0 ? 'no conversation in it, only bookkeeping' : 'not a Claude Code session'};
	} finally {
		file.close();
	}
}

type First = {
	identity: Omit<Sniffed, 'size' | 'endedAt' | 'reason' | 'isUnreadable'>;
	isConversation: boolean;
	mayBeConversation: boolean;
	parsed: number;
	known: number;
};

/** Parses line by line until the first record of the chain, which names the session; as a rule one of the first five. */
function firstRecords(file: FileEnds): First {
	const found: First = {
		identity: {isSidechain: false},
		isConversation: false,
		mayBeConversation: false,
		parsed: 0,
		known: 0,
	};
	let bytes = file.head(headBytes);
	let start = 0;
	for (;;) {
		const end = bytes.indexOf(0x0a, start);
		const isLast = bytes.length >= file.size;
		if (end === -1 && !isLast) {
			// A line longer than what was read: read on, as far as one long record may reach.
			if (bytes.length >= 4 * blockBytes) break;
			bytes = file.head(Math.max(bytes.length * 4, blockBytes));
			continue;
		}
		const line = bytes.toString('utf8', start, end === -1 ? bytes.length : end);
		start = end + 1;
		if (takeLine(line, found) && found.isConversation) return found;
		if (end === -1 || start >= bytes.length) {
			if (isLast) break;
			if (bytes.length >= blockBytes) break;
			bytes = file.head(blockBytes);
		}
	}
	// The ends did not tell: look for anybody speaking in the rest, without parsing it.
	if (bytes.length < file.size || speaker.test(bytes.toString('latin1'))) {
		found.mayBeConversation =
			found.known + found.parsed > 0 ? someoneSpeaks(file) : speaksEarly(bytes) || someoneSpeaks(file);
	}
	return found;
}

/** True once the first record of the chain was seen. */
function takeLine(line: string, found: First): boolean {
	const text = line.trim().replace(/^\uFEFF/, '');
	if (text === '') return false;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return false;
	}
	found.parsed++;
	if (!isFields(value)) return false;
	const family = familyOf(value);
	if (family !== 'unknown') found.known++;
	const {identity} = found;
	const sessionId = identity.sessionId ?? textOf(value.sessionId);
	if (family !== 'chain') {
		if (family !== 'unknown') found.identity = {...identity, sessionId};
		return false;
	}
	if (identity.firstUuid === undefined) {
		found.identity = {
			sessionId: textOf(value.sessionId) ?? sessionId,
			agentId: textOf(value.agentId),
			isSidechain: value.isSidechain === true,
			firstUuid: textOf(value.uuid),
			forkedFrom: stringOf(fieldsOf(value.forkedFrom).sessionId),
		};
	}
	if (isSpoken(value)) found.isConversation = true;
	return true;
}

function isSpoken(record: Fields): boolean {
	return (
		(record.type === 'user' || record.type === 'assistant') &&
		(isFields(record.message) || record.content !== undefined)
	);
}

function speaksEarly(bytes: Buffer): boolean {
	return speaker.test(bytes.toString('latin1'));
}

function someoneSpeaks(file: FileEnds): boolean {
	const overlap = 32;
	for (let at = 0; at < file.size; at += blockBytes - overlap) {
		const block = file.read(at, blockBytes);
		if (speakerMarks.some(mark => block.includes(mark))) return true;
		if (block.length < blockBytes) return false;
	}
	return false;
}

function newestTime(file: FileEnds): string {
	const stamp =
		lastTimestamp(file.tail(tailBytes)) ??
		(file.size > tailBytes ? lastTimestamp(file.tail(longTailBytes)) : undefined);
	const time = stamp === undefined ? Number.NaN : Date.parse(stamp);
	return new Date(Number.isNaN(time) ? file.modifiedMs : time).toISOString();
}
