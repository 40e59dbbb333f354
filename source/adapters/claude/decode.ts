/** From a record to the entries a reader sees. Pure: no files, no memory of other records. */
import type {Entry, Media} from '../../model/entry.ts';
import type {Locator} from '../../model/locator.ts';
import {
	base64Bytes,
	type Fields,
	fieldsOf,
	firstText,
	isFields,
	isoTime,
	listOf,
	numberOf,
	shortJson,
	stringOf,
	textOf,
} from '../fields.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import {blocksOf, familyOf, idOf, isSynthetic, messageIdOf, queuedPromptOf, userTextOf} from './records.ts';

type Draft = Omit<Entry, 'id' | 'parent' | 'locator' | 'timestamp' | 'isSidechain' | 'cutBytes'>;

export type DecodeOptions = {
	/** In a sub-agent's own file every record is marked as a side chain; there it means nothing. */
	readonly isAgentFile: boolean;
	/** The tool a call id belongs to, if it was seen. */
	readonly toolName?: (callId: string) => string | undefined;
};

export function decode(value: unknown, locator: Locator, options: DecodeOptions): Entry[] {
	const place = 'offset' in locator ? locator.offset : locator.rowid;
	if (!isFields(value)) {
		const detail = value === undefined ? 'too large to read' : 'not an object';
		return [{id: `@${place}`, kind: 'unknown', detail, text: shortJson(value), locator}];
	}

	const id = idOf(value, place);
	const parent = stringOf(value.parentUuid) ?? stringOf(value.logicalParentUuid);
	const timestamp = isoTime(value.timestamp);
	const isSidechain = value.isSidechain === true && !options.isAgentFile;
	return draftsOf(value, options).map((draft, index) => ({
		...draft,
		// Nobody typed what a sub-agent was told.
		...(isSidechain && draft.kind === 'user' ? {kind: 'system' as const, role: 'system' as const} : undefined),
		id: index === 0 ? id : `${id}#${index}`,
		parent: index === 0 ? parent : index === 1 ? id : `${id}#${index - 1}`,
		timestamp,
		isSidechain: isSidechain || undefined,
		locator,
	}));
}

function draftsOf(record: Fields, options: DecodeOptions): Draft[] {
	switch (familyOf(record)) {
		case 'title':
			return [
				{
					kind: 'title',
					role: 'system',
					detail: stringOf(record.type),
					text: firstText(record, 'customTitle', 'aiTitle', 'summary') ?? '',
				},
			];
		case 'bookkeeping':
			return [{kind: 'system', role: 'system', detail: describeBookkeeping(record), text: '', isAside: true}];
		case 'unknown':
			return [{kind: 'unknown', detail: stringOf(record.type) ?? 'no type', text: shortJson(record)}];
		case 'chain':
			switch (record.type) {
				case 'user':
					return userDrafts(record, options);
				case 'assistant':
					return assistantDrafts(record, options);
				case 'system':
					return [systemDraft(record)];
				case 'attachment':
					return [attachmentDraft(record)];
				default:
					return [
						{
							kind: 'system',
							role: 'system',
							detail: `progress/${stringOf(fieldsOf(record.data).type) ?? ''}`,
							text: '',
							isAside: true,
						},
					];
			}
	}
}

function userDrafts(record: Fields, options: DecodeOptions): Draft[] {
	const drafts: Draft[] = blocksOf(record)
		.filter(block => block.type === 'tool_result')
		.map(block => resultDraft(block, options));
	if (drafts.length > 0) {
		const rest = blocksOf(record).filter(block => block.type !== 'tool_result');
		const text = rest
			.map(block => stringOf(block.text) ?? '')
			.join('\n')
			.trim();
		if (text !== '') drafts.push({kind: 'system', role: 'system', detail: 'user/beside-result', text});
		return drafts;
	}

	const words = userTextOf(record);
	const media = mediaOf(blocksOf(record));
	if (!words) return [{kind: 'unknown', detail: 'user without content', text: shortJson(record)}];
	switch (words.kind) {
		case 'prompt':
			return [{kind: 'user', role: 'user', text: words.text, ...media}];
		case 'summary':
			return [{kind: 'system', role: 'system', detail: 'compact_summary', text: words.text}];
		case 'interrupt':
			return [{kind: 'system', role: 'system', detail: 'interrupted', text: words.text}];
		case 'command':
		case 'shell':
			return [{kind: 'system', role: 'system', detail: words.kind, text: words.text}];
		case 'harness':
			return [{kind: 'system', role: 'system', detail: 'harness', text: words.text, isAside: true, ...media}];
	}
}

