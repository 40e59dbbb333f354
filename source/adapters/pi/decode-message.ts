/** The messages of a session: prompts, answers, results, and what pi and its extensions put between them. */
import {type Fields, fieldsOf, numberOf, stringOf, textOf} from '../fields.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import {blocksOf, contentOf} from './content.ts';
import {compaction, type Draft, extensionMessage, note, unknown} from './draft.ts';
import {toolOutcome} from './tool-outcome.ts';
import {typedText} from './user-text.ts';

export function decodeMessage(record: Fields, id: string): Draft[] {
	const message = fieldsOf(record.message);
	switch (message.role) {
		case 'user': {
			const {text, media} = contentOf(message.content);
			return [{kind: 'user', role: 'user', text: typedText(text), ...(media ? {media} : undefined)}];
		}
		case 'assistant':
			return answer(message, id);
		case 'toolResult':
			return [toolResult(message)];
		case 'bashExecution':
			return [shell(message)];
		// The name it had before extensions were called so.
		case 'hookMessage':
		case 'custom':
			return [extensionMessage(message)];
		case 'branchSummary':
			return [note('branch_summary', stringOf(message.summary) ?? '')];
		case 'compactionSummary':
			return [compaction(message.summary, message.tokensBefore, 'compactionSummary')];
		case 'system':
			return [{...note('system', ''), ...contentOf(message.content)}];
		default:
			return [unknown(`message ${stringOf(message.role) ?? 'without a role'}`, record)];
	}
}

function answer(message: Fields, id: string): Draft[] {
	const model = textOf(message.model);
	const blocks: Draft[] = blocksOf(message.content).map(block =>
		Object.assign(answerBlock(block), {model, message: id}),
	);
	const failure = failureOf(message);
	if (failure) return [...blocks, failure];
	return blocks.length > 0
		? blocks
		: [{kind: 'assistant', role: 'assistant', text: '', model, message: id, isAside: true}];
}

/** Whether a block of an answer is one of those below. */
export function isKnownBlock({type}: Fields): boolean {
	return type === 'text' || type === 'thinking' || type === 'toolCall' || type === 'image';
}

function answerBlock(block: Fields): Draft {
	switch (block.type) {
		case 'text':
			return {kind: 'assistant', role: 'assistant', text: stringOf(block.text) ?? ''};
		case 'thinking':
			return {kind: 'thinking', role: 'assistant', text: stringOf(block.thinking) ?? ''};
		case 'toolCall': {
			const name = stringOf(block.name) ?? 'unknown';
			const tool = {name, universal: universalTool(name), callId: stringOf(block.id), input: block.arguments};
			return {kind: 'tool_call', role: 'assistant', text: summarizeInput(block.arguments), tool};
		}
		case 'image':
			return {kind: 'assistant', role: 'assistant', ...contentOf([block])};
		default:
			return unknown(`block ${stringOf(block.type) ?? 'without a type'}`, block);
	}
}

/** An answer that broke off says why: the API failed, or somebody stopped it. */
function failureOf({stopReason, errorMessage}: Fields): Draft | undefined {
	if (stopReason !== 'error' && stopReason !== 'aborted') return undefined;
	const text = textOf(errorMessage) ?? (stopReason === 'aborted' ? 'The answer was stopped.' : 'The answer failed.');
	return {...note(stopReason === 'error' ? 'api_error' : 'aborted', text), isError: true};
}

function toolResult(message: Fields): Draft {
	const name = stringOf(message.toolName) ?? 'unknown';
	const {text, media} = contentOf(message.content);
	const isError = message.isError === true;
	return {
		kind: 'tool_result',
		role: 'tool',
		text,
		tool: {
			name,
			universal: universalTool(name),
			callId: stringOf(message.toolCallId),
			output: text,
			isError,
			...toolOutcome(text, fieldsOf(message.details)),
		},
		isError: isError || undefined,
		...(media ? {media} : undefined),
	};
}

/** `!command`, which the model is told of, or `!!command`, which it is not. */
function shell(message: Fields): Draft {
	const typed = `${message.excludeFromContext === true ? '!!' : '!'} ${stringOf(message.command) ?? ''}`;
	const code = numberOf(message.exitCode);
	const ending = message.cancelled === true ? 'cancelled' : code === undefined || code === 0 ? '' : `exit code ${code}`;
	const lines = [typed, stringOf(message.output)?.trimEnd() ?? '', ending];
	return {...note('shell', lines.filter(line => line !== '').join('\n')), role: 'user'};
}
