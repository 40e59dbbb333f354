/** The first thing somebody typed, found without reading the whole file. */
import fs from 'node:fs';
import {fieldsOf, textOf} from '../fields.ts';
import {decode} from './decode.ts';
import type {PlannedFile} from './plan.ts';
import {readRollout} from './read-rollout.ts';

/** Early files begin with the first prompt; behind the instructions and tool descriptions of today it is 80 KB away. */
const reaches = [16, 128, 1024, 8 * 1024].map(kilobytes => kilobytes * 1024);
/** The event that tells of a prompt stands within a few records of the prompt itself. */
const lookAhead = 12;

export type Opening = {
	readonly prompt?: string;
	readonly hasImage: boolean;
	/** A thread may be given a goal instead of a prompt. */
	readonly goal?: string;
};

function sizeOf(path: string): number {
	return path.endsWith('.jsonl') ? fs.statSync(path).size : Number.POSITIVE_INFINITY;
}

export async function firstPrompt(files: readonly PlannedFile[]): Promise<Opening> {
	let found: Opening = {hasImage: false};
	for (const {path, end} of files) {
		for (const reach of reaches) {
			found = {...found, ...(await promptIn(path, Math.min(reach, end ?? reach)))};
			if (found.prompt !== undefined || found.hasImage) return found;
			if (reach >= (end ?? sizeOf(path))) break;
		}
	}
	return found;
}

/** `"user"`, `"user_message"` and `"UserMessage"`: nearly everything else is passed over without parsing it. */
function mayHoldPrompt(bytes: Buffer): boolean {
	// The line at the end of what is read is cut off; it comes whole with the next reach.
	if (bytes.at(-1) !== 0x7d && bytes.at(-1) !== 0x0d) return false;
	return bytes.includes('"user') || bytes.includes('"UserMessage"') || bytes.includes('"thread_goal_updated"');
}

async function promptIn(path: string, end: number): Promise<Opening> {
	let fallback: Opening | undefined;
	let goal: string | undefined;
	let sinceFallback = 0;
	for await (const batch of readRollout(path, {end, only: mayHoldPrompt})) {
		for (const {line, value} of batch) {
			if (fallback && ++sinceFallback > lookAhead) return {...fallback, goal};
			goal ??= line?.payload.type === 'thread_goal_updated' ? textOf(fieldsOf(line.payload.goal).objective) : undefined;
			if (!line) continue;
			const {drafts, source} = decode(line, value, true);
			const prompt = drafts.find(({kind}) => kind === 'user');
			if (!prompt) continue;
			const opening = {prompt: textOf(prompt.text), hasImage: (prompt.media?.length ?? 0) > 0, goal};
			if (source !== 'response') return opening;
			fallback ??= opening;
		}
	}
	return {hasImage: false, ...fallback, goal};
}
