/** `agent-transcripts`: what was said, a line a message. No times, no results, no usage; but it outlives the database. */
import fs from 'node:fs';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {type RecordOptions, readRecords} from '../jsonl/read-records.ts';
import {decode} from './decode.ts';
import type {Draft} from './draft.ts';
import {parseTranscriptName} from './places.ts';
import {readTextTranscript} from './text-transcript.ts';
import {readTimestamp} from './user-text.ts';

/** The records of a transcript, of either form, a batch at a time. */
export function readTranscript(path: string, options: RecordOptions = {}): AsyncGenerator<RawRecord[]> {
	const {signal, onProgress, isWhole} = options;
	return path.endsWith('.txt') ? readTextTranscript(path, {signal, onProgress, isWhole}) : readRecords(path, options);
}

const headBytes = 4 * 1024 * 1024;

/** The first prompt in it, as far as a short look reaches. */
export async function firstPromptIn(path: string): Promise<Draft | undefined> {
	for await (const batch of readTranscript(path, {end: headBytes})) {
		for (const {value} of batch) {
			const prompt = decode(value).find(({kind}) => kind === 'user');
			if (prompt) return prompt;
		}
	}
	return undefined;
}

const tailSizes = [64 * 1024, 1024 * 1024];
const [opening, closing] = ['<timestamp>', '</timestamp>'];

/** When the last prompt was sent that says so. Searched from the end, without parsing. */
export function lastTimeIn(path: string): string | undefined {
	const file = new FileEnds(path);
	try {
		for (const size of tailSizes) {
			const bytes = file.tail(size);
			for (let at = bytes.lastIndexOf(opening), tries = 0; at !== -1 && tries < 8; tries++) {
				const end = bytes.indexOf(closing, at);
				const time = end === -1 ? undefined : readTimestamp(bytes.toString('utf8', at + opening.length, end));
				if (time !== undefined) return time;
				at = at === 0 ? -1 : bytes.lastIndexOf(opening, at - 1);
			}
			if (bytes.length >= file.size) break;
		}
		return undefined;
	} finally {
		file.close();
	}
}

export type FoundTranscript = {
	readonly path: string;
	readonly id: string;
	readonly parentId?: string;
	readonly size: number;
	readonly modifiedMs: number;
} & (
	| {readonly verdict: 'session'}
	| {readonly verdict: 'hidden' | 'unreadable'; readonly reason: string; readonly detail?: string}
);

const mostRecords = 200;

/** What a short look tells of a file that might be a transcript. Throws errors of the file system only. */
export async function probeTranscript(path: string): Promise<FoundTranscript> {
	const {size, mtimeMs: modifiedMs} = fs.statSync(path);
	const {id, parentId} = parseTranscriptName(path);
	const found = {path, id, parentId, size, modifiedMs};
	const warnings: string[] = [];
	let seen = 0;
	let known = 0;
	look: for await (const batch of readTranscript(path, {end: headBytes, warn: ({message}) => warnings.push(message)})) {
		for (const {value} of batch) {
			if (value === undefined) continue;
			const drafts = decode(value);
			if (drafts.some(isSpoken)) return {...found, verdict: 'session'};
			seen++;
			if (drafts.some(({kind}) => kind === 'system')) known++;
			if (seen >= mostRecords) break look;
		}
	}
	if (known > 0) return {...found, verdict: 'hidden', reason: 'no conversation in it, only bookkeeping'};
	if (seen > 0) return {...found, verdict: 'hidden', reason: 'not a Cursor session'};
	if (warnings.length > 0)
		return {...found, verdict: 'unreadable', reason: 'no line of it is JSON', detail: warnings[0]};
	return {
		...found,
		verdict: 'hidden',
		reason: path.endsWith('.txt') && size > 0 ? 'not a Cursor session' : 'empty file',
	};
}

function isSpoken({kind}: Draft): boolean {
	return kind === 'user' || kind === 'assistant' || kind === 'tool_call' || kind === 'tool_result';
}
