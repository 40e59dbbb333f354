/** A result as SessionData wants it: an object, `stdout` and `exit_code` for commands, `text` for everything else. */
import {type Fields, fieldsOf, isFields, numberOf, stringOf} from '../../adapters/fields.ts';
import type {Entry} from '../../model/entry.ts';
import type {ToolUse} from '../../model/tool.ts';
import {type Around, printedWithin} from '../common/tool-values.ts';

export type WrittenOutput = {
	/** All of it, as a reader will put it together again. */
	readonly text: string;
	readonly isError: boolean;
	readonly output: Fields;
	readonly around?: Around;
	readonly formattedMarkdown?: string;
};

export function writeOutput({text: entryText, tool, isError: entryIsError}: Entry, type: string): WrittenOutput {
	const text = tool?.output ?? entryText;
	const within = printedWithin(tool, text);
	const isError = tool?.isError === true || entryIsError === true;
	const output = {
		[type === 'shell' ? 'stdout' : 'text']: within?.printed ?? text,
		exit_code: tool?.exitCode,
		// Whoever reads it takes a command for failed that ends with anything but 0; some agents do not.
		is_error: isError || (tool?.exitCode ?? 0) !== 0 ? isError : undefined,
		duration_ms: tool?.durationMs,
		matches: tool?.found?.matches,
		files: tool?.found?.files,
		printed: within ? undefined : tool?.printed,
	};
	return {
		text,
		isError,
		output,
		around: within?.around,
		formattedMarkdown: tool?.patch ? fencedPatch(tool.patch) : undefined,
	};
}

export type ReadOutput = Pick<
	ToolUse,
	'output' | 'isError' | 'printed' | 'exitCode' | 'durationMs' | 'patch' | 'found'
>;

/** Of other programs' objects the words are taken, and where there are none, all of it. */
export function readOutput(tool: Fields, around: unknown): ReadOutput {
	const output = fieldsOf(tool.output);
	const [matches, files, exitCode] = [output.matches, output.files, output.exit_code ?? output.exitCode].map(numberOf);
	const main = wordsOf(output);
	const {before, after} = fieldsOf(around);
	return {
		output: isFields(around) ? `${stringOf(before) ?? ''}${main}${stringOf(after) ?? ''}` : main,
		isError: typeof output.is_error === 'boolean' ? output.is_error : output.isError === true || (exitCode ?? 0) !== 0,
		printed: isFields(around) ? main : stringOf(output.printed),
		exitCode,
		durationMs: numberOf(output.duration_ms),
		patch: patchIn(stringOf(tool.formattedMarkdown)),
		found: matches === undefined && files === undefined ? undefined : {matches, files},
	};
}

function wordsOf(output: Fields): string {
	const own = stringOf(output.stdout) ?? stringOf(output.text);
	const stderr = stringOf(output.stderr);
	if (own !== undefined) return stderr ? `${own}${own === '' || own.endsWith('\n') ? '' : '\n'}${stderr}` : own;
	for (const name of ['output', 'content', 'result', 'error', 'message', 'stderr'])
		if (typeof output[name] === 'string') return output[name];
	return JSON.stringify(output, undefined, 2);
}

/** A fence longer than any run of backticks in it. */
function fencedPatch(patch: string): string {
	const runs = patch.match(/`{3,}/g) ?? [];
	const fence = '`'.repeat(Math.max(3, ...runs.map(({length}) => length + 1)));
	return `${fence}diff\n${patch}${patch.endsWith('\n') ? '' : '\n'}${fence}`;
}

function patchIn(markdown: string | undefined): string | undefined {
	const found = markdown === undefined ? null : /^(`{3,})diff\n([\s\S]*\n)\1$/.exec(markdown);
	return found?.[2];
}
