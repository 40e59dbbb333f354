/** What a tool gave back: the text as the model saw it, or else as the person saw it. */
import type {Media} from '../../model/entry.ts';
import {type Fields, fieldsOf, isFields, listOf, shortJson, stringOf, textOf} from '../fields.ts';
import {mediaOf, partsOf, responsesIn, textsOf} from './parts.ts';

export type ToolOutput = {readonly text: string; readonly media: readonly Media[]; readonly isError: boolean};

/** Of a recorded call. */
export function outputOf(call: Fields): ToolOutput {
	const parts = ownParts(call);
	const texts = [...responsesIn(parts).map(responseText), ...textsOf(parts)];
	const text = texts.filter(each => each !== '').join('\n');
	return {
		text: text === '' ? displayText(call.resultDisplay) : text,
		media: [...mediaOf(parts), ...responsesIn(parts).flatMap(innerMedia)],
		isError: hasFailed(call),
	};
}

/** Of a result that was recorded apart from its call. */
export function responseOf(response: Fields): ToolOutput {
	return {
		text: responseText(response),
		media: innerMedia(response),
		isError: fieldsOf(response.response).error !== undefined,
	};
}

export function hasFailed(call: Fields): boolean {
	if (call.status === 'error' || call.status === 'cancelled') return true;
	if (call.status === 'success') return false;
	return responsesIn(ownParts(call)).some(({response}) => fieldsOf(response).error !== undefined);
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
