/** One search while it is under way: what is found so far, and what is still to be read for it. */
import type {Catalog} from '../catalog/catalog.ts';
import {newestFirst} from '../catalog/scan/scan.ts';
import {plural} from '../text/figures.ts';
import {Candidates} from './ask-index.ts';
import {bestOf} from './best-of.ts';
import {Choice} from './choice.ts';
import {NoIndex, sessionsWith} from './find-chunks.ts';
import {allOf, anyOf} from './fts-expression.ts';
import {Heads} from './heads.ts';
import {type KnownSession, newestKnownFirst} from './known-sessions.ts';
import {LetterIndex} from './letter-index.ts';
import {Matcher} from './matcher.ts';
import {mayHold} from './may-hold.ts';
import {type PathFilter, pathExpression, pathFilters} from './path-filter.ts';
import {Pool} from './pool.ts';
import type {Problem} from './query/query.ts';
import {type Signs, scoreOf} from './rank.ts';
import {scanSession} from './scan-session.ts';
import type {Answer, Found, Places, Request, SearchOptions} from './search.ts';
import {termsOf} from './terms.ts';

type Reading = {readonly known: KnownSession; readonly isUnsure: boolean};
type Verdict = (known: KnownSession) => boolean;
/** Its reference and its header are unpacked only if it is among the best. */
type Kept = {readonly known: KnownSession; readonly score: number; readonly places: Places};

export type TaskOptions = SearchOptions & {
	/** How many places of a session are kept. */
	readonly mostMatches: number;
};

export class Task {
	private readonly matcher: Matcher;
	private readonly heads: Heads;
	private readonly pool: Pool;
	private readonly files: readonly PathFilter[];
	private readonly now: number;
	/** Undefined where everything has to be read. */
	private catalog: Catalog | undefined;
	private readonly found = new Map<number, Kept>();
	/** Newest first. */
	private readonly toRead: Reading[] = [];
	private done = 0;
	private givenUp = 0;

	constructor(
		private readonly options: TaskOptions,
		private readonly request: Request,
	) {
		const {known, isStarred = () => false, home} = options;
		const {query, folder} = request;
		known.update();
		this.now = options.now?.() ?? Date.now();
		this.matcher = new Matcher(query);
		this.heads = new Heads(query, this.matcher);
		this.pool = new Pool({known, filters: query.filters, folder, isStarred, now: this.now, home});
		this.files = pathFilters(query.filters);
		this.catalog = options.catalog;
		try {
			this.begin();
		} catch (error) {
			if (!(error instanceof NoIndex)) throw error;
			this.catalog = undefined;
			this.found.clear();
			this.toRead.length = 0;
			this.begin();
		}
	}

	get hasToRead(): boolean {
		return this.toRead.length > 0;
	}

	get isDone(): boolean {
		return this.done === this.toRead.length;
	}

	get answer(): Answer {
		const {query, limit} = this.request;
		const {done} = this;
		const {length: of} = this.toRead;
		return {
			found: bestOf(this.found.values(), limit, bestFirst).map(foundOf),
			total: this.found.size,
			isComplete: this.isDone,
			problems: [...query.problems, ...this.troubles()],
			scanning: of > 0 ? {done, of} : undefined,
		};
	}

	/** Reads one more session; false: there is none. */
	async readNext(): Promise<boolean> {
		const reading = this.toRead[this.done];
		if (!reading) return false;
		this.request.signal?.throwIfAborted();
		const found = await this.read(reading);
		const {number} = reading.known;
		if (found) this.found.set(number, found);
		else this.found.delete(number);
		this.done++;
		return true;
	}

	/** What can be told at once; of what is out of date in the index it is only a first guess. */
	private begin(): void {
		if (this.isPlain) this.beginPlainly();
		else this.beginWithCare();
	}

	private beginWithCare(): void {
		const {matcher} = this;
		const {known: sessions} = this.options;
		const isRefused = this.refusals();
		const choice = new Choice(sessions, known => this.pool.has(known) === true && !isRefused?.(known));
		if (matcher.isEmpty) for (const known of choice.all) this.found.set(known.number, this.listed(known));
		else if (!matcher.hasPatterns) this.find(choice);
		const mustRead = matcher.hasPatterns ? this.holders() : this.unanswered();
		// Where the index answers for all that it holds, nobody else has to be looked at.
		const isAnswered = this.catalog !== undefined && !matcher.hasPatterns && !this.request.isDeep;
		const left = (isAnswered ? sessions.unindexed : sessions.all).filter(known => this.pool.has(known) === true);
		const unsure = this.pool.doubtful.filter(known => this.pool.has(known) === undefined);
		const isSettled = (known: KnownSession) => this.isIndexed(known) && !choice.has(known);
		const reading = [
			...unsure.map(known => ({known, isUnsure: true})),
			...left.filter(known => !isSettled(known) && mustRead(known)).map(known => ({known, isUnsure: false})),
		];
		this.toRead.push(...reading.sort((a, b) => newestKnownFirst(a.known, b.known)));
	}

	/** Words, and nothing else: what most people ask. Nobody has to be looked at whom neither the index nor a title tells of. */
	private get isPlain(): boolean {
		const {matcher, request} = this;
		const hasWords = !matcher.isEmpty && !matcher.hasPatterns && !matcher.hasExclusions;
		return this.catalog !== undefined && hasWords && this.pool.isAll && this.files.length === 0 && !request.isDeep;
	}

	private beginPlainly(): void {
		const {known} = this.options;
		this.find(new Choice(known));
		for (const each of known.unindexed) this.toRead.push({known: each, isUnsure: false});
	}

