import type {AgentId} from '../../model/agent.ts';
import {compilePattern} from './compile-pattern.ts';
import type {Filter, Mode, Problem, Query} from './query.ts';
import {type ReadOptions, readFilter, unknownFilter} from './read-filter.ts';
import {
	type FilterToken,
	type PatternToken,
	type PhraseToken,
	readFilterTokens,
	readTokens,
	type Token,
	type WordToken,
} from './read-tokens.ts';
import {shown} from './shown.ts';

export type ParseOptions = {readonly mode?: Mode; readonly now: number; readonly agents: readonly AgentId[]};

/** What the text asks for. Whatever it holds, nothing is thrown: what can't be understood is a problem with a place. */
export function parseQuery(text: string, {mode = 'fuzzy', ...options}: ParseOptions): Query {
	return mode === 'regex' ? parseExpression(text, options) : parseWords(text, mode, options);
}

function parseWords(text: string, mode: Mode, options: ReadOptions): Query {
	const draft = new Draft();
	const tokens = readTokens(text);
	for (const token of tokens) readToken(token, draft, options);
	const last = tokens.at(-1);
	const isOpen = last?.kind === 'word' && !last.isNegated && last.text !== '-' && last.end === text.length;
	return {text, mode, ...draft, isOpen};
}

function readToken(token: Token, draft: Draft, options: ReadOptions): void {
	if (token.kind === 'filter') draft.addFilter(token, options);
	else if (token.kind === 'pattern') readPattern(token, draft);
	else readText(token, draft);
}

function readText(token: WordToken | PhraseToken, draft: Draft): void {
	const {kind, text, isNegated, start, end} = token;
	// Nothing yet: somebody begins to type `-word`, or a quote.
	if (text.trim() === '' || (kind === 'word' && text === '-')) return;
	const message = kind === 'phrase' && token.isQuoted ? undefined : unknownFilter(text);
	if (message !== undefined) draft.problems.push({start, end, message});
	const list = isNegated ? draft.excluded : kind === 'phrase' ? draft.phrases : draft.words;
	list.push(text);
}

function readPattern({source, flags, isNegated, start, end}: PatternToken, draft: Draft): void {
	if (isNegated) {
		const text = shown(`/${source}/`);
		const message = `A regular expression can't be excluded. Quote it to exclude the text: -"${text}".`;
		draft.problems.push({start, end, message});
	} else {
		draft.addPattern(source, flags, start, end);
	}
}

/** In regex mode all that is no filter is one expression, spaces included; those around a filter only set it apart. */
function parseExpression(text: string, options: ReadOptions): Query {
	const draft = new Draft();
	const tokens = readFilterTokens(text);
	for (const token of tokens) draft.addFilter(token, options);
	const pieces = piecesBetween(text, tokens).filter(({piece}) => piece.trim() !== '');
	const [first, last] = [pieces[0], pieces.at(-1)];
	if (first && last) {
		const source = pieces.map(({piece}) => piece).join(' ');
		draft.addPattern(source, '', first.start, last.start + last.piece.length);
	}
	return {text, mode: 'regex', ...draft, isOpen: false};
}

function piecesBetween(text: string, tokens: readonly FilterToken[]): {piece: string; start: number}[] {
	const starts = [0, ...tokens.map(({end}) => end)];
	return starts.map((start, index) => {
		const whole = text.slice(start, tokens[index]?.start);
		const ended = index < tokens.length ? whole.trimEnd() : whole;
		const piece = index > 0 ? ended.trimStart() : ended;
		return {piece, start: start + ended.length - piece.length};
	});
}

/** A query while it is being read. */
class Draft {
	readonly words: string[] = [];
	readonly phrases: string[] = [];
	readonly excluded: string[] = [];
	readonly patterns: RegExp[] = [];
	readonly filters: Filter[] = [];
	readonly problems: Problem[] = [];

	addFilter(token: FilterToken, options: ReadOptions): void {
		const {filter, problems} = readFilter(token, options);
		if (filter) this.filters.push(filter);
		// Not with `...`: a pasted list may have more items than a call may have arguments.
		for (const problem of problems) this.problems.push(problem);
	}

	addPattern(source: string, flags: string, start: number, end: number): void {
		const compiled = compilePattern(source, flags);
		if (compiled instanceof RegExp) this.patterns.push(compiled);
		else this.problems.push({start, end, message: `This regular expression is not valid: ${compiled.reason}.`});
	}
}
