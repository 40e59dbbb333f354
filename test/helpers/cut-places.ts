import fs from 'node:fs';
import type {History} from '../../source/adapters/adapter.ts';
import type {Entry} from '../../source/model/entry.ts';
import {isFileLocator} from '../../source/model/locator.ts';
import {collect} from './claude-session.ts';

const newline = 0x0a;

export const offsetOf = ({locator}: Entry) => (isFileLocator(locator) ? locator.offset : 0);

/**
 * Where a session could be cut if it were larger: at the beginnings of prompts before which every call has its result, and
 * behind which nobody speaks of those calls.
 */
export async function placesToCut(history: History, file: string): Promise<number[]> {
	const entries = await collect(history.entries('all', {isWhole: true}));
	const lastOf = new Map<string, number>();
	for (const [at, {tool}] of entries.entries()) if (tool?.callId !== undefined) lastOf.set(tool.callId, at);
	const places: number[] = [];
	let open = -1;
	for (const [at, entry] of entries.entries()) {
		if (entry.kind === 'user' && at > open && offsetOf(entry) > 0) places.push(offsetOf(entry));
		if (entry.tool?.callId !== undefined) open = Math.max(open, lastOf.get(entry.tool.callId)!);
	}
	const lines = fs.readFileSync(file);
	return [...new Set(places)].sort((a, b) => a - b).filter(place => lines[place - 1] === newline);
}