	/** Asks the index and the titles. */
	private find(choice: Choice): void {
		const {known} = this.options;
		const {query, limit} = this.request;
		const {heads, catalog} = this;
		const candidates = new Candidates(known, {query, heads, choice, limit});
		if (catalog) candidates.ask(catalog);
		for (const each of heads.possible(known.letters)) {
			const title = heads.signOf(each);
			const candidate = title === 'none' ? undefined : candidates.of(each.number);
			if (!candidate) continue;
			candidate.signs.title = title;
			if (heads.isExactIn(each)) candidate.signs.isExact = true;
		}
		// Where enough says exactly what was asked for, nobody needs what nearly does.
		if (candidates.size < limit)
			for (const [each, nearness] of heads.nearness(known.letters, choice))
				candidates.of(each.number)!.signs.nearness = nearness;
		for (const {known: each, signs, stretches} of candidates.all) {
			const {number} = each;
			this.found.set(number, this.judge(each, signs, signs.text === 'apart' ? {number} : {number, stretches}));
		}
	}

	/**
	 * Whether a session holds what was excluded, or not the files that were asked for, as far as the index tells.
	 * undefined: nothing was.
	 */
	private refusals(): Verdict | undefined {
		const {catalog} = this;
		if (!this.matcher.hasExclusions && this.files.length === 0) return undefined;
		const {unwanted} = termsOf(this.request.query);
		const none: ReadonlySet<number> = new Set();
		const excluded = catalog && unwanted.length > 0 ? sessionsWith(catalog, anyOf(unwanted)).sessions : none;
		const sets = this.files.map(filter => {
			const expression = pathExpression(filter);
			const sessions = catalog && expression !== undefined ? sessionsWith(catalog, expression).sessions : none;
			return {sessions, isNegated: filter.isNegated};
		});
		return known =>
			excluded.has(known.number) ||
			this.heads.hasUnwanted(known) ||
			sets.some(({sessions, isNegated}) => sessions.has(known.number) === isNegated);
	}

	/** What an expression must be looked for in: whatever may hold the words beside it. */
	private holders(): Verdict {
		const {catalog} = this;
		const {wanted} = termsOf(this.request.query);
		if (!catalog || wanted.length === 0) return () => true;
		const sets = wanted.map(term => sessionsWith(catalog, allOf([term])).sessions);
		return known => {
			if (!this.isIndexed(known) || known.text?.isCut) return true;
			const inHead = this.heads.numbersIn(known);
			return sets.every((sessions, number) => sessions.has(known.number) || inHead.has(number));
		};
	}

	/** What the index can't answer for: it does not hold it, or not all of it. */
	private unanswered(): Verdict {
		const {matcher} = this;
		const {isDeep} = this.request;
		return known => {
			if (!this.isIndexed(known)) return this.isTextAsked;
			const mayTellMore = matcher.hasExclusions || (!matcher.isEmpty && !this.found.has(known.number));
			return Boolean(isDeep && mayTellMore && known.text?.isCut);
		};
	}

	private isIndexed(known: KnownSession): boolean {
		return this.catalog !== undefined && known.isIndexed;
	}

	private get isTextAsked(): boolean {
		return !this.matcher.isEmpty || this.matcher.hasExclusions || this.files.length > 0;
	}

	/** undefined: it is not what was asked for. */
	private async read({known: before, isUnsure}: Reading): Promise<Kept | undefined> {
		const {matcher, heads, files} = this;
		const {signal, limit} = this.request;
		const known = isUnsure || !before.isHeadFresh ? await this.pool.complete(before, signal) : before;
		if ((isUnsure && !this.pool.holds(known)) || heads.hasUnwanted(known)) return undefined;
		if (!this.isTextAsked) return this.listed(known);

		const inHead = heads.numbersIn(known);
		const title = heads.signOf(known);
		const nearness = this.found.size < limit ? (heads.nearness(new LetterIndex([known])).get(known) ?? 0) : 0;
		const isHead = title !== 'none' || nearness > 0;
		if (!isHead && !(await mayHold(known.ref, matcher.literalsWithout(inHead), signal))) return undefined;
		const {mostMatches: most} = this.options;
		const scanned = await scanSession(known.ref, matcher, {most, signal, files, known: inHead});
		if (scanned.isGivenUp) this.givenUp++;
		if (scanned.isRefused || scanned.isGivenUp) return undefined;
		if (matcher.isEmpty) return this.listed(known);
		const {matches, isTogether, isInPrompt} = scanned;
		const isFound = scanned.seen.size === matcher.size;
		if (!isFound && !isHead) return undefined;
		const text = !isFound || matches.length === 0 ? undefined : isTogether ? 'together' : 'apart';
		const isExact = scanned.isExact || (title !== 'none' && heads.isExactIn(known));
		return this.judge(known, {text, isInPrompt, isExact, title, nearness}, {number: known.number, matches});
	}

	private judge(known: KnownSession, signs: Signs, places: Places): Kept {
		return {known, score: scoreOf(signs, known.endedMs, this.now), places};
	}

	/** Without words the order is that of time. */
	private listed(known: KnownSession): Kept {
		return {known, score: known.endedMs / 1e13, places: {number: known.number, matches: []}};
	}

	private troubles(): Problem[] {
		if (this.givenUp === 0) return [];
		const {text} = this.request.query;
		const message = `This regular expression takes too long on some texts: ${plural(this.givenUp, 'session')} could not be searched.`;
		return [{start: 0, end: text.length, message}];
	}
}

function bestFirst(a: Kept, b: Kept): number {
	if (a.score !== b.score) return b.score - a.score;
	const [left, right] = [a.known, b.known];
	return left.endedAt === right.endedAt ? newestFirst(left.ref, right.ref) : left.endedAt < right.endedAt ? 1 : -1;
}

function foundOf({known: {ref, session}, score, places}: Kept): Found {
	return {ref, session, score, places};
}
