/** Where a term stands in a text, by the rules of the index. */
import {type Folded, fold, originalRange} from './fold.ts';
import type {Term} from './terms.ts';
import {eachToken, isBoundary, skipGap, type Token} from './tokens.ts';

export type Range = readonly [number, number];

/** A text that several terms are looked for in. */
export class Prepared {
	constructor(
		readonly text: string,
		readonly folded: Folded = fold(text),
	) {}

	/** Of a text that is folded already. */
	static folded(text: string): Prepared {
		return new Prepared(text, {text});
	}
}

export class TermMatcher {
	constructor(readonly term: Term) {}

	isIn(prepared: Prepared): boolean {
		return this.mayBeIn(prepared) && !this.find(prepared).next().done;
	}

	*rangesIn(prepared: Prepared): Generator<Range> {
		if (this.mayBeIn(prepared)) yield* this.find(prepared);
	}

	/** Mostly the answer is no, and this tells it fastest. */
	private mayBeIn({folded}: Prepared): boolean {
		const {tokens} = this.term;
		for (const token of tokens) if (!folded.text.includes(token)) return false;
		return tokens.length > 0;
	}

	private find(prepared: Prepared): Generator<Range> {
		return this.term.isCjk ? this.inTokens(prepared.text) : this.inLetters(prepared.folded);
	}

	/** Without CJK characters the text need not be cut into words: looking around each place is enough. */
	private *inLetters(folded: Folded): Generator<Range> {
		const {text} = folded;
		const first = this.term.tokens[0]!;
		for (let at = text.indexOf(first); at >= 0; ) {
			const end = isBoundary(text, at) ? this.endFrom(text, at) : undefined;
			if (end !== undefined) yield originalRange(folded, at, end);
			at = text.indexOf(first, end ?? at + 1);
		}
	}

	/** Where the words end that begin here; undefined: other words do. */
	private endFrom(text: string, start: number): number | undefined {
		const {tokens, isPrefix} = this.term;
		let at = start;
		for (const [number, token] of tokens.entries()) {
			if (number > 0) at = skipGap(text, at);
			if (!text.startsWith(token, at)) return undefined;
			at += token.length;
			const mayGoOn = isPrefix && number === tokens.length - 1;
			if (!mayGoOn && !isBoundary(text, at)) return undefined;
		}
		return at;
	}

	private *inTokens(text: string): Generator<Range> {
		const {tokens, isPrefix} = this.term;
		const last = tokens.length - 1;
		/** The words that were read last, as many as the term has. */
		const words: Token[] = [];
		for (const word of eachToken(text)) {
			words.push(word);
			if (words.length <= last) continue;
			const fits = tokens.every((token, number) => {
				const {text: found} = words[number]!;
				return isPrefix && number === last ? found.startsWith(token) : found === token;
			});
			const [{start}] = words as [Token];
			words.shift();
			if (!fits) continue;
			const isPart = word.text.length > tokens[last]!.length && word.text.length === word.end - word.start;
			yield [start, isPart ? word.start + tokens[last]!.length : word.end];
		}
	}
}
