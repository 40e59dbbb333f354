import {parseQuery} from '../../search/query/parse-query.ts';
import type {Mode, Problem} from '../../search/query/query.ts';
import {readFilterTokens} from '../../search/query/read-tokens.ts';

export type Worth = {
	/**
	 * Whether a search would tell more than the whole list: two characters, one where a character is a word, or a filter.
	 * `broken`: there is only what can't be understood, such as an expression that is not finished yet.
	 */
	readonly ask: boolean | 'broken';
	/** Whether there are words that can be marked and that a snippet can show. */
	readonly hasWords: boolean;
	/** The words and phrases, where nothing but those is looked for in texts. */
	readonly words: readonly string[];
	readonly problems: readonly Problem[];
};

const wordInOneCharacter =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** `known`: the agents on this machine. */
export function worthAsking(text: string, mode: Mode, known: readonly string[]): Worth {
	const query = parseQuery(text, {mode, now: Date.now(), agents: [...known, ...otherAgents(text, known)]});
	const {words, phrases, excluded, patterns, filters, problems} = query;
	const hasWords = isEnough([...words, ...phrases, ...patterns.map(({source}) => source)]);
	const isAsked = hasWords || isEnough(excluded) || filters.length > 0;
	const isBroken = problems.length > 0 && words.length + phrases.length + patterns.length === 0;
	const plain = patterns.length === 0 ? [...words, ...phrases] : [];
	return {ask: isAsked || (isBroken && 'broken'), hasWords, words: plain, problems};
}

function isEnough(words: readonly string[]): boolean {
	const letters = words.reduce((sum, word) => sum + Array.from(word).length, 0);
	return letters >= 2 || words.some(word => wordInOneCharacter.test(word));
}

/** Agents that are asked for and not known here: the search itself judges them, unless somebody is just typing one. */
function otherAgents(text: string, known: readonly string[]): string[] {
	const asked = readFilterTokens(text).filter(({name}) => name === 'agent');
	const names = asked.flatMap(({values}) => values.map(value => value.text.trim().toLowerCase()));
	return names.filter(name => name !== '' && !known.some(agent => agent.startsWith(name)));
}
