/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry} from '../../model/entry.ts';
import type {Warning} from '../../model/warning.ts';
import type {BranchChoice, History, ReadOptions, SessionRef} from '../adapter.ts';
import {isFields, textOf} from '../fields.ts';
import {copyRanges, type Range} from '../jsonl/copy-ranges.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {decode} from './decode.ts';
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
	});
	for await (const batch of batches) for (const record of batch) survey.observe(record);

	const {graph, ...sums} = survey.finish();
	const forkedAt = ref.forkedFrom === undefined ? undefined : survey.forkedAt;
	return {
		session: {...sessionFrom(ref, survey.facts), forkedAt, ...sums},
		graph,
		compactions: survey.compactions,
		warnings,
		entries: branch => readEntries(ref, survey, graph, branch),
		records: branch => copyRanges(ref.path, rangesOf(survey, graph, branch)),
	};
}

async function* readEntries(
	ref: SessionRef,
	survey: Survey,
	graph: BranchGraph,
	branch?: BranchChoice,
): AsyncGenerator<Entry> {
	const belongs = graph.membership(branch);
	let node = 0;
	for await (const batch of readRecords(ref.path)) {
		for (const record of batch) {
			// What was written since the first pass has no place in its shape yet, and a repeat has no node.
			if (record.offset !== survey.offsets[node]) continue;
			const parent = graph.parentOf(node);
			if (belongs(node)) yield* entriesOf(ref, record, graph.idOf(node), parent < 0 ? undefined : graph.idOf(parent));
			node++;
		}
	}
}

/** The first entries in file order, for a preview. */
export async function* readOpening(ref: SessionRef): AsyncGenerator<Entry> {
	const seen = new Map<string, number>();
	let previous: string | undefined;
	for await (const batch of readRecords(ref.path)) {
		for (const record of batch) {
			const {value, offset, length} = record;
			const known = isFields(value) ? textOf(value.id) : undefined;
			if (known !== undefined && seen.get(known) === length) continue;
			const id = known === undefined ? `@${offset}` : seen.has(known) ? `${known}@${offset}` : known;
			if (known !== undefined) seen.set(known, length);
			yield* entriesOf(ref, record, id, previous);
			previous = id;
		}
	}
}

function entriesOf(
	ref: SessionRef,
	{value, offset, length, cutBytes}: RawRecord,
	id: string,
	before?: string,
): Entry[] {
	const timestamp = isFields(value) ? timeOf(value) : undefined;
	return decode(value, id).map((draft, index) => ({
		...draft,
		id: index === 0 ? id : `${id}#${index}`,
		parent: index === 0 ? before : index === 1 ? id : `${id}#${index - 1}`,
		timestamp,
		locator: {path: ref.path, offset, length},
		...(cutBytes > 0 ? {cutBytes} : undefined),
	}));
}

/** Where the records of a branch lie, those that were written twice included. */
async function* rangesOf(survey: Survey, graph: BranchGraph, branch?: BranchChoice): AsyncGenerator<Range> {
	const belongs = graph.membership(branch);
	const places = survey.offsets.map((offset, node) => ({offset, length: survey.lengths[node]!, node}));
	const all = survey.repeats.length === 0 ? places : [...places, ...survey.repeats].sort((a, b) => a.offset - b.offset);
	for (const {offset, length, node} of all) if (belongs(node)) yield {from: offset, to: offset + length};
}