function assistantDrafts(record: Fields, options: DecodeOptions): Draft[] {
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
			return {kind: 'unknown', detail: `block ${stringOf(block.type) ?? 'without a type'}`, text: shortJson(block)};
	}
}

function resultDraft(block: Fields, options: DecodeOptions): Draft {
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
	const tool = {name, universal: universalTool(name), callId, output, isError};
	return {kind: 'tool_result', role: 'tool', text: output, tool, isError: isError || undefined, ...mediaOf(single)};
}

function resultText(block: Fields): string {
	if (block.type === 'text') return stringOf(block.text) ?? '';
	if (block.type === 'image' || block.type === 'document') return '';
	if (block.type === 'tool_reference') return `[tool ${stringOf(block.tool_name) ?? ''}]`;
	return shortJson(block);
}

/** What the subtypes of `system` are to a reader; those not named are shown with their text. */
const quietSubtypes = new Set([
	'turn_duration',
	'local_command',
	'stop_hook_summary',
	'microcompact_boundary',
	'bridge_status',
]);

function systemDraft(record: Fields): Draft {
	const subtype = stringOf(record.subtype);
	const detail = subtype === undefined ? 'system' : `system/${subtype}`;
	const text = textOf(record.content) ?? describeError(record.error) ?? '';
	if (subtype === 'compact_boundary')
		return {kind: 'compaction', role: 'system', detail, text: text || 'Conversation compacted'};
	const isError = record.level === 'error' || subtype === 'api_error';
	const isAside = (subtype !== undefined && quietSubtypes.has(subtype)) || record.isMeta === true || text === '';
	return {kind: 'system', role: 'system', detail, text, isError: isError || undefined, isAside: isAside || undefined};
}

function describeError(error: unknown): string | undefined {
	if (typeof error === 'string') return textOf(error);
	if (!isFields(error)) return undefined;
	return (
		firstText(error, 'message', 'type') ?? (numberOf(error.status) === undefined ? undefined : `status ${error.status}`)
	);
}

/** Attachments that say something to the person; all others are context for the model. */
const spokenAttachments = new Set([
	'edited_text_file',
	'file',
	'hook_blocking_error',
	'hook_system_message',
	'plan_file_reference',
]);

function attachmentDraft(record: Fields): Draft {
	const queued = queuedPromptOf(record);
	if (queued)
		return {kind: 'user', role: 'user', detail: 'queued_command', text: queued.text, ...mediaOf(queued.blocks)};
	const attachment = fieldsOf(record.attachment);
	const type = stringOf(attachment.type) ?? 'unknown';
	const detail = `attachment/${type}`;
	if (spokenAttachments.has(type)) {
		const name = firstText(attachment, 'displayPath', 'filename', 'planFilePath');
		const body =
			firstText(attachment, 'snippet', 'content', 'planContent', 'blockingError') ??
			describeError(attachment.blockingError);
		const text = [name, body].filter(part => part !== undefined).join('\n');
		return {kind: 'system', role: 'system', detail, text, isError: type === 'hook_blocking_error' || undefined};
	}
	const rendered = listOf(record.rendered).map(part => stringOf(fieldsOf(part).content) ?? '');
	const text =
		rendered.filter(Boolean).join('\n') || firstText(attachment, 'text', 'content', 'prompt', 'context') || '';
	return {kind: 'system', role: 'system', detail, text, isAside: true};
}

function describeBookkeeping(record: Fields): string {
	const type = stringOf(record.type) ?? '';
	return type === 'queue-operation' ? `${type}/${stringOf(record.operation) ?? ''}` : type;
}

function mediaOf(blocks: readonly Fields[]): {media?: Media[]} {
	const media = blocks
		.filter(block => block.type === 'image' || block.type === 'document')
		.map((block): Media => {
			const source = fieldsOf(block.source);
			const data = stringOf(source.data);
			return {
				type: stringOf(source.media_type) ?? `${block.type}`,
				bytes: data === undefined || source.type !== 'base64' ? undefined : base64Bytes(data),
			};
		});
	return media.length > 0 ? {media} : {};
}
