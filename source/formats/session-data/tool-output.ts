/** A result as SessionData wants it: an object, `stdout` and `exit_code` for commands, `text` for everything else. */
import {type Fields, fieldsOf, isFields, numberOf, stringOf} from '../../adapters/fields.ts';
import type {Entry} from '../../model/entry.ts';
import type {ToldBeside, ToldTool, ToolUse} from '../../model/tool.ts';
import {withBeside, withoutBeside} from '../common/told-beside.ts';
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
	const beside = within ? undefined : tool?.told?.beside;
	const before = beside && withoutBeside(text, beside);
	const output = {
		...tool?.told?.output,
		[type === 'shell' ? 'stdout' : 'text']: within?.printed ?? before ?? text,
		...(beside && before !== undefined ? {[beside.name]: beside.text} : undefined),
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

/** `told`: what is not in the words, and in no field of ours. */
export function readOutput(
	tool: Fields,
	around: unknown,
): {readonly outcome: ReadOutput; readonly told: Pick<ToldTool, 'beside' | 'output'>} {
	// What is no object says what it says.
	const output: Fields = isFields(tool.output)
		? tool.output
		: {text: typeof tool.output === 'string' ? tool.output : JSON.stringify(tool.output)};
	const [matches, files, exitCode] = [output.matches, output.files, output.exit_code ?? output.exitCode].map(numberOf);
	const {words, beside, rest} = wordsIn(output);
	const {before, after} = fieldsOf(around);
	const outcome = {
		output: isFields(around) ? `${stringOf(before) ?? ''}${words}${stringOf(after) ?? ''}` : words,
		isError: typeof output.is_error === 'boolean' ? output.is_error : output.isError === true || (exitCode ?? 0) !== 0,
		printed: isFields(around) ? words : stringOf(output.printed),
		exitCode,
		durationMs: numberOf(output.duration_ms),
		patch: patchIn(stringOf(tool.formattedMarkdown)),
		found: matches === undefined && files === undefined ? undefined : {matches, files},
	};
	return {outcome, told: {...(beside ? {beside} : undefined), ...(rest ? {output: rest} : undefined)}};
}

/** Where other programs put what a tool said, the first that is there; what it complained of stands beside it. */
const wordNames = ['stdout', 'text', 'output', 'content', 'result', 'message'];
const ownNames = new Set('exit_code exitCode is_error isError duration_ms matches files printed'.split(' '));

type Words = {readonly words: string; readonly beside?: ToldBeside; readonly rest?: Fields};

/** Of other programs' objects the words are taken, and where there are none, all of it. */
function wordsIn(output: Fields): Words {
	const name = wordNames.find(each => typeof output[each] === 'string');
	const besideName = (['stderr', 'error'] as const).find(each => typeof output[each] === 'string');
	if (name === undefined && besideName === undefined) return {words: JSON.stringify(output, undefined, 2)};
	const rest = Object.entries(output).filter(([each]) => each !== name && each !== besideName && !ownNames.has(each));
	const more = rest.length > 0 ? {rest: Object.fromEntries(rest)} : undefined;
	const said = name === undefined ? '' : (output[name] as string);
	if (besideName === undefined) return {words: said, ...more};
	const {output: words, beside} = withBeside(said, besideName, output[besideName] as string);
	return {words, beside, ...more};
}

/** What a reader of the diff would put there is no more than the diff. */
export function toldMarkdown(tool: Fields, patch: string | undefined): string | undefined {
	const markdown = stringOf(tool.formattedMarkdown);
	return patch && fencedPatch(patch) === markdown ? undefined : markdown;
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
