/**
 * Cuts the text of a query into tokens. It reads each character a fixed number of times, whatever is pasted into the
 * box: no expression here runs past the token it is asked about, but for quotes and regular expressions, which end
 * where the next one begins.
 */
import {isFilterName} from './filter-table.ts';
import type {FilterName} from './query.ts';

/** Offsets into the text; the minus of what is negated belongs to it. */
type Span = {readonly start: number; readonly end: number};

export type WordToken = Span & {readonly kind: 'word'; readonly text: string; readonly isNegated: boolean};

export type PhraseToken = Span & {
	readonly kind: 'phrase';
	readonly text: string;
	readonly isNegated: boolean;
	/** False for `name:"two words"` where there is no such filter: it is looked for as it stands, quotes included. */
	readonly isQuoted: boolean;
};

export type PatternToken = Span & {
	readonly kind: 'pattern';
	readonly source: string;
	readonly flags: string;
	readonly isNegated: boolean;
};

/** The span includes the quotes. `isOpen`: a quote was opened and never closed. */
export type TokenValue = Span & {readonly text: string; readonly isQuoted: boolean; readonly isOpen: boolean};

export type FilterToken = Span & {
	readonly kind: 'filter';
	readonly name: FilterName;
	/** As written between the commas, empty ones too; at least one. */
	readonly values: readonly TokenValue[];
	readonly isNegated: boolean;
	/** The value is a regular expression between slashes, which no filter takes. */
	readonly isPattern: boolean;
};

export type Token = WordToken | PhraseToken | PatternToken | FilterToken;

const space = /\s*/y;
const bare = /\S+/y;
// `--flag`, `->` and `-=` are things to look for.
const minus = /-(?![\s>=-])(?!$)/y;
const filterHead = /([A-Za-z]+):/y;
const bareValue = /[^\s,]*/y;
// As in JavaScript, `//` and `/*` begin no regular expression; nor does a slash that stands alone.
const patternHead = /\/(?![\s*/])/y;
const patternTail = /\/([imsu]*)(?!\S)/y;

export function readTokens(text: string): Token[] {
	const tokens: Token[] = [];
	let at = lengthAt(space, text, 0);
	while (at < text.length) {
		const token = readToken(text, at);
		tokens.push(token);
		at = token.end + lengthAt(space, text, token.end);
	}
	return tokens;
}

/** The filters only, for text that is a regular expression apart from them. */
export function readFilterTokens(text: string): FilterToken[] {
	const tokens: FilterToken[] = [];
	let at = lengthAt(space, text, 0);
	while (at < text.length) {
		const token = readFilter(text, at);
		if (token) tokens.push(token);
		const end = token?.end ?? at + lengthAt(bare, text, at);
		at = end + lengthAt(space, text, end);
	}
	return tokens;
}

function readToken(text: string, start: number): Token {
	const isNegated = lengthAt(minus, text, start) > 0;
	const at = isNegated ? start + 1 : start;
	if (text[at] === '"') {
		const quoted = readQuoted(text, at);
		return {kind: 'phrase', text: quoted.text, isNegated, isQuoted: true, start, end: quoted.end};
	}
	const written = readPattern(text, at);
	if (written) return {kind: 'pattern', ...written, isNegated, start};
	return readFilter(text, start) ?? readWord(text, start, at);
}

function readWord(text: string, start: number, at: number): WordToken | PhraseToken {
	const isNegated = at > start;
	// `name:"two words"` is one token, though there is no such filter.
	const head = lengthAt(filterHead, text, at);
	if (head > 0 && text[at + head] === '"') {
		const {end, isOpen} = readQuoted(text, at + head);
		const whole = text.slice(at, end);
		if (!isOpen && /\s/.test(whole)) return {kind: 'phrase', text: whole, isNegated, isQuoted: false, start, end};
	}
	const end = at + lengthAt(bare, text, at);
	return {kind: 'word', text: text.slice(at, end), isNegated, start, end};
}

function readFilter(text: string, start: number): FilterToken | undefined {
	const isNegated = lengthAt(minus, text, start) > 0;
	const at = isNegated ? start + 1 : start;
	const head = lengthAt(filterHead, text, at);
	const name = text.slice(at, at + head - 1).toLowerCase();
	if (head === 0 || !isFilterName(name)) return undefined;
	const from = at + head;
	// `file://x` is an address, `date::now` is code.
	if (text[from] === ':' || text.startsWith('//', from)) return undefined;
	const written = takesPaths(name) ? undefined : readPattern(text, from);
	if (written) {
		const value = {text: text.slice(from, written.end), isQuoted: false, isOpen: false, start: from, end: written.end};
		return {kind: 'filter', name, values: [value], isNegated, isPattern: true, start, end: written.end};
	}
	const values = readValues(text, from);
	const isPattern = values.length === 1 && takesPaths(name) && isSurelyPattern(values[0]!);
	return {kind: 'filter', name, values, isNegated, isPattern, start, end: values.at(-1)!.end};
}

function readValues(text: string, from: number): TokenValue[] {
	const values: TokenValue[] = [];
	let at = from;
	for (;;) {
		const value = readValue(text, at);
		values.push(value);
		if (text[value.end] !== ',') return values;
		at = value.end + 1;
	}
}

function readValue(text: string, start: number): TokenValue {
	if (text[start] === '"') return {...readQuoted(text, start), isQuoted: true, start};
	const end = start + lengthAt(bareValue, text, start);
	return {text: text.slice(start, end), isQuoted: false, isOpen: false, start, end};
}

/** An unclosed quote runs to the end: people are typing. `\"` is a quote inside it, other backslashes are themselves. */
function readQuoted(text: string, start: number): {text: string; end: number; isOpen: boolean} {
	let content = '';
	let from = start + 1;
	for (;;) {
		const quote = text.indexOf('"', from);
		if (quote < 0) return {text: content + text.slice(from), end: text.length, isOpen: true};
		const isPlain = quote === from || text[quote - 1] !== '\\';
		if (isPlain) return {text: content + text.slice(from, quote), end: quote + 1, isOpen: false};
		content += `${text.slice(from, quote - 1)}"`;
		from = quote + 1;
	}
}

/** `/source/flags`, up to the first slash without a backslash; a path has more to say after that and is a word. */
function readPattern(text: string, start: number): {source: string; flags: string; end: number} | undefined {
	if (lengthAt(patternHead, text, start) === 0) return undefined;
	let slash = text.indexOf('/', start + 1);
	while (slash >= 0 && isEscaped(text, slash, start)) slash = text.indexOf('/', slash + 1);
	const tail = slash < 0 ? 0 : lengthAt(patternTail, text, slash);
	const flags = text.slice(slash + 1, slash + tail);
	if (tail === 0 || new Set(flags).size < flags.length) return undefined;
	return {source: text.slice(start + 1, slash), flags, end: slash + tail};
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number, start: number): boolean {
	let first = at;
	while (first - 1 > start && text[first - 1] === '\\') first--;
	return (at - first) % 2 === 1;
}

function takesPaths(name: FilterName): boolean {
	return name === 'project' || name === 'file';
}

/** `/src/` is a folder; `/\.ts$/` is none. */
function isSurelyPattern({text, isQuoted}: TokenValue): boolean {
	const written = isQuoted ? undefined : readPattern(text, 0);
	return written?.end === text.length && /\\|\^|\.[*+]|\$$/.test(written.source);
}

/** How much of the text the sticky expression takes from there. */
function lengthAt(expression: RegExp, text: string, at: number): number {
	expression.lastIndex = at;
	return expression.exec(text)?.[0].length ?? 0;
}
