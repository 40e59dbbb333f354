/**
 * A session as the parts of a document, one after the other: what both Markdown and HTML are made of. Nothing is kept
 * but what waits for a result.
 */
import type {Entry} from '../../model/entry.ts';
import {compact} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import type {Exported} from '../format.ts';
import type {MediaNumbers} from './media-numbers.ts';
import {type Pair, Pairing} from './pairing.ts';
import type {Stretch, Stretches} from './stretches.ts';
import {utcTime} from './words.ts';

export type Part = {readonly stretch: Stretch} & (
	| {readonly kind: 'prompt'; readonly entry: Entry}
	/** A name (`named`) is given every time; the last one stands above everything already. */
	| {readonly kind: 'answer' | 'thinking' | 'note' | 'named' | 'unknown' | 'summary'; readonly entry: Entry}
	| {readonly kind: 'compaction'; readonly entry: Entry; readonly words: string}
	| {readonly kind: 'tool'; readonly call?: Entry; readonly result?: Entry}
	/** The first entry of a side of a fork comes next. Where all are given, the active side is the one that is meant. */
	| {readonly kind: 'fork'; readonly fork: number; readonly shown?: Stretch}
);

export type Tally = {
	/** Records of the harness that no document shows. */
	asides: number;
	/** Told by whoever wants to see the media themselves. */
	readonly media?: MediaNumbers;
};

/** What parts have to know of their session. */
export type About = Pick<Exported, 'branch' | 'compactions'>;

/** Takes entries one after the other and gives the parts they make. */
export class PartMaker {
	private readonly pairing = new Pairing();
	private readonly announced = new Set<number>();

	constructor(
		private readonly about: About,
		private readonly stretches: Stretches,
		private readonly tally: Tally,
		private readonly give: (part: Part) => void,
	) {}

	addAll(entries: readonly Entry[]): void {
		for (const entry of entries) this.add(entry);
	}

	add(entry: Entry): void {
		this.tally.media?.see(entry);
		const pairs = this.pairing.add(entry);
		if (pairs.length > 0) this.giveAll(pairs);
	}

	/** Nothing more comes. */
	finish(): void {
		this.giveAll(this.pairing.finish());
	}

	private giveAll(pairs: readonly Pair[]): void {
		for (const pair of pairs) {
			const stretch = this.stretches.of(pair.entry);
			this.enter(stretch);
			const part = partOf(pair, stretch, this.about);
			if (part) this.give(part);
			else if (pair.entry.isAside) this.tally.asides++;
		}
	}

	/** What comes next lies in this stretch. */
	enter(stretch: Stretch): void {
		for (const fork of forksBefore(stretch, this.stretches, this.announced)) this.giveFork(fork, stretch);
	}

	private giveFork(fork: number, stretch: Stretch): void {
		const sides = this.stretches.sides[fork]!;
		const way = wayTo(stretch, this.stretches);
		const isShown = (side: Stretch) => (this.about.branch === 'all' ? side.isActive : way.includes(side));
		const leaves = this.stretches.all[sides[0]!.parent ?? 0]!;
		this.give({kind: 'fork', fork, stretch: leaves, shown: sides.find(isShown)});
	}
}

export async function* partsOf(exported: Exported, stretches: Stretches, tally: Tally): AsyncGenerator<Part> {
	let parts: Part[] = [];
	const maker = new PartMaker(exported, stretches, tally, part => parts.push(part));
	const take = () => {
		const taken = parts;
		parts = [];
		return taken;
	};
	for await (const batch of exported.batches()) {
		for (const entry of batch) {
			maker.add(entry);
			if (parts.length > 0) yield* take();
		}
	}
	maker.finish();
	yield* take();
}

/** The forks that one comes past on the way to a stretch and that nobody has heard of yet. */
function forksBefore(stretch: Stretch, stretches: Stretches, announced: Set<number>): readonly number[] {
	if (stretch.fork === undefined || announced.has(stretch.fork)) return none;
	const forks = wayTo(stretch, stretches).flatMap(({fork}) =>
		fork === undefined || announced.has(fork) ? [] : [fork],
	);
	for (const fork of forks) announced.add(fork);
	return forks;
}

const none: readonly number[] = [];

/** From the trunk to a stretch, the trunk itself left out. */
function wayTo(stretch: Stretch, {all}: Stretches): Stretch[] {
	const way: Stretch[] = [];
	for (let at = stretch; at.parent !== undefined; at = all[at.parent]!) way.push(at);
	return way.reverse();
}

function partOf({entry, result}: Pair, stretch: Stretch, about: About): Part | undefined {
	const {kind, text, media} = entry;
	switch (kind) {
		case 'tool_call':
			return {kind: 'tool', stretch, call: entry, result};
		case 'tool_result':
			return {kind: 'tool', stretch, result: entry};
		case 'user':
			// Nobody typed it, and nobody says it is only bookkeeping.
			return {kind: entry.isAside ? 'note' : 'prompt', stretch, entry};
		case 'compaction':
			return {kind: 'compaction', stretch, entry, words: compactionWords(entry, about)};
		default:
	}
	if (entry.isAside) return undefined;
	switch (kind) {
		case 'assistant':
			return /\S/.test(text) || media?.length ? {kind: 'answer', stretch, entry} : undefined;
		case 'thinking':
			return /\S/.test(text) ? {kind: 'thinking', stretch, entry} : undefined;
		case 'title':
			return {kind: 'named', stretch, entry};
		case 'system':
			if (!/\S/.test(text) && !media?.length) return undefined;
			return {kind: entry.detail === 'compact_summary' ? 'summary' : 'note', stretch, entry};
		case 'unknown':
			return {kind: 'unknown', stretch, entry};
	}
}

function compactionWords(entry: Entry, {compactions}: About): string {
	const {tokensBefore, tokensAfter, trigger} = compactions.find(({id}) => id === entry.id) ?? {};
	const time = utcTime(entry.timestamp);
	const tokens = [tokensBefore, tokensAfter].filter(value => value !== undefined).map(compact);
	return [
		`Compacted${time === '' ? '' : ` at ${time} UTC`}`,
		...(trigger === undefined ? [] : [sanitizeLine(trigger)]),
		...(tokens.length > 0 ? [`${tokens.join(' → ')} tokens`] : []),
	].join(' · ');
}

/** What a note is called: what the agent calls its records. */
export function noteName({detail, isError}: Entry): string {
	return sanitizeLine(detail ?? (isError ? 'error' : 'note')).replace(/^system\//, '');
}
