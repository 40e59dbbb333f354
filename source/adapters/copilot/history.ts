/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {Entry} from '../../model/entry.ts';
import type {Warning} from '../../model/warning.ts';
import type {History, ReadOptions, SessionRef} from '../adapter.ts';
import {withFacts} from '../entry-facts.ts';
import {unshortened} from '../fields.ts';
import {copyRanges} from '../jsonl/copy-ranges.ts';
import {copyWhole} from '../jsonl/copy-whole.ts';
import {branchEntries, openingEntries, placeDrafts, type ToEntries} from '../jsonl/read-entries.ts';
import {Decoder} from './decoder.ts';
import {EventFacts} from './entry-facts.ts';
import {sessionFrom} from './head.ts';
import {type EventRecord, readEvents} from './read-events.ts';
import {Survey} from './survey.ts';

export async function readHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	const warnings: Warning[] = [];
	const survey = new Survey();
	const batches = readEvents(ref.path, {
		signal: options.signal,
		onProgress: bytes => options.onProgress?.(bytes, ref.size),
		warn: warning => warnings.push(warning),
		observe: options.observe,
	});
	for await (const batch of batches) for (const record of batch) survey.observe(record);

	const {graph, ...sums} = survey.finish();
	return {
		session: {...sessionFrom(ref, survey.facts), ...sums},
		graph,
		compactions: survey.compactions,
		warnings,
		entries: (branch, {isWhole} = {}) =>
			branchEntries(
				readEvents(ref.path, {isWhole}),
				survey.places,
				{graph, branch},
				isWhole ? wholeEntriesIn(ref.path) : entriesIn(ref.path, new Decoder()),
			),
		records: branch =>
			branch === 'all' && ref.path.endsWith('.jsonl')
				? copyWhole(ref.path)
				: copyRanges(ref.path, survey.places.ranges(graph, branch)),
	};
}

/** The first entries in file order, for a preview. */
export function readOpening(ref: SessionRef): AsyncIterable<Entry> {
	const nameOf = ({event, length}: EventRecord) => ({id: event?.id, look: `${event?.type} ${length}`});
	return openingEntries(readEvents(ref.path), nameOf, entriesIn(ref.path, new Decoder()));
}

export function entriesIn(path: string, decoder: Decoder): ToEntries<EventRecord> {
	return (record, id, before) => {
		const {event} = record;
		const drafts = decoder.decode(record);
		const said = event?.isSidechain ? drafts.map(draft => ({...draft, isSidechain: true})) : drafts;
		return placeDrafts(said, {path, record, id, before, timestamp: event?.timestamp});
	};
}

function wholeEntriesIn(path: string): ToEntries<EventRecord> {
	const toEntries = entriesIn(path, new Decoder());
	const facts = new EventFacts();
	return (record, id, before) => {
		const entries = unshortened(() => toEntries(record, id, before));
		return withFacts(entries, record.event ? facts.of(record.event) : {});
	};
}
