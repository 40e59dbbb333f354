/** What a session is when it leaves the program, and what every format makes of it. */
import type {BranchChoice, ByteRange, Compaction, History} from '../adapters/adapter.ts';
import type {BranchGraph} from '../model/branch-graph.ts';
import type {Entry} from '../model/entry.ts';
import type {Session} from '../model/session.ts';
import type {Drawing} from './markdown/drawing.ts';

export const formatIds = ['markdown', 'html', 'unified', 'session-data', 'universal', 'jsonl'] as const;

export type FormatId = (typeof formatIds)[number];

/** The formats that can be read back. */
export const openFormatIds = ['unified', 'session-data', 'universal'] as const satisfies readonly FormatId[];

export type OpenFormatId = (typeof openFormatIds)[number];

/** A session on its way out: secrets are gone from it already, if that was wanted. */
export type Exported = {
	/** With counts, models and tokens. */
	readonly session: Session;
	/** The agent's name as its makers write it. */
	readonly agentName: string;
	readonly graph: BranchGraph;
	/** See `History`. */
	readonly nodeAt?: History['nodeAt'];
	readonly compactions: readonly Compaction[];
	/** What of it was wanted: a branch, all of them, or (undefined) the active one. */
	readonly branch?: BranchChoice;
	/** ISO 8601. Given, so that the same session twice is the same file twice. */
	readonly exportedAt: string;
	/** The entries that were wanted, whole. Can be asked for more than once; streams each time. */
	entries(): AsyncIterable<Entry>;
	/** Parts of the session's file that can be read apart, in their order; `undefined` alone: it is read as a whole. */
	readonly ranges: ReadonlyArray<ByteRange | undefined>;
	/** The entries of a part, or all, many at a time. */
	batches(range?: ByteRange): AsyncIterable<readonly Entry[]>;
	/** What `draw` makes of all parts in their order, where somebody else does it. */
	drawings?(): AsyncIterable<Drawing>;
	/** The native records that were wanted, one a line. */
	records(): AsyncIterable<Buffer>;
	/** An image of an entry's record, by its number among the record's media. */
	media?(entry: Entry, number: number): Promise<{readonly type: string; readonly data: Buffer} | undefined>;
};

/** A document on its way out. A buffer is valid until the next piece is asked for. */
export type Pieces = AsyncIterable<string | Buffer>;

/** Writes piece by piece: what it holds in memory does not grow with the session, where the format allows that. */
export type Writer = (exported: Exported) => Pieces;
