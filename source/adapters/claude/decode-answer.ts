/** What the model said: each block of an answer is an entry. */
import {type Fields, fieldsOf, recordJson, stringOf} from '../fields.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import {type DecodeOptions, type Draft, mediaOf, resultDraft} from './draft.ts';
import {blocksOf, isSynthetic, messageIdOf} from './records.ts';

export function decodeAnswer(record: Fields, options: DecodeOptions): Draft[] {
	const message = messageIdOf(record);
	if (isSynthetic(record)) {
		const text = blocksOf(record)
			.map(block => stringOf(block.text) ?? '')
			.join('\n');
		return [
			{
				kind: 'system',
				role: 'system',
				detail: 'api_error',
				text,
				isError: record.isApiErrorMessage === true || undefined,
			},
		];
	}

	const model = stringOf(fieldsOf(record.message).model);
	const blocks = blocksOf(record);
	if (blocks.length === 0) return [{kind: 'assistant', role: 'assistant', text: '', model, message, isAside: true}];
	// A server's tool answers in the same record that calls it.
	const own = new Map(blocks.map(block => [stringOf(block.id), stringOf(block.name)]));
	const toolName = (callId: string) => own.get(callId) ?? options.toolName?.(callId);
	return blocks.map(block => ({...answerDraft(block, {...options, toolName}), model, message}));
}

const knownBlocks: ReadonlySet<unknown> = new Set([
	'text',
	'thinking',
	'redacted_thinking',
	'tool_use',
	'server_tool_use',
	'mcp_tool_use',
	'fallback',
	'image',
	'document',
]);

/** Whether a block of an answer is one of those below. */
export function isKnownBlock({type}: Fields): boolean {
	return knownBlocks.has(type) || (typeof type === 'string' && type.endsWith('_tool_result'));
}

function answerDraft(block: Fields, options: DecodeOptions): Draft {
	switch (block.type) {
		case 'text':
			return {kind: 'assistant', role: 'assistant', text: stringOf(block.text) ?? ''};
		case 'thinking':
			return {kind: 'thinking', role: 'assistant', text: stringOf(block.thinking) ?? ''};
		case 'redacted_thinking':
			return {kind: 'thinking', role: 'assistant', text: '', detail: 'redacted_thinking'};
		case 'tool_use':
		case 'server_tool_use':
		case 'mcp_tool_use': {
			const name = stringOf(block.name) ?? 'unknown';
			const tool = {name, universal: universalTool(name), callId: stringOf(block.id), input: block.input};
			return {kind: 'tool_call', role: 'assistant', text: summarizeInput(block.input), tool};
		}
		case 'fallback': {
			const from = stringOf(fieldsOf(block.from).model) ?? 'a model';
			const to = stringOf(fieldsOf(block.to).model) ?? 'another';
			return {kind: 'system', role: 'system', detail: 'fallback', text: `The model changed from ${from} to ${to}.`};
		}
		default:
			if (typeof block.type === 'string' && block.type.endsWith('_tool_result')) return resultDraft(block, options);
			if (block.type === 'image' || block.type === 'document') {
				return {kind: 'assistant', role: 'assistant', text: '', ...mediaOf([block])};
			}
			return {kind: 'unknown', detail: `block ${stringOf(block.type) ?? 'without a type'}`, text: recordJson(block)};
	}
}
