/** Both formats want a call's input to be an object; agents also write text, lists and nothing. */
import {type Fields, isFields} from '../../adapters/fields.ts';
import type {ToolUse} from '../../model/tool.ts';

/** How an input that is no object was put into one: text as `input`, anything else as `value`. */
export type InputForm = 'text' | 'value';

export function inputObject(input: unknown): {readonly input?: Fields; readonly form?: InputForm} {
	if (input === undefined) return {};
	if (isFields(input)) return {input};
	return typeof input === 'string' ? {input: {input}, form: 'text'} : {input: {value: input}, form: 'value'};
}

export function inputFrom(input: unknown, form: unknown): unknown {
	if (!isFields(input)) return input;
	if (form === 'text' && typeof input.input === 'string') return input.input;
	return form === 'value' && 'value' in input ? input.value : input;
}

/** What the harness wrote around what a tool printed: `Exit code 2`, a header. */
export type Around = {readonly before: string; readonly after: string};

/** What the tool itself said, with what stands around it; undefined if the two can't be put together again. */
export function printedWithin(
	tool: ToolUse | undefined,
	output: string,
): {printed: string; around: Around} | undefined {
	const printed = tool?.printed;
	if (printed === undefined) return undefined;
	const at = output.indexOf(printed);
	if (at < 0) return undefined;
	return {printed, around: {before: output.slice(0, at), after: output.slice(at + printed.length)}};
}
