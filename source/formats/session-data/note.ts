import type {Entry} from '../../model/entry.ts';
import {dateTime} from '../common/date-time.ts';
import type {Extras, ExtrasOf} from '../common/extras.ts';
import {isHints} from './path-hint.ts';

/** What nobody said: it is kept in the exchange's metadata, so that no program takes it for the agent's words. */
export type Note = Extras & {
	readonly id: string;
	readonly timestamp?: string;
	/** How many messages of the exchange stand before it. */
	readonly at: number;
	readonly text: string;
};

export function isNote(entry: Omit<Entry, 'locator'>): boolean {
	const {kind, isAside, text} = entry;
	if (kind === 'title' || kind === 'unknown') return true;
	if (!isAside || kind === 'user' || kind === 'tool_call' || kind === 'tool_result') return false;
	return text === '' || (kind !== 'assistant' && kind !== 'thinking' && !isHints(entry));
}

export function noteOf(entry: Entry, at: number, extrasOf: ExtrasOf): Note {
	const {id, text, timestamp} = entry;
	return {id, timestamp: dateTime(timestamp), at, ...extrasOf(entry, {kind: 'system', text}), text};
}
