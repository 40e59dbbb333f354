/**
 * Finding sessions: the index answers at once for what it holds; what it does not hold is read behind that answer, and
 * better answers follow. A session is found if everything that was asked for stands in its text or in its title, and
 * nothing that was excluded does.
 */
import type {SessionRef} from '../adapters/adapter.ts';
import type {Catalog} from '../catalog/catalog.ts';
import type {Session} from '../model/session.ts';
import type {AnswerOf} from './answer.ts';
import {NoIndex, newestChunks} from './find-chunks.ts';
import {allOf} from './fts-expression.ts';
import type {KnownSessions} from './known-sessions.ts';
import type {Match} from './match.ts';
import {Matcher} from './matcher.ts';
import type {Query} from './query/query.ts';
import {readMatches, type Stretch} from './read-matches.ts';
import {Task} from './task.ts';
import {type Term, termsOf} from './terms.ts';

export type SearchOptions = {
	readonly known: KnownSessions;
	/** Without it everything is read. */
	readonly catalog?: Catalog;
	readonly isStarred?: (ref: SessionRef) => boolean;
	readonly now?: () => number;
	/** What `~` stands for in a filter. */
	readonly home?: string;
};

export type Request = {
	readonly query: Query;
	/** Only sessions that were in this folder. */
	readonly folder?: string;
	readonly limit: number;
	/** Read also what the index left out. */
	readonly isDeep?: boolean;
	readonly signal?: AbortSignal;
};

/** Where a session's hits are: stretches to read again, all of it, or what was found when it was read. */
export type Places = {
	readonly stretches?: readonly Stretch[];
	readonly matches?: readonly Match[];
	readonly number: number;
};

export type Found = {
	readonly ref: SessionRef;
	readonly session?: Session;
	readonly score: number;
	readonly places: Places;
};

export type Answer = AnswerOf<Found>;

/** Better answers come no oftener than this. */
const answerMs = 120;
/** Places that are shown of each session. */
const mostMatches = 3;

export class Search {
	constructor(private readonly options: SearchOptions) {}

	async *search(request: Request): AsyncGenerator<Answer> {
		const task = new Task({...this.options, mostMatches}, request);
		yield task.answer;
		let told = performance.now();
		while (await task.readNext()) {
			if (task.isDone || performance.now() - told < answerMs) continue;
			yield task.answer;
			told = performance.now();
			await new Promise(resolve => setImmediate(resolve));
		}
		if (task.hasToRead) yield task.answer;
	}

	/** Where the words are in a session that was found. */
	async matches({ref, places}: Found, query: Query, signal?: AbortSignal): Promise<readonly Match[]> {
		if (places.matches) return places.matches;
		const matcher = new Matcher(query);
		if (matcher.isEmpty) return [];
		const stretches = places.stretches ?? this.stretchesOf(places.number, query);
		return readMatches(ref, stretches, matcher, {most: mostMatches, signal});
	}

	/** The words stand far from each other: the newest stretch with each of them. */
	private stretchesOf(number: number, query: Query): Stretch[] {
		const {catalog} = this.options;
		if (!catalog) return [];
		const newest = (term: Term) => newestChunks(catalog, allOf([term]), {chunks: 1, among: [number]});
		try {
			const chunks = termsOf(query).wanted.flatMap(newest);
			return [...new Map(chunks.map(chunk => [chunk.start, chunk])).values()];
		} catch (error) {
			if (error instanceof NoIndex) return [];
			throw error;
		}
	}
}
