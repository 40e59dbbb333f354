/** The shape of a message: what it is, what it calls, what it cost, and enough to know it again. None of its text. */
import {createHash} from 'node:crypto';
import type {Tokens} from '../../model/session.ts';
import {type Fields, fieldsOf, isFields, isoTime, listOf, numberOf, stringOf, textOf} from '../fields.ts';
import {directoryIn, isInjected, isScripted, isSummary, isSummaryAnswer} from './injected-text.ts';
import {callsIn, mediaOf, partsOf, responsesIn, textsOf, thoughtsIn} from './parts.ts';
import {hasFailed} from './tool-output.ts';

export type Form =
	| 'prompt' // a person typed it
	| 'answer'
	| 'results' // nothing but what tools answered
	| 'context' // told to the model in the person's name
	| 'harness' // told to a sub-agent while it works
	| 'summary' // what a compressed history begins with
	| 'scripted' // words put into the model's mouth
	| 'empty' // an answer without anything in it
	| 'note' // shown to the person, never to the model
	| 'unknown'
	// Records that are not messages:
	| 'rewind'
	| 'title'
	| 'bookkeeping';

export type CallShape = {
	readonly id?: string;
	readonly hasResult: boolean;
	readonly isFailed: boolean;
	/** The session of the sub-agent it started. */
	readonly agentId?: string;
};

export type MessageShape = {
	readonly id?: string;
	readonly form: Form;
	/** The same for two records that say the same; empty where nothing is said. */
	readonly textKey: string;
	/** The same for two records with the same calls, or the same results. */
	readonly callKey: string;
	readonly calls: readonly CallShape[];
	/** Results that stand here apart from their calls. */
	readonly results: readonly CallShape[];
	readonly model?: string;
	readonly tokens?: Tokens;
	readonly timestamp?: string;
	/** The time of the newest thing in it. */
	readonly endedAt?: string;
	readonly isError: boolean;
	/** The words that follow the summary of a compressed history. */
	readonly answersSummary: boolean;
	/** The beginning of what was typed, for a title. */
	readonly opening?: string;
	/** The directory that a context says the program was started in. */
	readonly directory?: string;
};

/** What people and models say to each other: only what happens to these is an event. */
export function isSpokenForm(form: Form): boolean {
	return form === 'prompt' || form === 'answer' || form === 'summary';
}

/** A summary is told by its words, or by the answer to it. */
export function isSummaryOf({form}: MessageShape, next: MessageShape | undefined): boolean {
	return form === 'summary' || (form === 'prompt' && next?.answersSummary === true);
}

const noteTypes = new Set(['info', 'warning', 'error']);
const openingLength = 400;
const contextLength = 20_000;

/** A message of a session, or of a checkpoint, where it has a role instead of a type and no id. */
export function shapeOf(message: Fields): MessageShape {
	const parts = contentOf(message);
	const calls = callShapes(message, parts);
	const results = speakerOf(message) === 'user' ? responsesIn(parts).map(resultShape) : [];
	const texts = textsOf(parts);
	const form = formOf(message, parts, calls.length > 0);
	const said = (form === 'prompt' || form === 'summary' ? texts.filter(text => !isInjected(text)) : texts).join('');
	const timestamp = isoTime(message.timestamp);
	return {
		id: stringOf(message.id),
		form,
		textKey: textKey(said),
		callKey: [...calls, ...results].map(({id}) => id ?? '').join(' '),
		calls,
		results,
		model: textOf(message.model),
		tokens: isFields(message.tokens) ? tokensOf(message.tokens) : undefined,
		timestamp,
		endedAt: newest([timestamp, ...listOf(message.toolCalls).map(call => isoTime(fieldsOf(call).timestamp))]),
		isError: message.type === 'error',
		answersSummary: form === 'scripted' && isSummaryAnswer(texts.join('')),
		opening: form === 'prompt' ? typedText(message).slice(0, openingLength) : undefined,
		directory: form === 'context' ? directoryIn(texts.join('\n').slice(0, contextLength)) : undefined,
	};
}

/** Older records, and those of other makers, keep their content in `parts`. */
export function contentOf(message: Fields): Fields[] {
	return partsOf(message.content ?? message.parts);
}

