/**
 * A call is told of up to three times: when the model asks for it, when a person does, and when it starts. The first
 * telling is the call; of several results the first is the result, and the others are notes.
 */
import type {Media} from '../../model/entry.ts';
import type {ToolOutcome, UniversalTool} from '../../model/tool.ts';
import {type Fields, fieldsOf, listOf, numberOf, stringOf, textOf} from '../fields.ts';
import {mediaFrom} from '../media.ts';
import {summarizeInput} from '../tools/summarize-input.ts';
import {universalTool} from '../tools/tool-table.ts';
import {type Draft, failure, note} from './draft.ts';
import {Told} from './told.ts';

export type Telling = {
	readonly callId: string | undefined;
	readonly name: unknown;
	readonly input: unknown;
	/** What the model says the call is for. */
	readonly intention?: unknown;
};

export class ToolCalls {
	/** The names of the calls so far. */
	private readonly names = new Told<string>();
	private readonly answered = new Told<true>();
	private nameless = 0;

	get count(): number {
		return this.names.size;
	}

	/** undefined: it was told of before. `end` is where the event ends that tells of it. */
	call(telling: Telling, end: number): Draft | undefined {
		const {callId, intention} = telling;
		const name = textOf(telling.name) ?? 'unknown';
		const key = callId ?? `#${this.nameless++}`;
		if (!this.names.tell(key, name, end)) return undefined;
		const parsed = parseInput(telling.input);
		const editing = name === 'str_replace_editor' ? editorCommand(fieldsOf(parsed)) : undefined;
		const tool = {name, universal: editing?.universal ?? universalTool(name), callId, input: parsed};
		const text = editing?.text ?? (summarizeInput(parsed) || (textOf(intention) ?? ''));
		return {kind: 'tool_call', role: 'assistant', text, tool};
	}

	result(data: Fields, end: number): Draft[] {
		const callId = textOf(data.toolCallId);
		// The first logs tell of a call only when it is done.
		const telling = {callId, name: data.toolName, input: data.arguments};
		const call = data.toolName === undefined ? undefined : this.call(telling, end);
		const {text, media} = outputOf(data);
		const isError = data.success === false;
		if (callId !== undefined && !this.answered.tell(callId, true, end)) {
			const again = 'tool.execution_complete (once more)';
			return [isError ? failure(again, text) : note(again, text)];
		}
		const name = (callId === undefined ? undefined : this.names.get(callId)) ?? 'unknown';
		const result: Draft = {
			kind: 'tool_result',
			role: 'tool',
			text,
			tool: {name, universal: universalTool(name), callId, output: text, isError, ...outcomeOf(name, text, data)},
			isError: isError || undefined,
			...(media.length > 0 ? {media} : undefined),
		};
		return call ? [call, result] : [result];
	}

	/** What events told that end here or before. */
	forget(place: number): void {
		this.names.forget(place);
		this.answered.forget(place);
	}
}

/** One tool of the first versions was three: it looks at files, makes them and changes them. */
function editorCommand(input: Fields): {universal: UniversalTool; text: string} {
	const command = textOf(input.command) ?? '';
	const universal = command === 'view' ? 'read' : command === 'create' ? 'write' : 'edit';
	return {universal, text: [command, textOf(input.path)].filter(Boolean).join(' ')};
}

/** Some models give the arguments as the text of a JSON object. */
function parseInput(input: unknown): unknown {
	if (typeof input !== 'string' || !/^\s*[{[]/.test(input)) return input;
	try {
		return JSON.parse(input);
	} catch {
		return input;
	}
}

const exitMark = /\n?<(?:command |shellId: \S+ )?(?:exited|completed) with exit code (-?\d+)>\s*$/;

/** Tools that change files show a diff; the one that looks at them shows the file as a diff without a change. */
const changesFiles = /^(?:edit|create|str_replace|str_replace_editor|apply_patch)$/;

function outcomeOf(name: string, text: string, data: Fields): ToolOutcome {
	const exit = exitMark.exec(text.slice(-200));
	const shown = changesFiles.test(name) ? textOf(fieldsOf(data.result).detailedContent) : undefined;
	return {
		...(exit ? {printed: text.slice(0, -exit[0].length), exitCode: Number(exit[1])} : undefined),
		...(shown !== undefined && /^@@ -/m.test(shown) ? {patch: shown} : undefined),
	};
}

/** What the model was given: the text for the screen repeats a whole file as a patch. */
function outputOf(data: Fields): {text: string; media: Media[]} {
	const result = fieldsOf(data.result);
	const blocks = listOf(result.contents).map(fieldsOf);
	const text =
		textOf(result.content) ??
		textOf(result.detailedContent) ??
		textOf(fieldsOf(data.error).message) ??
		textOf(data.error) ??
		blocks
			.map(block => stringOf(block.text) ?? '')
			.filter(Boolean)
			.join('\n');
	const media = [...blocks, ...listOf(result.binaryResultsForLlm).map(fieldsOf)]
		.filter(block => textOf(block.mimeType) !== undefined && block.type !== 'resource_link')
		.map(
			(block): Media => ({
				bytes: numberOf(block.byteLength),
				...mediaFrom(textOf(block.mimeType)!, stringOf(block.data)),
			}),
		);
	return {text, media};
}
