/** A session's header, from a few reads. */
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {isFields} from '../fields.ts';
import {FileEnds, wholeLines} from '../jsonl/read-ends.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {SessionFacts} from './session-facts.ts';
import {newestTime} from './sniff.ts';

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
		const reach = Math.min(endBytes, file.size);
		observeLines(wholeLines(file.head(reach), {isStart: true, isEnd: reach === file.size}), facts);
		if (!facts.hasPrompt && reach < file.size) await observeUntilPrompt(ref.path, facts);
		if (reach < file.size) {
			const from = Math.max(reach, file.size - endBytes);
			const named = lastNaming(file, reach, file.size);
			if (named !== undefined) observeLines([named], facts);
			observeLines(wholeLines(file.read(from, file.size - from), {isStart: false, isEnd: true}), facts);
			facts.observeTime(newestTime(file));
		}
		return sessionFrom(ref, facts);
	} finally {
		file.close();
	}
}

/** The fields that do not depend on how much of the file was read. */
export function sessionFrom(ref: SessionRef, facts: SessionFacts): Session {
	return {
		agent: 'pi',
		id: ref.id,
		path: ref.path,
		files: ref.files,
		size: ref.size,
		...facts.fields(),
		parentId: ref.parentId,
		isAgentSession: ref.isAgentSession,
		forkedFrom: ref.forkedFrom,
	};
}

function observeLines(lines: readonly string[], facts: SessionFacts): void {
	for (const line of lines) {
		try {
			facts.observe(JSON.parse(line));
		} catch {
			// A header says what can be read quickly; the reading of the whole file warns.
		}
	}
}

async function observeUntilPrompt(path: string, facts: SessionFacts): Promise<void> {
	for await (const batch of readRecords(path, {end: farBytes})) {
		for (const {value} of batch) {
			if (isFields(value) && value.type === 'message') facts.observe(value);
			if (facts.hasPrompt) return;
		}
	}
}

/** The last record that names the session, found by its bytes. */
function lastNaming(file: FileEnds, from: number, to: number): string | undefined {
	const mark = '"type":"session_info"';
	const stop = Math.max(from, to - nameBytes);
	for (let end = to; end > stop; end -= blockBytes) {
		const start = Math.max(0, end - blockBytes - mark.length);
		const at = file.read(start, end - start).lastIndexOf(mark);
		if (at !== -1) return lineAround(file, start + at);
	}
	return undefined;
}

function lineAround(file: FileEnds, place: number): string | undefined {
	const before = 4096;
	const start = Math.max(0, place - before);
	const bytes = file.read(start, before + endBytes);
	const at = place - start;
	const end = bytes.indexOf(0x0a, at);
	return bytes.toString('utf8', bytes.lastIndexOf(0x0a, at) + 1, end === -1 ? bytes.length : end);
}
