/** What an event says, before it has a place. */
import {recordJson} from '../fields.ts';
import type {Draft} from '../jsonl/read-entries.ts';

export type {Draft} from '../jsonl/read-entries.ts';

export function note(detail: string, text: string): Draft {
	return {kind: 'system', role: 'system', detail, text};
}

export function failure(detail: string, text: string): Draft {
	return {...note(detail, text), isError: true};
}

export function aside(detail: string, text = ''): Draft {
	return {kind: 'system', role: 'system', detail, text, isAside: true};
}

export function unknown(detail: string, value: unknown): Draft {
	return {kind: 'unknown', detail, text: recordJson(value)};
}
