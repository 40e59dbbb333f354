/** The second pass: the records of a branch read again, this time for their text. */
import type {Entry} from '../../model/entry.ts';
import type {EntryOptions} from '../adapter.ts';
import {withFacts} from '../entry-facts.ts';
import {unshortened} from '../fields.ts';
import {copyRanges} from '../jsonl/copy-ranges.ts';
import {copyWhole} from '../jsonl/copy-whole.ts';
import {universalTool} from '../tools/tool-table.ts';
import {CallPairs} from './call-pairs.ts';
import {type Chat, readMessage} from './chat.ts';
import {decode} from './decode.ts';
import type {Draft} from './draft.ts';
import type {Node} from './nodes.ts';
import {keyOf, noShape, type Place} from './piece.ts';
import {PieceReader} from './piece-reader.ts';
import type {ShownTurn} from './shown-turns.ts';
import {readTranscript} from './transcript.ts';

export type Source = {
	readonly chat: Chat;
	readonly shown: readonly ShownTurn[];
	/** Which sub-agent a call started. */
	readonly spawned: ReadonlyMap<string, string>;
};

export async function* entriesOf(
	{chat, shown, spawned}: Source,
	nodes: readonly Node[],
	{isWhole = false}: EntryOptions = {},
): AsyncGenerator<Entry> {
	const reader = new PieceReader(chat, shown);
	const pairs = new CallPairs();
	const entriesFrom = (node: Node, read: () => readonly Draft[], cutBytes = 0) => {
		const drafts = isWhole ? unshortened(read) : read();
		const entries = drafts.map((draft, position) =>
			entryFrom(node, draft, position, {reader, pairs, spawned, cutBytes}),
		);
		return isWhole ? withFacts(entries, reader.facts(node.piece)) : entries;
	};
	for (const run of runsOf(nodes.filter(({isTwin}) => !isTwin))) {
		if (run[0]!.piece.kind !== 'line')
			for (const node of run) yield* entriesFrom(node, () => reader.drafts(node.piece));
		else
			for await (const {node, value, cutBytes} of readLines(chat, run, isWhole))
				yield* entriesFrom(node, () => decode(value), cutBytes);
	}
}

/** The entries of the present root, or of the transcript where there is none, read on the way. */
export async function* openingOf(chat: Chat): AsyncGenerator<Entry> {
	const context = {reader: new PieceReader(chat, []), pairs: new CallPairs(), spawned: new Map<string, string>()};
	const uses = new Map<string, number>();
	let parent: string | undefined;
	const entriesFrom = (name: string, place: Place, drafts: readonly Draft[], cutBytes = 0) => {
		const count = (uses.get(name) ?? 0) + 1;
		uses.set(name, count);
		const id = count === 1 ? name : `${name}@${count}`;
		const node = {id, parent, piece: {...place, ...noShape}, message: id, isTwin: false};
		parent = id;
		return drafts.map((draft, position) => entryFrom(node, draft, position, {...context, cutBytes}));
	};
	for (const message of chat.state?.messages ?? [])
		yield* entriesFrom(message.id, {kind: 'message', message}, readMessage(chat, message));
	if (parent !== undefined || chat.transcript === undefined) return;
	for await (const batch of readTranscript(chat.transcript)) {
		for (const {value, offset, length, cutBytes} of batch)
			yield* entriesFrom(`line@${offset}`, {kind: 'line', offset, length, isMarker: false}, decode(value), cutBytes);
	}
}

/** All there is: of a session that only its transcript tells, damaged lines are a part. */
export async function* allRecordsOf(source: Source, nodes: readonly Node[]): AsyncGenerator<Buffer> {
	const {transcript} = source.chat;
	const isTold = nodes.some(({piece}) => piece.kind === 'line');
	if (!isTold || !transcript?.endsWith('.jsonl') || nodes.some(({piece}) => fromDatabase.has(piece.kind)))
		return yield* recordsOf(source, nodes);
	yield* recordsOf(
		source,
		nodes.filter(({piece}) => piece.kind !== 'line'),
	);
	yield* copyWhole(transcript);
}

