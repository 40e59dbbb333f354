/** What no message holds: it lies in the root itself, or in the turns as they were shown. */
import {type Chat, tryParse} from './chat.ts';
import type {ChatStore} from './chat-store.ts';
import {summary} from './decode.ts';
import type {Draft} from './draft.ts';
import {messageDrafts} from './message-passages.ts';
import {shownDrafts} from './piece-reader.ts';
import type {ToldWords} from './told-words.ts';
import {type Turn, turnsAt} from './turns.ts';
import {readUserText} from './user-text.ts';
import {readWire, type WireField} from './wire.ts';

export type RootPiece = {
	/** It counts what is not given too, so that it stays the same. */
	readonly place: number;
	readonly id: string;
	readonly row: string;
	readonly drafts: readonly Draft[];
};

export function* rootPieces(chat: Chat, told: ToldWords): Generator<RootPiece> {
	let place = 0;
	for (const {isNew, ...piece} of allPieces(chat, told)) {
		if (isNew) told.add(piece.drafts);
		if (isNew) yield {place, ...piece};
		place++;
	}
}

type Piece = Omit<RootPiece, 'place'> & {readonly isNew: boolean};

function* allPieces(chat: Chat, told: ToldWords): Generator<Piece> {
	const {state, store, archives = [], rootId = ''} = chat;
	if (!state || !store) return;
	for (const {id, inline} of [...state.messages, ...archives.flatMap(({messages}) => messages)]) {
		const value = tryParse(inline);
		if (value !== undefined) yield {id, row: rootId, drafts: messageDrafts(chat, id, value), isNew: true};
	}
	for (const [at, {text = '', row, summaryId}] of archives.entries()) {
		const isHeld = summaryId !== undefined && store.has(summaryId);
		yield {id: `archive-${at + 1}`, row, drafts: [summary(text)], isNew: !isHeld && !told.isSaid(text)};
	}
	let number = 0;
	for (let position = 0; position < state.turns.length; position++) {
		if (position % batchTurns === 0) lookAhead(state.turns.slice(position, position + batchTurns), store);
		for (const turn of turnsAt(state, position, rootId, store)) yield* stepsOf(turn, ++number, told);
	}
	store.lookAhead([]);
}

const batchTurns = 16;

/** Turns name their steps, and some of them each other. */
function lookAhead(turns: readonly Buffer[], store: ChatStore): void {
	let names = turns.flatMap(bytes => namesIn([{number: 0, bytes}], 2));
	for (let level = 0; level < 3 && names.length > 0; level++)
		names = store.lookAhead(names.slice(0, mostNames), level > 0).flatMap(bytes => namesIn(readWire(bytes), 2));
}

const mostNames = 4096;

function namesIn(fields: readonly WireField[] | undefined, depth: number): string[] {
	return (fields ?? []).flatMap(({bytes}) => {
		if (bytes?.length === 32) return [bytes.toString('hex')];
		return bytes && depth > 0 ? namesIn(readWire(bytes), depth - 1) : [];
	});
}

function* stepsOf(turn: Turn, number: number, told: ToldWords): Generator<Piece> {
	const {prompt, steps, row} = turn;
	const isTold = prompt !== undefined && told.isPrompt(readUserText(prompt.text).prompt ?? prompt.text);
	for (let step = -1; step < steps.length; step++) {
		const drafts = shownDrafts(turn, step);
		const [draft] = drafts;
		const isSaid = draft?.kind === 'assistant' || draft?.kind === 'thinking';
		const isKnown = isTold && (isSaid ? told.isSaid(draft.text) : true);
		yield {
			id: `turn-${number}.${step + 1}`,
			row: steps[step]?.row ?? row,
			drafts,
			isNew: drafts.length > 0 && !isKnown,
		};
	}
}
