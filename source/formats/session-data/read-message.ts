/** The entries of a message: of ours one, or a call and its result; other programs put several parts into one. */
import {type Fields, fieldsOf, isFields, listOf, stringOf, textOf} from '../../adapters/fields.ts';
import {summarizeInput} from '../../adapters/tools/summarize-input.ts';
import {sessionDataType, typeOfTool, universalOfType, universalTool} from '../../adapters/tools/tool-table.ts';
import {sessionDataTypes, type ToldTool, universalTools} from '../../model/tool.ts';
import type {CallNames} from '../common/call-names.ts';
import {dateTime} from '../common/date-time.ts';
import {known} from '../common/extras.ts';
import {type Warn, warnOfObjects, warnOfTexts, wordsFrom} from '../common/odd-values.ts';
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
	readonly warn: Warn;
};

export function readMessage(message: Fields, place: MessagePlace): ReadEntry[] {
	const {warn} = place;
	const id = textOf(message.id) ?? place.fallback;
	const timestamp = dateTime(stringOf(message.timestamp));
	const extras = fieldsOf(message.metadata);
	const model = message.role === 'user' ? undefined : stringOf(message.model);
	if (message.role !== 'user' && message.role !== 'agent') warn('role', 'is neither user nor agent');
	warnOfObjects(message, ['tool', 'metadata'], warn);
	const parts = [...wordsIn(message, warn), ...(isFields(message.tool) ? toolIn(message.tool, extras, id, place) : [])];
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

function wordsIn({role, content}: Fields, warn: Warn): Part[] {
	const isUser = role === 'user';
	const words = partsOf(content, warn).map(({type, text}, at) => {
		if (type !== 'text' && type !== 'thinking') warn(`content[${at}].type`, 'is neither text nor thinking');
		if (text === undefined) warn(`content[${at}].text`, 'is missing');
		return {
			kind: isUser ? ('user' as const) : type === 'thinking' ? ('thinking' as const) : ('assistant' as const),
			text: wordsFrom(text, `content[${at}].text`, warn) ?? '',
		};
	});
	// A person says one thing at a time, whatever the number of parts.
	if (isUser && words.length > 1) return [{given: {kind: 'user', text: words.map(({text}) => text).join('\n\n')}}];
	return words.map(given => ({given}));
}

/** What is no object is shown as it is. */
function partsOf(content: unknown, warn: Warn): Fields[] {
	if (content === undefined || content === null) return [];
	if (!Array.isArray(content)) {
		if (typeof content !== 'string') warn('content', 'is not a list');
		return [{type: 'text', text: typeof content === 'string' ? content : JSON.stringify(content)}];
	}
	return content.map((part, at) => {
		if (isFields(part)) return part;
		warn(`content[${at}]`, 'is not an object');
		return {type: 'text', text: typeof part === 'string' ? part : JSON.stringify(part)};
	});
}

function toolIn(tool: Fields, extras: Fields, id: string, {element, calls, warn}: MessagePlace): Part[] {
	const warnOfTool: Warn = (path, message) => warn(`tool.${path}`, message);
	warnOfTexts(tool, ['name', 'type', 'useId', 'summary', 'formattedMarkdown'], warnOfTool);
	warnOfObjects(tool, ['input', 'output'], warnOfTool);
	const name = stringOf(tool.name) || 'unknown';
	const given = sessionDataTypes.find(each => each === tool.type);
	const usual = sessionDataType(name) === 'unknown' ? universalOfType(given) : universalTool(name);
	const universal = universalTools.find(each => each === extras.universal) ?? usual;
	const useId = stringOf(tool.useId);
	const isAlone = extras.kind === 'tool_result';
	const output = tool.output ?? undefined;
	const read =
		output === undefined ? undefined : readOutput(tool, isAlone ? extras.around : fieldsOf(extras.result).around);
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
