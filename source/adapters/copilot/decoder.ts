/** From events to what a reader sees. It must be shown every event, in the order of the log. */
import {fieldsOf, isFields, listOf, stringOf, textOf} from '../fields.ts';
import {decodeNote} from './decode-note.ts';
import {aside, type Draft, note, unknown} from './draft.ts';
import type {CopilotEvent} from './event.ts';
import type {EventRecord} from './read-events.ts';
import {ToolCalls} from './tool-calls.ts';
import {userMessageOf} from './user-message.ts';

export class Decoder {
	readonly tools = new ToolCalls();
	/** The model that answers, as far as the log has told. */
	model: string | undefined;
	private lastReasoning: string | undefined;
	/** Where the event ends that is being decoded, and those that told of the model and of the last reasoning. */
	private end = 0;
	private modelEnd = 0;
	private reasoningEnd = 0;

	decode({event, value, offset, length}: EventRecord): Draft[] {
		if (!event) return [unknown(isFields(value) ? 'no type' : 'not an object', value)];
		const {type, data} = event;
		this.end = offset + length;
		this.observeModel(event);
		switch (type) {
			case 'user.message':
				return [this.prompt(event)];
			case 'assistant.message':
				return this.answer(event);
			case 'assistant.reasoning':
				this.lastReasoning = textOf(data.content);
				this.reasoningEnd = this.end;
				return [{kind: 'thinking', role: 'assistant', text: stringOf(data.content) ?? '', model: this.model}];
			case 'tool.user_requested':
			case 'tool.execution_start': {
				const telling = {callId: textOf(data.toolCallId), name: data.toolName, input: data.arguments};
				const call = this.tools.call(telling, this.end);
				return [call ? {...call, model: textOf(data.model) ?? this.model} : aside(type)];
			}
			case 'tool.execution_complete':
				return this.tools.result(data, this.end);
			default:
				return [decodeNote(event)];
		}
	}

	/** What events told that end here or before, where nobody needs to know all of the log. */
	forget(place: number): void {
		this.tools.forget(place);
		if (this.modelEnd <= place) this.model = undefined;
		if (this.reasoningEnd <= place) this.lastReasoning = undefined;
	}

	private observeModel({type, data}: CopilotEvent): void {
		const chosen =
			type === 'session.model_change'
				? data.newModel
				: type === 'session.auto_mode_resolved'
					? data.chosenModel
					: type === 'session.start' || type === 'session.resume'
						? data.selectedModel
						: undefined;
		const model = textOf(chosen);
		// `auto` is not a model; which one it came to be is told later.
		if (model !== undefined) this.tellModel(model === 'auto' ? undefined : model);
	}

	private tellModel(model: string | undefined): void {
		this.model = model;
		this.modelEnd = this.end;
	}

	private prompt(event: CopilotEvent): Draft {
		const {isTyped, text, media} = userMessageOf(event);
		const draft: Draft = isTyped ? {kind: 'user', role: 'user', text} : note('user.message', text);
		return {...draft, ...(media ? {media} : undefined), ...(isTyped ? undefined : {isAside: true})};
	}

	private answer({id, data, isSidechain}: CopilotEvent): Draft[] {
		const named = textOf(data.model);
		if (named !== undefined && !isSidechain) this.tellModel(named);
		const model = named ?? (isSidechain ? undefined : this.model);
		const message = messageOf(data) ?? id;
		const drafts: Draft[] = [];
		const reasoning = textOf(data.reasoningText);
		if (reasoning !== undefined && reasoning !== this.lastReasoning)
			drafts.push({kind: 'thinking', role: 'assistant', text: reasoning});
		this.lastReasoning = undefined;
		const text = stringOf(data.content) ?? '';
		if (text.trim() !== '') drafts.push({kind: 'assistant', role: 'assistant', text});
		for (const request of listOf(data.toolRequests).map(fieldsOf)) {
			const {name, arguments: input, intentionSummary: intention} = request;
			const call = this.tools.call({callId: textOf(request.toolCallId), name, input, intention}, this.end);
			if (call) drafts.push(call);
		}
		if (drafts.length === 0) drafts.push({kind: 'assistant', role: 'assistant', text, isAside: true});
		return drafts.map(draft => Object.assign(draft, {model, message}));
	}
}

/** One call of the model may be logged in several pieces. */
export function messageOf(data: CopilotEvent['data']): string | undefined {
	return textOf(data.apiCallId) ?? textOf(data.messageId);
}
