/**
 * Messages that the present root does not name any more. A turn is known by its prompt: one whose prompt is still there
 * was only begun anew, one whose prompt is not there was given up or replaced by a summary, and is given with all that
 * came of it. Words that a call gave to a sub-agent open that one's conversation.
 */
import {fieldsOf, textOf} from '../fields.ts';
import {isTaskTool} from './draft.ts';
import type {StoredMessage, StoredMessages} from './message-passages.ts';
import {keyOf} from './piece.ts';

export class GivenUp {
	private readonly known = new Set<string>();
	/** The rows of turns that may have been given up, by their prompt; the last attempt of several. */
	private readonly turns = new Map<string, number[]>();
	private open: number[] | undefined;

	/** All of them, in the order they were stored. */
	see({place, drafts, isPresent}: StoredMessage): void {
		const prompt = drafts.find(({kind}) => kind === 'user');
		if (isPresent) {
			if (prompt) this.known.add(keyOf(prompt.text));
			if (prompt) this.open = undefined;
			for (const {kind, tool} of drafts) {
				const words =
					kind === 'tool_call' && isTaskTool(tool?.name ?? '') ? textOf(fieldsOf(tool?.input).prompt) : undefined;
				if (words !== undefined) this.known.add(keyOf(words));
			}
			return;
		}
		const summary = drafts.find(({kind}) => kind === 'compaction');
		if (prompt || summary) {
			this.open = [];
			this.turns.set(keyOf((prompt ?? summary)!.text), this.open);
		}
		this.open?.push(place);
	}

	*messages(stored: StoredMessages): Generator<StoredMessage> {
		const places = [...this.turns].filter(([key]) => !this.known.has(key)).flatMap(([, rows]) => rows);
		for (const place of places.sort((a, b) => a - b)) {
			for (const rows of stored.read(place, place + 1)) yield* rows;
		}
	}
}
