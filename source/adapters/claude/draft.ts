/** What the decoders of Claude Code's records have in common. */
import type {Entry, EntryKind, Media, Role} from '../../model/entry.ts';
import type {Locator} from '../../model/locator.ts';
import {type Fields, fieldsOf, isFields, listOf, shortJson, stringOf} from '../fields.ts';
import {mediaFrom} from '../media.ts';
import {universalTool} from '../tools/tool-table.ts';
import {toolOutcome} from './tool-outcome.ts';

/** An entry while it is made. */
export type Draft = {-readonly [Field in keyof Entry]: Entry[Field]};

const nowhere: Locator = {path: '', offset: 0, length: 0};

/**
 * An entry before anybody knows its place. All its fields are there from the beginning, and are filled in as they become
 * known: objects of one shape that are never copied take a third of the time.
 */
export function draftOf(kind: EntryKind, role: Role | undefined, text: string, detail?: string): Draft {
	return {
		id: '',
		parent: undefined,
		kind,
		role,
		timestamp: undefined,
		text,
		tool: undefined,
		media: undefined,
		model: undefined,
		message: undefined,
		detail,
		isAside: undefined,
		isError: undefined,
		isSidechain: undefined,
		spawned: undefined,
		cutBytes: undefined,
		facts: undefined,
		locator: nowhere,
	};
}

export type DecodeOptions = {
	/** In a sub-agent's own file every record is marked as a side chain; there it means nothing. */
	readonly isAgentFile: boolean;
	/** The tool a call id belongs to, if it was seen. */
	readonly toolName?: (callId: string) => string | undefined;
};

/**
 * `beside` is what the record keeps for the screen, where it is about this result alone; `ownName` knows the calls of the
 * same record.
 */
export function resultDraft(
	block: Fields,
	options: DecodeOptions,
	beside?: unknown,
	ownName?: (callId: string) => string | undefined,
): Draft {
	const {content} = block;
	const callId = stringOf(block.tool_use_id);
	const name = (callId === undefined ? undefined : (ownName?.(callId) ?? options.toolName?.(callId))) ?? 'unknown';
	const blocks = typeof content === 'string' ? noBlocks : isFields(content) ? [content] : listOf(content).map(fieldsOf);
	const output = typeof content === 'string' ? content : resultTexts(blocks);
	const isError = block.is_error === true || (isFields(content) && /error$/.test(stringOf(content.type) ?? ''));
	const draft = draftOf('tool_result', 'tool', output);
	draft.tool = {name, universal: universalTool(name), callId, output, isError, ...toolOutcome(output, beside)};
	if (isError) draft.isError = true;
	draft.media = mediaOf(blocks);
	return draft;
}

const noBlocks: readonly Fields[] = [];

function resultTexts(blocks: readonly Fields[]): string {
	if (blocks.length === 1) return resultText(blocks[0]!);
	return blocks
		.map(resultText)
		.filter(text => text !== '')
		.join('\n');
}

function resultText(block: Fields): string {
	if (block.type === 'text') return stringOf(block.text) ?? '';
	if (block.type === 'image' || block.type === 'document') return '';
	if (block.type === 'tool_reference') return `[tool ${stringOf(block.tool_name) ?? ''}]`;
	return shortJson(block);
}

/** The images and documents among blocks; undefined where there are none. */
export function mediaOf(blocks: readonly Fields[]): Media[] | undefined {
	let media: Media[] | undefined;
	for (const block of blocks) {
		if (block.type !== 'image' && block.type !== 'document') continue;
		const source = fieldsOf(block.source);
		const data = source.type === 'base64' ? stringOf(source.data) : undefined;
		media ??= [];
		media.push(mediaFrom(stringOf(source.media_type) ?? `${block.type}`, data));
	}
	return media;
}
