import type {BranchChoice, ByteRange, History} from '../adapters/adapter.ts';
import {batchesOf} from '../adapters/batches-of.ts';
import {entriesOf} from '../adapters/entries-of.ts';
import {rangesBetween} from '../adapters/jsonl/cuts.ts';
import {mediaIn} from '../adapters/media-in.ts';
import {readRecord} from '../adapters/read-record.ts';
import type {Entry} from '../model/entry.ts';
import type {Session} from '../model/session.ts';
import type {Exported} from './format.ts';
import {mappedLines} from './jsonl/mapped-lines.ts';

/** What becomes of everything on its way out: secrets are taken out here. */
export type ExportMap = {
	session?(session: Session): Session;
	entry?(entry: Entry): Entry;
	record?(record: Buffer): Buffer;
};

export type ExportedOptions = {
	readonly agentName: string;
	readonly branch?: BranchChoice;
	readonly exportedAt: string;
	readonly map?: ExportMap;
};

/** A record that holds more than this holds no picture that anybody would put into a document. */
const mostMedia = 128 * 1024 * 1024;

/** A session that was read, on its way out. */
export function exportedFrom(history: History, options: ExportedOptions): Exported {
	const {agentName, branch, exportedAt, map = {}} = options;
	const {graph, nodeAt, compactions} = history;
	const batches = (range?: ByteRange) => mappedBatches(batchesOf(history, branch, {isWhole: true, range}), map.entry);
	return {
		session: map.session?.(history.session) ?? history.session,
		agentName,
		graph,
		nodeAt,
		compactions,
		branch,
		exportedAt,
		entries: () => entriesOf(batches()),
		ranges: history.cuts?.length ? rangesBetween(history.cuts) : [undefined],
		batches,
		records: () => (map.record ? mappedLines(history.records(branch), map.record) : history.records(branch)),
		media,
	};
}

export async function* mappedBatches<T>(
	batches: AsyncIterable<readonly T[]>,
	map: ((item: T) => T) | undefined,
): AsyncGenerator<readonly T[]> {
	for await (const batch of batches) yield map ? batch.map(map) : batch;
}

async function media({locator}: Entry, number: number) {
	const {bytes, length} = await readRecord(locator, mostMedia);
	if (length > bytes.length) return undefined;
	const found = mediaIn(JSON.parse(bytes.toString('utf8')));
	return found[number] ?? (found.length === 1 ? found[0] : undefined);
}
