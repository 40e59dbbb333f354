/** A session's header, from a few reads. */
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {headerOf} from '../header-of.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {SessionFacts} from './session-facts.ts';

const endBytes = 64 * 1024;
/** How far to look for a first prompt that stands behind large records. */
const farBytes = 8 * 1024 * 1024;
/** How far back to look for a name, which may have been given in the middle of a session. */
const nameBytes = 32 * 1024 * 1024;
const blockBytes = 1024 * 1024;

export async function readHead(ref: SessionRef): Promise<Session> {
	const facts = new SessionFacts();
	const file = new FileEnds(ref.path);
	try {
		let end = 0;
		const isEnough = () => facts.hasPrompt;
		for (const {value, offset, length} of file.headRecords({first: endBytes, reach: farBytes, isEnough})) {
			facts.observe(value);
			end = offset + length;
		}
		if (end < file.size) {
			facts.observe(lastNaming(file, end));
			for (const {value} of file.tailRecords(Math.min(endBytes, file.size - end))) facts.observe(value);
			facts.observeTime(file.newestTime());
		}
	} finally {
		file.close();
	}
	return sessionFrom(ref, facts);
}

/** The fields that do not depend on how much of the file was read. */
export function sessionFrom(ref: SessionRef, facts: SessionFacts): Session {
	const fields = facts.fields();
	return {
		...headerOf(ref),
		...fields,
		// What a sub-agent was told is its task.
		...(ref.isAgentSession && fields.titleSource === 'first-prompt'
			? {titleSource: 'description' as const}
			: undefined),
	};
}

/** The last record that names the session, found by its bytes. */
function lastNaming(file: FileEnds, from: number): unknown {
	const mark = '"type":"session_info"';
	const stop = Math.max(from, file.size - nameBytes);
	for (let end = file.size; end > stop; end -= blockBytes) {
		const start = Math.max(0, end - blockBytes - mark.length);
		const at = file.read(start, end - start).lastIndexOf(mark);
		if (at !== -1) return recordAround(file, start + at);
	}
	return undefined;
}

function recordAround(file: FileEnds, place: number): unknown {
	const before = 4096;
	const start = Math.max(0, place - before);
	const bytes = file.read(start, before + endBytes);
	const at = place - start;
	const end = bytes.indexOf(0x0a, at);
	try {
		return JSON.parse(bytes.toString('utf8', bytes.lastIndexOf(0x0a, at) + 1, end === -1 ? bytes.length : end));
	} catch {
		return undefined;
	}
}
