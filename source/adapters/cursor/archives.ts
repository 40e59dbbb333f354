/**
 * What a compaction took out of the conversation: `{1: the messages, 2: the summary, 4: the message that holds it}`.
 * The root keeps one for each compaction, among fields whose numbers differ between versions.
 */
import type {ChatStore} from './chat-store.ts';
import {type ConversationState, type MessageRef, parseState, resolve} from './conversation-state.ts';
import {firstBytes, firstString, readWire} from './wire.ts';

export type Archive = {
	readonly messages: readonly MessageRef[];
	/** The message that stands for them since then. */
	readonly summaryId?: string;
	/** The summary itself, where no message holds it. */
	readonly text?: string;
	readonly row: string;
};

export function archivesOf(state: ConversationState, rootId: string, store: ChatStore): Archive[] {
	return state.others.flatMap(({bytes}): Archive[] => {
		const part = resolve(bytes!, store);
		const fields = readWire(part.bytes);
		const summaryMessage = firstBytes(fields, 4);
		const text = firstString(fields, 2);
		// As in a root, the first field names messages; unlike in a root, a summary stands beside them.
		const messages = fields && (summaryMessage || text) ? (parseState(part.bytes)?.messages ?? []) : [];
		const [first] = messages;
		if (!first || (!first.inline && !store.has(first.id))) return [];
		const summaryId = summaryMessage?.length === 32 ? summaryMessage.toString('hex') : undefined;
		return [{messages, summaryId, text, row: part.id ?? rootId}];
	});
}
