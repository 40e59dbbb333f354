/** The first pass over a session: all tellings of it, brought into one story, and none of its text kept. */
import type {Warning} from '../../model/warning.ts';
import type {ReadOptions} from '../adapter.ts';
import {type Chat, isRoot, readMessage} from './chat.ts';
import type {ChatStore} from './chat-store.ts';
import {type ConversationState, innerStates, type MessageRef, parseState} from './conversation-state.ts';
import {decode} from './decode.ts';
import {keyOf, noShape, type Piece, type Shape, shapeOf} from './piece.ts';
import {type Section, type Story, Story as StoryOf, section} from './story.ts';
import {readTranscript} from './transcript.ts';
import {type Turn, turnsAt} from './turns.ts';
import {readUserText} from './user-text.ts';

/** A turn as it was shown: where it is, and the times only it knows. */
export type ShownTurn = {
	readonly position: number;
	readonly inner: number;
	readonly promptTime?: string;
	/** By the words that were said at that time. */
	readonly times: ReadonlyMap<string, string>;
	readonly steps: ReadonlyArray<Turn['steps'][number]['kind']>;
	readonly newest?: string;
};

export type Surveyed = {readonly story: Story; readonly shown: readonly ShownTurn[]};

export async function survey(
	chat: Chat,
	warn: (warning: Warning) => void,
	options: ReadOptions & {readonly size: number},
): Promise<Surveyed> {
	const messages = new Messages(chat);
	const {store, state} = chat;
	const story = new StoryOf(withSummary(messages.split(state?.messages ?? []), chat));
	const shown: ShownTurn[] = [];
	if (store && state) {
		options.signal?.throwIfAborted();
		for (const archive of [...(chat.archives ?? [])].reverse())
			story.addCheckpoint(messages.split(archive.messages), true);
		if (!chat.inner) addCheckpoints(chat, store, state, messages, story, warn);
		story.addShown(shownSections(state, chat.rootId ?? '', store, shown));
	}
	if (chat.transcript !== undefined) {
		const sections = await transcriptSections(chat.transcript, warn, options);
		if (!story.addTranscript(sections))
			warn({path: chat.transcript, message: 'tells another conversation than the database; it is kept as a branch'});
	}
	return {story, shown};
}

/** The last compaction must have a place in the story, even if its summary is not among the messages. */
function withSummary(sections: Section[], {archives = []}: Chat): Section[] {
	const archive = archives.length - 1;
	if (archive < 0 || sections.some(({kind}) => kind === 'summary')) return sections;
	const piece: Piece = {kind: 'archive', archive, ...noShape, isSummary: true};
	return sections.toSpliced(1, 0, section('summary', `=archive-${archive}`, [piece]));
}

/** Messages of the database, each looked at once however many roots name it. */
class Messages {
	private readonly shapes = new Map<string, Shape>();

	constructor(private readonly chat: Chat) {}

	/** Whether one of them opens a turn and was not looked at before. A root that grew by an answer tells nothing new. */
	haveNewTurn(messages: readonly MessageRef[]): boolean {
		const fresh = messages.filter(({id}) => !this.shapes.has(id)).map(message => this.look(message));
		return fresh.some(({role, isSummary}) => role === 'prompt' || isSummary);
	}

	/** Cuts a root's messages at the prompts. */
	split(messages: readonly MessageRef[]): Section[] {
		const sections = [section('head', undefined)];
		for (const message of messages) {
			const shape = this.look(message);
			if (shape.role === 'prompt') sections.push(section('turn', shape.promptKey));
			else if (shape.isSummary) sections.push(section('summary', `=${message.id}`));
			sections.at(-1)!.pieces.push({kind: 'message', message, ...shape});
		}
		return sections;
	}

	private look(message: MessageRef): Shape {
		let shape = this.shapes.get(message.id);
		if (!shape) {
			shape = shapeOf(readMessage(this.chat, message));
			this.shapes.set(message.id, shape);
		}
		return shape;
	}
}

