/**
 * What every agent's adapter answers. An adapter knows where its agent keeps files and what is in them; nobody else
 * does. It never throws on content: bad records become warnings with a place, and everything readable is still given.
 */
import type {AgentId} from '../model/agent.ts';
import type {BranchGraph} from '../model/branch-graph.ts';
import type {BranchSums} from '../model/branch-sums.ts';
import type {Entry} from '../model/entry.ts';
import type {FileLocator, Locator} from '../model/locator.ts';
import type {Session} from '../model/session.ts';
import type {Warning} from '../model/warning.ts';
import type {Look} from './look.ts';

/** A home directory to look below. `env` holds the variables that move a store; it is empty for a foreign home. */
export type Home = {
	readonly path: string;
	readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * A file (or a row of a database) that might be a session, and what became of it:
 * listed, hidden by a rule, or unreadable. Every candidate has exactly one verdict.
 */
export type Candidate = {
	readonly agent: AgentId;
	readonly path: string;
	readonly verdict: 'listed' | 'hidden' | 'unreadable';
	/** Why it is hidden or unreadable, in words that group well: the same rule, the same words. */
	readonly reason?: string;
	/** What is special about this one file: an error's own words, the session it belongs to. */
	readonly detail?: string;
	/** The session it is, or is a part of. */
	readonly sessionId?: string;
};

/** A session that was found but not read: what its place, its name and a few reads of it tell. */
export type SessionRef = {
	readonly agent: AgentId;
	readonly id: string;
	readonly path: string;
	/** Every file it is made of, the one that is opened first in front. */
	readonly files: readonly string[];
	readonly size: number;
	/** The time of its newest record, for the order of the list; the file's own time where no record has one. */
	readonly endedAt?: string;
	readonly isAgentSession: boolean;
	readonly parentId?: string;
	/** A sub-agent whose parent is listed: shown below it, and as a row of its own only on request. */
	readonly isFolded: boolean;
	/** Named in the file itself. */
	readonly forkedFrom?: string;
	/** The session it was converted from, perhaps another agent's, as its file says: `agent:id`. */
	readonly convertedFrom?: string;
	/** Sessions with the same family share their first record: one was copied from the other. */
	readonly family?: string;
	/** The agent's own store, for what lies beside the session. */
	readonly store: string;
	/** Changes whenever anything of the session did, its title beside it included. */
	readonly stamp: string;
	/** The open format it was exported to (see formats/); absent for what an agent wrote itself. */
	readonly format?: string;
};

export type Discovery = {
	readonly candidates: readonly Candidate[];
	readonly sessions: readonly SessionRef[];
	readonly warnings: readonly Warning[];
};

export type Compaction = {
	/** The id of the compaction's entry. */
	readonly id: string;
	readonly timestamp?: string;
	readonly trigger?: string;
	readonly tokensBefore?: number;
	readonly tokensAfter?: number;
};

/** A branch's number, or every branch in the order of the files. */
export type BranchChoice = number | 'all';

export type EntryOptions = {
	/** Nothing is cut from long texts, and every entry has its facts: for whoever writes the session down. */
	readonly isWhole?: boolean;
	/** Only the records that begin between these bytes: from one of `cuts` to another, the beginning and the end included. */
	readonly range?: ByteRange;
	/** Long outputs may stay the bytes they are (see `Entry.bytes`). */
	readonly keepsBytes?: boolean;
};

export type ByteRange = {readonly from: number; readonly to: number};

/** A session that was read once from end to end: its shape is known, its text is read again when it is wanted. */
export type History = {
	/** With counts, models and tokens. */
	readonly session: Session;
	readonly graph: BranchGraph;
	readonly compactions: readonly Compaction[];
	/** Grows while entries and records are read again, if the file changed since. */
	readonly warnings: readonly Warning[];
	/** The entries of a branch (see BranchGraph), of the active one by default. Streams. */
	entries(branch?: BranchChoice, options?: EntryOptions): AsyncIterable<Entry>;
	/** The same, many at a time: a step of an asynchronous loop costs more than an entry does. */
	batches?(branch?: BranchChoice, options?: EntryOptions): AsyncIterable<readonly Entry[]>;
	/** Where a session that is one file of lines can be read in parts, several at once (see `Cuts`). */
	readonly cuts?: readonly number[];
	/**
	 * What a glance has to know of a part, from one of the cuts to another: it is right if it was told the same. undefined:
	 * nobody could have told it.
	 */
	hint?(range: ByteRange): Hint | undefined;
	/**
	 * What happened on a branch of several, the active one by default, as far as the first reading tells it; without a time.
	 * Absent: its entries have to be asked.
	 */
	sums?(branch?: number): BranchSums;
	/** The first node of a part, and the first one behind it. */
	nodesIn?(range: ByteRange): readonly [first: number, end: number];
	/** Where a node's record begins. */
	placeOf?(node: number): number;
	/** The node of an entry's record, where its id does not tell: a record may stand in two places. */
	nodeAt?(locator: Locator): number | undefined;
	/**
	 * The bytes of the records of a branch, untouched, one record a line; of all branches, where the session is a file of
	 * lines, every byte of it. Streams.
	 */
	records(branch?: BranchChoice): AsyncIterable<Buffer>;
	/**
	 * The entries of one record as `entries` gave them, read again at once; what they follow, and what only other records
	 * tell of a name or a model, may be missing. None where the record can't be read any more. Absent: it can't be done.
	 */
	recall?(locator: FileLocator): readonly Entry[];
};

/** What is known of a part of a session that its records do not tell each by itself; only means something to its adapter. */
export type Hint = Uint8Array;

export type GlanceOptions = Pick<EntryOptions, 'keepsBytes'> & {
	/** Of records by where they begin: those that belong to another branch. */
	readonly isHidden?: (place: number) => boolean;
};

/**
 * A session that is one file of lines, read by somebody who does not know its shape: as if there were no forks, and nothing
 * that other records say of one but what hints tell. What an entry follows, and what it took, may be missing.
 */
export type Glance = {
	/** Those in the parts that were read so far. */
	readonly compactions: readonly Compaction[];
	/** The entries of a part, from one of the session's cuts to another, whole. */
	read(range: ByteRange, hint: Hint, options?: GlanceOptions): AsyncIterable<readonly Entry[]>;
};

export type ReadOptions = {
	readonly signal?: AbortSignal;
	/** Bytes read so far, of how many. */
	readonly onProgress?: (done: number, total: number) => void;
	/** Told of the records as they lie in the store; of those that nobody needed to parse it hears nothing. */
	readonly observe?: (record: unknown) => void;
	/**
	 * Told where the session can be cut, and what is known of the part that ends there, soon after it was read; in the end
	 * some of these places may not be among the cuts.
	 */
	readonly onCut?: (place: number, hint: Hint) => void;
};

/**
 * A record, or a few that belong together, in the order of the files and before anybody knows the branches.
 * `from` and `to` only mean something to the adapter: they grow, and what lies between two of them can be read alone.
 */
export type Passage = {
	readonly from: number;
	/** Where to go on after it. A record whose end is not written yet is read again: then `to` is its beginning. */
	readonly to: number;
	readonly entries: readonly Entry[];
};

export type PassageOptions = {
	/** From a passage's `from` or `to` on; the beginning by default. */
	readonly from?: number;
	readonly to?: number;
	readonly signal?: AbortSignal;
};

export type ForkLink = {
	readonly id: string;
	readonly forkedFrom: string;
	/** The last entry the two share. */
	readonly forkedAt?: string;
};

export type Adapter = {
	readonly agent: AgentId;
	/** The agent's name as its makers write it. */
	readonly name: string;
	/** Everything below this home that might be a session, with a verdict each. */
	discover(home: Home, look?: Look): Promise<Discovery>;
	/** A session from any path, wherever it lies; undefined if it is not one of this agent's. */
	recognize(path: string): Promise<SessionRef | undefined>;
	/** The header, from a few reads. */
	head(ref: SessionRef): Promise<Session>;
	/** The first entries in file order, before anybody knows the branches: for a preview. Streams. */
	opening(ref: SessionRef): AsyncIterable<Entry>;
	/** Reads the whole session once, keeping its shape and not its text. */
	history(ref: SessionRef, options?: ReadOptions): Promise<History>;
	/** To read a session while somebody else finds out its shape; undefined where that can't be done. */
	glance?(ref: SessionRef): Promise<Glance | undefined>;
	/**
	 * Everything in it, for an index of words: the session's own files in their order, batch by batch. Ids and locators
	 * are those of `history` wherever one record tells them.
	 */
	passages(ref: SessionRef, options?: PassageOptions): AsyncIterable<readonly Passage[]>;
	/**
	 * What stands just before a passage: as long as it is the same, the session only grew, and reading may go on from
	 * there. undefined: nobody can tell, everything is read again.
	 */
	mark?(ref: SessionRef, from: number): string | undefined;
	/** Whether the session is one file of lines, and a place of a passage the byte at which a line of `ref.path` begins. */
	hasLines?(ref: SessionRef): boolean;
	/** Who was copied from whom among the sessions of one family, where the files do not say it. */
	relate?(family: readonly SessionRef[]): Promise<ForkLink[]>;
};
