/**
 * A session as passages. It lies in several places, and each of them has a stretch of numbers of its own:
 *
 * - what the chat says of itself: 0 its row in the database, 1 its sidecar;
 * - its messages: the numbers of their rows, of a sub-agent inside its parent's database their numbers in its list;
 * - messages that were given up: the same;
 * - what only a root tells, numbered: messages and summaries that lie in it, steps of the turns as they were shown;
 * - the transcript: byte offsets.
 *
 * A database is read from the beginning whenever it changed; a transcript alone only grows.
 */
import path from 'node:path';
import type {Entry} from '../../model/entry.ts';
import type {Locator} from '../../model/locator.ts';
import type {Passage, PassageOptions, SessionRef} from '../adapter.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {markBefore as lineMark, readPassages as linePassages} from '../jsonl/passages.ts';
import {CallPairs} from './call-pairs.ts';
import {type Chat, openChat} from './chat.ts';
import {readSidecar} from './chat-meta.ts';
import {decode} from './decode.ts';
import type {Draft} from './draft.ts';
import {entryFrom} from './entries.ts';
import {GivenUp} from './given-up.ts';
import {type StoredMessage, StoredMessages} from './message-passages.ts';
import {keyOf, noShape, type Piece} from './piece.ts';
import {PieceReader} from './piece-reader.ts';
import {isStore, isTranscript} from './places.ts';
import {rootPieces} from './root-passages.ts';
import {ToldWords} from './told-words.ts';
import {readTranscript} from './transcript.ts';

const stretch = 2 ** 48;
const [messagesFrom, givenUpFrom, rootsFrom, linesFrom] = [1, 2, 3, 4].map(number => number * stretch) as Places;

type Places = [number, number, number, number];

type Range = {readonly from: number; readonly to: number; readonly signal?: AbortSignal};

export async function* readPassages(ref: SessionRef, options: PassageOptions = {}): AsyncGenerator<Passage[]> {
	const range: Range = {from: options.from ?? 0, to: options.to ?? Number.POSITIVE_INFINITY, signal: options.signal};
	const chat = await openChat(ref);
	try {
		for await (const passages of allPassages(chat, range)) {
			range.signal?.throwIfAborted();
			const wanted = passages.filter(({from}) => from >= range.from && from < range.to);
			if (wanted.length > 0) yield wanted;
		}
	} finally {
		chat.close();
	}
}

async function* allPassages(chat: Chat, range: Range): AsyncGenerator<Passage[]> {
	const maker = new EntryMaker(chat);
	const stored = new StoredMessages(chat);
	yield maker.ownPassages();
	if (range.to <= givenUpFrom) {
		yield* messagePassages(stored, maker, range);
		return;
	}
	// Whoever wants what comes after the messages must know what they said.
	const told = new ToldWords();
	const givenUp = new GivenUp();
	const see = (message: StoredMessage) => {
		givenUp.see(message);
		if (message.isPresent && isToldAgain(chat)) told.add(message.drafts);
	};
	yield* messagePassages(stored, maker, {from: messagesFrom, to: givenUpFrom}, see);
	yield* inBatches(givenUp.messages(stored), ({place, id, drafts}) => {
		told.add(drafts);
		return passageAt(givenUpFrom + place, maker.entries(id, drafts, maker.row(id)));
	});
	yield* inBatches(rootPieces(chat, told), ({place, id, row, drafts}) =>
		passageAt(rootsFrom + place, maker.entries(id, drafts, maker.row(row))),
	);
	if (range.to > linesFrom && chat.transcript !== undefined) yield* transcriptPassages(chat, maker, told, range);
}

/** Whether something besides the messages says the same. */
function isToldAgain({transcript, state, archives = []}: Chat): boolean {
	return transcript !== undefined || archives.length > 0 || (state?.turns.length ?? 0) > 0;
}

async function* messagePassages(
	stored: StoredMessages,
	maker: EntryMaker,
	{from, to}: Range,
	see: (message: StoredMessage) => void = () => {},
): AsyncGenerator<Passage[]> {
	if (to <= messagesFrom) return;
	for (const messages of stored.read(Math.max(0, from - messagesFrom), to - messagesFrom)) {
		for (const message of messages) see(message);
		yield messages
			.filter(({isPresent}) => isPresent)
			.map(({place, id, drafts}) => passageAt(messagesFrom + place, maker.entries(id, drafts, maker.row(id))));
		await nextTurn();
	}
}

