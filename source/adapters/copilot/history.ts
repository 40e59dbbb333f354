/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry} from '../../model/entry.ts';
import type {Warning} from '../../model/warning.ts';
import type {BranchChoice, History, ReadOptions, SessionRef} from '../adapter.ts';
import {copyRanges, type Range} from '../jsonl/copy-ranges.ts';
import {Decoder} from './decoder.ts';
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
	});
	for await (const batch of batches) for (const record of batch) survey.observe(record);

	const {graph, ...sums} = survey.finish();
	return {
		session: {...sessionFrom(ref, survey.facts), ...sums},
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
	const decoder = new Decoder();
	let node = 0;
	for await (const batch of readEvents(ref.path)) {
		for (const record of batch) {
			// What was written since the first pass has no place in its shape yet, and a repeat has no node.
			if (record.offset !== survey.offsets[node]) continue;
			const parent = graph.parentOf(node);
			const entries = entriesOf(ref, record, decoder, graph.idOf(node), parent < 0 ? undefined : graph.idOf(parent));
			if (belongs(node)) yield* entries;
			node++;
		}
	}
}

/** The first entries in file order, for a preview. */
export async function* readOpening(ref: SessionRef): AsyncGenerator<Entry> {
	const decoder = new Decoder();
	const seen = new Map<string, string>();
	let previous: string | undefined;
	for await (const batch of readEvents(ref.path)) {
		for (const record of batch) {
			const {event, offset, length} = record;
			const known = event?.id;
			const look = `${event?.type} ${length}`;
			if (known !== undefined && seen.get(known) === look) continue;
			const id = known === undefined ? `@${offset}` : seen.has(known) ? `${known}@${offset}` : known;
			if (known !== undefined) seen.set(known, look);
			yield* entriesOf(ref, record, decoder, id, previous);
			previous = id;
		}
	}
}

function entriesOf(ref: SessionRef, record: EventRecord, decoder: Decoder, id: string, before?: string): Entry[] {
	const {event, value, offset, length, cutBytes} = record;
	return decoder.decode(event, value).map((draft, index) => ({
		...draft,
		id: index === 0 ? id : `${id}#${index}`,
		parent: index === 0 ? before : index === 1 ? id : `${id}#${index - 1}`,
		timestamp: event?.timestamp,
		...(event?.isSidechain ? {isSidechain: true} : undefined),
		locator: {path: ref.path, offset, length},
		...(cutBytes > 0 ? {cutBytes} : undefined),
	}));
}

/** Where the events of a branch lie, those that were written twice included. */
async function* rangesOf(survey: Survey, graph: BranchGraph, branch?: BranchChoice): AsyncGenerator<Range> {
	const belongs = graph.membership(branch);
	const places = survey.offsets.map((offset, node) => ({offset, length: survey.lengths[node]!, node}));
	const all = survey.repeats.length === 0 ? places : [...places, ...survey.repeats].sort((a, b) => a.offset - b.offset);
	for (const {offset, length, node} of all) if (length > 0 && belongs(node)) yield {from: offset, to: offset + length};
}
