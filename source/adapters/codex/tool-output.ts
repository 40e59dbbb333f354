/** What a tool gave back: the text as the model saw it, and whether it tells of a failure. */
import {type Fields, isFields, numberOf, shortJson, stringOf} from '../fields.ts';
import {type Content, contentOf} from './content.ts';

export type ToolOutput = Content & {readonly isError: boolean};

/** `isBrief`: the text may stay wrapped in JSON; whether it failed is told in any case. */
export function outputOf(value: unknown, isBrief = false): ToolOutput {
	if (isFields(value) && typeof value.text !== 'string') {
		// Not what Codex writes, but found in files of other makers.
		const content = typeof value.content === 'string' ? value.content : undefined;
		return {text: content ?? shortJson(value), isError: value.success === false};
	}
	const content = contentOf(value);
	const unwrapped = isBrief ? unwrapBriefly(content.text) : unwrap(content.text);
	if (unwrapped) return {...content, ...unwrapped};
	return {...content, isError: tellsFailure(content.text)};
}

const wrapping = '{"output":';

/** In 2025 the output of the shell was JSON inside the string, with the exit code beside it. */
function unwrap(text: string): {text: string; isError: boolean} | undefined {
	if (!text.startsWith(wrapping)) return undefined;
	try {
		const {output, metadata} = JSON.parse(text) as Fields;
		if (typeof output !== 'string' || !isFields(metadata)) return undefined;
		return {text: output, isError: (numberOf(metadata.exit_code) ?? 0) !== 0};
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
	const start = text.slice(0, 400);
	const code = exitCode.exec(start)?.[1];
	return code === undefined ? failures.test(start) : code !== '0';
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
