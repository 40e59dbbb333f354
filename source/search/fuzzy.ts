/** Titles, projects and first prompts that nearly say what was asked for. */
import Fuse from 'fuse.js';
import type {KnownSession} from './known-sessions.ts';
import {countBits, lettersOf, pairsIn} from './letters.ts';

/** Comparing letter by letter is slow, so only so many are compared: those with the most in common, the newest first. */
const mostCompared = 100;
const shortestWord = 3;

const options = {
	keys: [
		{name: 'title', weight: 3},
		{name: 'project', weight: 2},
		{name: 'prompt', weight: 1},
	],
	includeScore: true,
	ignoreLocation: true,
	useExtendedSearch: true,
	threshold: 0.34,
	minMatchCharLength: 2,
	shouldSort: false,
};

/** How well each fits, from 1 for a perfect fit down to 0; words that are too short to be misspelt fit nothing. */
export function fuzzyScores(words: readonly string[], sessions: Iterable<KnownSession>): Map<KnownSession, number> {
	const usable = words.map(withoutOperators).filter(word => word.length >= shortestWord);
	if (usable.length === 0 || usable.length < words.length) return new Map();
	const needs = usable.map(needsOf);
	const candidates: Array<{readonly session: KnownSession; readonly missing: number}> = [];
	for (const session of sessions) {
		if (!needs.every(need => countBits(need.letters & ~session.letters) <= need.mayMiss)) continue;
		const missing = missingPairs(session, needs);
		if (missing !== undefined) candidates.push({session, missing});
	}
	if (candidates.length === 0) return new Map();
	const nearest = candidates.sort((a, b) => a.missing - b.missing).slice(0, mostCompared);
	const compared = nearest.map(({session}) => session);
	const found = new Fuse(compared, options).search(usable.join(' '));
	return new Map(found.map(({item, score = 1}) => [item, 1 - score]));
}

type Need = {readonly letters: number; readonly mayMiss: number; readonly pairs: readonly number[]};

function needsOf(word: string): Need {
	return {letters: lettersOf(word), mayMiss: word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0, pairs: pairsIn(word)};
}

/** A word with one letter wrong still has half of its neighbours. undefined: it has fewer. */
function missingPairs(session: KnownSession, needs: readonly Need[]): number | undefined {
	let all = 0;
	for (const {pairs} of needs) {
		const most = pairs.length / 2;
		const missing = session.pairs.missing(pairs, most);
		if (missing > most) return undefined;
		all += missing;
	}
	return all;
}

/** What means something to Fuse's own language of queries, and what could not be looked for anyway. */
function withoutOperators(word: string): string {
	return word.replace(/[|"\s]/g, '').replace(/^[=!'^]+|\$+$/g, '');
}
