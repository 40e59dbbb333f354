/** What a few short reads tell of a file that might be a Claude Code session. */
import {type Fields, fieldsOf, isFields, stringOf, textOf} from '../fields.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {holdsAny} from '../jsonl/search-file.ts';
import {familyOf} from './records.ts';

const headBytes = 16 * 1024;
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
	readonly firstTime?: string;
	readonly forkedFrom?: string;
	readonly endedAt: string;
};

const speakerMarks = ['"type":"user"', '"type":"assistant"', '"type": "user"', '"type": "assistant"'];

export function sniff(path: string): Sniffed {
	const file = new FileEnds(path);
	try {
		const endedAt = file.newestTime() ?? new Date(file.modifiedMs).toISOString();
		if (file.size === 0) return {size: 0, reason: 'empty file', isSidechain: false, endedAt};
		const first = firstRecords(file);
		const base = {size: file.size, endedAt, ...first.identity};
		if (first.isConversation) return base;
		if (first.parsed === 0 && file.size <= headBytes && file.head(headBytes).toString('latin1').trim() === '')
			return {...base, reason: 'empty file'};
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
	parsed: number;
	known: number;
};

/** Reads record by record until somebody speaks; as a rule one of the first five does, and names the session. */
function firstRecords(file: FileEnds): First {
	const found: First = {identity: {isSidechain: false}, isConversation: false, parsed: 0, known: 0};
	for (const {value} of file.headRecords({first: headBytes, reach: blockBytes})) {
		// Gemini CLI's logs look alike, but for this field of their first record.
		if (isFields(value) && value.projectHash !== undefined) return {...found, parsed: 1, known: 0};
		takeRecord(value, found);
		if (found.isConversation) return found;
	}
	// The beginning did not tell, or could not be read: look for anybody speaking in the rest, without parsing it.
	const mayGoOn = file.size > blockBytes && (found.known > 0 || found.parsed === 0);
	return {...found, isConversation: mayGoOn && holdsAny(file, speakerMarks)};
}

function takeRecord(value: unknown, found: First): void {
	found.parsed++;
	if (!isFields(value)) return;
	const family = familyOf(value);
	if (family === 'unknown') return;
	found.known++;
	const {identity} = found;
	const sessionId = textOf(value.sessionId);
	if (family !== 'chain') found.identity = {...identity, sessionId: identity.sessionId ?? sessionId};
	else if (identity.firstUuid === undefined) {
		found.identity = {
			sessionId: sessionId ?? identity.sessionId,
			agentId: textOf(value.agentId),
			isSidechain: value.isSidechain === true,
			firstUuid: textOf(value.uuid),
			firstTime: textOf(value.timestamp),
			forkedFrom: stringOf(fieldsOf(value.forkedFrom).sessionId),
		};
	}
	if (isSpoken(value)) found.isConversation = true;
}

function isSpoken(record: Fields): boolean {
	return (
		(record.type === 'user' || record.type === 'assistant') &&
		(isFields(record.message) || record.content !== undefined)
	);
}
