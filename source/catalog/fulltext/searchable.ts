/** Which words of an entry go into the index, and into which column. */
import {pathHints} from '../../adapters/tools/path-hints.ts';
import type {Entry} from '../../model/entry.ts';
import {sanitize} from '../../text/sanitize.ts';
import {withoutData} from './without-data.ts';

/** The columns of the index, in the order of its table. */
export const columns = ['prompt', 'answer', 'thinking', 'work', 'files'] as const;

export type Column = (typeof columns)[number];

/** What a tool takes and gives is indexed whole up to twice this, beyond it only this much of its two ends. */
export const keptEnd = 4 * 1024;

/** Between two entries, or two parts of one, stands a word nobody writes: no phrase reaches from one into the next. */
export const entryBreak = ' \uE000 ';

export type Searchable = {
	readonly column: Column;
	readonly text: string;
	/** Files that a call names. */
	readonly files?: readonly string[];
	/** Something of it was left out. */
	readonly isCut: boolean;
};

/** undefined: nothing that anybody would look for. */
export function searchableOf(entry: Entry): Searchable | undefined {
	const {kind, text, tool} = entry;
	if (!isSearched(entry)) return undefined;
	switch (kind) {
		case 'user':
			return whole('prompt', text);
		case 'assistant':
			return whole('answer', text);
		case 'thinking':
			return whole('thinking', text);
		case 'tool_call':
			return shortened(wholeText(entry), pathHints(tool?.name ?? '', tool?.input));
		case 'tool_result':
			return shortened(wholeText(entry));
		case 'compaction':
			return whole('answer', text);
		default:
			return shortened(text);
	}
}

/** All that can be searched for in an entry, nothing left out. */
export function wholeText({kind, text, tool}: Entry): string {
	if (kind === 'tool_call') return `${tool?.name ?? ''} ${stringsIn(tool?.input, text)}`;
	return kind === 'tool_result' ? withoutColours(tool?.output ?? text) : text;
}

/** Nobody looks for these: bookkeeping of the harness, and names that stand in the header. */
export function isSearched({kind, isAside}: Entry): boolean {
	return kind !== 'title' && !(isAside && (kind === 'system' || kind === 'unknown'));
}

/** Commands colour their output; the codes would stick to the words. */
function withoutColours(text: string): string {
	return text.includes('\u001B') ? sanitize(text) : text;
}

function whole(column: Column, text: string): Searchable | undefined {
	if (text === '') return undefined;
	const cleaned = withoutData(text);
	return {column, text: cleaned, isCut: cleaned.length < text.length};
}

function shortened(text: string, files: readonly string[] = []): Searchable | undefined {
	if (text.trim() === '') return undefined;
	const isLong = text.length > 2 * keptEnd;
	const ends = isLong ? `${text.slice(0, keptEnd)}${entryBreak}${text.slice(-keptEnd)}` : text;
	const cleaned = withoutData(ends);
	return {column: 'work', text: cleaned, files, isCut: isLong || cleaned.length < text.length};
}

/** Every string of a call's input, with the names of its fields left out. */
function stringsIn(input: unknown, fallback: string): string {
	if (input === undefined) return fallback;
	if (typeof input === 'string') return input;
	const found: string[] = [];
	collectStrings(input, found, 0);
	return found.join(' ');
}

/** Deeper than any tool asks for; a hostile record must not end the program. */
const deepest = 12;

function collectStrings(value: unknown, found: string[], depth: number): void {
	if (typeof value === 'string') found.push(value);
	else if (typeof value === 'number') found.push(String(value));
	else if (typeof value === 'object' && value !== null && depth < deepest)
		for (const each of Object.values(value)) collectStrings(each, found, depth + 1);
}
