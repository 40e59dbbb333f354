/** From a record to what it says. Pure: no files, no memory of other records. */
import {recordJson, stringOf} from '../fields.ts';

import {decodeEvent} from './decode-event.ts';
import {decodeResponse} from './decode-response.ts';
import {asides, type Decoded} from './draft.ts';
import type {Line} from './line.ts';

/** Records for the client's own use. */
const quiet = asides('', [
	'session_meta',
	'turn_context',
	'world_state',
	'inter_agent_communication_metadata',
	'security_risk_score',
	'token_usage_record',
	'state',
]);

/** `isBrief`: the inputs of calls and the wrapping of results may be left as they are, which is half of the work. */
export function decode(line: Line | undefined, value: unknown, isBrief = false): Decoded {
	if (value === undefined && !line)
		return {drafts: [{kind: 'unknown', detail: 'a record too large to read', text: ''}]};
	if (!line) return {drafts: [{kind: 'unknown', detail: nameOf(value), text: recordJson(value)}]};
	const {type, payload} = line;
	switch (type) {
		case 'response_item':
			return decodeResponse(payload, isBrief);
		case 'event_msg':
			return decodeEvent(payload, isBrief);
		case 'compacted':
			return {drafts: [{kind: 'compaction', role: 'system', detail: type, text: stringOf(payload.message) ?? ''}]};
		case 'inter_agent_communication':
			return {drafts: [{kind: 'system', role: 'system', detail: type, text: stringOf(payload.content) ?? ''}]};
		default:
			return quiet.get(type) ?? {drafts: [{kind: 'unknown', detail: type, text: recordJson(payload)}]};
	}
}

function nameOf(value: unknown): string {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
	return stringOf((value as {type?: unknown}).type) ?? 'no type';
}
