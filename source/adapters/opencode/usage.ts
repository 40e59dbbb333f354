import type {Tokens} from '../../model/session.ts';
import {addTokens} from '../../model/usage.ts';
import {type Fields, fieldsOf, isFields, numberOf} from '../fields.ts';
import type {Message} from './source.ts';

/**
 * What an answer cost: the sum of its steps, one a request. Old versions kept only the last step's numbers with the
 * message, so these count only where there are no steps. `output` is without reasoning; ours is with it. undefined:
 * nobody told.
 */
export function usageOf({info, parts}: Message): Tokens | undefined {
	if (!isFields(info) || info.role !== 'assistant') return undefined;
	const steps = parts
		.map(({data}) => fieldsOf(data))
		.filter(data => data.type === 'step-finish' && isFields(data.tokens));
	const counted = steps.length > 0 ? steps.map(step => fieldsOf(step.tokens)) : [info.tokens].filter(isFields);
	return counted.map(tokensOf).reduce<Tokens | undefined>(addTokens, undefined);
}

/** In US dollars; it grows with every step, unlike the tokens beside it. */
export function costOf({info}: Message): number | undefined {
	return isFields(info) && info.role === 'assistant' ? numberOf(info.cost) : undefined;
}

function tokensOf(tokens: Fields): Tokens {
	const cache = fieldsOf(tokens.cache);
	return {
		input: numberOf(tokens.input) ?? 0,
		output: (numberOf(tokens.output) ?? 0) + (numberOf(tokens.reasoning) ?? 0),
		cacheCreation: numberOf(cache.write) ?? 0,
		cacheRead: numberOf(cache.read) ?? 0,
	};
}
