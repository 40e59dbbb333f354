/**
 * Calls as the person saw them end: `item_completed` of paginated files and the `…_end` events of legacy ones. Each
 * holds the call and its result. Inside code mode they are the only trace of the real commands and patches.
 */
import type {ToolOutcome} from '../../model/tool.ts';
import {type Fields, fieldsOf, firstText, isFields, listOf, numberOf, shortJson, stringOf, textOf} from '../fields.ts';
import {contentOf, mediaFrom} from './content.ts';
import {callDraft, type Draft, resultDraft} from './draft.ts';
import {patchFrom, summarizeChanges, unifiedFrom} from './patch.ts';
import {commandText} from './shell-words.ts';
import {hasFailed} from './tool-output.ts';

type Decoder = (end: Fields, callId: string | undefined, isBrief: boolean) => Draft[];

function command(end: Fields, callId: string | undefined): Draft[] {
	const cmd = commandText(end.command) ?? '';
	const output =
		firstText(end, 'aggregated_output', 'formatted_output') ??
		[end.stdout, end.stderr].map(part => textOf(part) ?? '').join('');
	const outcome = {exitCode: numberOf(end.exit_code), durationMs: durationOf(end.duration)};
	return both('exec_command', callId, {cmd, workdir: pathOf(end.cwd)}, {text: output, outcome}, end);
}

function fileChange(end: Fields, callId: string | undefined, isBrief: boolean): Draft[] {
	const changes = fieldsOf(end.changes);
	if (isBrief) return both('apply_patch', callId, undefined, noOutput, end, summarizeChanges(changes) ?? '');
	const output = [end.stdout, end.stderr].map(part => textOf(part) ?? '').join('');
	const result = {text: output, outcome: {patch: unifiedFrom(changes)}};
	return both('apply_patch', callId, {input: patchFrom(changes), changes}, result, end, summarizeChanges(changes));
}

const noOutput = {text: '', outcome: {}};

function mcp(end: Fields, callId: string | undefined): Draft[] {
	const call = 'invocation' in end ? fieldsOf(end.invocation) : end;
	const name = `mcp__${stringOf(call.server) ?? 'unknown'}__${stringOf(call.tool) ?? 'unknown'}`;
	const result = fieldsOf(end.result);
	const inner = 'Ok' in result ? fieldsOf(result.Ok) : result;
	const failure = 'Err' in result ? result.Err : end.error;
	const content = contentOf(inner.content);
	const text =
		failure === undefined || failure === null
			? content.text
			: (stringOf(failure) ?? stringOf(fieldsOf(failure).message) ?? shortJson(failure));
	return [
		callDraft(name, callId, call.arguments),
		resultDraft(name, callId, {
			...content,
			text,
			isError: hasFailed(end),
			outcome: {durationMs: durationOf(end.duration)},
		}),
	];
}

function dynamicTool(end: Fields, callId: string | undefined): Draft[] {
	const name = stringOf(end.tool) ?? 'unknown';
	const content = contentOf(end.content_items ?? end.contentItems);
	const text = textOf(end.error) ?? content.text;
	return [
		callDraft(name, callId, end.arguments),
		resultDraft(name, callId, {...content, text, isError: hasFailed(end)}),
	];
}

function webSearch(end: Fields, callId: string | undefined): Draft[] {
	const action = fieldsOf(end.action);
	const input = Object.fromEntries(
		Object.entries('type' in action ? action : {query: end.query}).filter(([, value]) => value !== null),
	);
	const summary = firstText(action, 'query', 'url', 'pattern') ?? textOf(end.query) ?? '';
	const results = listOf(end.results)
		.map(fieldsOf)
		.map(found => [firstText(found, 'title'), firstText(found, 'url', 'ref_id')].filter(Boolean).join(' '));
	return results.length === 0
		? [callDraft('web_search', callId, input, summary)]
		: [
				callDraft('web_search', callId, input, summary),
				resultDraft('web_search', callId, {text: results.join('\n'), isError: hasFailed(end)}),
			];
}

function imageView(end: Fields, callId: string | undefined): Draft[] {
	return [callDraft('view_image', callId, {path: pathOf(end.path)})];
}

function imageGeneration(end: Fields, callId: string | undefined): Draft[] {
	const call = callDraft('image_generation', callId, {prompt: stringOf(end.revised_prompt)});
	const data = textOf(end.result);
	const media = data === undefined ? undefined : [mediaFrom(`data:image/png;base64,${data}`, 'image')];
	return [
		call,
		resultDraft('image_generation', callId, {text: textOf(end.saved_path) ?? '', media, isError: hasFailed(end)}),
	];
}

