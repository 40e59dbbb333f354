/** What the harness wrote: notes, attachments, progress and bookkeeping. */
import {type Fields, fieldsOf, firstText, isFields, listOf, numberOf, stringOf, textOf} from '../fields.ts';
import {type Draft, draftOf, mediaOf} from './draft.ts';
import {queuedPromptOf} from './records.ts';

/** What the subtypes of `system` are to a reader; those not named are shown with their text. */
const quietSubtypes = new Set([
	'turn_duration',
	'local_command',
	'stop_hook_summary',
	'microcompact_boundary',
	'bridge_status',
]);

export function decodeSystem(record: Fields): Draft {
	const subtype = stringOf(record.subtype);
	const detail = subtype === undefined ? 'system' : `system/${subtype}`;
	const text = textOf(record.content) ?? describeError(record.error) ?? '';
	if (subtype === 'compact_boundary') return draftOf('compaction', 'system', text || 'Conversation compacted', detail);
	const isError = record.level === 'error' || subtype === 'api_error';
	const isAside = (subtype !== undefined && quietSubtypes.has(subtype)) || record.isMeta === true || text === '';
	const draft = draftOf('system', 'system', text, detail);
	draft.isError = isError || undefined;
	draft.isAside = isAside || undefined;
	return draft;
}

/** Attachments that say something to the person; all others are context for the model. */
const spokenAttachments = new Set([
	'edited_text_file',
	'file',
	'hook_blocking_error',
	'hook_system_message',
	'plan_file_reference',
]);

export function decodeAttachment(record: Fields): Draft {
	const queued = queuedPromptOf(record);
	if (queued) {
		const draft = draftOf('user', 'user', queued.text, 'queued_command');
		draft.media = mediaOf(queued.blocks);
		return draft;
	}
	const attachment = fieldsOf(record.attachment);
	const type = stringOf(attachment.type) ?? 'unknown';
	const detail = `attachment/${type}`;
	if (spokenAttachments.has(type)) {
		const name = firstText(attachment, 'displayPath', 'filename', 'planFilePath');
		const body =
			firstText(attachment, 'snippet', 'content', 'planContent', 'blockingError') ??
			describeError(attachment.blockingError);
		const text = [name, body].filter(part => part !== undefined).join('\n');
		const draft = draftOf('system', 'system', text, detail);
		draft.isError = type === 'hook_blocking_error' || undefined;
		return draft;
	}
	const rendered = listOf(record.rendered).map(part => stringOf(fieldsOf(part).content) ?? '');
	const text =
		rendered.filter(Boolean).join('\n') || firstText(attachment, 'text', 'content', 'prompt', 'context') || '';
	return asideDraft(detail, text);
}

export function decodeProgress(record: Fields): Draft {
	const detail = `progress/${stringOf(fieldsOf(record.data).type) ?? ''}`;
	return asideDraft(detail);
}

export function decodeTitle(record: Fields): Draft {
	const text = firstText(record, 'customTitle', 'aiTitle', 'summary') ?? '';
	return draftOf('title', 'system', text, stringOf(record.type));
}

export function decodeBookkeeping(record: Fields): Draft {
	const type = stringOf(record.type) ?? '';
	const detail = type === 'queue-operation' ? `${type}/${stringOf(record.operation) ?? ''}` : type;
	return asideDraft(detail);
}

function asideDraft(detail: string, text = ''): Draft {
	const draft = draftOf('system', 'system', text, detail);
	draft.isAside = true;
	return draft;
}

function describeError(error: unknown): string | undefined {
	if (typeof error === 'string') return textOf(error);
	if (!isFields(error)) return undefined;
	return (
		firstText(error, 'message', 'type') ?? (numberOf(error.status) === undefined ? undefined : `status ${error.status}`)
	);
}
