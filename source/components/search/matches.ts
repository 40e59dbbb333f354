import type {FoundSession, Match, SearchRequest, SearchSource} from '../search-source.ts';
import {keyOf, type ListedSession} from '../session-source.ts';

/** What is known of a session's places: those of this query, or still those of the one before. */
export type KnownMatches = {
	readonly matches: readonly Match[];
	/** Whether they belong to the query that was asked for. */
	readonly isCurrent: boolean;
};

type Kept = {readonly query: string; readonly matches: readonly Match[]};
type UnderWay = {readonly query: string; readonly stopping: AbortController};

const mostKept = 300;
const mostAtOnce = 4;

/**
 * Where the words are in the sessions in sight. Sessions that were scrolled past before their turn came are never asked
 * for, and those under way are given up. Until a new query's places are known the old ones are, so nothing flickers.
 */
export class Matches {
	private readonly kept = new Map<string, Kept>();
	private readonly underWay = new Map<string, UnderWay>();
	private wanted: readonly FoundSession[] = [];
	private request: SearchRequest | undefined;

	constructor(
		private readonly source: SearchSource,
		private readonly onChange: () => void,
	) {}

	get(ref: ListedSession, request: SearchRequest): KnownMatches | undefined {
		const kept = this.kept.get(keyOf(ref));
		return kept && {matches: kept.matches, isCurrent: kept.query === queryOf(ref, request)};
	}

	/** These are in sight now. */
	want(found: readonly FoundSession[], request: SearchRequest): void {
		this.wanted = found;
		this.request = request;
		const queries = new Map(found.map(({ref}) => [keyOf(ref), queryOf(ref, request)]));
		for (const [key, {query, stopping}] of this.underWay) {
			if (queries.get(key) === query) continue;
			stopping.abort();
			this.underWay.delete(key);
		}
		this.readMore();
	}

	close(): void {
		for (const {stopping} of this.underWay.values()) stopping.abort();
		this.underWay.clear();
		this.wanted = [];
	}

	private readMore(): void {
		const {request} = this;
		if (!request) return;
		for (const found of this.wanted) {
			if (this.underWay.size >= mostAtOnce) return;
			const key = keyOf(found.ref);
			const query = queryOf(found.ref, request);
			if (this.underWay.has(key) || this.kept.get(key)?.query === query) continue;
			const stopping = new AbortController();
			this.underWay.set(key, {query, stopping});
			void this.readOne(found, request, key, query, stopping.signal);
		}
	}

	private async readOne(
		found: FoundSession,
		request: SearchRequest,
		key: string,
		query: string,
		signal: AbortSignal,
	): Promise<void> {
		let matches: readonly Match[] = [];
		try {
			matches = await this.source.matches(found, request, signal);
		} catch {
			// A snippet is an extra: what is wrong with the file is said when it is opened.
		}
		if (signal.aborted) return;
		this.underWay.delete(key);
		this.kept.delete(key);
		this.kept.set(key, {query, matches});
		if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
		this.onChange();
		this.readMore();
	}
}

/** What the places depend on: how many sessions are wanted, and of which scope, changes none of them. */
function queryOf({stamp}: ListedSession, {text, mode}: SearchRequest): string {
	return `${mode}\n${stamp}\n${text}`;
}
