/** What a record tells beside its content. */
import type {EntryFacts} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import {type Fields, fieldsOf, isFields, numberOf, textOf} from '../fields.ts';
import {isSynthetic} from './records.ts';

export function factsOf(record: Fields): EntryFacts {
	const isAnswer = record.type === 'assistant' && !isSynthetic(record);
	const {stop_reason, stop_sequence, usage} = isAnswer ? fieldsOf(record.message) : noFields;
	return {
		cwd: textOf(record.cwd),
		gitBranch: textOf(record.gitBranch),
		agentVersion: textOf(record.version),
		userType: textOf(record.userType),
		requestId: textOf(record.requestId),
		stopReason: textOf(stop_reason),
		stopSequence: textOf(stop_sequence),
		tokens: isFields(usage) ? tokensOf(usage) : undefined,
		cost: isAnswer ? costOf(record) : undefined,
	};
}

const noFields: Fields = {};

/** Until May 2025 each answer told its price; the blocks of one message repeat it. */
export function costOf(record: Fields): number | undefined {
	return numberOf(record.costUSD);
}

function tokensOf(usage: Fields): Tokens {
	return {
		input: numberOf(usage.input_tokens),
		output: numberOf(usage.output_tokens),
		cacheCreation: numberOf(usage.cache_creation_input_tokens),
		cacheRead: numberOf(usage.cache_read_input_tokens),
	};
}
