import type {AgentId} from '../../model/agent.ts';
import {nearest} from '../../text/nearest.ts';
import {choicesOf, filterForSynonym, filterNames, isTimeFilterName, valueForm} from './filter-table.ts';
import type {Filter, FilterName, Problem, TextFilterName, TimeFilterName} from './query.ts';
import type {FilterToken, TokenValue} from './read-tokens.ts';
import {shown} from './shown.ts';
import {timeLimits} from './time-filter.ts';

export type ReadOptions = {readonly now: number; readonly agents: readonly AgentId[]};

type Result = {readonly filter?: Filter; readonly problems: readonly Problem[]};

/** What a filter token means. Values that mean nothing are left out with a problem; a filter without any is no filter. */
export function readFilter(token: FilterToken, options: ReadOptions): Result {
	const {name, isPattern} = token;
	const values = token.values.filter(({text}) => text.trim() !== '');
	if (isPattern) return failure(token, `${name}: takes no regular expression. Quote the value to take it as text.`);
	if (values.length === 0) return failure(token, `${name}: needs a value: ${formOf(name, options.agents)}.`);
	return isTimeFilterName(name)
		? readTimeFilter(name, token, values, options.now)
		: readTextFilter(name, token, values, options.agents);
}

function readTimeFilter(
	name: TimeFilterName,
	token: FilterToken,
	[value, second]: readonly TokenValue[],
	now: number,
): Result {
	if (second)
		return failure(token, `${name}: takes one date. after: and before: together make a span, such as after:2026-10.`);
	const limits = timeLimits(name, value!.text.trim(), now);
	if ('problem' in limits) return failure(value!, limits.problem);
	return {filter: {name: 'time', ...limits, isNegated: token.isNegated}, problems: []};
}

function readTextFilter(
	name: TextFilterName,
	{isNegated}: FilterToken,
	written: readonly TokenValue[],
	agents: readonly AgentId[],
): Result {
	const choices = name === 'agent' ? agents : choicesOf(name);
	const values: string[] = [];
	const problems: Problem[] = [];
	for (const value of written) {
		const known = choices
			? choices.find(choice => choice.toLowerCase() === value.text.trim().toLowerCase())
			: value.text;
		if (known !== undefined) values.push(known);
		else problems.push(problem(value, notAChoice(name, value.text, choices!)));
	}
	return values.length === 0 ? {problems} : {filter: {name, values, isNegated}, problems};
}

function notAChoice(name: TextFilterName, value: string, choices: readonly string[]): string {
	const near = nearest(value, choices);
	const what = name === 'agent' ? `There is no agent ${shown(value)}` : `${name}: does not know ${shown(value)}`;
	const hint = near === undefined ? '' : ` Did you mean ${name}:${near}?`;
	return `${what}.${hint} ${name}: takes ${choices.join(', ')}.`;
}

// What looks like a filter, but for the name: no address, no path, no `std::vector`, no `x:=1`.
const looksLikeFilter = /^([A-Za-z]+):([^\s/\\:=])/;

/** The message for a word such as `projct:x`; none for words that only have a colon in them, such as `12:30`. */
export function unknownFilter(word: string): string | undefined {
	const [, name, first] = looksLikeFilter.exec(word) ?? [];
	if (name === undefined || first === undefined) return undefined;
	const near = filterForSynonym(name.toLowerCase()) ?? nearest(name, filterNames);
	// `localhost:3000`
	if (near === undefined && /\d/.test(first)) return undefined;
	const hint = near === undefined ? '' : ` Did you mean ${near}:?`;
	const names = filterNames.map(each => `${each}:`).join(' ');
	return `There is no filter ${shown(name)}:, so this is searched as text.${hint} The filters are ${names}; quotes make it text for sure.`;
}

function formOf(name: FilterName, agents: readonly AgentId[]): string {
	return `${name}:${name === 'agent' && agents.length > 0 ? agents.join('|') : valueForm(name)}`;
}

function failure(where: {start: number; end: number}, message: string): Result {
	return {problems: [problem(where, message)]};
}

function problem({start, end}: {start: number; end: number}, message: string): Problem {
	return {start, end, message};
}
