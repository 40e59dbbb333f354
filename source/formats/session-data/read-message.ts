/** The entries of a message: of ours one, or a call and its result; other programs put several parts into one. */
import {type Fields, fieldsOf, isFields, listOf, stringOf, textOf} from '../../adapters/fields.ts';
import {summarizeInput} from '../../adapters/tools/summarize-input.ts';
import {sessionDataType, typeOfTool, universalOfType, universalTool} from '../../adapters/tools/tool-table.ts';
import {sessionDataTypes, type ToldTool, universalTools} from '../../model/tool.ts';
import type {CallNames} from '../common/call-names.ts';
import {dateTime} from '../common/date-time.ts';
import {known} from '../common/extras.ts';
import type {GivenEntry} from '../common/read-extras.ts';
import {inputFrom} from '../common/tool-values.ts';
import {hintsDetail} from './path-hint.ts';
import {readOutput, toldMarkdown} from './tool-output.ts';

export type ReadEntry = {readonly entry: GivenEntry; readonly extras: Fields};

/** Where a message stands. */
export type MessagePlace = {
	/** The number of its exchange. */
	readonly element: number;
	/** The id of a message that has none. */
	readonly fallback: string;
	readonly calls: CallNames;
};

export function readMessage(message: Fields, {element, fallback, calls}: MessagePlace): ReadEntry[] {
	const id = textOf(message.id) ?? fallback;
	const timestamp = dateTime(stringOf(message.timestamp));
	const extras = fieldsOf(message.metadata);
	const model = message.role === 'user' ? undefined : stringOf(message.model);
	const parts = [
		...wordsIn(message),
		...(isFields(message.tool) ? toolIn(message.tool, extras, {id, element, calls}) : []),
	];
	if (parts.length === 0) parts.push({given: nothingBut(message)});
	// What belongs together is one answer.
	const together = parts.filter(({isResult}) => !isResult).length > 1 ? {message: id} : {};
	return parts.map(({given, isResult}, at) => {
		const result = isResult ? fieldsOf(extras.result) : undefined;
		const own = result ?? (at === 0 ? extras : {});
		return {
			entry: {
				...together,
				...given,
				id: (isResult && textOf(result!.id)) || (at === 0 ? id : `${id}#${at}`),
				timestamp: isResult
					? (dateTime(stringOf(result!.timestamp)) ?? (result!.id ? undefined : timestamp))
					: timestamp,
				model: isResult ? undefined : model,
			},
			extras: own,
		};
	});
}

type Part = {readonly given: Omit<GivenEntry, 'id'>; readonly isResult?: boolean};

function wordsIn({role, content}: Fields): Part[] {
	const parts = typeof content === 'string' ? [{type: 'text', text: content}] : listOf(content).filter(isFields);
	const isUser = role === 'user';
	const words = parts.map(({type, text}) => ({
		kind: isUser ? ('user' as const) : type === 'thinking' ? ('thinking' as const) : ('assistant' as const),
		text: stringOf(text) ?? '',
	}));
	// A person says one thing at a time, whatever the number of parts.
	if (isUser && words.length > 1) return [{given: {kind: 'user', text: words.map(({text}) => text).join('\n\n')}}];
	return words.map(given => ({given}));
}

function toolIn(
	tool: Fields,
	extras: Fields,
	{id, element, calls}: {id: string; element: number; calls: CallNames},
): Part[] {
	const name = stringOf(tool.name) || 'unknown';
	const given = sessionDataTypes.find(each => each === tool.type);
	const usual = sessionDataType(name) === 'unknown' ? universalOfType(given) : universalTool(name);
	const universal = universalTools.find(each => each === extras.universal) ?? usual;
	const useId = stringOf(tool.useId);
	const isAlone = extras.kind === 'tool_result';
	const read = isFields(tool.output)
		? readOutput(tool, isAlone ? extras.around : fieldsOf(extras.result).around)
		: undefined;
	const {callId, told: named} =
		isAlone && read
			? calls.ofResult(useId, name)
			: calls.ofCall(useId, id, {tool: name, element, hasResult: read !== undefined});
	const told: ToldTool = {
		...named,
		...(given === undefined || given === typeOfTool({name, universal}) ? undefined : {type: given}),
		...known({formattedMarkdown: toldMarkdown(tool, read?.outcome.patch)}),
	};
	const result: Part | undefined = read && {
		isResult: !isAlone,
		given: {
			kind: 'tool_result',
			text: read.outcome.output ?? '',
			tool: {
				name,
				universal,
				callId,
				...read.outcome,
				told: unlessNothing({...(isAlone ? told : named), ...read.told}),
			},
			isError: read.outcome.isError || undefined,
		},
	};
	if (isAlone && result) return [result];
	const input = inputFrom(tool.input, extras.inputForm);
	const text = stringOf(tool.summary) ?? summarizeInput(input);
	const call: Part = {
		given: {kind: 'tool_call', text, tool: {name, universal, callId, input, told: unlessNothing(told)}},
	};
	return result ? [call, result] : [call];
}

function unlessNothing(told: ToldTool): ToldTool | undefined {
	return Object.keys(told).length > 0 ? told : undefined;
}

/** A message may consist of path hints alone. */
function nothingBut({role, pathHints}: Fields): Part['given'] {
	const hints = listOf(pathHints).filter(hint => typeof hint === 'string');
	if (role === 'user') return {kind: 'user', text: hints.join('\n')};
	return {kind: 'system', text: hints.join('\n'), detail: hintsDetail, isAside: true};
}
