/**
 * The first messages of mid-2025 had their parts inside, times and model under `metadata`, and tools as the AI SDK of
 * that time wrote them.
 */
import {type Fields, fieldsOf, isFields, listOf, stringOf} from '../fields.ts';

export function isLegacyMessage(value: Fields): boolean {
	return Array.isArray(value.parts) && isFields(value.metadata);
}

export function fromLegacyMessage(value: Fields): {info: Fields; parts: Fields[]} {
	const metadata = fieldsOf(value.metadata);
	return {
		info: {role: value.role, time: metadata.time, error: metadata.error, ...fieldsOf(metadata.assistant)},
		parts: listOf(value.parts).map(part => partFrom(fieldsOf(part), fieldsOf(metadata.tool))),
	};
}

function partFrom(part: Fields, tools: Fields): Fields {
	if (part.type === 'file') return {...part, mime: part.mime ?? part.mediaType};
	if (part.type !== 'tool-invocation') return part;
	const call = fieldsOf(part.toolInvocation);
	const {time, title, error, ...metadata} = fieldsOf(tools[stringOf(call.toolCallId) ?? '']);
	const isDone = call.state === 'result';
	const status = isDone ? (error ? 'error' : 'completed') : 'pending';
	return {
		type: 'tool',
		tool: call.toolName,
		callID: call.toolCallId,
		state: {status, input: call.args, output: call.result, error: call.result, title, metadata, time},
	};
}