function extension(end: Fields, callId: string | undefined): Draft[] {
	const kind = stringOf(end.kind) ?? 'extension';
	if (kind.startsWith('image_gen')) return imageGeneration(end, callId);
	if (kind.startsWith('web') || 'query' in end) return webSearch(end, callId);
	const {type: _, id: __, kind: ___, ...input} = end;
	return [callDraft(kind, callId, input)];
}

/** The tools that start sub-agents and talk to them; `collab_…` are their events of the first generation. */
function collaboration(end: Fields, callId: string | undefined): Draft[] {
	const tool = stringOf(end.tool) ?? collabEvents[stringOf(end.type) ?? ''] ?? 'unknown';
	const child =
		textOf(end.new_thread_id) ?? (tool === 'spawn_agent' ? textOf(listOf(end.receiver_thread_ids)[0]) : undefined);
	const input = {
		prompt: stringOf(end.prompt),
		receiver: firstText(end, 'receiver_agent_nickname', 'new_agent_nickname', 'receiver_thread_id'),
	};
	return [
		{
			...callDraft(tool === 'wait' ? 'wait_agent' : tool, callId, input),
			...(child === undefined ? undefined : {spawned: child}),
		},
	];
}

function agentStarted(end: Fields, callId: string | undefined): Draft[] {
	const path = stringOf(end.agent_path);
	return [{...callDraft('spawn_agent', callId, {agent_path: path}, path), spawned: textOf(end.agent_thread_id)}];
}

const collabEvents: Readonly<Record<string, string>> = {
	collab_agent_spawn_end: 'spawn_agent',
	collab_agent_interaction_end: 'send_input',
	collab_waiting_end: 'wait',
	collab_close_end: 'close_agent',
	collab_resume_end: 'resume_agent',
};

const decoders: Readonly<Record<string, Decoder>> = {
	CommandExecution: command,
	exec_command_end: command,
	FileChange: fileChange,
	patch_apply_end: fileChange,
	McpToolCall: mcp,
	mcp_tool_call_end: mcp,
	DynamicToolCall: dynamicTool,
	dynamic_tool_call_response: dynamicTool,
	WebSearch: webSearch,
	web_search_end: webSearch,
	ImageView: imageView,
	view_image_tool_call: imageView,
	ImageGeneration: imageGeneration,
	image_generation_end: imageGeneration,
	Extension: extension,
	CollabAgentToolCall: collaboration,
	...Object.fromEntries(Object.keys(collabEvents).map(type => [type, collaboration])),
};

/** undefined: not the end of a call. `isBrief`: nobody needs the patch of a change. */
export function toolEnd(end: Fields, isBrief: boolean): Draft[] | undefined {
	const type = stringOf(end.type) ?? '';
	const callId = firstText(end, 'call_id', 'callId', 'id', 'event_id');
	if (type === 'SubAgentActivity' || type === 'sub_agent_activity')
		return end.kind === 'started' ? agentStarted(end, callId) : undefined;
	return decoders[type]?.(end, callId, isBrief);
}

function both(
	name: string,
	callId: string | undefined,
	input: unknown,
	output: {readonly text: string; readonly outcome: ToolOutcome},
	end: Fields,
	summary?: string,
): Draft[] {
	const isError = hasFailed(end);
	const text = output.text === '' && isError ? (textOf(end.status) ?? '') : output.text;
	return [callDraft(name, callId, input, summary), resultDraft(name, callId, {...output, text, isError})];
}

/** In milliseconds, from what Codex writes: seconds and nanoseconds apart. */
function durationOf(duration: unknown): number | undefined {
	if (!isFields(duration)) return undefined;
	const [seconds, nanos] = [numberOf(duration.secs), numberOf(duration.nanos)];
	return seconds === undefined ? undefined : seconds * 1000 + (nanos ?? 0) / 1e6;
}

/** Paths are plain in legacy files and `file://` addresses in paginated ones. */
function pathOf(value: unknown): string | undefined {
	const address = stringOf(value);
	if (!address?.startsWith('file://')) return address;
	try {
		return decodeURIComponent(new URL(address).pathname).replace(/^\/(?=[A-Za-z]:)/, '');
	} catch {
		return address;
	}
}
