/** The messages of a database for an index, in the order they were stored. */
import {type Chat, tryParse} from './chat.ts';
import type {ChatStore} from './chat-store.ts';
import {innerStates} from './conversation-state.ts';
import {decode, decodeSummary} from './decode.ts';
import type {Draft} from './draft.ts';

export type StoredMessage = {
	/** The number of its row; of a sub-agent inside its parent's database, its number in the list. */
	readonly place: number;
	readonly id: string;
	readonly drafts: readonly Draft[];
	/** The present root names it, or what it has of before a compaction. */
	readonly isPresent: boolean;
};

const batchRows = 64;
const lastPlace = Number.MAX_SAFE_INTEGER;

export class StoredMessages {
	private readonly present: ReadonlySet<string>;
	private readonly others: ReadonlySet<string>;

	constructor(private readonly chat: Chat) {
		const {store, inner} = chat;
		this.present = new Set(presentNames(chat));
		this.others = new Set(store && !inner ? agentNames(chat, store) : []);
	}

	/** From one place on and up to another: those of the chat, and those that only an older root of it can have named. */
	*read(from = 0, to = lastPlace): Generator<StoredMessage[]> {
		const {store, inner} = this.chat;
		if (!store) return;
		const rows = inner ? listedRows([...this.present], store, from, to) : jsonRows(store, from, to);
		for (const batch of rows) yield batch.flatMap(row => this.messageIn(row));
	}

	private messageIn({place, id, data}: Row): StoredMessage[] {
		const isPresent = this.present.has(id);
		if (!isPresent && this.others.has(id)) return [];
		const value = tryParse(data);
		if (value === undefined || !(isPresent || isMessage(value))) return [];
		return [{place, id, drafts: messageDrafts(this.chat, id, value), isPresent}];
	}
}

export function messageDrafts({archives}: Chat, id: string, value: unknown): Draft[] {
	return archives?.some(({summaryId}) => summaryId === id) ? decodeSummary(value) : decode(value);
}

function presentNames({state, archives = []}: Chat): string[] {
	const named = [...(state?.messages ?? []), ...archives.flatMap(({messages}) => messages)];
	return named.filter(({inline}) => !inline).map(({id}) => id);
}

function agentNames({state}: Chat, store: ChatStore): string[] {
	return state ? innerStates(state, store).flatMap(each => each.state.messages.map(({id}) => id)) : [];
}

/** Other JSON lies in the database too. */
function isMessage(value: unknown): boolean {
	return ['user', 'assistant', 'tool'].includes((value as {role: string}).role);
}

type Row = {readonly place: number; readonly id: string; readonly data?: Buffer};

function* jsonRows(store: ChatStore, from: number, to: number): Generator<Row[]> {
	for (let at = from; ; ) {
		const rows = store.nextJson(at, to, batchRows);
		if (!rows) return yield* salvagedRows(store, at, to);
		if (rows.length > 0) yield rows;
		if (rows.length < batchRows) return;
		at = rows.at(-1)!.place + 1;
	}
}

/** Where a page is damaged, row by row, so that the others are still read. */
function* salvagedRows(store: ChatStore, from: number, to: number): Generator<Row[]> {
	for (const {place, id} of store.allPlaces()) {
		if (place >= from && place < to) yield [{place, id, data: store.blob(id)}];
	}
}

/** Between a sub-agent's rows lie its parent's. */
function* listedRows(ids: readonly string[], store: ChatStore, from: number, to: number): Generator<Row[]> {
	const end = Math.min(to, ids.length);
	for (let at = from; at < end; at += batchRows) {
		const batch = ids.slice(at, Math.min(at + batchRows, end));
		yield batch.map((id, index) => ({place: at + index, id, data: store.blob(id)}));
	}
}
