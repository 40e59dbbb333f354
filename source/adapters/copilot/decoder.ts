/** From events to the entries a reader sees. It must be shown every event, in the order of the log. */
import {fieldsOf, isFields, listOf, stringOf, textOf} from '../fields.ts';
import {decodeNote} from './decode-note.ts';
import {aside, type Draft, note, unknown} from './draft.ts';
import type {CopilotEvent} from './event.ts';
import {ToolCalls} from './tool-calls.ts';
import {userMessageOf} from './user-message.ts';

export class Decoder {
	readonly tools = new ToolCalls();
	/** The model that answers, as far as the log has told. */
	model: string | undefined;
	private lastReasoning: string | undefined;

	decode(event: CopilotEvent | undefined, value: unknown): Draft[] {
		if (!event) return [unknown(isFields(value) ? 'no type' : 'not an object', value)];
		const {type, data} = event;
		this.observeModel(event);
		switch (type) {
			case 'user.message':
				return [this.prompt(event)];
			case 'assistant.message':
				return this.answer(event);
			case 'assistant.reasoning':
				this.lastReasoning = textOf(data.content);
				return [{kind: 'thinking', role: 'assistant', text: stringOf(data.content) ?? '', model: this.model}];
			case 'tool.user_requested':
			case 'tool.execution_start': {
				const call = this.tools.call(textOf(data.toolCallId), data.toolName, data.arguments);
				return [call ? {...call, model: textOf(data.model) ?? this.model} : aside(type)];
			}
			case 'tool.execution_complete':
				return this.tools.result(data);
			default:
				return [decodeNote(event)];
		}
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
		if (model !== undefined) this.model = model === 'auto' ? undefined : model;
	}

	private prompt(event: CopilotEvent): Draft {
		const {isTyped, text, media} = userMessageOf(event);
		const draft: Draft = isTyped ? {kind: 'user', role: 'user', text} : note('user.message', text);
		return {...draft, ...(media ? {media} : undefined), ...(isTyped ? undefined : {isAside: true})};
	}

	private answer({id, data, isSidechain}: CopilotEvent): Draft[] {
		const named = textOf(data.model);
		if (named !== undefined && !isSidechain) this.model = named;
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
			const call = this.tools.call(
				textOf(request.toolCallId),
				request.name,
				request.arguments,
				request.intentionSummary,
			);
			if (call) drafts.push(call);
		}
		if (drafts.length === 0) drafts.push({kind: 'assistant', role: 'assistant', text, isAside: true});
		return drafts.map(draft => ({...draft, model, message}));
	}
}

/** One call of the model may be logged in several pieces. */
export function messageOf(data: CopilotEvent['data']): string | undefined {
	return textOf(data.apiCallId) ?? textOf(data.messageId);
}
