/** What an event says, before it has a place. */
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
	const json = JSON.stringify(value) ?? String(value);
	return {kind: 'unknown', detail, text: json.length > 2000 ? `${json.slice(0, 2000)}…` : json};
}
