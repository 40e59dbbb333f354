/** `response_item`: what was sent to the model and what it sent back. */
import {type Fields, fieldsOf, firstText, listOf, recordJson, shortJson, stringOf, textOf} from '../fields.ts';
import {contentOf, mediaFrom} from './content.ts';
import {aside, asides, callDraft, type Decoded, type Draft, note, resultDraft} from './draft.ts';
import {isInjected, isTypedByUser, promptIn} from './injected-text.ts';
import {summarizePatch} from './patch.ts';
import {summarizeCommand} from './shell-words.ts';
import {outputOf} from './tool-output.ts';

/** Bookkeeping between the client and the API. */
const quiet = asides('response_item/', [
	'compaction',
	'compaction_summary',
	'context_compaction',
	'additional_tools',
	'ghost_snapshot',
	'item_reference',
]);

export function decodeResponse(payload: Fields, isBrief: boolean): Decoded {
	const type = stringOf(payload.type) ?? 'no type';
	// Calls and their results are nearly all records there are.
	const drafts = toolDrafts(type, payload, isBrief);
	if (drafts) return {drafts, source: 'response'};
	const silent = quiet.get(type);
	if (silent) return silent;
	const detail = `response_item/${type}`;
	switch (type) {
		case 'message':
			return {drafts: [messageDraft(payload, detail)], source: 'response', twinId: textOf(payload.id)};
		case 'reasoning':
			return {drafts: [reasoningDraft(payload, detail)], source: 'response', twinId: textOf(payload.id)};
		case 'agent_message':
			return {drafts: [note(detail, contentOf(payload.content).text)]};
		default:
			return {drafts: [{kind: 'unknown', detail, text: recordJson(payload)}]};
	}
}

function messageDraft(payload: Fields, detail: string): Draft {
	const {text, media} = contentOf(payload.content);
	switch (payload.role) {
		case 'assistant':
			return {kind: 'assistant', role: 'assistant', detail, text, media};
		case 'user': {
			const isTyped = isTypedByUser(payload) ?? !isInjected(text);
			if (!isTyped) return {...aside(detail, text), media};
			return {kind: 'user', role: 'user', detail, ...promptIn(text), media};
		}
		default:
			return {...aside(`${detail}/${stringOf(payload.role) ?? ''}`, text), media};
	}
}

/** The summary where the API gives one; the reasoning itself is encrypted as a rule. */
function reasoningDraft(payload: Fields, detail: string): Draft {
	const parts = new Set<string>();
	// With plain loops: those that take functions keep the engine busy improving this one.
	for (const list of [payload.summary, payload.content]) {
		for (const part of listOf(list)) {
			const words = textOf(fieldsOf(part).text);
			if (words !== undefined) parts.add(words);
		}
	}
	const text = parts.size === 0 ? '' : [...parts].join('\n\n');
	return text === '' ? aside(`${detail}/encrypted`) : {kind: 'thinking', role: 'assistant', detail, text};
}

function toolDrafts(type: string, payload: Fields, isBrief: boolean): Draft[] | undefined {
	switch (type) {
		case 'function_call': {
			const callId = callIdOf(payload);
			if (isBrief) return [callDraft(toolName(payload), callId, undefined, '')];
			const input = parseArguments(payload.arguments);
			const summary =
				summarizeCommand(input) ?? summarizePatch(stringOf(fieldsOf(input).input) ?? '') ?? summarizePlan(input);
			return [callDraft(toolName(payload), callId, input, summary)];
		}
		case 'custom_tool_call':
			return [
				callDraft(
					toolName(payload),
					callIdOf(payload),
					payload.input,
					isBrief ? '' : summarizePatch(stringOf(payload.input) ?? ''),
				),
			];
		case 'local_shell_call':
			return [callDraft('local_shell', callIdOf(payload), payload.action, summarizeCommand(payload.action))];
		case 'tool_search_call':
			return [callDraft('tool_search', callIdOf(payload), payload.arguments)];
		case 'web_search_call': {
			const action = fieldsOf(payload.action);
			const input = Object.fromEntries(Object.entries(action).filter(([, value]) => value !== null));
			return [callDraft('web_search', callIdOf(payload), input, firstText(action, 'query', 'url', 'pattern'))];
		}
		case 'image_generation_call': {
			const callId = callIdOf(payload);
			const data = textOf(payload.result);
			const media = data === undefined ? undefined : [mediaFrom(`data:image/png;base64,${data}`, 'image')];
			return [
				callDraft('image_generation', callId, {prompt: payload.revised_prompt}),
				resultDraft('image_generation', callId, {text: '', media, isError: false}),
			];
		}
		case 'tool_search_output':
			return [
				resultDraft('tool_search', callIdOf(payload), {
					text: shortJson(payload.tools),
					isError: payload.status === 'failed',
				}),
			];
		case 'function_call_output':
		case 'custom_tool_call_output':
		case 'local_shell_call_output':
			return [resultDraft(stringOf(payload.name), textOf(payload.call_id), outputOf(payload.output, isBrief))];
		default:
			return undefined;
	}
}

function callIdOf(payload: Fields): string | undefined {
	return textOf(payload.call_id) ?? textOf(payload.id);
}

/** The step of a plan that is being worked on. */
function summarizePlan(input: unknown): string | undefined {
	const steps = listOf(fieldsOf(input).plan).map(fieldsOf);
	return textOf((steps.find(({status}) => status === 'in_progress') ?? steps.at(-1))?.step);
}

/** Tools of an MCP server have their server as a namespace; those of Codex itself need none. */
function toolName(payload: Fields): string {
	const name = stringOf(payload.name) ?? 'unknown';
	const namespace = stringOf(payload.namespace);
	if (!namespace?.startsWith('mcp__')) return name;
	return name.startsWith('_') ? `${namespace}_${name}` : `${namespace}__${name}`;
}

/** The arguments are JSON inside a string; what can't be parsed is kept as it is. */
function parseArguments(value: unknown): unknown {
	if (typeof value !== 'string') return value ?? undefined;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}
