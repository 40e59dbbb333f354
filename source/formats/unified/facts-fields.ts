/** What a record tells beside its content, as the metadata of a message and back. */
import {type Fields, fieldsOf, isFields, numberOf, stringOf} from '../../adapters/fields.ts';
import type {EntryFacts} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import type {MessageRole} from './usual.ts';

export type MessageMetadata = {
	readonly facts: EntryFacts;
	readonly model?: string;
	readonly isMeta: boolean;
};

/** Model and tokens are of answers only. What has no place in a message's metadata is said with its blocks. */
export function metadataFields({facts, model, isMeta}: MessageMetadata, role: MessageRole) {
	const {cwd, gitBranch, agentVersion, userType, stopReason, stopSequence, tokens, requestId} = facts;
	const isAnswer = role === 'assistant';
	return {
		cwd,
		git_branch: gitBranch,
		agent_version: agentVersion,
		user_type: userType,
		is_meta: isMeta,
		model:
			isAnswer && model !== undefined
				? {name: model, stop_reason: stopReason ?? null, stop_sequence: stopSequence ?? null}
				: undefined,
		token_usage: isAnswer && tokens ? tokenFields(tokens) : undefined,
		request_id: requestId,
	};
}

export function metadataFrom(value: unknown, role: MessageRole): MessageMetadata {
	const fields = fieldsOf(value);
	const model = role === 'assistant' ? fieldsOf(fields.model) : {};
	return {
		facts: {
			cwd: shared(fields.cwd),
			gitBranch: shared(fields.git_branch),
			agentVersion: shared(fields.agent_version),
			userType: shared(fields.user_type),
			stopReason: shared(model.stop_reason),
			stopSequence: stringOf(model.stop_sequence),
			requestId: stringOf(fields.request_id),
			tokens: role === 'assistant' && isFields(fields.token_usage) ? tokensFrom(fields.token_usage) : undefined,
		},
		model: shared(model.name),
		isMeta: fields.is_meta === true,
	};
}

/** Every message says the same of most things: one text is enough for all of them. */
const texts = new Map<string, string>();
const mostTexts = 500;

function shared(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const known = texts.get(value);
	if (known !== undefined) return known;
	if (texts.size >= mostTexts) texts.clear();
	texts.set(value, value);
	return value;
}

export function tokenFields({input, output, cacheCreation, cacheRead}: Tokens) {
	return {
		input_tokens: wholeCount(input),
		output_tokens: wholeCount(output),
		cache_creation_tokens: wholeCount(cacheCreation),
		cache_read_tokens: wholeCount(cacheRead),
	};
}

/** A damaged file may count less than nothing, or half a token: the format takes neither. */
function wholeCount(tokens: number | undefined): number | undefined {
	return tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 ? tokens : undefined;
}

export function tokensFrom(fields: Fields): Tokens {
	return {
		input: numberOf(fields.input_tokens),
		output: numberOf(fields.output_tokens),
		cacheCreation: numberOf(fields.cache_creation_tokens),
		cacheRead: numberOf(fields.cache_read_tokens),
	};
}

/** All facts of a block whose message says something else. */
export function factsFields(facts: EntryFacts) {
	return {
		cwd: facts.cwd,
		git_branch: facts.gitBranch,
		agent_version: facts.agentVersion,
		user_type: facts.userType,
		stop_reason: facts.stopReason,
		stop_sequence: facts.stopSequence,
		request_id: facts.requestId,
		token_usage: facts.tokens && tokenFields(facts.tokens),
		cost: facts.cost,
	};
}

export function factsFrom(fields: Fields): EntryFacts {
	return {
		cwd: stringOf(fields.cwd),
		gitBranch: stringOf(fields.git_branch),
		agentVersion: stringOf(fields.agent_version),
		userType: stringOf(fields.user_type),
		stopReason: stringOf(fields.stop_reason),
		stopSequence: stringOf(fields.stop_sequence),
		requestId: stringOf(fields.request_id),
		tokens: isFields(fields.token_usage) ? tokensFrom(fields.token_usage) : undefined,
		cost: numberOf(fields.cost),
	};
}

/** Whether two say the same; what is absent is as good as undefined. */
export function sameFacts(one: EntryFacts = {}, other: EntryFacts = {}): boolean {
	return (
		one === other ||
		(one.cwd === other.cwd &&
			one.gitBranch === other.gitBranch &&
			one.agentVersion === other.agentVersion &&
			one.userType === other.userType &&
			one.stopReason === other.stopReason &&
			one.stopSequence === other.stopSequence &&
			one.requestId === other.requestId &&
			one.cost === other.cost &&
			(one.tokens === undefined) === (other.tokens === undefined) &&
			sameTokens(one.tokens, other.tokens))
	);
}

/** Whether they are the same when they are written. */
export function sameTokens(one: Tokens = {}, other: Tokens = {}): boolean {
	return (
		wholeCount(one.input) === wholeCount(other.input) &&
		wholeCount(one.output) === wholeCount(other.output) &&
		wholeCount(one.cacheCreation) === wholeCount(other.cacheCreation) &&
		wholeCount(one.cacheRead) === wholeCount(other.cacheRead)
	);
}