/** Older roots, the newest first. Most hold nothing that a newer one does not. */
function addCheckpoints(
	chat: Chat,
	store: ChatStore,
	present: ConversationState,
	messages: Messages,
	story: Story,
	warn: (warning: Warning) => void,
): void {
	const agents = new Set(innerStates(present, store).flatMap(({state}) => state.messages.map(({id}) => id)));
	const opening = new Set(story.path[0]!.pieces.flatMap(piece => (piece.kind === 'message' ? [piece.message.id] : [])));
	const tasks = new Set(
		story.path.flatMap(({pieces}) => pieces.flatMap(piece => piece.tasks.map(({promptKey}) => promptKey))),
	);
	const strangers: string[] = [];
	for (const id of store.referringBlobs()) {
		if (id === chat.rootId) continue;
		const bytes = store.blob(id);
		const state = bytes && parseState(bytes);
		if (!state || !isRoot(store, id) || !messages.haveNewTurn(state.messages)) continue;
		const sections = messages.split(state.messages);
		const first = sections.find(({kind}) => kind === 'turn');
		// A sub-agent's root: it opens with the words its parent gave it.
		if (first?.key !== undefined && tasks.has(first.key)) continue;
		if (state.messages.some(message => agents.has(message.id) && !opening.has(message.id))) continue;
		const isSameHead = state.messages.some(message => opening.has(message.id));
		if (first && !story.addCheckpoint(sections, isSameHead)) strangers.push(id);
	}
	if (strangers.length > 0)
		warn({
			path: store.path,
			message: `table blobs, row ${strangers[0]}: an earlier root that has nothing in common with the present one is not shown${strangers.length > 1 ? ` (nor ${strangers.length - 1} more)` : ''}`,
		});
}

function shownSections(state: ConversationState, rootId: string, store: ChatStore, shown: ShownTurn[]): Section[] {
	return state.turns.flatMap((_, position) =>
		turnsAt(state, position, rootId, store).map((turn, inner) => {
			const number = shown.push(shownTurn(turn, position, inner)) - 1;
			return {...sectionFrom(turn, number), shown: number};
		}),
	);
}

function shownTurn({prompt, steps}: Turn, position: number, inner: number): ShownTurn {
	const times = steps.flatMap(({time}) => time ?? []);
	return {
		position,
		inner,
		promptTime: prompt?.time,
		times: new Map(
			steps.flatMap(({kind, text, time}) => (kind === 'assistant' && time ? [[keyOf(text), time] as const] : [])),
		),
		steps: steps.map(({kind}) => kind),
		newest: [...times, ...(prompt?.time ? [prompt.time] : [])].sort().at(-1),
	};
}

/** Needed only where no message tells of the turn. */
function sectionFrom({prompt, steps, shell}: Turn, turn: number): Section {
	const piece = (step: number, shape: Partial<Shape>): Piece => ({kind: 'shown', turn, step, ...noShape, ...shape});
	if (shell) return section('shell', `!${keyOf(shell.command)}`, [piece(-1, {errors: shell.exitCode ? 1 : 0})]);
	const pieces = steps.map(({kind}, step) => piece(step, {role: 'answer', calls: kind === 'tool' ? 1 : 0, spoken: 1}));
	if (!prompt) return section('turn', `?${turn}`, pieces);
	const key = keyOf(readUserText(prompt.text).prompt ?? prompt.text);
	return section('turn', key, [piece(-1, {role: 'prompt', promptKey: key}), ...pieces]);
}

async function transcriptSections(
	path: string,
	warn: (warning: Warning) => void,
	{signal, onProgress, size}: ReadOptions & {readonly size: number},
): Promise<Section[]> {
	const sections = [section('head', undefined)];
	const read = readTranscript(path, {signal, warn, onProgress: bytes => onProgress?.(Math.min(bytes, size), size)});
	for await (const batch of read) {
		for (const {value, offset, length} of batch) {
			const drafts = decode(value);
			const shape = shapeOf(drafts);
			if (shape.role === 'prompt') sections.push(section('turn', shape.promptKey));
			const isMarker = drafts.every(({kind, role}) => kind === 'unknown' || role === 'system');
			sections.at(-1)!.pieces.push({kind: 'line', offset, length, isMarker, ...shape});
		}
	}
	return sections;
}
