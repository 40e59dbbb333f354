/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Column} from '../../model/column.ts';
import type {Entry} from '../../model/entry.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';
import type {Warning} from '../../model/warning.ts';
import type {
	BranchChoice,
	EntryOptions,
	History,
	Passage,
	PassageOptions,
	ReadOptions,
	SessionRef,
} from '../adapter.ts';
import {entriesOf} from '../entries-of.ts';
import {copyRanges} from '../jsonl/copy-ranges.ts';
import {copyWhole} from '../jsonl/copy-whole.ts';
import {Cuts} from '../jsonl/cuts.ts';
import {firstFrom, nodeAt} from '../jsonl/node-at.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {readPassages as jsonlPassages} from '../jsonl/passages.ts';
import {readRecords} from '../jsonl/read-records.ts';
import {RecordFile} from '../jsonl/record-file.ts';
import type {Line} from '../jsonl/split-lines.ts';
import {decodeBatches} from './decode-batches.ts';
import {entryDecoder} from './entry-decoder.ts';
import {customTitleBeside, sessionFrom} from './head.ts';
import {hintOf} from './hint.ts';
import {isRequestCopy, isWordy} from './records.ts';
import {spawnedBeside} from './spawned-beside.ts';
import {Survey} from './survey.ts';

type Surveyed = {
	readonly ref: SessionRef;
	readonly survey: Survey;
	/** The size of the file when it was surveyed. */
	readonly end: number;
	/** Where damaged records were found. */
	readonly troubles: readonly number[];
	/** Takes what only a later reading found: the file may have changed since. */
	readonly warn: (warning: Warning) => void;
};

export async function readHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	const warnings: Warning[] = [];
	// First of all, as a glance does it: there may be more of them in the end.
	const beside = spawnedBeside(ref.path);
	let lastCut = 0;
	const cuts = new Cuts(place => {
		const hint = options.onCut && hintOf(survey, {from: lastCut, to: place});
		if (hint) options.onCut?.(place, hint);
		lastCut = place;
	});
	const survey = new Survey(ref.isAgentSession, cuts);
	let end = 0;
	const batches = readRecords(ref.path, {
		signal: options.signal,
		onProgress: bytes => {
			end = bytes;
			options.onProgress?.(bytes, ref.size);
		},
		warn: warning => warnings.push(warning),
		skip: isRequestCopy,
		// The first prompt may be anywhere, and may be the title.
		isOutline: line => survey.facts.hasPrompt && isWordy(line),
		observe: options.observe,
		inLargePieces: options.onCut !== undefined,
	});
	for await (const batch of batches) survey.observeAll(batch);
	// What is written from now on has no place in this graph: it is read with the next one.
	const troubles = warnings.map(({offset}) => offset ?? 0);
	const surveyed: Surveyed = {ref, survey, end, troubles, warn: warning => addNew(warning, warnings)};

	const {graph, counts, models, tokens, cost, places, sums} = survey.finish();
	survey.facts.observeCustomTitle(customTitleBeside(ref));
	const choice = survey.facts.title(uuid => graph.has(uuid));
	for (const trouble of survey.troubles(graph)) warnings.push({path: ref.path, ...trouble});
	for (const [call, agent] of beside) survey.sums.spawned.set(call, agent);
	return {
		session: {...sessionFrom(ref, survey.facts, choice), counts, models, tokens, cost},
		graph,
		compactions: survey.compactions,
		warnings,
		entries: (branch, options) => entriesOf(readBatches(surveyed, graph, branch, options)),
		batches: (branch, options) => readBatches(surveyed, graph, branch, options),
		// Where lines are damaged a record may begin in the middle of one.
		cuts: troubles.length === 0 && ref.path.endsWith('.jsonl') ? places : undefined,
		sums,
		hint: range => hintOf(survey, range),
		nodesIn: ({from, to}) => [firstFrom(survey.nodeOffsets, from), firstFrom(survey.nodeOffsets, to)],
		placeOf: node => survey.nodeOffsets.at(node),
		nodeAt: locator => nodeOf(survey, locator),
		records: branch =>
			branch === 'all'
				? copyWhole(ref.path, surveyed)
				: copyRanges(ref.path, branchRanges(surveyed, graph, branch), surveyed.warn),
		recall: recaller(surveyed, graph),
	};
}

