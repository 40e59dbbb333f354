/** Titles, projects and first prompts that nearly say what was asked for. */
import Fuse from 'fuse.js';
import type {Choice} from './choice.ts';
import type {KnownSession} from './known-sessions.ts';
import {type LetterIndex, needOf} from './letter-index.ts';

/** Comparing letter by letter is slow, so only so many are compared: those with the most in common, the newest first. */
const mostCompared = 50;
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
export function fuzzyScores(
	words: readonly string[],
	letters: LetterIndex,
	choice?: Choice,
): Map<KnownSession, number> {
	const usable = words.map(withoutOperators).filter(word => word.length >= shortestWord);
	if (usable.length === 0 || usable.length < words.length) return new Map();
	const compared = letters.nearest(usable.map(needOf), mostCompared, choice);
	if (compared.length === 0) return new Map();
	const found = new Fuse(compared, options).search(usable.join(' '));
	return new Map(found.map(({item, score = 1}) => [item, 1 - score]));
}

/** What means something to Fuse's own language of queries, and what could not be looked for anyway. */
function withoutOperators(word: string): string {
	return word.replace(/[|"\s]/g, '').replace(/^[=!'^]+|\$+$/g, '');
}
