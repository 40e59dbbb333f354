/** The sessions the index knows, each with the signs by which it is ranked. */
import type {Catalog} from '../catalog/catalog.ts';
import type {Choice} from './choice.ts';
import {type FoundChunk, newestChunks, sessionsWith} from './find-chunks.ts';
import {adjacent, allOf} from './fts-expression.ts';
import type {Heads} from './heads.ts';
import type {KnownSession, KnownSessions} from './known-sessions.ts';
import type {Query} from './query/query.ts';
import type {Signs} from './rank.ts';
import type {Stretch} from './read-matches.ts';
import {type Term, termsOf} from './terms.ts';

export type Candidate = {
	readonly known: KnownSession;
	readonly signs: {-readonly [name in keyof Signs]: Signs[name]};
	/** The best first. */
	readonly stretches: Stretch[];
};

export type Question = {
	readonly query: Query;
	readonly heads: Heads;
	readonly choice: Choice;
	readonly limit: number;
};

/** So many chunks of each kind are asked for: enough to choose from, few enough to be quick. */
const mostChunks = 600;
const mostSpecial = 300;
/** Of a word that stands apart from the others. */
const mostApart = 4000;
const mostStretches = 3;

/** Candidates by their numbers; it may be given some already. */
export class Candidates {
	private readonly byNumber = new Map<number, Candidate>();

	constructor(
		private readonly known: KnownSessions,
		private readonly question: Question,
	) {}

	get size(): number {
		return this.byNumber.size;
	}

	get all(): Iterable<Candidate> {
		return this.byNumber.values();
	}

	/** undefined: it is not wanted, or not known. */
	of(number: number): Candidate | undefined {
		const candidate = this.byNumber.get(number);
		const known = this.known.get(number);
		if (candidate || !known || !this.question.choice.has(known)) return candidate;
		const made: Candidate = {
			known,
			signs: {isInPrompt: false, isExact: false, title: 'none', nearness: 0},
			stretches: [],
		};
		this.byNumber.set(number, made);
		return made;
	}

	/** What the index has: whole words first, for they fit better, and beginnings of words cost more to look up. */
	ask(catalog: Catalog): void {
		const {query, limit} = this.question;
		const {wanted} = termsOf(query);
		this.askFor(catalog, termsOf(query, false).wanted);
		if (wanted.some(({isPrefix}) => isPrefix) && this.size < limit) this.askFor(catalog, wanted);
		if (wanted.length > 1 && this.size < limit) this.askApart(catalog, wanted);
	}

	private askFor(catalog: Catalog, terms: readonly Term[]): void {
		const {limit, choice: among} = this.question;
		const special = {chunks: mostSpecial, among};
		const exact = adjacent(terms);
		if (exact !== undefined)
			this.add(newestChunks(catalog, exact, special), signs => {
				signs.isExact = true;
			});
		this.add(newestChunks(catalog, allOf(terms, ['prompt']), special), signs => {
			signs.isInPrompt = true;
		});
		this.add(newestChunks(catalog, allOf(terms), {chunks: mostChunks, sessions: limit, among}), () => {});
	}

	private add(chunks: readonly FoundChunk[], mark: (signs: Candidate['signs']) => void): void {
		for (const {session, start, stop} of chunks) {
			const candidate = this.of(session);
			if (!candidate) continue;
			candidate.signs.text = 'together';
			mark(candidate.signs);
			const {stretches} = candidate;
			if (stretches.length < mostStretches && !stretches.some(each => each.start === start))
				stretches.push({start, stop});
		}
	}

	/** Sessions that hold all the words, but not near each other; some of them may stand in the title. */
	private askApart(catalog: Catalog, terms: readonly Term[]): void {
		const {heads} = this.question;
		const inHeads = new Map(heads.possibleForAny(this.known.letters).map(each => [each.number, heads.numbersIn(each)]));
		let common: readonly number[] | undefined;
		const keep = (sessions: ReadonlySet<number>, term: number) => {
			const isHeld = (number: number) => sessions.has(number) || Boolean(inHeads.get(number)?.has(term));
			common = common ? common.filter(isHeld) : [...new Set([...sessions, ...inHeads.keys()])].filter(isHeld);
		};
		const sets = terms.map(term => sessionsWith(catalog, allOf([term]), mostApart));
		const isAnyRare = sets.some(({isCut}) => !isCut);
		for (const [at, {sessions, isCut}] of sets.entries()) if (!isCut || !isAnyRare) keep(sessions, at);
		// A word that is everywhere is looked for to the end only where rarer ones left something.
		for (const [at, {isCut}] of sets.entries())
			if (isCut && isAnyRare && common?.length !== 0) keep(sessionsWith(catalog, allOf([terms[at]!])).sessions, at);
		for (const number of common ?? []) {
			const candidate = this.of(number);
			if (candidate) candidate.signs.text ??= 'apart';
		}
	}
}
