/**
 * A session as passages, a message each. Their places are twice the numbers of the messages in the order of time: an index
 * of the database tells them, and whatever comes later has a higher one.
 *
 * The last message may still grow, and so may an answer during which somebody typed on. All from there on is one passage
 * with an odd end, which lies inside it: whoever goes on from there reads it again, and whoever reads up to there gets
 * all there is.
 */
import type {Entry} from '../../model/entry.ts';
import type {Passage, PassageOptions, SessionRef} from '../adapter.ts';
import {fieldsOf, isFields} from '../fields.ts';
import {Decoder} from './decoder.ts';
import {openSource} from './open-source.ts';
import type {Revert} from './session-info.ts';
import type {Message, Source} from './source.ts';

/** So many prompts at most are taken to wait for the answer before them. */
const mostGrowing = 8;
const batchBytes = 1024 * 1024;

type Told = {
	readonly at: number;
	readonly answer: 'growing' | 'complete' | undefined;
	readonly entries: readonly Entry[];
};

export async function* readPassages(ref: SessionRef, options: PassageOptions = {}): AsyncGenerator<Passage[]> {
	const {signal} = options;
	const from = numberAt(options.from ?? 0);
	const to = isOpen(options) ? undefined : numberAt(options.to!);
	const source = openSource(ref.path);
	const header = await source.session();
	if (!header) throw new Error('the session is no longer in its store');
	const entries = new PassageEntries(source, from, header.info.revert);
	const waiting: Told[] = [];
	let ready: Passage[] = [];
	let bytes = 0;
	for await (const message of source.messages({from, to, signal, isForText: true})) {
		waiting.push({at: message.number, answer: answerOf(message), entries: await entries.of(message)});
		if (waiting.length > mostGrowing) ready.push(closed(waiting.shift()!));
		bytes += message.bytes;
		if (bytes < batchBytes) continue;
		yield ready;
		ready = [];
		bytes = 0;
	}
	const open = to === undefined ? firstGrowing(waiting) : waiting.length;
	ready.push(...waiting.slice(0, open).map(closed));
	const rest = waiting.slice(open);
	if (rest.length > 0) {
		const [{at: place}] = rest as [Told];
		ready.push({from: placeOf(place), to: placeOf(place) + 1, entries: rest.flatMap(each => each.entries)});
	}
	yield ready;
}

function closed({at, entries}: Told): Passage {
	return {from: placeOf(at), to: placeOf(at + 1), entries};
}

function placeOf(number: number): number {
	return number * 2;
}

/** The message that begins at a place, or in which it lies. */
export function numberAt(place: number): number {
	return Math.floor(place / 2);
}

function isOpen({from = 0, to}: PassageOptions): boolean {
	return to === undefined || to % 2 === 1 || to <= from;
}

/** The last one in any case. Of answers only the last grows: one that was broken off before it never ends. */
function firstGrowing(messages: readonly Told[]): number {
	const answer = messages.findLastIndex(each => each.answer !== undefined);
	return messages[answer]?.answer === 'growing' ? answer : Math.max(0, messages.length - 1);
}

function answerOf({info}: Message): Told['answer'] {
	if (!isFields(info) || info.role !== 'assistant') return undefined;
	return fieldsOf(info.time).completed === undefined && info.error === undefined ? 'growing' : 'complete';
}

function isSummary({info}: Message): boolean {
	return isFields(info) && info.role === 'assistant' && info.summary === true;
}

/** Each message is decoded for itself, so that a range gives the same as the whole does. */
class PassageEntries {
	/** Whether a compaction was asked for whose summary is still to come: it decides the numbers of entries. */
	private awaitsSummary: boolean | undefined;

	constructor(
		private readonly source: Source,
		private readonly from: number,
		private readonly revert: Revert | undefined,
	) {
		if (from === 0) this.awaitsSummary = false;
	}

	async of(message: Message): Promise<readonly Entry[]> {
		if (this.awaitsSummary === undefined && isSummary(message)) this.awaitsSummary = await this.lookBack();
		const decoder = new Decoder(this.revert, this.awaitsSummary);
		const nodes = decoder.decode(message);
		if (decoder.awaitsSummary || this.awaitsSummary) this.awaitsSummary = decoder.awaitsSummary;
		return nodes.length === 1 ? nodes[0]!.entries : nodes.flatMap(node => node.entries);
	}

	private async lookBack(): Promise<boolean> {
		const decoder = new Decoder(this.revert);
		const range = {from: Math.max(0, this.from - mostGrowing), to: this.from};
		for await (const message of this.source.messages(range)) decoder.decode(message);
		return decoder.awaitsSummary;
	}
}
