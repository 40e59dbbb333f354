import {choicesOf, filterNames, isTimeFilterName, weekdays} from './filter-table.ts';
import type {FilterName} from './query.ts';
import {type FilterToken, readTokens} from './read-tokens.ts';

/** The values that could follow a filter, the likeliest first. Not asked for those that are known beforehand. */
export type Vocabulary = (filter: FilterName) => readonly string[];

export type Completion = {
	readonly text: string;
	readonly cursor: number;
	/** What the word could become; a hint line may show them. */
	readonly choices: readonly string[];
	/** Which of them stands in the text now; -1: only what they have in common. */
	readonly chosen: number;
	readonly kind: 'name' | 'value';
	/** The piece of the text that the next choice takes the place of. */
	readonly start: number;
	readonly end: number;
};

type Place = {
	readonly kind: Completion['kind'];
	readonly start: number;
	readonly end: number;
	readonly typed: string;
	readonly choices: readonly string[];
	/** The value stands in quotes already. */
	readonly isQuoted: boolean;
};

/**
 * What Tab makes of the text: the only choice, or what all choices have in common. Given its own last answer, and the
 * text as it left it, it goes on to the next choice.
 */
export function complete(
	text: string,
	cursor: number,
	vocabulary: Vocabulary,
	previous?: Completion,
): Completion | undefined {
	const isRepeated = previous?.text === text && previous.cursor === cursor && previous.choices.length > 1;
	if (isRepeated) return choose(text, previous, (previous.chosen + 1) % previous.choices.length);
	const place = placeAt(text, cursor, vocabulary);
	if (!place || place.choices.length === 0) return undefined;
	return place.choices.length === 1 ? choose(text, place, 0) : extend(text, cursor, place);
}

type Chosen = Pick<Completion, 'kind' | 'start' | 'end' | 'choices'>;

function choose(text: string, {kind, start, end, choices}: Chosen, chosen: number): Completion {
	const choice = choices[chosen]!;
	const piece = kind === 'name' || !needsQuotes.test(choice) ? choice : `${openQuote(choice)}"`;
	const next = text[end];
	// The space that ends a value is part of the completion, unless it is there or a list goes on.
	const added = kind === 'value' && next === undefined ? ' ' : '';
	const isSpaceThere = kind === 'value' && next !== undefined && /\s/.test(next);
	const changed = text.slice(0, start) + piece + added + text.slice(end);
	const newEnd = start + piece.length;
	const cursor = newEnd + (added !== '' || isSpaceThere ? 1 : 0);
	return {text: changed, cursor, choices, chosen, kind, start, end: newEnd};
}

/** Several choices: as much as they have in common. */
function extend(text: string, cursor: number, {kind, start, end, typed, choices, isQuoted}: Place): Completion {
	const common = commonBeginning(choices);
	const answer = {choices, chosen: -1, kind, start} as const;
	const isMore = common.length > typed.length && common.toLowerCase().includes(typed.toLowerCase());
	if (!isMore) return {text, cursor, ...answer, end};
	const hasQuotes = kind === 'value' && (isQuoted || needsQuotes.test(common));
	const piece = hasQuotes ? openQuote(common) : common;
	// A quote left open at the end is easy to go on with; elsewhere it would take in what follows.
	const closing = hasQuotes && end < text.length ? '"' : '';
	const changed = text.slice(0, start) + piece + closing + text.slice(end);
	const newCursor = start + piece.length;
	return {text: changed, cursor: newCursor, ...answer, end: newCursor + closing.length};
}

/** The word before the cursor, if it may become more: nothing is written into the middle of another. */
function placeAt(text: string, cursor: number, vocabulary: Vocabulary): Place | undefined {
	const token = readTokens(text.slice(0, cursor)).at(-1);
	const next = text[cursor];
	if (token?.end !== cursor) return undefined;
	if (token.kind === 'filter') return valuePlace(token, next, cursor, vocabulary);
	if (token.kind !== 'word' || !isEnd(next)) return undefined;
	const typed = token.text.toLowerCase();
	const choices = filterNames.filter(name => name.startsWith(typed)).map(name => `${name}:`);
	return {kind: 'name', start: cursor - typed.length, end: cursor, typed, choices, isQuoted: false};
}

function valuePlace(
	{name, values, isPattern}: FilterToken,
	next: string | undefined,
	cursor: number,
	vocabulary: Vocabulary,
): Place | undefined {
	const last = values.at(-1)!;
	const {text: typed, isQuoted, isOpen, start} = last;
	const closesHere = isOpen && next === '"';
	if (isPattern || (isQuoted && !isOpen) || !(isEnd(next) || next === ',' || closesHere)) return undefined;
	const taken = new Set(values.slice(0, -1).map(({text}) => text.toLowerCase()));
	const words = [...new Set(wordsFor(name, vocabulary))].filter(word => word !== '' && !taken.has(word.toLowerCase()));
	const end = closesHere ? cursor + 1 : cursor;
	return {kind: 'value', start, end, typed, choices: matching(words, typed), isQuoted};
}

function wordsFor(name: FilterName, vocabulary: Vocabulary): readonly string[] {
	if (isTimeFilterName(name)) return ['today', 'yesterday', ...weekdays];
	return choicesOf(name) ?? vocabulary(name);
}

/** Those that begin so; where none does, those that have it somewhere: nobody types a path from its root. */
function matching(words: readonly string[], typed: string): readonly string[] {
	const wanted = typed.toLowerCase();
	const beginning = words.filter(word => word.toLowerCase().startsWith(wanted));
	return beginning.length > 0 || typed.length < 2
		? beginning
		: words.filter(word => word.toLowerCase().includes(wanted));
}

/** In the spelling of the first; whole characters only. */
function commonBeginning([first = '', ...others]: readonly string[]): string {
	let common = Array.from(first);
	for (const other of others) {
		const characters = Array.from(other);
		const differs = common.findIndex((each, at) => each.toLowerCase() !== characters[at]?.toLowerCase());
		if (differs >= 0) common = common.slice(0, differs);
	}
	return common.join('');
}

// What would end the value, be a regular expression, or no filter at all: `branch:/x/i`, `title::x`, `file://x`.
const needsQuotes = /^(?::|\/\/|\/[^/]+\/[imsu]*$)|[\s,"]/;

function openQuote(value: string): string {
	return `"${value.replaceAll('"', '\\"')}`;
}

function isEnd(next: string | undefined): boolean {
	return next === undefined || /\s/.test(next);
}
