/** What a tool gave back: the text as the model saw it, and whether it tells of a failure. */
import type {ToolOutcome} from '../../model/tool.ts';
import {type Fields, isFields, numberOf, shortJson, stringOf} from '../fields.ts';
import {type Content, contentOf} from './content.ts';

export type ToolOutput = Content & {readonly isError: boolean; readonly outcome?: ToolOutcome};

/** `isBrief`: the text may stay wrapped in JSON; whether it failed is told in any case. */
export function outputOf(value: unknown, isBrief = false): ToolOutput {
	if (isFields(value) && typeof value.text !== 'string') {
		// Not what Codex writes, but found in files of other makers.
		const content = typeof value.content === 'string' ? value.content : undefined;
		return {text: content ?? shortJson(value), isError: value.success === false};
	}
	const {text, media} = contentOf(value);
	const unwrapped = isBrief ? unwrapBriefly(text) : unwrap(text);
	if (unwrapped) return {media, ...unwrapped};
	return {text, media, isError: tellsFailure(text), outcome: isBrief ? undefined : outcomeIn(text)};
}

const wrapping = '{"output":';

/** In 2025 the output of the shell was JSON inside the string, with the exit code beside it. */
function unwrap(text: string): Omit<ToolOutput, 'media'> | undefined {
	if (!text.startsWith(wrapping)) return undefined;
	try {
		const {output, metadata} = JSON.parse(text) as Fields;
		if (typeof output !== 'string' || !isFields(metadata)) return undefined;
		const exitCode = numberOf(metadata.exit_code);
		const seconds = numberOf(metadata.duration_seconds);
		const durationMs = seconds === undefined ? undefined : seconds * 1000;
		return {text: output, isError: (exitCode ?? 0) !== 0, outcome: {exitCode, durationMs}};
	} catch {
		return undefined;
	}
}

function unwrapBriefly(text: string): {text: string; isError: boolean} | undefined {
	if (!text.startsWith(wrapping)) return undefined;
	const code = /"exit_code":(-?\d+)/.exec(text.slice(-200))?.[1];
	return code === undefined ? unwrap(text) : {text, isError: code !== '0'};
}

const exitCode = /^(?:(?:Chunk ID|Wall time|Command):?[^\n]*\n)*(?:Process exited with code|Exit code:?) (-?\d+)/;

/** How the messages begin that Codex gives the model instead of an output. */
const failures =
	/^(?:aborted\b|exec command rejected|patch rejected|rejected by|failed (?:in sandbox|to |with )|error: |err: |execution error|exec_command failed|write_stdin failed|apply_patch verification failed|unsupported call|unknown tool|tool call (?:failed|error)|Script (?:failed|error)|sandbox (?:error|denied)|command timed out)/i;

function tellsFailure(text: string): boolean {
	const code = exitCode.exec(text)?.[1];
	return code === undefined ? failures.test(text) : code !== '0';
}

const heading =
	/^(?:(?:Chunk ID|Wall time|Command|Process exited with code|Process running with session ID|Exit code|Original token count|Total output lines|Script (?:completed|failed|running))\b[^\n]*\n)+Output:\n/;

/** Above an output Codex tells the model how the command ended and how long it took. */
function outcomeIn(text: string): ToolOutcome | undefined {
	const head = heading.exec(text)?.[0];
	if (head === undefined) return undefined;
	const code = /^(?:Process exited with code|Exit code:?) (-?\d+)$/m.exec(head)?.[1];
	const seconds = /^Wall time:? ([\d.]+) seconds?$/m.exec(head)?.[1];
	return {
		printed: text.slice(head.length),
		exitCode: code === undefined ? undefined : Number(code),
		durationMs: seconds === undefined ? undefined : Number(seconds) * 1000,
	};
}

/** The status fields of items and events that end a call. */
export function hasFailed(end: Fields): boolean {
	if (end.success === false) return true;
	const code = numberOf(end.exit_code);
	if (code !== undefined && code !== 0) return true;
	if (/^(?:failed|declined|errored|error|timed_out)$/.test(stringOf(end.status) ?? '')) return true;
	return isFields(end.error) || typeof end.error === 'string' || resultFailed(end.result);
}

function resultFailed(result: unknown): boolean {
	if (!isFields(result)) return false;
	if ('Err' in result) return true;
	const inner = isFields(result.Ok) ? result.Ok : result;
	return inner.isError === true || inner.is_error === true;
}
