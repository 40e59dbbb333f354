/** Entries of files in which every record has an id and follows another one: what their readers have in common. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry} from '../../model/entry.ts';
import type {BranchChoice} from '../adapter.ts';
import type {RawRecord} from './parse-line.ts';
import type {RecordPlaces} from './record-places.ts';

type Batches<R> = AsyncIterable<readonly R[]>;

/** `before` is the id of what the record follows. */
export type ToEntries<R> = (record: R, id: string, before?: string) => readonly Entry[];

/** The entries of a branch. Every record of the graph is decoded, in the order of the file: later ones may need it. */
export async function* branchEntries<R extends RawRecord>(
	batches: Batches<R>,
	places: RecordPlaces,
	{graph, branch}: {readonly graph: BranchGraph; readonly branch?: BranchChoice},
	toEntries: ToEntries<R>,
): AsyncGenerator<Entry> {
	const belongs = graph.membership(branch);
	const {offsets} = places;
	let node = 0;
	for await (const batch of batches) {
		for (const record of batch) {
			// What was written since the first pass has no place in its shape yet, and a repeat has no node.
			if (node === offsets.length || record.offset !== offsets.at(node)) continue;
			const parent = graph.parentOf(node);
			const entries = toEntries(record, graph.idOf(node), parent < 0 ? undefined : graph.idOf(parent));
			if (belongs(node)) yield* entries;
			node++;
		}
	}
}

/**
 * The first entries in file order, before anybody knows the branches. Two records with one id are the same if they look
 * the same.
 */
export async function* openingEntries<R extends RawRecord>(
	batches: Batches<R>,
	nameOf: (record: R) => {readonly id?: string; readonly look: string},
	toEntries: ToEntries<R>,
): AsyncGenerator<Entry> {
	const seen = new Map<string, string>();
	let previous: string | undefined;
	for await (const batch of batches) {
		for (const record of batch) {
			const {id: known, look} = nameOf(record);
			if (known !== undefined && seen.get(known) === look) continue;
			const id = idOfRecord(known, record.offset, known !== undefined && seen.has(known));
			if (known !== undefined) seen.set(known, look);
			yield* toEntries(record, id, previous);
			previous = id;
		}
	}
}

/**
 * What a record is called within its session. The same id with other content is another record: nothing readable may
 * be lost to a broken writer.
 */
export function idOfRecord(known: string | undefined, offset: number, isTaken: boolean): string {
	return known === undefined ? `@${offset}` : isTaken ? `${known}@${offset}` : known;
}

export type Draft = Omit<Entry, 'id' | 'parent' | 'timestamp' | 'locator' | 'cutBytes'>;

export type DraftPlace = {
	readonly path: string;
	readonly record: RawRecord;
	readonly id: string;
	readonly before?: string;
	readonly timestamp?: string;
};

/**
 * Drafts of one record as entries: each has an id of its own and follows the one before it. The drafts themselves
 * become the entries, because to copy them took as long as to make them.
 */
export function placeDrafts(drafts: readonly Draft[], {path, record, id, before, timestamp}: DraftPlace): Entry[] {
	const {offset, length, cutBytes} = record;
	return drafts.map((draft, index) => {
		const entry: Entry = Object.assign(draft, {
			id: index === 0 ? id : `${id}#${index}`,
			parent: index === 0 ? before : index === 1 ? id : `${id}#${index - 1}`,
			timestamp,
			locator: {path, offset, length},
		});
		return cutBytes > 0 ? {...entry, cutBytes} : entry;
	});
}