const batchPieces = 64;

async function* inBatches<T>(pieces: Iterable<T>, toPassage: (piece: T) => Passage): AsyncGenerator<Passage[]> {
	let batch: Passage[] = [];
	for (const piece of pieces) {
		batch.push(toPassage(piece));
		if (batch.length < batchPieces) continue;
		yield batch;
		batch = [];
		await nextTurn();
	}
	yield batch;
}

async function* transcriptPassages(
	{store, transcript}: Chat,
	maker: EntryMaker,
	told: ToldWords,
	{from, to, signal}: Range,
): AsyncGenerator<Passage[]> {
	const file = transcript!;
	const toEntries = ({value, offset, length, cutBytes}: RawRecord): Entry[] => {
		const drafts = decode(value);
		// What nobody speaks (a turn's end, an error) only the transcript has.
		const isMarker = drafts.every(({kind, role}) => kind === 'unknown' || role === 'system');
		if (store && !isMarker && told.areTold(drafts)) return [];
		return maker.entries(`line@${offset}`, drafts, {path: file, offset, length}, cutBytes);
	};
	if (file.endsWith('.txt')) {
		for await (const batch of readTranscript(file, {signal}))
			yield batch.map(record => passageAt(linesFrom + record.offset, toEntries(record), record.length));
		return;
	}
	// Beside a database the order of the turns tells what was given already, so it is read from its beginning.
	const bounds = store ? {} : {from: Math.max(0, from - linesFrom), to: to - linesFrom};
	for await (const batch of linePassages(file, {...finite(bounds), signal}, toEntries)) {
		const own = store ? batch.filter(({entries}) => entries.length > 0) : batch;
		yield own.map(passage => ({...passage, from: linesFrom + passage.from, to: linesFrom + passage.to}));
	}
}

function finite({from, to}: {from?: number; to?: number}): {from?: number; to?: number} {
	return {from, to: to === Number.POSITIVE_INFINITY ? undefined : to};
}

function passageAt(from: number, entries: readonly Entry[], length = 1): Passage {
	return {from, to: from + length, entries};
}

function nextTurn(): Promise<void> {
	return new Promise(resolve => setImmediate(resolve));
}

/** Entries that know their record, and nothing of the branches. */
class EntryMaker {
	private pairs = new CallPairs();
	private readonly spawned = new Map<string, string>();

	constructor(private readonly chat: Chat) {}

	row(rowid: string): Locator {
		return {path: this.chat.store?.path ?? '', table: 'blobs', rowid};
	}

	entries(id: string, drafts: readonly Draft[], locator: Locator, cutBytes = 0): Entry[] {
		// The calls of a transcript are rarely answered: without an end they would all be kept.
		if (drafts.some(({kind}) => kind === 'user')) this.pairs = new CallPairs();
		const {pairs, spawned} = this;
		const node = {id, piece: aside, message: id, isTwin: false};
		const context = {reader: {locator: () => locator}, pairs, spawned, cutBytes};
		return drafts.map((draft, position) => entryFrom(node, draft, position, context));
	}

	ownPassages(): Passage[] {
		const {meta, inner, sidecar} = this.chat;
		const reader = new PieceReader(this.chat, []);
		const kinds = [meta && !inner ? ('meta' as const) : undefined, sidecar && ('sidecar' as const)];
		return kinds.flatMap((kind, place) => {
			if (!kind) return [];
			const piece = {...noShape, kind};
			return [passageAt(place, this.entries(kind, reader.drafts(piece), reader.locator(piece)))];
		});
	}
}

const aside: Piece = {...noShape, kind: 'root'};

/** Only a transcript of lines that has no database beside it is read on; the sidecar before it must be the same. */
export function markBefore({files}: SessionRef, from: number): string | undefined {
	const transcript = files.find(isTranscript);
	if (from < linesFrom || files.some(isStore) || !transcript?.endsWith('.jsonl')) return undefined;
	const mark = lineMark(transcript, from - linesFrom);
	const sidecar = files.find(file => path.basename(file) === 'meta.json');
	const title = sidecar === undefined ? undefined : readSidecar(path.dirname(sidecar))?.title;
	return mark === undefined ? undefined : `${mark} ${keyOf(title ?? '')}`;
}
