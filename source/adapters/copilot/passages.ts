/**
 * Everything in a session, for an index of words. Places are bytes of the file.
 *
 * Copilot tells of most things twice: a call when the model asks for it and when it starts, a thought by itself and
 * within the answer. Which of them an entry is made from depends on what stands before it. Here only the last stretch
 * before an event counts, wherever the reading began: so a part that is read alone says what it said within the whole,
 * and memory has a bound. What repeats something from farther back is given once more.
 */
import type {Passage, PassageOptions, SessionRef} from '../adapter.ts';
import {readPassages as jsonlPassages} from '../jsonl/passages.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {idOfRecord} from '../jsonl/read-entries.ts';
import {Decoder} from './decoder.ts';
import {entriesIn} from './history.ts';
import {isLegacy} from './places.ts';
import {type EventRecord, readDocument, readEvents, withEvent} from './read-events.ts';

const newline = 0x0a;

/** A call starts within a few hundred bytes of being asked for, and ends within a hundred thousand as a rule. */
const stretch = 128 * 1024;

export async function* readPassages(
	{path}: SessionRef,
	options: PassageOptions = {},
): AsyncGenerator<readonly Passage[]> {
	if (isLegacy(path)) {
		options.signal?.throwIfAborted();
		yield documentPassages(path, options);
		return;
	}
	const decoder = new Decoder();
	const toEntries = entriesIn(path, decoder);
	const {from = 0, signal} = options;
	if (from > 0) {
		const before = {from: lineStart(path, from - stretch), end: from, signal};
		for await (const batch of readEvents(path, before)) for (const record of batch) decoder.decode(record);
	}
	yield* jsonlPassages(path, options, record => {
		decoder.forget(record.offset - stretch);
		const event = withEvent(record);
		return toEntries(event, idOf(event));
	});
}

function idOf({event, offset}: EventRecord): string {
	return idOfRecord(event?.id, offset, false);
}

/** The beginning of the line that this byte is in. */
function lineStart(path: string, place: number): number {
	if (place <= 0) return 0;
	const file = new FileEnds(path);
	try {
		for (let end = place; end > 0; end -= stretch) {
			const start = Math.max(0, end - stretch);
			const at = file.read(start, end - start).lastIndexOf(newline);
			if (at !== -1) return start + at + 1;
		}
		return 0;
	} finally {
		file.close();
	}
}

/** A document is small and read as a whole, whatever part of it is wanted. */
function documentPassages(path: string, {from = 0, to = Infinity}: PassageOptions): Passage[] {
	const toEntries = entriesIn(path, new Decoder());
	const records = readDocument(path);
	const passages = records.map((record, index): Passage => {
		const next = records[index + 1]?.offset ?? record.offset + Math.max(1, record.length);
		return {from: record.offset, to: next, entries: toEntries(record, idOf(record))};
	});
	return passages.filter(passage => passage.from >= from && passage.from < to);
}
