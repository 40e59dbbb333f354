/** What a record says, before it has an id and a place in the conversation. */
import type {Entry} from '../../model/entry.ts';
import type {NodeRole} from '../../model/node-role.ts';
import {recordJson} from '../fields.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';

export type Draft = Omit<Entry, 'id' | 'parent' | 'locator' | 'cutBytes' | 'message' | 'spawned'> & {
	/** Of a result: the sub-agent that the call started, where the result names it. */
	readonly agentId?: string;
};

export function aside(detail: string, text = ''): Draft {
	return {kind: 'system', role: 'system', detail, text, isAside: true};
}

export function note(detail: string, text: string, isError = false): Draft {
	return {kind: 'system', role: 'system', detail, text, ...(isError ? {isError} : undefined)};
}

export function unknown(detail: string, value: unknown): Draft {
	return {kind: 'unknown', detail, text: recordJson(value)};
}

/** Fields of Cursor's tools that say what a call is about, besides those all agents have. */
const tellingFields = ['target_file', 'glob_pattern', 'search_term', 'target_notebook', 'toolName', 'target_directory'];

export function callDraft(name: string, callId: string | undefined, input: unknown): Draft {
	const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
	const telling = tellingFields.map(field => fields[field]).find(value => typeof value === 'string' && value !== '');
	return {
		kind: 'tool_call',
		role: 'assistant',
		text: summarizeInput(input) || summarizeInput(telling),
		tool: {name, universal: universalTool(name), callId, input},
	};
}

/** The tools that start a sub-agent with the words in `prompt`. */
export function isTaskTool(name: string): boolean {
	return ['Task', 'Subagent', 'Agent'].includes(name);
}

/** What a record is to the branches: what the first of its drafts that counts says. */
export function roleOf(drafts: readonly Draft[]): NodeRole {
	for (const {kind} of drafts) {
		if (kind === 'user') return 'prompt';
		if (kind === 'tool_result') return 'result';
		if (kind === 'assistant' || kind === 'thinking' || kind === 'tool_call') return 'answer';
	}
	return 'aside';
}
