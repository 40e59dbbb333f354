/** Which call of its parent started a sub-agent: only the parent's file knows. */

import path from 'node:path';
import type {SessionRef} from '../adapter.ts';
import {fieldsOf, firstText} from '../fields.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {decode} from './decode.ts';
import {RolloutIndex} from './find-rollout.ts';
import {lineOf} from './line.ts';

export async function callThatStarted(ref: SessionRef): Promise<string | undefined> {
	if (ref.parentId === undefined) return undefined;
	const file = new RolloutIndex(ref.store, path.dirname(ref.path)).find(ref.parentId);
	if (file === undefined) return undefined;
	try {
		// Almost every line is passed over by a search for the id in its bytes.
		for await (const batch of readRecords(file, {skip: bytes => !bytes.includes(ref.id)})) {
			for (const {value} of batch) {
				const call = callIn(value, ref.id);
				if (call !== undefined) return call;
			}
		}
	} catch {
		// The parent can't be read; its child can.
	}
	return undefined;
}

function callIn(value: unknown, child: string): string | undefined {
	const line = lineOf(value);
	if (!line) return undefined;
	const call = decode(line, value).drafts.find(draft => draft.spawned === child)?.tool?.callId;
	if (call !== undefined) return call;
	// In the first generation the answer to the call names the child.
	const {payload} = line;
	if (payload.type !== 'function_call_output' || typeof payload.output !== 'string') return undefined;
	try {
		const answer = fieldsOf(JSON.parse(payload.output));
		return firstText(answer, 'agent_id', 'thread_id') === child ? firstText(payload, 'call_id') : undefined;
	} catch {
		return undefined;
	}
}
