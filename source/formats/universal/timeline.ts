/** Entries as the timeline has them. */
import {summarizeInput} from '../../adapters/tools/summarize-input.ts';
import type {Entry} from '../../model/entry.ts';
import {ownCallId} from '../../model/tool.ts';
import {dateTime} from '../common/date-time.ts';
import {type ExtrasOf, known} from '../common/extras.ts';
import {shownText} from '../common/placeholder.ts';
import {withoutBeside} from '../common/told-beside.ts';
import {inputObject, printedWithin} from '../common/tool-values.ts';
import {CallIds} from './call-ids.ts';

export type TimelineOptions = {
	readonly extrasOf: ExtrasOf;
	/** The model the document names for all of it. */
	readonly model: string | undefined;
	/** When the session began: the time of what has none and follows nothing that has one. */
	readonly created: string;
};

/** Takes entries in their order. A thought goes with the answer that follows it, so it is held back until then. */
export class Timeline {
	private readonly ids = new Set<string>();
	private readonly calls = new CallIds(id => this.free(id));
	private thought: Entry | undefined;
	private time: string;

	constructor(private readonly options: TimelineOptions) {
		this.time = options.created;
	}

	add(entry: Entry): object[] {
		const {thought} = this;
		this.thought = undefined;
		if (thought && entry.kind === 'assistant' && entry.message === thought.message)
			return [this.answer(entry, this.thinking(thought))];
		const before = thought ? [this.loneThought(thought)] : [];
		if (entry.kind !== 'thinking') return [...before, ...this.complete(entry)];
		this.thought = entry;
		return before;
	}

	finish(): object[] {
		const {thought} = this;
		this.thought = undefined;
		return thought ? [this.loneThought(thought)] : [];
	}

	private complete(entry: Entry): object[] {
		switch (entry.kind) {
			case 'user':
				return [this.words(entry, 'user', undefined)];
			case 'assistant':
				return [this.answer(entry)];
			case 'tool_call':
				return [this.call(entry)];
			case 'tool_result':
				return this.result(entry);
			default:
				return [this.words(entry, 'system', undefined)];
		}
	}

	private words(
		entry: Entry,
		type: 'user' | 'assistant' | 'system',
		model: string | undefined,
		thinking?: Thinking,
	): object {
		const content = shownText(entry);
		const {id, timestamp, marks} = this.place(entry);
		const extras = this.options.extrasOf(entry, {kind: type, text: content, model});
		return {
			id,
			timestamp,
			type,
			content,
			thinking: thinking?.text,
			extensions: known(marks, extras, thinking && {thinking: thinking.extensions}),
		};
	}

	private answer(entry: Entry, thinking?: Thinking): object {
		return this.words(entry, 'assistant', this.options.model, thinking);
	}

	private thinking(entry: Entry): Thinking {
		const {id, text} = entry;
		const timestamp = dateTime(entry.timestamp);
		this.time = timestamp ?? this.time;
		const extras = this.options.extrasOf(entry, {kind: 'thinking', text, model: this.options.model});
		return {text, extensions: known({id, timestamp}, extras)!};
	}

	private loneThought(entry: Entry): object {
		const {text} = entry;
		const {id, timestamp, marks} = this.place(entry);
		const extras = this.options.extrasOf(entry, {kind: 'thinking', text, model: this.options.model});
		const extensions = known(marks, extras);
		return {id, timestamp, type: 'assistant', content: '', thinking: text, extensions};
	}

	private call(entry: Entry): object {
		const {tool} = entry;
		const {input = {}, form} = inputObject(tool?.input);
		const {id, timestamp, marks} = this.place(entry, this.calls.ofCall(entry));
		const text = summarizeInput(tool?.input);
		return {
			id,
			timestamp,
			type: 'tool_call',
			tool: tool?.universal ?? 'unknown',
			input,
			originalTool: tool?.name || 'unknown',
			extensions: known(
				marks,
				{
					callId: ownCallId(tool) === id ? undefined : (ownCallId(tool) ?? null),
					inputForm: tool?.input === undefined ? 'none' : form,
					toolType: tool?.told?.type,
					formattedMarkdown: tool?.told?.formattedMarkdown,
				},
				this.options.extrasOf(entry, {kind: 'tool_call', text, model: this.options.model}),
			),
		};
	}

	private result(entry: Entry): object[] {
		const {tool, text} = entry;
		const answered = this.calls.ofResult(entry);
		// The format lets no result stand without its call.
		const standIn = answered === undefined ? [this.standIn(entry)] : [];
		const callId = answered ?? this.calls.ofResult(entry)!;
		const {id, timestamp, marks} = this.place(entry);
		const output = tool?.output ?? text;
		const isError = tool?.isError === true || entry.isError === true;
		const within = printedWithin(tool, output);
		const {exitCode, durationMs, patch, found, told} = tool ?? {};
		const beside = told?.beside;
		const before = beside?.name === 'error' ? withoutBeside(output, beside) : undefined;
		const isErrorTold = before !== undefined;
		const reason = isErrorTold ? beside?.text : undefined;
		return [
			...standIn,
			{
				id,
				timestamp,
				type: 'tool_result',
				callId,
				success: !isError,
				output: before ?? output,
				error: reason ?? (isError ? errorWords(exitCode, within?.printed ?? output) : undefined),
				extensions: known(
					marks,
					{
						callId: ownCallId(tool) === callId ? undefined : (ownCallId(tool) ?? null),
						isErrorTold: isErrorTold || undefined,
						beside: isErrorTold ? undefined : beside,
						toolType: told?.type,
						formattedMarkdown: told?.formattedMarkdown,
						outputMore: told?.output,
						exitCode,
						durationMs,
						patch,
						found: found && known({matches: found.matches, files: found.files}),
						printedAt: within?.around.before.length,
						printedLength: within?.printed.length,
						printed: within ? undefined : tool?.printed,
					},
					this.options.extrasOf(entry, {kind: 'tool_result', text: output, isError}),
				),
			},
		];
	}

	private standIn(entry: Entry): object {
		const {tool} = entry;
		return {
			id: this.calls.ofCall({...entry, id: `${entry.id}/call`}),
			timestamp: dateTime(entry.timestamp) ?? this.time,
			type: 'tool_call',
			tool: tool?.universal ?? 'unknown',
			input: {},
			originalTool: tool?.name || 'unknown',
			extensions: {isStandIn: true},
		};
	}

	/** The format wants a time of everything, and ids that tell entries apart. */
	private place(entry: Entry, id = this.free(entry.id)): Placed {
		const time = dateTime(entry.timestamp);
		this.time = time ?? this.time;
		const marks = {id: id === entry.id ? undefined : entry.id, timestamp: time === undefined ? null : undefined};
		return {id, timestamp: this.time, marks};
	}

	private free(id: string): string {
		let name = id || 'entry';
		for (let number = 2; this.ids.has(name); number++) name = `${id}~${number}`;
		this.ids.add(name);
		return name;
	}
}

type Placed = {
	readonly id: string;
	readonly timestamp: string;
	/** What is not so in truth. */
	readonly marks: {readonly id?: string; readonly timestamp?: null};
};

type Thinking = {readonly text: string; readonly extensions: object};

const longestError = 200;

/** Why, in a few words; all of it is in the output. */
function errorWords(exitCode: number | undefined, output: string): string {
	if (exitCode !== undefined && exitCode !== 0) return `exit code ${exitCode}`;
	const line = output.trim().slice(0, longestError).split('\n', 1)[0]!;
	return line === '' ? 'failed' : line.toWellFormed();
}
