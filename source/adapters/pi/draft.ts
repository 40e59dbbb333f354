/** What a record says, before it has a place. */
import {type Fields, numberOf, recordJson, stringOf, textOf} from '../fields.ts';
import type {Draft} from '../jsonl/read-entries.ts';
import {contentOf} from './content.ts';

export type {Draft} from '../jsonl/read-entries.ts';

export function note(detail: string, text: string): Draft {
	return {kind: 'system', role: 'system', detail, text};
}

export function aside(detail: string, text = ''): Draft {
	return {...note(detail, text), isAside: true};
}

export function unknown(detail: string, value: unknown): Draft {
	return {kind: 'unknown', detail, text: recordJson(value)};
}

/** What an extension told the model, and the person too if it is to be displayed. */
export function extensionMessage(fields: Fields): Draft {
	const draft = {...note(`custom/${stringOf(fields.customType) ?? ''}`, ''), ...contentOf(fields.content)};
	return fields.display === false ? {...draft, isAside: true} : draft;
}

export function compaction(summary: unknown, tokensBefore: unknown, detail: string): Draft {
	const before = numberOf(tokensBefore);
	const text = textOf(summary) ?? (before === undefined ? 'Compacted' : `Compacted ${before} tokens`);
	return {kind: 'compaction', role: 'system', detail, text};
}
