/** Everything in the files of a thread, for an index of words. */
import type {Passage, PassageOptions, SessionRef} from '../adapter.ts';
import {markBefore as markInFile, readPassages as recordsAsPassages} from '../jsonl/passages.ts';
import {plainStamp} from '../look.ts';
import {PassageGroups} from './passage-groups.ts';
import {byAge} from './places.ts';
import {tagOf} from './plan.ts';
import {readMeta} from './probe.ts';
import {readRollout} from './read-rollout.ts';
import {isSilent} from './silent-lines.ts';
import {type TellOptions, type Told, tell} from './told.ts';

/**
 * A place is an offset in one of the files, oldest first: a backtrack goes on in another file, whose places are higher.
 */
const fileSpan = 2 ** 40;

/** What was taken over from another thread is in that one's file, and is found there. */
export async function* readPassages(ref: SessionRef, options: PassageOptions = {}): AsyncGenerator<readonly Passage[]> {
	const {from = 0, to = Number.POSITIVE_INFINITY, signal} = options;
	for (const [position, file] of filesOf(ref).entries()) {
		const base = position * fileSpan;
		if (to <= base || from >= base + fileSpan) continue;
		const range = {from: Math.max(0, from - base), to: to >= base + fileSpan ? undefined : to - base, signal};
		const meta = ref.isAgentSession ? await readMeta(file.path) : undefined;
		const read = file.path.endsWith('.json') ? readDocument : readLines;
		for await (const batch of read({...file, startOrdinal: meta?.startOrdinal}, range))
			yield base === 0 ? batch : batch.map(each => ({...each, from: each.from + base, to: each.to + base}));
	}
}

async function* readLines(file: TellOptions, range: PassageOptions): AsyncGenerator<Passage[]> {
	const groups = new PassageGroups();
	const told: Told[] = [];
	let unfinished: Passage | undefined;
	const toEntries = (record: Parameters<typeof tell>[0]) => {
		const tale = tell(record, file);
		told.push(tale);
		return tale.entries;
	};
	for await (const batch of recordsAsPassages(file.path, range, toEntries, isSilent)) {
		// The newest record comes with the next batch, when its end is known.
		const tales = told.splice(0, batch.length);
		for (let at = 0; at < batch.length; at++) {
			const passage = batch[at]!;
			const to = passage.to > passage.from ? passage.to : range.to;
			// A line without an end is read again next time, so nothing may be tied to it.
			if (to === undefined) unfinished = passage;
			else groups.push(passage.from, to, tales[at]!);
		}
		const ready = groups.take();
		if (ready.length > 0) yield ready;
	}
	const rest = groups.finish();
	if (unfinished) rest.push(unfinished);
	if (rest.length > 0) yield rest;
}

/** The TypeScript CLI of 2025 wrote a document: it is read as a whole, and nobody adds to it. */
async function* readDocument(file: TellOptions, {from = 0, to, signal}: PassageOptions): AsyncGenerator<Passage[]> {
	const groups = new PassageGroups();
	for await (const batch of readRollout(file.path, {end: to, signal})) {
		const wanted = batch.filter(({offset}) => offset >= from);
		for (const [at, record] of wanted.entries())
			groups.push(record.offset, wanted[at + 1]?.offset ?? to ?? record.offset + record.length, tell(record, file));
	}
	yield groups.finish();
}

/** Rollouts only grow at their end, but for documents and compressed files, which do not grow at all. */
export function markBefore(ref: SessionRef, from: number): string | undefined {
	const files = filesOf(ref).map(file => file.path);
	const position = Math.floor(from / fileSpan);
	const file = files[position];
	if (!file?.endsWith('.jsonl')) return undefined;
	const mark = markInFile(file, from % fileSpan);
	return mark && [...files.slice(0, position).map(plainStamp), mark].join(' ');
}

function filesOf(ref: SessionRef): TellOptions[] {
	const files: TellOptions[] = [];
	for (const path of [...ref.files].sort(byAge)) files.push({path, tag: tagOf(path, files)});
	return files;
}
