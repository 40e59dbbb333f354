/**
 * Everything in the files of a session, for an index of words. Only a replay tells which of the many versions and copies
 * of a message is the one: a log is read twice, once for its shape and again for its text.
 */
import {setImmediate as nextTurn} from 'node:timers/promises';
import type {Entry} from '../../model/entry.ts';
import type {Passage, PassageOptions, SessionRef} from '../adapter.ts';
import {markBefore as markInFile} from '../jsonl/passages.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {Look, plainStamp} from '../look.ts';
import {entriesOf} from './entries.ts';
import {surveyFiles} from './history.ts';
import type {Node} from './node.ts';
import {RecordReader} from './record-reader.ts';
import {shownNodes} from './shape.ts';

/** A place is an offset in one of the files, oldest first: that of the newest line that tells of a message. */
const fileSpan = 2 ** 40;
const batchBytes = 512 * 1024;

/** The nodes whose newest line begins at one place, and where the next ones are. */
type Stretch = {readonly from: number; readonly to: number; readonly nodes: readonly Node[]};

export async function* readPassages(ref: SessionRef, options: PassageOptions = {}): AsyncGenerator<readonly Passage[]> {
	const {from = 0, to = Number.POSITIVE_INFINITY, signal} = options;
	const stretches = await (from > 0 || Number.isFinite(to) ? stretchesAgain(ref, signal) : stretchesOf(ref, signal));
	const reader = new RecordReader();
	let batch: Passage[] = [];
	let start = from;
	try {
		for (const {nodes, ...range} of stretches) {
			if (range.from < from || range.from >= to) continue;
			batch.push({...range, entries: nodes.flatMap(node => entriesOf(node, reader).filter(says))});
			if (range.to - start < batchBytes) continue;
			yield batch;
			batch = [];
			start = range.to;
			await nextTurn();
			signal?.throwIfAborted();
		}
	} finally {
		reader.close();
	}
	if (batch.length > 0) yield batch;
}

function says({text, isAside}: Entry): boolean {
	return !isAside || text !== '';
}

/** Parts of one session are wanted one after the other; its shape is found once for all of them. */
let latest: {readonly key: string; readonly stretches: Promise<Stretch[]>} | undefined;

function stretchesAgain(ref: SessionRef, signal?: AbortSignal): Promise<Stretch[]> {
	const key = `${ref.isAgentSession} ${ref.files.join(' ')} ${new Look().stampOf(ref.files)}`;
	if (latest?.key !== key) {
		const stretches = stretchesOf(ref, signal);
		latest = {key, stretches};
		stretches.catch(() => {
			if (latest?.stretches === stretches) latest = undefined;
		});
	}
	return latest.stretches;
}

async function stretchesOf(ref: SessionRef, signal?: AbortSignal): Promise<Stretch[]> {
	const files = oldestFirst(ref);
	// Before the reading: what is written meanwhile is read next time.
	const ends = files.map(endOf);
	const {replay} = await surveyFiles(ref, {signal});
	const byPlace = new Map<number, Node[]>();
	for (const node of shownNodes(replay)) {
		const place = placeOf(node, files, ends);
		const others = byPlace.get(place);
		if (others) others.push(node);
		else byPlace.set(place, [node]);
	}
	const places = [...byPlace.keys()].sort((a, b) => a - b);
	return places.map((from, at) => {
		const file = Math.floor(from / fileSpan);
		return {
			from,
			to: Math.min(places[at + 1] ?? Number.POSITIVE_INFINITY, file * fileSpan + ends[file]!),
			nodes: byPlace.get(from)!,
		};
	});
}

/** What stands on a line without an end is read again: all of it is where that line begins. */
function placeOf({place, textPlace}: Node, files: readonly string[], ends: readonly number[]): number {
	const places = [place, textPlace ?? place].map(({path, offset}) => {
		const file = files.indexOf(path);
		return file * fileSpan + Math.min(offset, ends[file]!);
	});
	return Math.max(...places);
}

const newline = 0x0a;
const blockBytes = 64 * 1024;

/** Behind the last line that is whole. A document has no lines, and is never added to. */
function endOf(path: string): number {
	const file = new FileEnds(path);
	try {
		if (!path.endsWith('.jsonl')) return file.size;
		for (let end = file.size; end > 0; end -= blockBytes) {
			const from = Math.max(0, end - blockBytes);
			const at = file.read(from, end - from).lastIndexOf(newline);
			if (at !== -1) return from + at + 1;
		}
		return 0;
	} finally {
		file.close();
	}
}

/** A log only grows. A document is written anew with every change. */
export function markBefore(ref: SessionRef, from: number): string | undefined {
	const files = oldestFirst(ref);
	const position = Math.floor(from / fileSpan);
	const file = files[position];
	if (!file?.endsWith('.jsonl')) return undefined;
	const mark = markInFile(file, from % fileSpan);
	return mark && [...files.slice(0, position).map(plainStamp), mark].join(' ');
}

/** The newest is named first. */
function oldestFirst({files}: SessionRef): string[] {
	return [...files].reverse();
}