/** The program has had forks that named the model after themselves: whoever thinks or calls tools is the model. */
export function speakerOf({type, role, toolCalls, thoughts}: Fields): 'user' | 'model' | 'note' | undefined {
	const name = stringOf(type) ?? stringOf(role);
	if (name === 'user') return 'user';
	if (name === 'gemini' || name === 'model' || name === 'assistant') return 'model';
	if (name !== undefined && noteTypes.has(name)) return 'note';
	return name !== undefined && (Array.isArray(toolCalls) || Array.isArray(thoughts)) ? 'model' : undefined;
}

/** What a person typed: before files were expanded into it, and without what others added to it. */
export function typedText(message: Fields): string {
	const shown = textsOf(partsOf(message.displayContent)).join('\n');
	return shown.trim() === ''
		? textsOf(contentOf(message))
				.filter(text => !isInjected(text))
				.join('\n')
		: shown;
}

function formOf(message: Fields, parts: readonly Fields[], hasCalls: boolean): Form {
	switch (speakerOf(message)) {
		case 'user':
			return userForm(message, parts);
		case 'model': {
			const text = textsOf(parts).join('');
			if (hasCalls) return 'answer';
			if (isScripted(text) || isSummaryAnswer(text)) return 'scripted';
			const isEmpty = text.trim() === '' && mediaOf(parts).length === 0;
			return isEmpty && listOf(message.thoughts).length === 0 && thoughtsIn(parts).length === 0 ? 'empty' : 'answer';
		}
		case 'note':
			return 'note';
		default:
			return 'unknown';
	}
}

function userForm(message: Fields, parts: readonly Fields[]): Form {
	const texts = textsOf(parts);
	const typed = texts.filter(text => !isInjected(text));
	if (typed.length === 0 && mediaOf(parts).length === 0) {
		if (responsesIn(parts).length > 0) return 'results';
		return texts.length > 0 ? 'context' : 'empty';
	}
	// What is shown in its place is a tool's result: the program asked the model to go on.
	if (responsesIn(partsOf(message.displayContent)).length > 0) return 'context';
	return isSummary(typed.join('')) ? 'summary' : 'prompt';
}

function callShapes(message: Fields, parts: readonly Fields[]): CallShape[] {
	const recorded = listOf(message.toolCalls).map(fieldsOf);
	if (recorded.length === 0)
		return callsIn(parts).map(call => ({id: textOf(call.id), hasResult: false, isFailed: false}));
	return recorded.map(call => ({
		id: textOf(call.id),
		hasResult: hasOutput(call),
		isFailed: hasFailed(call),
		agentId: textOf(call.agentId),
	}));
}

export function hasOutput({result, resultDisplay}: Fields): boolean {
	return [result, resultDisplay].some(value => value !== undefined && value !== null);
}

function resultShape(response: Fields): CallShape {
	return {id: textOf(response.id), hasResult: true, isFailed: fieldsOf(response.response).error !== undefined};
}

/** `input` counts what was cached too; thoughts are paid for like the rest of the answer. The sum is Gemini's `total`. */
function tokensOf(tokens: Fields): Tokens {
	const count = (name: string) => Math.max(0, numberOf(tokens[name]) ?? 0);
	return {
		input: Math.max(0, count('input') - count('cached')) + count('tool'),
		output: count('output') + count('thoughts'),
		cacheCreation: 0,
		cacheRead: Math.min(count('cached'), count('input')),
	};
}

/** Spaces, comments and invisible characters come and go when the program writes a message again. */
function textKey(text: string): string {
	const plain = text.replace(/<!--[\s\S]*?-->|[\u200B-\u200F\uFEFF]/g, '').replace(/\s+/g, ' ');
	if (plain.trim() === '') return '';
	return createHash('md5').update(plain.trim()).digest('base64');
}

export function newest(times: ReadonlyArray<string | undefined>): string | undefined {
	let best: string | undefined;
	for (const time of times) {
		if (time !== undefined && (best === undefined || Date.parse(time) > Date.parse(best))) best = time;
	}
	return best;
}
