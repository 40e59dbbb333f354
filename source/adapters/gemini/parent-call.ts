/** The call of the parent that started a sub-agent: only the parent's own file tells. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapter.ts';
import {fieldsOf, isFields, listOf, textOf} from '../fields.ts';
import {fileNameOf} from './places.ts';
import {readLog} from './read-log.ts';

export async function callThatStarted(ref: SessionRef): Promise<string | undefined> {
	if (ref.parentId === undefined) return undefined;
	const folder = path.dirname(path.dirname(ref.path));
	for (const name of namesOf(folder, ref.parentId)) {
		try {
			const call = await findCall(path.join(folder, name), ref.id);
			if (call !== undefined) return call;
		} catch {
			// Without the parent the sub-agent is still readable.
		}
	}
	return undefined;
}

function namesOf(folder: string, parentId: string): string[] {
	const short = fileNameOf(parentId).slice(0, 8);
	try {
		return fs.readdirSync(folder).filter(name => name.endsWith(`-${short}.jsonl`) || name.endsWith(`-${short}.json`));
	} catch {
		return [];
	}
}

async function findCall(file: string, agentId: string): Promise<string | undefined> {
	const callIn = (value: unknown) => {
		const calls = isFields(value) ? listOf(value.toolCalls).map(fieldsOf) : [];
		return textOf(calls.find(call => call.agentId === agentId)?.id);
	};
	for await (const pieces of readLog(file, {digest: ({value}) => callIn(value)})) {
		for (const piece of pieces) {
			const call = callIn(piece.record.value) ?? (piece.kind === 'line' ? piece.messages.find(Boolean) : undefined);
			if (call !== undefined) return call;
		}
	}
	return undefined;
}
