/** From a record to the entries a reader sees. Pure: no files, no memory of other records. */
import {type Fields, isFields, shortJson, stringOf, textOf} from '../fields.ts';

import {decodeMessage} from './decode-message.ts';
import {aside, compaction, type Draft, extensionMessage, note, unknown} from './draft.ts';
import {headerOf} from './header.ts';

/** `id` is what the record is known by: the blocks of one answer share it. */
export function decode(record: unknown, id: string): Draft[] {
	if (!isFields(record)) return [unknown('not an object', record)];
	return record.type === 'message' ? decodeMessage(record, id) : [decodeEntry(record)];
}

function decodeEntry(record: Fields): Draft {
	switch (record.type) {
		case 'session':
			return aside('session', describeHeader(record));
		case 'model_change':
			return aside('model_change', [textOf(record.provider), textOf(record.modelId)].filter(Boolean).join('/'));
		case 'thinking_level_change':
			return aside('thinking_level_change', stringOf(record.thinkingLevel));
		case 'compaction':
			return compaction(record.summary, record.tokensBefore, 'compaction');
		case 'branch_summary':
			return note('branch_summary', stringOf(record.summary) ?? '');
		case 'session_info':
			return {kind: 'title', role: 'system', detail: 'session_info', text: stringOf(record.name)?.trim() ?? ''};
		case 'label': {
			const label = textOf(record.label);
			return label === undefined ? aside('label', 'removed') : note('label', label);
		}
		case 'custom':
			return aside(`custom/${stringOf(record.customType) ?? ''}`, 'data' in record ? shortJson(record.data) : '');
		case 'custom_message':
			return extensionMessage(record);
		case 'leaf':
			return aside('leaf');
		default:
			return unknown(stringOf(record.type) ?? 'no type', record);
	}
}

function describeHeader(record: Fields): string {
	const origin = headerOf(record)?.parentPath;
	return [textOf(record.cwd), origin === undefined ? undefined : `forked from ${origin}`].filter(Boolean).join('\n');
}