const fromDatabase: ReadonlySet<Node['piece']['kind']> = new Set(['message', 'shown', 'archive']);

export async function* recordsOf({chat, shown}: Source, nodes: readonly Node[]): AsyncGenerator<Buffer> {
	const reader = new PieceReader(chat, shown);
	for (const run of runsOf(nodes)) {
		if (run[0]!.piece.kind === 'line') yield* copyRanges(chat.transcript!, rangesOf(run));
		else for (const node of run) yield* reader.raw(node.piece);
	}
}

/** Neighbours of one kind; lines of a transcript only as long as they go forward, so that they can be read in one go. */
function* runsOf(nodes: readonly Node[]): Generator<Node[]> {
	let run: Node[] = [];
	for (const node of nodes) {
		const last = run.at(-1)?.piece;
		const {piece} = node;
		const isNext =
			last?.kind === 'line'
				? piece.kind === 'line' && piece.offset > last.offset
				: last !== undefined && piece.kind !== 'line';
		if (!isNext && run.length > 0) {
			yield run;
			run = [];
		}
		run.push(node);
	}
	if (run.length > 0) yield run;
}

async function* readLines({transcript}: Chat, run: readonly Node[], isWhole: boolean) {
	const wanted = new Map(run.flatMap(node => (node.piece.kind === 'line' ? [[node.piece.offset, node] as const] : [])));
	const [first, last] = [run[0]!.piece, run.at(-1)!.piece];
	if (first.kind !== 'line' || last.kind !== 'line' || transcript === undefined) return;
	for await (const batch of readTranscript(transcript, {from: first.offset, end: last.offset + last.length, isWhole})) {
		for (const {offset, value, cutBytes} of batch) {
			const node = wanted.get(offset);
			if (node) yield {node, value, cutBytes};
		}
	}
}

async function* rangesOf(run: readonly Node[]) {
	for (const {piece} of run) {
		if (piece.kind === 'line') yield {from: piece.offset, to: piece.offset + piece.length};
	}
}

export type EntryContext = {
	readonly reader: Pick<PieceReader, 'locator'>;
	readonly pairs: CallPairs;
	readonly spawned: ReadonlyMap<string, string>;
	readonly cutBytes: number;
};

/** Every field by its name: entries of one shape are made and thrown away several times faster. */
export function entryFrom(node: Node, draft: Draft, position: number, context: EntryContext): Entry {
	const {kind, role, text, media, model, detail, isAside, isError} = draft;
	const id = entryId(node.id, position);
	const tool = draft.tool && pairedTool(draft, id, context.pairs);
	const isStarting = kind === 'tool_call' && tool?.callId !== undefined;
	return {
		id,
		parent: position === 0 ? node.parent : entryId(node.id, position - 1),
		kind,
		role,
		timestamp: timeOf(draft, node.shown) ?? draft.timestamp,
		text,
		tool,
		media,
		model,
		message: isAnswer(draft) ? node.message : undefined,
		detail,
		isAside,
		isError,
		spawned: isStarting ? context.spawned.get(tool.callId!) : undefined,
		cutBytes: context.cutBytes > 0 ? context.cutBytes : undefined,
		locator: context.reader.locator(node.piece),
	};
}

function isAnswer({kind}: Draft): boolean {
	return kind === 'assistant' || kind === 'thinking' || kind === 'tool_call';
}

export function entryId(nodeId: string, position: number): string {
	return position === 0 ? nodeId : `${nodeId}#${position}`;
}

function timeOf({kind, text}: Draft, shown: ShownTurn | undefined): string | undefined {
	if (!shown) return undefined;
	if (kind === 'user') return shown.promptTime;
	return kind === 'assistant' ? shown.times.get(keyOf(text)) : undefined;
}

function pairedTool({kind, tool}: Draft, id: string, pairs: CallPairs): Entry['tool'] {
	if (!tool) return undefined;
	if (kind === 'tool_call') return {...tool, callId: pairs.call(id, tool.callId, tool.name)};
	const {callId, name} = pairs.result(tool.callId, tool.name === 'unknown' ? undefined : tool.name);
	return {...tool, callId, name: name ?? tool.name, universal: universalTool(name ?? tool.name)};
}
