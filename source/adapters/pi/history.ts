/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry} from '../../model/entry.ts';
import type {Warning} from '../../model/warning.ts';
import type {History, Passage, PassageOptions, ReadOptions, SessionRef} from '../adapter.ts';
import {withFacts} from '../entry-facts.ts';
import {isFields, textOf, unshortened} from '../fields.ts';
import {copyRanges} from '../jsonl/copy-ranges.ts';
import {copyWhole} from '../jsonl/copy-whole.ts';
import {nodeAt} from '../jsonl/node-at.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {readPassages as jsonlPassages} from '../jsonl/passages.ts';
import {branchEntries, idOfRecord, openingEntries, placeDrafts, type ToEntries} from '../jsonl/read-entries.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {RecordFile} from '../jsonl/record-file.ts';
import {decode} from './decode.ts';
import {factsOf} from './entry-facts.ts';
import {sessionFrom} from './head.ts';
import {timeOf} from './session-facts.ts';
import {Survey} from './survey.ts';

export async function readHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	const warnings: Warning[] = [];
	const survey = new Survey();
	const batches = readRecords(ref.path, {
		signal: options.signal,
		onProgress: bytes => options.onProgress?.(bytes, ref.size),
		warn: warning => warnings.push(warning),
		observe: options.observe,
	});
	for await (const batch of batches) for (const record of batch) survey.observe(record);

	const {graph, ...sums} = survey.finish();
	const forkedAt = ref.forkedFrom === undefined ? undefined : survey.forkedAt;
	return {
		session: {...sessionFrom(ref, survey.facts), forkedAt, ...sums},
		graph,
		compactions: survey.compactions,
		warnings,
		entries: (branch, {isWhole} = {}) =>
			branchEntries(
				readRecords(ref.path, {isWhole}),
				survey.places,
				{graph, branch},
				isWhole ? wholeEntriesIn(ref.path, survey.facts.header?.cwd) : entriesIn(ref.path),
			),
		records: branch =>
			branch === 'all' ? copyWhole(ref.path) : copyRanges(ref.path, survey.places.ranges(graph, branch)),
		recall: recaller(ref.path, survey, graph),
	};
}

function recaller(path: string, {places}: Survey, graph: BranchGraph): NonNullable<History['recall']> {
	const file = new RecordFile(path);
	const toEntries = entriesIn(path);
	return locator =>
		file.read(locator).flatMap(record => {
			const node = nodeAt(places.offsets, record.offset);
			return toEntries(record, node < 0 ? idOfRecord(knownId(record), record.offset, false) : graph.idOf(node));
		});
}

/** The first entries in file order, for a preview. */
export function readOpening(ref: SessionRef): AsyncIterable<Entry> {
	const nameOf = (record: RawRecord) => ({id: knownId(record), look: `${record.length}`});
	return openingEntries(readRecords(ref.path), nameOf, entriesIn(ref.path));
}

/** A record tells all there is to its entries, but for what it follows and whether it was written before. */
export function readPassages(ref: SessionRef, options: PassageOptions = {}): AsyncIterable<readonly Passage[]> {
	const toEntries = entriesIn(ref.path);
	return jsonlPassages(ref.path, options, record =>
		toEntries(record, idOfRecord(knownId(record), record.offset, false)),
	);
}

function knownId({value}: RawRecord): string | undefined {
	return isFields(value) ? textOf(value.id) : undefined;
}

function entriesIn(path: string): ToEntries<RawRecord> {
	return (record, id, before) => {
		const {value} = record;
		const timestamp = isFields(value) ? timeOf(value) : undefined;
		return placeDrafts(decode(value, id), {path, record, id, before, timestamp});
	};
}

function wholeEntriesIn(path: string, cwd: string | undefined): ToEntries<RawRecord> {
	const toEntries = entriesIn(path);
	return (record, id, before) => {
		const entries = unshortened(() => toEntries(record, id, before));
		return withFacts(entries, isFields(record.value) ? factsOf(record.value, cwd) : {});
	};
}
