/** Where the words of a query stand in a text, by the rules of the index. */
import {characterEnd, isInsidePair} from './characters.ts';
import type {Query} from './query/query.ts';
import {Prepared, type Range, TermMatcher} from './term-matcher.ts';
import {adjacentTerm, type Term, termsOf} from './terms.ts';

export type {Range};

/** A range, and the number of the thing that stands there. */
export type Hit = {readonly range: Range; readonly number: number};

/** More marks than this in one text help nobody. */
const mostRanges = 1000;

export class Matcher {
	private readonly wanted: readonly TermMatcher[];
	private readonly unwanted: readonly TermMatcher[];
	private readonly patterns: readonly RegExp[];
	private readonly adjacent: TermMatcher | undefined;

	constructor(query: Query) {
		const {wanted, unwanted} = termsOf(query);
		this.wanted = wanted.map(term => new TermMatcher(term));
		this.unwanted = unwanted.map(term => new TermMatcher(term));
		const adjacent = adjacentTerm(wanted);
		this.adjacent = adjacent && new TermMatcher(adjacent);
		this.patterns = [...query.patterns.map(({source, flags}) => global(source, flags)), ...signsOf(query, wanted)];
	}

	/** How many different things are asked for: numbers are given to the terms first, then to the patterns. */
	get size(): number {
		return this.wanted.length + this.patterns.length;
	}

	/** Whether text is asked for at all. */
	get isEmpty(): boolean {
		return this.size === 0;
	}

	/** Whether something is asked for that only the text itself can tell. */
	get hasPatterns(): boolean {
		return this.patterns.length > 0;
	}

	get hasExclusions(): boolean {
		return this.unwanted.length > 0;
	}

	/** Every place where something stands that was asked for, in order, overlapping ones joined. */
	rangesIn(text: string): Range[] {
		return joined(this.hitsIn(text));
	}

	/** The same, not joined, each with the number of what stands there. */
	hitsIn(text: string): Hit[] {
		if (this.isEmpty || text === '') return [];
		const prepared = new Prepared(text);
		const hits: Hit[] = [];
		const add = (ranges: Iterable<Range>, number: number) => {
			let count = 0;
			for (const [start, end] of ranges) {
				hits.push({range: [start, characterEnd(text, end)], number});
				if (++count >= mostRanges) return;
			}
		};
		for (const [number, term] of this.wanted.entries()) add(term.rangesIn(prepared), number);
		for (const [at, pattern] of this.patterns.entries()) add(patternRanges(pattern, text), this.wanted.length + at);
		return hits.sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
	}

	/** Which of the things asked for are in the text: adds their numbers to a set. */
	note(text: string, seen: Set<number>): void {
		if (text === '') return;
		this.noteTerms(new Prepared(text), seen);
		this.notePatterns(text, seen);
	}

	noteTerms(prepared: Prepared, seen: Set<number>): void {
		for (const [number, term] of this.wanted.entries()) if (!seen.has(number) && term.isIn(prepared)) seen.add(number);
	}

	private notePatterns(text: string, seen: Set<number>): void {
		for (const [at, pattern] of this.patterns.entries()) {
			const number = this.wanted.length + at;
			pattern.lastIndex = 0;
			if (!seen.has(number) && pattern.test(text)) seen.add(number);
		}
	}

	hasUnwanted(text: string | Prepared): boolean {
		if (this.unwanted.length === 0 || text === '') return false;
		const prepared = preparedOf(text);
		return this.unwanted.some(term => term.isIn(prepared));
	}

	/** Whether all words stand next to each other, in the order they were asked for. */
	isExactIn(text: string | Prepared): boolean {
		return this.adjacent?.isIn(preparedOf(text)) ?? false;
	}

	/** Words that must stand somewhere in a text that holds all but these. */
	literalsWithout(seen: ReadonlySet<number>): string[] {
		return this.wanted.flatMap(({term}, number) => (seen.has(number) ? [] : term.tokens));
	}
}

function preparedOf(text: string | Prepared): Prepared {
	return typeof text === 'string' ? new Prepared(text) : text;
}

/** A page of signs is no question. */
const mostSigns = 20;

/**
 * A query of nothing but signs (`->`, `🎉`) is looked for as it stands, since the index has no words for them. Beside
 * anything else they are left out.
 */
function signsOf({words, phrases, patterns}: Query, wanted: readonly Term[]): RegExp[] {
	if (wanted.length + patterns.length > 0) return [];
	const signs = new Set([...words, ...phrases].map(text => text.trim()).slice(0, mostSigns));
	return [...signs].map(text => global(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), ''));
}

function global(source: string, flags: string): RegExp {
	return new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
}

function* patternRanges(pattern: RegExp, text: string): Generator<Range> {
	// It begins where the expression was left by whoever tested it.
	pattern.lastIndex = 0;
	for (const {0: found, index} of text.matchAll(pattern)) {
		// An expression may take half of a pair for a character.
		const start = isInsidePair(text, index) ? index - 1 : index;
		if (found !== '') yield [start, index + found.length];
	}
}

/** Ranges in order, overlapping ones joined. */
export function joined(hits: readonly Hit[]): Range[] {
	const result: Array<[number, number]> = [];
	for (const {
		range: [start, end],
	} of hits) {
		const last = result.at(-1);
		if (last && start <= last[1]) last[1] = Math.max(last[1], end);
		else result.push([start, end]);
	}
	return result.slice(0, mostRanges);
}
