/** Which sessions' titles, projects and first prompts can hold a word at all, told for thousands of them at once. */
import type {Choice} from './choice.ts';
import type {KnownSession} from './known-sessions.ts';
import {countBits, lettersOf, pairsIn, pairWords} from './letters.ts';

/** A word that may be misspelt. */
export type Need = {readonly letters: number; readonly mayMiss: number; readonly pairs: readonly number[]};

/** A word with one letter wrong still has most of its letters, and half of its neighbours. */
export function needOf(word: string): Need {
	return {letters: lettersOf(word), mayMiss: word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0, pairs: pairsIn(word)};
}

/** The bits of all sessions lie side by side: to go from one session to the next in memory takes longer than to compare. */
export class LetterIndex {
	private readonly letters: Int32Array;
	private pairs: Uint32Array | undefined;

	constructor(private readonly sessions: readonly KnownSession[]) {
		this.letters = Int32Array.from(sessions, ({letters}) => letters);
	}

	/** Those that have all these letters, and all these pairs of neighbours, in their order. */
	holding(letters: number, pairs: readonly number[]): KnownSession[] {
		const found: KnownSession[] = [];
		for (let at = 0; at < this.letters.length; at++)
			if ((letters & ~this.letters[at]!) === 0 && this.hasPairs(at, pairs)) found.push(this.sessions[at]!);
		return found;
	}

	/** Those that have most of what the words need: what misses the least comes first. */
	nearest(needs: readonly Need[], most: number, choice?: Choice): KnownSession[] {
		const found: Array<{readonly at: number; readonly missing: number}> = [];
		for (let at = 0; at < this.letters.length; at++) {
			const missing = this.missingIn(at, needs);
			if (missing !== undefined && choice?.has(this.sessions[at]!) !== false) found.push({at, missing});
		}
		const nearest = found.sort((a, b) => a.missing - b.missing).slice(0, most);
		return nearest.map(({at}) => this.sessions[at]!);
	}

	/** How many pairs of neighbours are not there; undefined: too many. */
	private missingIn(at: number, needs: readonly Need[]): number | undefined {
		for (const {letters, mayMiss} of needs) if (countBits(letters & ~this.letters[at]!) > mayMiss) return undefined;
		this.pairs ??= this.allPairs();
		let all = 0;
		for (const {pairs} of needs) {
			let missing = 0;
			for (const bit of pairs) if (!hasBit(this.pairs, at, bit) && ++missing > pairs.length / 2) return undefined;
			all += missing;
		}
		return all;
	}

	private hasPairs(at: number, pairs: readonly number[]): boolean {
		this.pairs ??= this.allPairs();
		for (const bit of pairs) if (!hasBit(this.pairs, at, bit)) return false;
		return true;
	}

	private allPairs(): Uint32Array {
		const all = new Uint32Array(this.sessions.length * pairWords);
		for (const [at, {pairs}] of this.sessions.entries()) all.set(pairs, at * pairWords);
		return all;
	}
}

function hasBit(pairs: Uint32Array, at: number, bit: number): boolean {
	return (pairs[at * pairWords + (bit >> 5)]! & (1 << (bit & 31))) !== 0;
}
