/**
 * What the screens need of the library, and no more: the library fits it, and so does a fake one in a test.
 * Components know no adapter, so the shapes are said here in the model's own terms.
 */
import type {ExportChoice} from '../actions/export/export-choice.ts';
import type {ExportJob, ExportResult} from '../actions/export/export-job.ts';
import type {Redaction} from '../actions/export/redaction.ts';
import type {AgentId} from '../model/agent.ts';
import type {BranchGraph} from '../model/branch-graph.ts';
import type {Entry} from '../model/entry.ts';
import type {FileLocator, Locator} from '../model/locator.ts';
import type {Relative} from '../model/relative.ts';
import type {Session} from '../model/session.ts';
import type {Spending} from '../model/usage.ts';
import type {News, SearchSource} from './search-source.ts';

/** A session that was found but not read. */
export type ListedSession = {
	readonly agent: AgentId;
	readonly id: string;
	readonly path: string;
	/** The files it lies in; a row of a database names its place in `path`, and shares the file with others. */
	readonly files: readonly string[];
	readonly size: number;
	readonly endedAt?: string;
	readonly parentId?: string;
	/** A sub-agent whose parent is in the list. */
	readonly isFolded: boolean;
	/** Changes whenever anything of the session did. */
	readonly stamp: string;
};

export type FoundSessions = {
	/** Newest first. */
	readonly sessions: readonly ListedSession[];
	/** Files that could not be read. */
	readonly unreadable: number;
	/** Only the newest are here, and how many there are; all of them come as the first news. */
	readonly total?: {readonly sessions: number; readonly agentSessions: number};
};

export type CompactionFacts = {
	readonly id: string;
	readonly tokensBefore?: number;
	readonly tokensAfter?: number;
};

export type ReadSession = {
	readonly session: Session;
	readonly graph: BranchGraph;
	readonly compactions: readonly CompactionFacts[];
	/** `isWhole`: nothing is cut, and they tell what they took. */
	entries(branch?: number, options?: {readonly isWhole?: boolean}): AsyncIterable<Entry>;
	/** The entries of one record, read again at once; none where it can't be read any more. */
	recall?(locator: FileLocator): readonly Entry[];
};

export type ReadingOptions = {
	readonly signal?: AbortSignal;
	readonly onProgress?: (done: number, total: number) => void;
};

/** What a list is sorted and grouped by. What nobody knows yet is absent. */
export type SessionFacts = {
	/** Where it was started. */
	readonly cwd?: string;
	readonly title?: string;
	readonly prompts?: number;
	readonly tokens?: number;
};

/** A part of a session that was read alone, in the order of its file and before anybody knows the branches. */
export type Stretch = {
	/** The bytes of its lines, and of how many in all. */
	readonly from: number;
	readonly to: number;
	readonly size: number;
	readonly entries: AsyncIterable<Entry>;
};

export type SessionSource = {
	/** Where it looks. */
	readonly places: readonly string[];
	scan(): Promise<FoundSessions>;
	/** What is known of all sessions without reading them, by their keys; another map if there is more than before. */
	facts?(): Promise<ReadonlyMap<string, SessionFacts>>;
	head(ref: ListedSession): Promise<Session>;
	opening(ref: ListedSession): AsyncIterable<Entry>;
	history(ref: ListedSession, options?: ReadingOptions): Promise<ReadSession>;
	/** The lines that a range of bytes touches, from the end if below zero; undefined: only the whole can be read. */
	stretch?(ref: ListedSession, range: {readonly from: number; readonly to: number}): Promise<Stretch | undefined>;
	/**
	 * What was written after an entry, in the order of the file; the entry's own record may come again. undefined: nobody
	 * can tell without reading the session anew.
	 */
	grown?(ref: ListedSession, last: Entry): Promise<AsyncIterable<Entry> | undefined>;
	/** Tells of every change in the stores until the returned function is called. */
	follow?(onNews: (news: News) => void): () => void;
	/** A record as it lies in its file. Rejects where it can't be read any more. */
	raw?(locator: Locator): Promise<{readonly text: string; readonly leftOut: number}>;
	/** An image of a record, by its number among the record's media. */
	media?(locator: Locator, number: number): Promise<{readonly type: string; readonly data: Buffer} | undefined>;
	/** The sessions it was copied from, those that were copied from it, and the sub-agents of all of them. */
	family?(ref: ListedSession, options?: {readonly signal?: AbortSignal}): Promise<ReadFamily>;
	/** Writes sessions into files; rejects with an error named `FileExists` where one is there already. */
	export?(job: ExportJob<ListedSession>): Promise<ExportResult>;
	/** What a file of the session would be called. */
	exportName?(session: Session, choice: ExportChoice): Promise<string>;
	/** What the user says of secrets, for what is written without the source's help. */
	readonly redaction?: Redaction;
	/** A text without its secrets, and what was replaced in it; absent: they may stay. */
	readonly redact?: (text: string) => Promise<{readonly text: string; readonly replaced?: string}>;
	readonly search?: SearchSource;
	/** The sessions a user marked with a star, kept from one start to the next. */
	readonly stars?: Stars;
	/** The names a user gave to rows of the fork tree. */
	readonly labels?: Labels;
};

export type ReadFamily = {
	readonly refs: readonly ListedSession[];
	readonly relatives: readonly Relative[];
	/** What each answer of a relative took, by its place among them; undefined of large ones, unless any size is wanted. */
	spendings?(relative: number, isAnySize?: boolean): Promise<readonly Spending[] | undefined>;
};

export type Stars = {
	has(ref: ListedSession): boolean;
	/** Sets or takes away; tells which. Throws where it can't be written. */
	toggle(ref: ListedSession): boolean;
};

export type Labels = {
	/** Of an entry, or of the session itself. */
	of(ref: ListedSession, entryId?: string): string | undefined;
	/** An empty one takes it away. Throws where it can't be written. */
	set(ref: ListedSession, entryId: string | undefined, text: string): void;
};

export {liveMs} from '../model/live.ts';

/** What tells a session from every other, whatever agent and home it is from. */
export function keyOf({agent, id, path}: ListedSession): string {
	return `${agent}\n${id}\n${path}`;
}
