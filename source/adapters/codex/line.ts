/** One shape for the records of every format Codex ever wrote: the wrapped lines of today, and the bare ones of 2025. */
import {type Fields, fieldsOf, isFields, isoTime, numberOf, stringOf} from '../fields.ts';

export type Line = {
	/** `session_meta`, `response_item`, `event_msg`, … */
	readonly type: string;
	readonly payload: Fields;
	readonly timestamp?: string;
	/** Only in paginated files. */
	readonly ordinal?: number;
};

/** What the Responses API sends and takes; before 0.32 these stood in the file without an envelope. */
const bareItems = new Set([
	'message',
	'reasoning',
	'function_call',
	'function_call_output',
	'custom_tool_call',
	'custom_tool_call_output',
	'local_shell_call',
	'local_shell_call_output',
	'web_search_call',
]);

/** undefined: nothing Codex writes. */
export function lineOf(value: unknown): Line | undefined {
	if (!isFields(value)) return undefined;
	const type = stringOf(value.type);
	const timestamp = quickTime(value.timestamp);
	if (type !== undefined && 'payload' in value) {
		return {type, payload: fieldsOf(value.payload), timestamp, ordinal: numberOf(value.ordinal)};
	}
	if (type === undefined) {
		if (isBareHeader(value)) return {type: 'session_meta', payload: value, timestamp};
		return typeof value.record_type === 'string' ? {type: value.record_type, payload: value, timestamp} : undefined;
	}
	return isBareItem(value) ? {type: 'response_item', payload: value, timestamp} : undefined;
}

/** Every record has a time; to parse each only to see that it is one would cost as much as the record. */
function quickTime(value: unknown): string | undefined {
	return typeof value === 'string' && beginsLikeTime(value) ? value : isoTime(value);
}

/** `2026-11-16T10:`, letter by letter: a pattern takes ten times as long. */
function beginsLikeTime(text: string): boolean {
	for (let at = 0; at < timeShape.length; at++) {
		const code = text.charCodeAt(at);
		const mark = timeShape[at]!;
		if (mark === digit ? code < 0x30 || code > 0x39 : code !== mark) return false;
	}
	return true;
}

const digit = 0;
const timeShape: readonly number[] = Array.from('0000-00-00T00:', mark => (mark === '0' ? digit : mark.charCodeAt(0)));

/** The first line of a bare file, and the `session` of the TypeScript CLI's document. */
function isBareHeader(value: Fields): boolean {
	return typeof value.id === 'string' && typeof value.timestamp === 'string' && !('sessionId' in value);
}

function isBareItem(value: Fields): boolean {
	if (!bareItems.has(stringOf(value.type) ?? '')) return false;
	// OpenCode's parts are called so, too: all that Codex writes has one of these.
	if (value.type === 'reasoning') return 'summary' in value || 'content' in value || 'encrypted_content' in value;
	return value.type !== 'message' || (typeof value.role === 'string' && 'content' in value);
}
