import {type Chat, readMessage, tryParse} from './chat.ts';
import type {MessageRef} from './conversation-state.ts';
import type {Pace} from './pace.ts';
import {type Shape, shapeOf} from './piece.ts';
import {type Section, section} from './story.ts';

/** The messages of a database, each looked at once however many roots name it. */
export class Messages {
	private readonly shapes = new Map<string, Shape>();

	constructor(
		private readonly chat: Chat,
		private readonly pace: Pace,
		private readonly observe?: (message: unknown) => void,
	) {}

	areKnown(messages: readonly MessageRef[]): boolean {
		return messages.every(({id}) => this.shapes.has(id));
	}

	/** Whether one of them opens a turn and was not looked at before. A root that grew by an answer tells nothing new. */
	async haveNewTurn(messages: readonly MessageRef[]): Promise<boolean> {
		let isNew = false;
		for (const message of messages) {
			if (this.shapes.has(message.id)) continue;
			const {role, isSummary} = await this.look(message);
			isNew ||= role === 'prompt' || isSummary;
		}
		return isNew;
	}

	/** Cuts a root's messages at the prompts. */
	async split(messages: readonly MessageRef[]): Promise<Section[]> {
		const sections = [section('head', undefined)];
		for (const message of messages) {
			const shape = this.shapes.get(message.id) ?? (await this.look(message));
			if (shape.role === 'prompt') sections.push(section('turn', shape.promptKey));
			else if (shape.isSummary) sections.push(section('summary', `=${message.id}`));
			sections.at(-1)!.pieces.push({kind: 'message', message, ...shape});
		}
		return sections;
	}

	private async look(message: MessageRef): Promise<Shape> {
		const drafts = readMessage(this.chat, message);
		const value = this.observe && tryParse(message.inline ?? this.chat.store?.blob(message.id));
		if (value !== undefined) this.observe?.(value);
		const shape = shapeOf(drafts);
		this.shapes.set(message.id, shape);
		await this.pace.step(drafts.reduce((sum, {text}) => sum + text.length, 0));
		return shape;
	}
}
