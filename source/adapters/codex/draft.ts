/** What a record says before anybody knows which other records say the same. */
import type {Entry} from '../../model/entry.ts';
import type {ToolOutcome} from '../../model/tool.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import type {Content} from './content.ts';

export type Draft = Omit<Entry, 'id' | 'parent' | 'timestamp' | 'locator' | 'cutBytes' | 'model' | 'message'>;

/** Codex tells most things twice: to the model, and to the person by events (legacy files) or items (paginated ones). */
export type Source = 'response' | 'event' | 'item';

export type Decoded = {
	readonly drafts: readonly Draft[];
	/** undefined: nobody else tells of it. */
	readonly source?: Source;
	/** The id it shares with its twin, where it has one. */
	readonly twinId?: string;
};

export function aside(detail: string, text = ''): Draft {
	return {kind: 'system', role: 'system', detail, text, isAside: true};
}

/** Records that say nothing, by their types: one in three of a file is such, and they are all the same. */
export function asides(prefix: string, types: readonly string[]): ReadonlyMap<string, Decoded> {
	return new Map(types.map(type => [type, {drafts: [aside(prefix + type)]}]));
}

export function note(detail: string, text: string, isError?: boolean): Draft {
	return {kind: 'system', role: 'system', detail, text, isError: isError || undefined};
}

export function callDraft(name: string, callId: string | undefined, input: unknown, summary?: string): Draft {
	const tool = {name, universal: universalTool(name), callId, input};
	return {kind: 'tool_call', role: 'assistant', text: summary ?? summarizeInput(input), tool};
}

/** `name` may be unknown to the record; the reader fills it in from the call. */
export function resultDraft(
	name: string | undefined,
	callId: string | undefined,
	output: Content & {isError: boolean; outcome?: ToolOutcome},
): Draft {
	const {text, media, isError, outcome} = output;
	const tool = {
		name: name ?? 'unknown',
		universal: name === undefined ? 'unknown' : universalTool(name),
		callId,
		output: text,
		isError,
		printed: outcome?.printed,
		exitCode: outcome?.exitCode,
		durationMs: outcome?.durationMs,
		patch: outcome?.patch,
	} as const;
	return {kind: 'tool_result', role: 'tool', text, tool, isError: isError || undefined, media};
}
