/** What the screens need of the search, and no more: the real one answers from another thread, a fake one in a test. */
import type {Session} from '../model/session.ts';
import type {Match} from '../search/match.ts';
import type {Mode, Problem} from '../search/query/query.ts';
import type {Scope} from '../search/scope.ts';
import type {ListedSession} from './session-source.ts';

export type {Match} from '../search/match.ts';
export {type Scope, scopes} from '../search/scope.ts';

export type SearchRequest = {
	/** As typed. Empty: every session of the scope, newest first. */
	readonly text: string;
	readonly mode: Mode;
	readonly scope: Scope;
	/** How many sessions are wanted. */
	readonly limit: number;
};

export type FoundSession = {
	readonly ref: ListedSession;
	/** Its header, as far as the catalogue has it. */
	readonly session?: Session;
	readonly score: number;
	/** Where in the session its words are; only the search understands it. */
	readonly places: unknown;
};

export type SearchAnswer = {
	/** The best first. */
	readonly found: readonly FoundSession[];
	/** Sessions that match, as far as is known by now. */
	readonly total: number;
	/** No better answer to this request will come. */
	readonly isComplete: boolean;
	/** What is wrong with the query; the rest of it is searched for all the same. */
	readonly problems: readonly Problem[];
	/** Sessions that are not in the index and are read one by one. */
	readonly scanning?: {readonly done: number; readonly of: number};
};

export type SearchSource = {
	/** Calls `onAnswer` with better and better answers; resolves after the last one. Never rejects. */
	search(request: SearchRequest, onAnswer: (answer: SearchAnswer) => void, signal: AbortSignal): Promise<void>;
	/** Where the words are in one session, the best places first; for rows in sight only. Empty if nowhere (a title's hit). */
	matches(found: FoundSession, request: SearchRequest, signal: AbortSignal): Promise<readonly Match[]>;
	/** Every place in an entry's text where the query's words stand, to mark them and to go from one to the next. */
	rangesIn(text: string, request: SearchRequest): ReadonlyArray<readonly [number, number]>;
	/** Values a filter may take on this machine, the most frequent first. */
	vocabulary(filter: string): readonly string[];
};

/** How far the catalogue is, for the status line. */
export type CatalogueStatus = {
	readonly phase: 'looking' | 'indexing' | 'ready' | 'off';
	readonly indexed: number;
	readonly sessions: number;
	readonly indexedBytes: number;
	readonly bytes: number;
	readonly secondsLeft?: number;
	/** Changes are seen by looking from time to time, because there is too much to watch; why. */
	readonly polling?: string;
	/** Something about the catalogue that the user should know. */
	readonly note?: string;
};

/** What happened in the stores since the last news. */
export type News = {
	readonly status?: CatalogueStatus;
	/** New sessions, and those that grew or changed. */
	readonly changed?: readonly ListedSession[];
	readonly gone?: readonly ListedSession[];
	/** The whole list, where it is known for the first time or anew. */
	readonly all?: readonly ListedSession[];
};
