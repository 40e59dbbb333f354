/** What titles, projects and first prompts say to a query. */
import type {Choice} from './choice.ts';
import {foldText} from './fold.ts';
import {fuzzyScores} from './fuzzy.ts';
import type {KnownSession} from './known-sessions.ts';
import type {LetterIndex} from './letter-index.ts';
import {lettersOf, pairsIn} from './letters.ts';
import type {Matcher} from './matcher.ts';
import type {Query} from './query/query.ts';
import type {Signs} from './rank.ts';
import {withinTime} from './time-limit.ts';

/** Titles have fewer. */
const mostWords = 64;
/** An expression that takes longer for a title will not come to an end. */
const patienceMs = 100;

export class Heads {
	private readonly words: readonly string[];
	/** Those that must stand in a text letter by letter to be found there: no other rule applies to them. */
	private readonly plainWords: readonly string[];
	private readonly letters: number;
	/** Of each single word: none of them may be in a head that has not even the letters. */
	private readonly wordLetters: readonly number[];
	private readonly unwantedLetters: readonly number[];

	constructor(
		private readonly query: Query,
		private readonly matcher: Matcher,
	) {
		this.words = [...new Set([...query.words, ...query.phrases].slice(0, mostWords).map(foldText))];
		this.plainWords = this.words.flatMap(plainParts);
		this.wordLetters = this.words.map(lettersOf);
		this.unwantedLetters = query.excluded.map(word => lettersOf(foldText(word)));
		this.letters = this.wordLetters.reduce((bits, word) => bits | word, 0);
	}

	/** The numbers of the things asked for that stand in title or project. */
	numbersIn(known: KnownSession): Set<number> {
		return this.mayHold(known) ? this.noteAll(known, 2) : new Set();
	}

	/** Those whose letters alone do not rule out that all that is asked for is there. */
	possible(letters: LetterIndex): KnownSession[] {
		const {matcher, plainWords} = this;
		if (matcher.isEmpty) return [];
		return matcher.hasPatterns ? letters.holding(0, []) : letters.holding(this.letters, plainWords.flatMap(pairsIn));
	}

	/** The same for one of the things asked for. */
	possibleForAny(letters: LetterIndex): KnownSession[] {
		if (this.matcher.hasPatterns) return letters.holding(0, []);
		const found = this.words.flatMap((word, at) => letters.holding(this.wordLetters[at]!, plainPairs(word)));
		return [...new Set(found)];
	}

	/** Whether all that is asked for is there; where the mode is fuzzy, parts of words are enough. */
	signOf(known: KnownSession): Signs['title'] {
		const {query, matcher, words} = this;
		if (matcher.isEmpty || (!matcher.hasPatterns && (this.letters & ~known.letters) !== 0)) return 'none';
		const {title, project, prompt} = known;
		const isPartial = query.mode === 'fuzzy' && !matcher.hasPatterns;
		if (isPartial && words.every(word => title.includes(word))) return 'title';
		const mayBeWords = this.plainWords.every(word => title.includes(word) || project.includes(word));
		if (mayBeWords && this.noteAll(known, 1).size === matcher.size) return 'title';
		if (isPartial && words.every(word => title.includes(word) || project.includes(word) || prompt.includes(word)))
			return 'head';
		return mayBeWords && this.noteAll(known, 2).size === matcher.size ? 'head' : 'none';
	}

	isExactIn({heads: [title]}: KnownSession): boolean {
		return this.matcher.isExactIn(title);
	}

	hasUnwanted({heads, letters}: KnownSession): boolean {
		if (!this.unwantedLetters.some(word => (word & ~letters) === 0)) return false;
		return heads.some(head => this.matcher.hasUnwanted(head));
	}

	/** How nearly they say it; nothing where it must be said exactly. */
	nearness(letters: LetterIndex, choice?: Choice): ReadonlyMap<KnownSession, number> {
		const {query, matcher, words} = this;
		const isNear = query.mode === 'fuzzy' && query.phrases.length === 0 && !matcher.hasPatterns && !matcher.isEmpty;
		return isNear ? fuzzyScores(words, letters, choice) : new Map();
	}

	/** In the first of them, which is the title, or in both. */
	private noteAll(known: KnownSession, count: 1 | 2): Set<number> {
		const seen = new Set<number>();
		if (!this.matcher.hasPatterns) {
			for (const head of known.heads.slice(0, count)) this.matcher.noteTerms(head, seen);
			return seen;
		}
		const note = () => {
			for (const text of known.headTexts.slice(0, count)) this.matcher.note(text, seen);
		};
		return withinTime(patienceMs, note) ? seen : new Set();
	}

	private mayHold({letters}: KnownSession): boolean {
		return this.matcher.hasPatterns || this.wordLetters.some(word => (word & ~letters) === 0);
	}
}

/** What must stand in a text letter by letter where the word does. */
function plainParts(word: string): readonly string[] {
	return /^[ -~]+$/.test(word) ? (word.match(/[a-z0-9]+/g) ?? []) : [];
}

function plainPairs(word: string): number[] {
	return plainParts(word).flatMap(pairsIn);
}
