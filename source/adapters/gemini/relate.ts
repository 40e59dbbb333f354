/** Which session a checkpoint was saved from: the session says so, with the checkpoint's name. */
import path from 'node:path';
import type {ForkLink, SessionRef} from '../adapter.ts';
import {isFields, stringOf} from '../fields.ts';
import {contentOf, isSpokenForm, shapeOf} from './message.ts';
import {textsOf} from './parts.ts';
import {checkpointTag, isCheckpointName} from './places.ts';
import {readLog} from './read-log.ts';

export async function relate(family: readonly SessionRef[]): Promise<ForkLink[]> {
	const checkpoints = family.filter(ref => isCheckpointName(path.basename(ref.path)));
	if (checkpoints.length === 0) return [];
	const links = new Map<string, ForkLink>();
	for (const ref of family) {
		if (checkpoints.includes(ref)) continue;
		const saves = await savesIn(ref.path).catch(() => new Map<string, string | undefined>());
		for (const checkpoint of checkpoints) {
			const tag = checkpointTag(checkpoint.path);
			if (saves.has(tag)) links.set(checkpoint.id, {id: checkpoint.id, forkedFrom: ref.id, forkedAt: saves.get(tag)});
		}
	}
	return [...links.values()];
}

/** The checkpoints a session tells of, and the last message before each; a name that was used again counts last. */
async function savesIn(file: string): Promise<Map<string, string | undefined>> {
	const saves = new Map<string, string | undefined>();
	let last: string | undefined;
	for await (const pieces of readLog(file, {digest: () => undefined})) {
		for (const {record} of pieces) {
			if (!isFields(record.value) || typeof record.value.id !== 'string') continue;
			const shape = shapeOf(record.value);
			if (isSpokenForm(shape.form)) last = stringOf(record.value.id);
			if (shape.form !== 'note') continue;
			const tag = /^Conversation checkpoint saved with tag: (.*)\.$/.exec(
				textsOf(contentOf(record.value)).join(''),
			)?.[1];
			if (tag !== undefined) saves.set(tag, last);
		}
	}
	return saves;
}
