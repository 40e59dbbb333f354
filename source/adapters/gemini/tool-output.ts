/** What a tool gave back: the text as the model saw it, or else as the person saw it. */
import type {Media} from '../../model/entry.ts';
import type {ToolOutcome} from '../../model/tool.ts';
import {type Fields, fieldsOf, isFields, listOf, shortJson, stringOf, textOf} from '../fields.ts';
import {mediaOf, partsOf, responsesIn, textsOf} from './parts.ts';

export type ToolOutput = {
	readonly text: string;
	readonly media: readonly Media[];
	readonly isError: boolean;
	readonly outcome: ToolOutcome;
};

/** Of a recorded call. */
export function outputOf(call: Fields): ToolOutput {
	const parts = ownParts(call);
	const texts = [...responsesIn(parts).map(responseText), ...textsOf(parts)];
	const told = texts.filter(each => each !== '').join('\n');
	const text = told === '' ? displayText(call.resultDisplay) : told;
	return {
		text,
		outcome: {...shellOutcome(text), ...shownOutcome(fieldsOf(call.resultDisplay))},
		media: [...mediaOf(parts), ...responsesIn(parts).flatMap(innerMedia)],
		isError: hasFailed(call),
	};
}

/** Of a result that was recorded apart from its call. */
export function responseOf(response: Fields): ToolOutput {
	const text = responseText(response);
	return {
		text,
		outcome: shellOutcome(text),
		media: innerMedia(response),
		isError: fieldsOf(response.response).error !== undefined,
	};
}

export function hasFailed(call: Fields): boolean {
	if (call.status === 'error' || call.status === 'cancelled') return true;
	if (call.status === 'success') return false;
	return responsesIn(ownParts(call)).some(({response}) => fieldsOf(response).error !== undefined);
}

/** What a command printed stands between its name and how it ended; of a success later versions tell no code. */
const shellStart = /^(?:Command: [\s\S]*?\nDirectory: [^\n]*\n)?(?:Output|Stdout): /;
const shellEnd =
	/^(?:(?:Stderr|Error): \(none\)|Exit Code: (-?\d+|\(none\))|(?:Signal|Background PIDs|Process Group PGID): .*)$/;

function shellOutcome(text: string): ToolOutcome {
	const start = /^(?:Command|Output|Stdout): /.test(text) ? shellStart.exec(text)?.[0].length : undefined;
	if (start === undefined) return {};
	let exitCode: number | undefined;
	const whole = text.trimEnd().length;
	let end = whole;
	for (let line = text.lastIndexOf('\n', end - 1) + 1; line > start; line = text.lastIndexOf('\n', end - 1) + 1) {
		const ending = shellEnd.exec(text.slice(line, end));
		if (!ending) break;
		if (/^-?\d+$/.test(ending[1] ?? '')) exitCode = Number(ending[1]);
		end = line - 1;
	}
	if (end === whole) return {};
	const printed = text.slice(start, end);
	return {printed: /^\((?:empty|none)\)$/.test(printed) ? '' : printed, exitCode};
}

/** A change of a file is shown as a diff; a search as a list. */
function shownOutcome({fileDiff, matches}: Fields): ToolOutcome {
	const patch = textOf(fileDiff);
	return {
		...(patch === undefined ? undefined : {patch}),
		...(Array.isArray(matches)
			? {found: {matches: matches.filter(match => !fieldsOf(match).isContext).length}}
			: undefined),
	};
}

/** Of calls made together the program may store all results with each: its own, and what belongs to it, is meant. */
function ownParts({id, result}: Fields): Fields[] {
	const parts = partsOf(result);
	const start = parts.findIndex(part => isFields(part.functionResponse) && part.functionResponse.id === id);
	if (start === -1) return parts;
	const next = parts.findIndex((part, at) => at > start && isFields(part.functionResponse));
	return parts.slice(start, next === -1 ? undefined : next);
}

function responseText(call: Fields): string {
	const {response} = call;
	if (!isFields(response)) return response === undefined || response === null ? '' : plain(response);
	const told = response.output ?? response.error ?? response.result ?? response.content;
	return withoutWrapper(told === undefined ? shortJson(response) : plain(told));
}

function plain(value: unknown): string {
	return typeof value === 'string' ? value : shortJson(value);
}

/** A mark for the model around everything that comes from outside. */
function withoutWrapper(text: string): string {
	return /^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/.exec(text)?.[1] ?? text;
}

/** Pictures and sound travel inside the response, or beside its text. */
function innerMedia({response, parts}: Fields): Media[] {
	const injection = isFields(response) ? response.__binary_injection__ : undefined;
	return [...mediaOf(partsOf(injection)), ...mediaOf(partsOf(parts))];
}

/** What the person was shown: text, the screen of a terminal, a change to a file, a list. */
function displayText(display: unknown): string {
	if (typeof display === 'string') return display;
	if (Array.isArray(display))
		return display
			.map(line =>
				listOf(line)
					.map(run => stringOf(fieldsOf(run).text) ?? '')
					.join('')
					.trimEnd(),
			)
			.join('\n')
			.trimEnd();
	if (!isFields(display)) return '';
	return textOf(display.fileDiff) ?? textOf(display.summary) ?? textOf(display.result) ?? shortJson(display);
}
