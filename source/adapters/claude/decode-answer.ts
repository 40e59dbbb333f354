/** What the model said: each block of an answer is an entry. */
import {type Fields, fieldsOf, recordJson, stringOf} from '../fields.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import {type DecodeOptions, type Draft, draftOf, mediaOf, resultDraft} from './draft.ts';
import {blocksOf, isSynthetic, messageIdOf} from './records.ts';

export function decodeAnswer(record: Fields, options: DecodeOptions): Draft[] {
	const blocks = blocksOf(record);
	if (isSynthetic(record)) {
		const text = blocks.map(block => stringOf(block.text) ?? '').join('\n');
		const draft = draftOf('system', 'system', text, 'api_error');
		if (record.isApiErrorMessage === true) draft.isError = true;
		return [draft];
	}

	const model = stringOf(fieldsOf(record.message).model);
	const message = messageIdOf(record);
	const drafts = blocks.map(block => answerDraft(block, blocks, options));
	if (drafts.length === 0) {
		const draft = draftOf('assistant', 'assistant', '');
		draft.isAside = true;
		drafts.push(draft);
	}
	for (const draft of drafts) {
		draft.model = model;
		draft.message = message;
	}
	return drafts;
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

function answerDraft(block: Fields, blocks: readonly Fields[], options: DecodeOptions): Draft {
	switch (block.type) {
		case 'text':
			return draftOf('assistant', 'assistant', stringOf(block.text) ?? '');
		case 'thinking':
			return draftOf('thinking', 'assistant', stringOf(block.thinking) ?? '');
		case 'redacted_thinking':
			return draftOf('thinking', 'assistant', '', 'redacted_thinking');
		case 'tool_use':
		case 'server_tool_use':
		case 'mcp_tool_use': {
			const name = stringOf(block.name) ?? 'unknown';
			const draft = draftOf('tool_call', 'assistant', summarizeInput(block.input));
			draft.tool = {name, universal: universalTool(name), callId: stringOf(block.id), input: block.input};
			return draft;
		}
		case 'fallback': {
			const from = stringOf(fieldsOf(block.from).model) ?? 'a model';
			const to = stringOf(fieldsOf(block.to).model) ?? 'another';
			return draftOf('system', 'system', `The model changed from ${from} to ${to}.`, 'fallback');
		}
		default: {
			// A server's tool answers in the same record that calls it.
			if (typeof block.type === 'string' && block.type.endsWith('_tool_result'))
				return resultDraft(block, options, undefined, callId => nameIn(blocks, callId));
			if (block.type === 'image' || block.type === 'document') {
				const draft = draftOf('assistant', 'assistant', '');
				draft.media = mediaOf([block]);
				return draft;
			}
			const detail = `block ${stringOf(block.type) ?? 'without a type'}`;
			return draftOf('unknown', undefined, recordJson(block), detail);
		}
	}
}

function nameIn(blocks: readonly Fields[], callId: string): string | undefined {
	return stringOf(blocks.findLast(block => block.id === callId)?.name);
}
