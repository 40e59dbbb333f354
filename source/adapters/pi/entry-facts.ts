/** What a record tells beside its content. */
import type {EntryFacts} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import {addTokens} from '../../model/usage.ts';
import {type Fields, fieldsOf, isFields, numberOf, textOf} from '../fields.ts';

/** Where a session is, only its header tells. */
export function factsOf(record: Fields, cwd: string | undefined): EntryFacts {
	const message = messageOf(record);
	return {cwd, stopReason: textOf(message.stopReason), requestId: textOf(message.responseId), ...usageOf(record)};
}

/** What an answer took; summaries and tools may have cost something too. */
export function usageOf(record: Fields): Pick<EntryFacts, 'tokens' | 'cost'> {
	const usages = [record.usage, messageOf(record).usage].filter(isFields);
	if (usages.length === 0) return {};
	const costs = usages.map(({cost}) => numberOf(fieldsOf(cost).total)).filter(cost => cost !== undefined);
	return {
		tokens: usages.map(tokensOf).reduce(addTokens, undefined),
		cost: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost),
	};
}

function messageOf(record: Fields): Fields {
	return record.type === 'message' ? fieldsOf(record.message) : {};
}

function tokensOf(usage: Fields): Tokens | undefined {
	const [input, output] = [numberOf(usage.input), numberOf(usage.output)];
	if (input === undefined && output === undefined) return undefined;
	return {
		input: input ?? 0,
		output: output ?? 0,
		cacheCreation: numberOf(usage.cacheWrite) ?? 0,
		cacheRead: numberOf(usage.cacheRead) ?? 0,
	};
}
