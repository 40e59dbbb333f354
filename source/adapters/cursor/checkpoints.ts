/** Older roots of a chat: most are only shorter than the present one, some tell what was given up or summed up. */
import type {Warning} from '../../model/warning.ts';
import {type Chat, isRoot} from './chat.ts';
import type {ChatStore} from './chat-store.ts';
import {type ConversationState, innerStates, parseState} from './conversation-state.ts';
import type {Messages} from './messages.ts';
import type {Pace} from './pace.ts';
import type {Story} from './story.ts';

type Sources = {
	readonly chat: Chat;
	readonly store: ChatStore;
	readonly present: ConversationState;
	readonly messages: Messages;
	readonly pace: Pace;
};

export async function addCheckpoints(sources: Sources, story: Story, warn: (warning: Warning) => void): Promise<void> {
	const {chat, store, present, messages, pace} = sources;
	const agents = new Set(innerStates(present, store).flatMap(({state}) => state.messages.map(({id}) => id)));
	const opening = new Set(story.path[0]!.pieces.flatMap(piece => (piece.kind === 'message' ? [piece.message.id] : [])));
	const tasks = new Set(
		story.path.flatMap(({pieces}) => pieces.flatMap(piece => piece.tasks.map(({promptKey}) => promptKey))),
	);
	const told = [references(store.blob(chat.rootId ?? ''))];
	const strangers: string[] = [];
	for (const id of store.referringBlobs()) {
		await pace.step();
		const bytes = id === chat.rootId ? undefined : store.blob(id);
		const names = references(bytes);
		if (!bytes || told.some(known => known.subarray(0, names.length).equals(names))) continue;
		const state = parseState(bytes);
		if (!state || messages.areKnown(state.messages) || !isRoot(store, id)) continue;
		told.push(names);
		if (!(await messages.haveNewTurn(state.messages))) continue;
		const sections = await messages.split(state.messages);
		const first = sections.find(({kind}) => kind === 'turn');
		// A sub-agent's root: it opens with the words its parent gave it.
		if (first?.key === undefined || tasks.has(first.key)) continue;
		if (state.messages.some(message => agents.has(message.id) && !opening.has(message.id))) continue;
		const isSameHead = state.messages.some(message => opening.has(message.id));
		if (!story.addCheckpoint(sections, isSameHead)) strangers.push(id);
	}
	if (strangers.length > 0) warn({path: store.path, message: describe(strangers)});
}

/** The names of messages a root begins with. Most roots are the beginning of the one after them, byte by byte. */
function references(bytes: Buffer | undefined): Buffer {
	const length = 34;
	let end = 0;
	while (bytes?.[end] === 0x0a && bytes[end + 1] === 0x20) end += length;
	return bytes?.subarray(0, end) ?? Buffer.alloc(0);
}

function describe(strangers: readonly string[]): string {
	const more = strangers.length > 1 ? ` (nor are ${strangers.length - 1} more)` : '';
	return `table blobs, row ${strangers[0]}: an earlier root that has nothing in common with the present one is not shown${more}`;
}
