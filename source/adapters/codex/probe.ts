/** What a few short reads tell of a file that might be a rollout. */
import fs from 'node:fs';
import {fieldsOf, isFields, textOf} from '../fields.ts';
import {FileEnds, lastTimestamp} from '../jsonl/read-ends.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {type Line, lineOf} from './line.ts';
import {parseRolloutName} from './places.ts';
import {type SessionMeta, sessionMetaOf} from './session-meta.ts';
import {isSessionDocument, splitDocument} from './split-document.ts';

/** As a rule the first line, which carries the model's instructions, is shorter than this. */
const headBytes = 32 * 1024;
const longestHead = 4 * 1024 * 1024;
const tailBytes = 8 * 1024;
const longTailBytes = 512 * 1024;

export type Probe = {
	readonly size: number;
	readonly endedAt: string;
} & (
	| {readonly meta: SessionMeta}
	| {readonly verdict: 'hidden' | 'unreadable'; readonly reason: string; readonly detail?: string}
);

type Finding = {meta: SessionMeta} | {verdict: 'hidden' | 'unreadable'; reason: string; detail?: string};

const empty: Finding = {verdict: 'hidden', reason: 'empty file'};

/** Throws errors of the file system only. */
export async function probe(path: string): Promise<Probe> {
	const file = new FileEnds(path);
	try {
		const head = file.head(headBytes);
		const finding = (file.size === 0 ? empty : quickLook(path, file, head)) ?? (await longLook(path));
		return {...finding, size: file.size, endedAt: newestTime(file, head)};
	} finally {
		file.close();
	}
}

/** The header of a file is written once: what a search of the store saw is not read again. */
const metas = new Map<string, SessionMeta>();

export function rememberMeta(path: string, meta: SessionMeta): void {
	metas.set(path, meta);
}

export async function readMeta(path: string): Promise<SessionMeta | undefined> {
	const known = metas.get(path);
	if (known) return known;
	const found = await probe(path);
	if (!('meta' in found)) return undefined;
	rememberMeta(path, found.meta);
	return found.meta;
}

/** The first line, if it is what it should be. */
function quickLook(path: string, file: FileEnds, head: Buffer): Finding | undefined {
	if (!path.endsWith('.jsonl')) return undefined;
	let bytes = head;
	let end = bytes.indexOf(0x0a);
	while (end === -1 && bytes.length < file.size && bytes.length < longestHead) {
		bytes = file.head(bytes.length * 8);
		end = bytes.indexOf(0x0a);
	}
	const line = parseLine(bytes.toString('utf8', 0, end === -1 ? bytes.length : end));
	const meta = line?.type === 'session_meta' ? sessionMetaOf(line) : undefined;
	if (!meta) return undefined;
	const copied = copiedThread(bytes.toString('latin1', end + 1, end + 1200));
	return {
		meta:
			copied === undefined || meta.forkedFrom !== undefined || copied === meta.id
				? meta
				: {...meta, forkedFrom: copied},
	};
}

function parseLine(text: string): Line | undefined {
	try {
		return lineOf(JSON.parse(text));
	} catch {
		return undefined;
	}
}

/** Forks before 0.88 do not name their parent, but their second line is its header. */
function copiedThread(second: string): string | undefined {
	return /^\{"timestamp":"[^"]*","type":"session_meta","payload":\{(?:[^{}]*?,)?"id":"([^"]+)"/.exec(second)?.[1];
}

/** Everything that does not begin as it should: compressed files, documents, damaged beginnings, other people's files. */
async function longLook(path: string): Promise<Finding> {
	if (path.endsWith('.json')) return lookAtDocument(path);
	const warnings: string[] = [];
	const seen = {json: 0, codex: 0};
	let sample: unknown;
	scan: for await (const batch of readRecords(path, {end: longestHead, warn: ({message}) => warnings.push(message)})) {
		for (const {value} of batch) {
			if (value === undefined) continue;
			seen.json++;
			sample ??= value;
			const line = lineOf(value);
			// A header without a type is the first record, or none: further down it may be any other agent's.
			const isHeader = line?.type === 'session_meta' && (seen.json === 1 || line.payload !== value);
			const meta = isHeader ? sessionMetaOf(line) : undefined;
			if (meta) return {meta};
			if (line?.type === 'response_item' || line?.type === 'event_msg') seen.codex++;
			if (seen.json >= mostRecords) break scan;
		}
	}
	if (seen.codex > 0) return {meta: nameless(path)};
	if (seen.json > 0) return {verdict: 'hidden', reason: `not a Codex session: ${describeSample(sample)}`};
	if (warnings.length === 0) return empty;
	const isDamaged = warnings.some(message => message.includes('compressed'));
	return {
		verdict: 'unreadable',
		reason: isDamaged ? 'damaged compressed file' : 'no line of it is JSON',
		detail: warnings[0],
	};
}

const mostRecords = 200;

function lookAtDocument(path: string): Finding {
	const bytes = fs.readFileSync(path);
	if (bytes.toString('utf8', 0, 64).trim() === '' && bytes.toString('utf8').trim() === '') return empty;
	if (!isSessionDocument(bytes)) return {verdict: 'hidden', reason: 'not a Codex session: another JSON document'};
	try {
		const lines = (splitDocument(bytes) ?? []).map(({value}) => lineOf(value));
		const header = lines.find(line => line?.type === 'session_meta');
		return {meta: (header && sessionMetaOf(header)) ?? nameless(path)};
	} catch (error) {
		return {verdict: 'unreadable', reason: 'damaged JSON document', detail: (error as Error).message};
	}
}

/** A rollout that lost its header is known by its name. */
function nameless(path: string): SessionMeta {
	return {
		id: parseRolloutName(path)?.threadId ?? path.replace(/^.*[\\/]/, '').replace(/\.jsonl?(?:\.zst)?$/, ''),
		isAgent: false,
	};
}

function describeSample(value: unknown): string {
	const fields = fieldsOf(value);
	if (textOf(fields.session_id) !== undefined && 'text' in fields) return 'a list of prompts';
	if ('thread_name' in fields) return 'a list of names';
	return isFields(value) ? 'records of another program' : 'values that are not records';
}

function newestTime(file: FileEnds, head: Buffer): string {
	const stamp = file.path.endsWith('.jsonl') ? newestStamp(file, head) : undefined;
	const time = stamp === undefined ? Number.NaN : Date.parse(stamp);
	return new Date(Number.isNaN(time) ? file.modifiedMs : time).toISOString();
}

function newestStamp(file: FileEnds, head: Buffer): string | undefined {
	if (file.size <= head.length) return lastTimestamp(head);
	return lastTimestamp(file.tail(tailBytes)) ?? lastTimestamp(file.tail(longTailBytes));
}
