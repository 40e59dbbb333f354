/** What the decoders of Claude Code's records have in common. */
import type {Entry, Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, isFields, listOf, shortJson, stringOf} from '../fields.ts';
import {mediaFrom} from '../media.ts';
import {universalTool} from '../tools/tool-table.ts';
import {toolOutcome} from './tool-outcome.ts';

/** An entry before anybody knows its place. */
export type Draft = Omit<Entry, 'id' | 'parent' | 'locator' | 'timestamp' | 'isSidechain' | 'cutBytes'>;

export type DecodeOptions = {
	/** In a sub-agent's own file every record is marked as a side chain; there it means nothing. */
	readonly isAgentFile: boolean;
	/** The tool a call id belongs to, if it was seen. */
	readonly toolName?: (callId: string) => string | undefined;
};

/** `beside` is what the record keeps for the screen, where it is about this result alone. */
export function resultDraft(block: Fields, options: DecodeOptions, beside?: unknown): Draft {
	const callId = stringOf(block.tool_use_id);
	const name = (callId === undefined ? undefined : options.toolName?.(callId)) ?? 'unknown';
	const blocks =
		typeof block.content === 'string' ? [{type: 'text', text: block.content}] : listOf(block.content).map(fieldsOf);
	const single = isFields(block.content) ? [block.content] : blocks;
	const output = single
		.map(resultText)
		.filter(text => text !== '')
		.join('\n');
	const isError = block.is_error === true || /error$/.test(stringOf(fieldsOf(block.content).type) ?? '');
	const tool = {name, universal: universalTool(name), callId, output, isError, ...toolOutcome(output, beside)};
	return {kind: 'tool_result', role: 'tool', text: output, tool, isError: isError || undefined, ...mediaOf(single)};
}

function resultText(block: Fields): string {
	if (block.type === 'text') return stringOf(block.text) ?? '';
	if (block.type === 'image' || block.type === 'document') return '';
	if (block.type === 'tool_reference') return `[tool ${stringOf(block.tool_name) ?? ''}]`;
	return shortJson(block);
}

export function mediaOf(blocks: readonly Fields[]): {media?: Media[]} {
	const media = blocks
		.filter(block => block.type === 'image' || block.type === 'document')
		.map((block): Media => {
			const source = fieldsOf(block.source);
			const data = source.type === 'base64' ? stringOf(source.data) : undefined;
			return mediaFrom(stringOf(source.media_type) ?? `${block.type}`, data);
		});
	return media.length > 0 ? {media} : {};
}
