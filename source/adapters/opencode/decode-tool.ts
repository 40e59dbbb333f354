/** A tool part is a call, and its result once there is one. */
import type {ToolOutcome} from '../../model/tool.ts';
import {type Fields, fieldsOf, isFields, isoTime, listOf, numberOf, shortJson, stringOf, textOf} from '../fields.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import {mediaOf, type Words} from './draft.ts';

export function toolWords(data: Fields, callId: string): Words[] {
	const state = fieldsOf(data.state);
	const time = fieldsOf(state.time);
	const name = stringOf(data.tool) ?? 'unknown';
	const universal = universalTool(name);
	const call: Words = {
		kind: 'tool_call',
		role: 'assistant',
		timestamp: isoTime(time.start),
		text: describeCall(state),
		tool: {name, universal, callId, input: state.input},
		spawned: name === 'task' ? spawnedBy(state) : undefined,
	};
	const result = resultOf(state);
	if (!result) return [call];
	const {output, isError} = result;
	return [
		call,
		{
			kind: 'tool_result',
			role: 'tool',
			timestamp: isoTime(time.end) ?? isoTime(time.start),
			text: output,
			tool: {name, universal, callId, output, isError, ...outcomeOf(state)},
			isError: isError || undefined,
			// The model no longer sees it; the store still has it.
			detail: time.compacted === undefined ? undefined : 'pruned from the context',
			...mediaOf(listOf(state.attachments).filter(isFields)),
		},
	];
}

function outcomeOf(state: Fields): ToolOutcome {
	const {exit, diff, filediff, matches, count} = fieldsOf(state.metadata);
	const {start, end} = fieldsOf(state.time);
	const [from, to] = [numberOf(start), numberOf(end)];
	const [found, files] = [numberOf(matches), numberOf(count)];
	return {
		exitCode: numberOf(exit),
		durationMs: from === undefined || to === undefined ? undefined : Math.max(0, to - from),
		patch: textOf(diff) ?? textOf(fieldsOf(filediff).patch),
		found: found === undefined && files === undefined ? undefined : {matches: found, files},
	};
}

function resultOf(state: Fields): {output: string; isError: boolean} | undefined {
	if (state.status === 'error') {
		const error = shownText(state.error);
		const metadata = fieldsOf(state.metadata);
		const partial = metadata.interrupted === true ? textOf(metadata.output) : undefined;
		return {output: partial === undefined ? error : `${partial.trimEnd()}\n${error}`, isError: true};
	}
	if (state.status === 'pending' || state.status === 'running') return undefined;
	return state.output === undefined ? undefined : {output: shownText(state.output), isError: false};
}

function shownText(value: unknown): string {
	return typeof value === 'string' ? value : value === undefined ? '' : shortJson(value);
}

/** The command, the file, the pattern; else what OpenCode itself calls it. */
function describeCall(state: Fields): string {
	const input = fieldsOf(state.input);
	const patched = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(stringOf(input.patchText) ?? '')?.[1];
	return textOf(input.filePath) ?? patched ?? (summarizeInput(state.input) || (textOf(state.title) ?? ''));
}

/** Where the call's own words about it are missing, its output names the session. */
function spawnedBy(state: Fields): string | undefined {
	const metadata = fieldsOf(state.metadata);
	return (
		textOf(metadata.sessionId) ??
		textOf(metadata.sessionID) ??
		/<task id="(ses_\w+)"|^session_id: (ses_\w+)$/m
			.exec(stringOf(state.output) ?? '')
			?.slice(1)
			.find(id => id !== undefined)
	);
}
