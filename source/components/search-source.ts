/** What the screens need of the search, and no more: the real one answers from another thread, a fake one in a test. */
import type {StoreNewsOf} from '../model/news.ts';
import type {Session} from '../model/session.ts';
import type {AnswerOf} from '../search/answer.ts';
import type {Match} from '../search/match.ts';
import type {Mode} from '../search/query/query.ts';
import type {Scope} from '../search/scope.ts';
import type {ListedSession} from './session-source.ts';

export type {CatalogueStatus} from '../model/news.ts';
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

export type SearchAnswer = AnswerOf<FoundSession>;

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

export type News = StoreNewsOf<ListedSession>;
