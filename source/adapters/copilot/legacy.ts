/**
 * At first Copilot wrote one JSON document a session: a timeline of what it showed, and the messages it sent. This reads
 * such a document as a log of events. The timeline is believed; the messages say the same again, with reminders around
 * every prompt, and are read only where there is no timeline.
 */
import {type Fields, fieldsOf, isFields, listOf, stringOf, textOf} from '../fields.ts';
import {normalTime} from '../jsonl/normal-time.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {cutObjects} from './cut-objects.ts';
import type {CopilotEvent} from './event.ts';

export type LegacyRecord = RawRecord & {readonly event: CopilotEvent | undefined};

const headMark = /"sessionId"\s*:\s*"([^"]+)"/;

/** By its first bytes; undefined: another document. */
export function legacySessionId(head: string): string | undefined {
	return /"(?:timeline|chatMessages)"\s*:/.test(head) ? headMark.exec(head)?.[1] : undefined;
}

/** Gives what is whole of a document that was cut off, too. */
export function readLegacy(bytes: Buffer): LegacyRecord[] {
	const timeline = cutObjects(bytes, 'timeline');
	const records: LegacyRecord[] = timeline.map(record => ({...record, event: timelineEvent(record.value)}));
	if (records.length === 0) {
		for (const record of cutObjects(bytes, 'chatMessages'))
			records.push({...record, event: messageEvent(record.value)});
	}
	// The document's own fields are spread over it: they are an event without bytes of its own.
	return [{value: undefined, offset: 0, length: 0, cutBytes: 0, event: startEvent(bytes.toString('utf8'))}, ...records];
}

function startEvent(text: string): CopilotEvent {
	const sessionId = headMark.exec(text)?.[1];
	const startTime = /"startTime"\s*:\s*"([^"]+)"/.exec(text)?.[1];
	return event('session.start', {sessionId, startTime}, {timestamp: startTime});
}

function event(type: string, data: Fields, {id, timestamp}: Fields): CopilotEvent {
	return {type, data, id: textOf(id), timestamp: normalTime(timestamp), isSidechain: false};
}

function timelineEvent(item: unknown): CopilotEvent | undefined {
	if (!isFields(item)) return undefined;
	const text = stringOf(item.text) ?? '';
	switch (item.type) {
		case 'user':
			return event('user.message', {content: text, attachments: item.imageAttachments}, item);
		case 'copilot':
			return event('assistant.message', {content: text, messageId: item.id}, item);
		case 'info':
			return event('session.info', {message: text}, item);
		case 'warning':
			return event('session.warning', {message: text}, item);
		case 'error':
			return event('session.error', {message: text}, item);
		case 'tool_call_requested':
			return event('tool.execution_start', toolData(item), item);
		case 'tool_call_completed': {
			const result = fieldsOf(item.result);
			const success = result.type === undefined || result.type === 'success';
			const content = textOf(result.log) ?? stringOf(result.message) ?? '';
			return event('tool.execution_complete', {...toolData(item), success, result: {content}}, item);
		}
		default:
			return textOf(item.type) === undefined ? undefined : event(`timeline.${item.type}`, item, item);
	}
}

function toolData(item: Fields): Fields {
	return {toolCallId: item.callId, toolName: item.name ?? item.toolTitle, arguments: item.arguments};
}

/** What the harness adds to every prompt. */
const reminders = /<(current_datetime|reminder|system_reminder|system_notification)>[\s\S]*?<\/\1>/g;

function messageEvent(message: unknown): CopilotEvent | undefined {
	if (!isFields(message)) return undefined;
	const text = contentText(message.content);
	switch (message.role) {
		case 'user':
			return event('user.message', {content: text.replace(reminders, '').trim(), transformedContent: text}, {});
		case 'assistant': {
			const toolRequests = listOf(message.tool_calls).map(call => {
				const {name, arguments: input} = fieldsOf(fieldsOf(call).function);
				return {toolCallId: fieldsOf(call).id, name, arguments: input};
			});
			return event('assistant.message', {content: text, toolRequests}, {});
		}
		case 'tool':
			return event(
				'tool.execution_complete',
				{toolCallId: message.tool_call_id, success: true, result: {content: text}},
				{},
			);
		case 'system':
			return event('system.message', {content: text}, {});
		default:
			return undefined;
	}
}

function contentText(content: unknown): string {
	if (typeof content === 'string') return content;
	return listOf(content)
		.map(part => stringOf(fieldsOf(part).text) ?? '')
		.filter(Boolean)
		.join('\n');
}
