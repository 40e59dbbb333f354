/** The parts that a message's content is made of. The database and the transcripts name the same parts differently. */
import type {Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, isFields, listOf, stringOf, textOf} from '../fields.ts';
import {mediaFrom} from '../media.ts';
import {universalTool} from '../tools/tool-table.ts';
import {callDraft, type Draft, unknown} from './draft.ts';
import {toolOutcome} from './tool-outcome.ts';

/** A string is one part of text; a single part may stand without a list. */
export function partsOf(content: unknown): Fields[] {
	if (typeof content === 'string') return [{type: 'text', text: content}];
	if (isFields(content)) return [content];
	return listOf(content).map(part => (typeof part === 'string' ? {type: 'text', text: part} : fieldsOf(part)));
}

export function isToolResult({type}: Fields): boolean {
	return type === 'tool-result' || type === 'tool_result';
}

/** The transcripts put this where thinking was that may not be shown. */
const redacted = '[REDACTED]';

export function assistantDrafts(part: Fields): Draft[] {
	const type = stringOf(part.type) ?? 'text';
	switch (type) {
		case 'text':
			return textDrafts(stringOf(part.text) ?? '');
		case 'reasoning':
		case 'thinking':
			return [thinking(textOf(part.text) ?? stringOf(part.thinking) ?? '')];
		case 'redacted-reasoning':
		case 'redacted_thinking':
			return [thinking('')];
		case 'tool-call':
		case 'tool_use':
		case 'tool_call': {
			const name = textOf(part.toolName) ?? textOf(part.name) ?? 'unknown';
			const callId = textOf(part.toolCallId) ?? textOf(part.id);
			return [callDraft(name, callId, parsed(part.args ?? part.input))];
		}
		default: {
			const media = mediaOf(part);
			return media ? [{kind: 'assistant', role: 'assistant', text: '', media: [media]}] : [unknown(type, part)];
		}
	}
}

function textDrafts(text: string): Draft[] {
	const said = text.trimEnd();
	if (!said.endsWith(redacted)) return [{kind: 'assistant', role: 'assistant', text}];
	const rest = said.slice(0, -redacted.length).trimEnd();
	return rest === '' ? [thinking('')] : [{kind: 'assistant', role: 'assistant', text: rest}, thinking('')];
}

/** Without text: the model thought, but what it thought is not kept. */
function thinking(text: string): Draft {
	return {kind: 'thinking', role: 'assistant', text};
}

/** Arguments are an object as a rule, and its JSON in some versions. */
function parsed(input: unknown): unknown {
	if (typeof input !== 'string' || !/^\s*[{[]/.test(input)) return input;
	try {
		return JSON.parse(input);
	} catch {
		return input;
	}
}

export function resultDraft(part: Fields, record: Fields): Draft {
	const outcome = fieldsOf(fieldsOf(fieldsOf(record.providerOptions).cursor).highLevelToolCallResult);
	const inner = [...partsOf(part.content), ...partsOf(part.experimental_content)];
	const media = inner.flatMap(each => mediaOf(each) ?? []);
	const output =
		stringOf(part.result) ?? (texts(inner) || (part.result === undefined ? '' : JSON.stringify(part.result)));
	const isError = [part, outcome, fieldsOf(outcome.output)].some(isFailed) || hasFailureKey(outcome.output);
	const name = textOf(part.toolName) ?? textOf(part.name);
	return {
		kind: 'tool_result',
		role: 'tool',
		text: output,
		tool: {
			name: name ?? 'unknown',
			universal: universalTool(name ?? ''),
			callId: textOf(part.toolCallId) ?? textOf(part.tool_use_id),
			output,
			isError,
			...toolOutcome(output, fieldsOf(outcome.output)),
		},
		...(isError ? {isError} : undefined),
		...(media.length > 0 ? {media} : undefined),
		agentId: textOf(fieldsOf(fieldsOf(outcome.output).success).agentId),
	};
}

function isFailed(fields: Fields): boolean {
	return fields.isError === true || fields.is_error === true;
}

/** An outcome is filed under its name: `success`, or one of these. */
function hasFailureKey(output: unknown): boolean {
	return Object.keys(fieldsOf(output)).some(
		name =>
			/^(?:.*error|failure|rejected|timeout|.*denied|.*notFound)$/i.test(name) && isFields(fieldsOf(output)[name]),
	);
}

export function texts(parts: readonly Fields[]): string {
	return parts
		.map(part => (mediaOf(part) ? '' : (stringOf(part.text) ?? '')))
		.filter(text => text !== '')
		.join('\n');
}

const mediaTypes = new Map([
	['image', 'image'],
	['image_url', 'image'],
	['file', 'file'],
	['document', 'file'],
]);

/** What lies in a record that is no text: described, never decoded. */
export function mediaOf(part: Fields): Media | undefined {
	const kind = mediaTypes.get(stringOf(part.type) ?? '');
	if (kind === undefined) return undefined;
	const source = fieldsOf(part.source);
	const data = [part.image, part.data, source.data, part.url].map(stringOf).find(value => value !== undefined);
	const address = /^data:([^;,]+)[^,]*;base64,/.exec(data?.slice(0, 200) ?? '');
	const type = [part.mimeType, part.mediaType, part.mime_type, source.media_type].map(textOf).find(Boolean);
	const base64 = address ? data!.slice(address[0].length) : data;
	const isBase64 = base64 !== undefined && /^[A-Za-z0-9+/]{16}/.test(base64);
	return mediaFrom(type ?? address?.[1] ?? kind, isBase64 ? base64 : undefined);
}
