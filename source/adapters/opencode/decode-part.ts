/** From a part of an answer to the words a reader sees. */
import {
	type Fields,
	fieldsOf,
	isFields,
	isoTime,
	listOf,
	numberOf,
	recordJson,
	shortText,
	stringOf,
	textOf,
} from '../fields.ts';
import {mediaOf, note, type Words} from './draft.ts';

/** Everything but tools, which need to know the calls before them. */
export function partWords(data: unknown): Words {
	if (!isFields(data)) return {kind: 'unknown', detail: 'part that is not an object', text: shortText(data)};
	const timestamp = isoTime(fieldsOf(data.time).start);
	switch (data.type) {
		case 'text': {
			const text = stringOf(data.text) ?? '';
			if (data.synthetic === true) return {...note('synthetic', text), timestamp};
			// A plugin says it to the person, not to the model.
			if (data.ignored === true) return {kind: 'system', role: 'system', detail: 'ignored', text, timestamp};
			return {kind: 'assistant', role: 'assistant', text, timestamp};
		}
		case 'reasoning':
			return {kind: 'thinking', role: 'assistant', text: stringOf(data.text) ?? '', timestamp};
		case 'file':
			return {kind: 'assistant', role: 'assistant', text: fileName(data), ...mediaOf([data])};
		case 'patch':
			return note('patch', listOf(data.files).filter(isText).join('\n'));
		case 'retry':
			return {
				kind: 'system',
				role: 'system',
				detail: 'retry',
				text: `attempt ${numberOf(data.attempt) ?? '?'}: ${describeError(data.error) ?? 'the request failed'}`,
				timestamp: isoTime(fieldsOf(data.time).created),
				isError: true,
			};
		case 'agent':
			return note('agent', `@${stringOf(data.name) ?? ''}`);
		case 'subtask':
			return note('subtask', textOf(data.description) ?? stringOf(data.prompt) ?? '');
		case 'step-start':
		case 'step-finish':
		case 'snapshot':
		case 'compaction':
			return note(data.type);
		default:
			return {kind: 'unknown', detail: `part ${stringOf(data.type) ?? 'without a type'}`, text: recordJson(data)};
	}
}

/** The error of an answer or of a request: `{name, data: {message}}`. */
export function describeError(error: unknown): string | undefined {
	if (typeof error === 'string') return textOf(error);
	if (!isFields(error)) return undefined;
	return textOf(fieldsOf(error.data).message) ?? textOf(error.message) ?? textOf(error.name);
}

export function fileName(file: Fields): string {
	return textOf(file.filename) ?? (stringOf(file.url)?.startsWith('data:') ? '' : (stringOf(file.url) ?? ''));
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