function addNew(warning: Warning, warnings: Warning[]): void {
	const isKnown = warnings.some(({offset, message}) => offset === warning.offset && message === warning.message);
	if (!isKnown) warnings.push(warning);
}

/** Walks the records again, telling for each the node it is, or -1 for records beside the chain. */
class NodeCursor {
	private next: number;

	constructor(
		private readonly offsets: Column,
		from = 0,
	) {
		this.next = firstFrom(offsets, from);
	}

	nodeAt(offset: number): number {
		while (this.next < this.offsets.length && this.offsets.at(this.next) < offset) this.next++;
		return this.next < this.offsets.length && this.offsets.at(this.next) === offset ? this.next : -1;
	}
}

async function* readBatches(
	{ref, survey, end, warn}: Surveyed,
	graph: BranchGraph,
	branch?: BranchChoice,
	{isWhole, range}: EntryOptions = {},
): AsyncGenerator<Entry[]> {
	const belongs = graph.membership(branch);
	const from = range?.from ?? 0;
	const cursor = new NodeCursor(survey.nodeOffsets, from);
	const toEntries = entryDecoder(ref, {survey, graph}, {isWhole});
	const decode = (record: RawRecord) => {
		const node = cursor.nodeAt(record.offset);
		return node >= 0 && (!belongs(node) || survey.repeats.has(node)) ? none : toEntries(record, node);
	};
	const to = range ? Math.min(end, range.to) : end;
	yield* decodeBatches(readRecords(ref.path, {from, end: to, warn, isWhole}), decode, isWhole);
}

const none: Entry[] = [];

function nodeOf({nodeOffsets}: Survey, locator: Locator): number | undefined {
	const node = isFileLocator(locator) ? nodeAt(nodeOffsets, locator.offset) : -1;
	return node < 0 ? undefined : node;
}

function recaller({ref, survey}: Surveyed, graph: BranchGraph): NonNullable<History['recall']> {
	const file = new RecordFile(ref.path);
	const toEntries = entryDecoder(ref, {survey, graph});
	return locator => file.read(locator).flatMap(record => toEntries(record, nodeAt(survey.nodeOffsets, record.offset)));
}

/** The first entries in file order, for a preview. */
export async function* readOpening(ref: SessionRef): AsyncGenerator<Entry> {
	const toEntries = entryDecoder(ref);
	for await (const batch of readRecords(ref.path, {skip: isRequestCopy})) {
		for (const record of batch) yield* toEntries(record, -1);
	}
}

export function readPassages(ref: SessionRef, options: PassageOptions = {}): AsyncIterable<readonly Passage[]> {
	// Whether a prompt from the queue stands elsewhere too only the whole file tells: rather twice than not at all.
	const toEntries = entryDecoder(ref, undefined, {isSteered: () => true});
	return jsonlPassages(ref.path, options, record => toEntries(record, -1), isRequestCopy);
}

/** Where the records of a branch lie. Lines are not parsed again, but for those that are more or less than one record. */
async function* branchRanges(
	{ref, survey, end, troubles}: Surveyed,
	graph: BranchGraph,
	branch?: BranchChoice,
): AsyncGenerator<{from: number; to: number}> {
	const belongs = graph.membership(branch);
	const cursor = new NodeCursor(survey.nodeOffsets);
	const places = [...troubles].sort((a, b) => a - b);
	const isDamaged = ({offset, length}: Line) => {
		while (places.length > 0 && places[0]! < offset) places.shift();
		return places.length > 0 && places[0]! < offset + length;
	};
	const skip = (bytes: Buffer, line: Line) => bytes[0] === openingBrace && !isDamaged(line);
	for await (const batch of readRecords(ref.path, {end, skip})) {
		for (const {offset, length} of batch) {
			const node = cursor.nodeAt(offset);
			if (node < 0 || belongs(node)) yield {from: offset, to: offset + length};
		}
	}
}

const openingBrace = 0x7b;
