/** A session's header, from a few reads. */
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {headerOf} from '../header-of.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {eventOf} from './event.ts';
import {isLegacy} from './places.ts';
import {readEvents} from './read-events.ts';
import {SessionFacts} from './session-facts.ts';
import {newestTime} from './sniff.ts';
import {workspaceBeside} from './workspace.ts';

const endBytes = 64 * 1024;
/** How far to look for a first prompt: the system's own is often longer than an end. */
const farBytes = 8 * 1024 * 1024;

export async function readHead(ref: SessionRef): Promise<Session> {
	const facts = new SessionFacts();
	if (isLegacy(ref.path)) {
		for await (const batch of readEvents(ref.path)) for (const {event} of batch) if (event) facts.observe(event);
		return sessionFrom(ref, facts);
	}
	const file = new FileEnds(ref.path);
	const observe = (value: unknown) => {
		const event = eventOf(value);
		if (event) facts.observe(event);
	};
	try {
		let end = 0;
		const isEnough = () => facts.hasPrompt;
		for (const {value, offset, length} of file.headRecords({first: endBytes, reach: farBytes, isEnough})) {
			observe(value);
			end = offset + length;
		}
		if (end < file.size) {
			for (const {value} of file.tailRecords(Math.min(endBytes, file.size - end))) observe(value);
			facts.observeTime(newestTime(file));
		}
	} finally {
		file.close();
	}
	return sessionFrom(ref, facts);
}

/** The fields that do not depend on how much of the log was read. */
export function sessionFrom(ref: SessionRef, facts: SessionFacts): Session {
	const fields = facts.fields(workspaceBeside(ref.path));
	return {
		...headerOf(ref),
		...fields,
		// What a sub-agent was told is its task.
		...(ref.isAgentSession && fields.titleSource === 'first-prompt'
			? {titleSource: 'description' as const}
			: undefined),
	};
}
