import {type Fields, fieldsOf, isFields, numberOf, stringOf, textOf} from '../../adapters/fields.ts';
import {summarizeInput} from '../../adapters/tools/summarize-input.ts';
import {universalTool} from '../../adapters/tools/tool-table.ts';
import {type ToldBeside, type ToldTool, type UniversalTool, universalTools} from '../../model/tool.ts';
import {dateTime} from '../common/date-time.ts';
import {type Warn, wordsFrom} from '../common/odd-values.ts';
import type {GivenEntry} from '../common/read-extras.ts';
import {besideFrom, withBeside} from '../common/told-beside.ts';
import {toldToolFrom} from '../common/told-tool.ts';
import {inputFrom} from '../common/tool-values.ts';

export type ReadEntry = {readonly entry: GivenEntry; readonly extras: Fields};

type Call = {readonly name: string; readonly universal: UniversalTool};

/** The entries of each element of a timeline, in their order: results are told what they answer. */
export class TimelineReader {
	private readonly calls = new Map<string, Call>();

	/** `model` of all answers that do not name another. `isOurs`: the error is in the output, unless it says otherwise. */
	constructor(
		private readonly model: string | undefined,
		private readonly isOurs: boolean,
		private readonly onOdd: (element: number, path: string, message: string) => void,
	) {}

	read(element: Fields, at: number): ReadEntry[] {
		const extras = fieldsOf(element.extensions);
		const named = textOf(element.id) ?? `entry ${at + 1}`;
		const id = stringOf(extras.id) ?? named;
		const timestamp = extras.timestamp === null ? undefined : dateTime(stringOf(element.timestamp));
		const warn: Warn = (path, message) => this.onOdd(at, path, message);
		const text = wordsFrom(element.content, 'content', warn) ?? '';
		switch (element.type) {
			case 'user':
				return [{entry: {id, timestamp, kind: 'user', text}, extras}];
			case 'assistant':
				return this.answer(wordsFrom(element.thinking, 'thinking', warn), {id, timestamp, text}, extras);
			case 'tool_call':
				return this.call(element, named, {id, timestamp}, extras);
			case 'tool_result':
				return [this.result(element, {id, timestamp}, extras, warn)];
			case 'system':
				return [{entry: {id, timestamp, kind: 'system', text}, extras}];
			default: {
				const detail = stringOf(element.type) ?? 'without a type';
				return [{entry: {id, timestamp, kind: 'unknown', detail, text: JSON.stringify(element)}, extras}];
			}
		}
	}

	private answer(
		thinking: string | undefined,
		{id, timestamp, text}: {id: string; timestamp: string | undefined; text: string},
		extras: Fields,
	): ReadEntry[] {
		const {model} = this;
		const answer: ReadEntry = {entry: {id, timestamp, kind: 'assistant', text, model}, extras};
		if (thinking === undefined) return [answer];
		const own = extras.thinking;
		if (!isFields(own) && text === '')
			return [{entry: {id, timestamp, kind: 'thinking', text: thinking, model}, extras}];
		const {id: ownId, timestamp: ownTime} = fieldsOf(own);
		const thought: GivenEntry = {
			id: textOf(ownId) ?? `${id}#thinking`,
			timestamp: isFields(own) ? dateTime(stringOf(ownTime)) : timestamp,
			kind: 'thinking',
			text: thinking,
			model,
			message: isFields(own) ? undefined : id,
		};
		const together = isFields(own) ? answer : {...answer, entry: {...answer.entry, message: id}};
		return [{entry: thought, extras: fieldsOf(own)}, together];
	}

	private call(
		element: Fields,
		named: string,
		{id, timestamp}: {id: string; timestamp: string | undefined},
		extras: Fields,
	): ReadEntry[] {
		const name = stringOf(element.originalTool) || stringOf(element.tool) || 'unknown';
		const universal = universalTools.find(each => each === element.tool) ?? universalTool(name);
		this.calls.set(named, {name, universal});
		if (extras.isStandIn === true) return [];
		const input = extras.inputForm === 'none' ? undefined : inputFrom(element.input, extras.inputForm);
		const tool = {name, universal, callId: named, told: toldIn(extras), input};
		const entry: GivenEntry = {
			id,
			timestamp,
			kind: 'tool_call',
			text: summarizeInput(input),
			tool,
			model: this.model,
		};
		return [{entry, extras}];
	}

	private result(
		element: Fields,
		{id, timestamp}: {id: string; timestamp: string | undefined},
		extras: Fields,
		warn: Warn,
	): ReadEntry {
		if (typeof element.callId !== 'string') warn('callId', 'is not a text');
		const callId = stringOf(element.callId) ?? '';
		const {name, universal} = this.calls.get(callId) ?? {name: 'unknown', universal: 'unknown' as const};
		const isError = element.success === false;
		const {output, beside} = this.saidIn(element, extras, warn);
		const {exitCode, durationMs, patch, printedAt, printedLength, printed} = extras;
		const found = isFields(extras.found) ? extras.found : undefined;
		const from = numberOf(printedAt);
		const tool = {
			name,
			universal,
			callId,
			told: toldIn(extras, beside),
			output,
			isError,
			printed: from === undefined ? stringOf(printed) : output.slice(from, from + (numberOf(printedLength) ?? 0)),
			exitCode: numberOf(exitCode),
			durationMs: numberOf(durationMs),
			patch: stringOf(patch),
			found: found && {matches: numberOf(found.matches), files: numberOf(found.files)},
		};
		const entry: GivenEntry = {id, timestamp, kind: 'tool_result', text: output, tool, isError: isError || undefined};
		return {entry, extras};
	}

	private saidIn(element: Fields, extras: Fields, warn: Warn): {readonly output: string; readonly beside?: ToldBeside} {
		const output = wordsFrom(element.output, 'output', warn) ?? '';
		const isTold = !this.isOurs || extras.isErrorTold === true;
		const error = isTold ? wordsFrom(element.error, 'error', warn) : undefined;
		return error ? withBeside(output, 'error', error) : {output, beside: besideFrom(extras.beside)};
	}
}

/** The timeline tells calls apart, whatever ids their agent gave them; null: none. */
function toldIn(extras: Fields, beside?: ToldBeside): ToldTool | undefined {
	const {callId, toolType: type, formattedMarkdown, outputMore: output} = extras;
	return toldToolFrom({callId, type, formattedMarkdown, output, beside});
}
