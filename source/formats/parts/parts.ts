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

export type Part = {readonly stretch: Stretch; readonly entry: Entry} & (
	| {readonly kind: 'prompt'}
	| {readonly kind: 'answer' | 'thinking' | 'note' | 'named' | 'unknown' | 'summary'}
	| {readonly kind: 'compaction'; readonly words: string}
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

export async function* partsOf(exported: Exported, stretches: Stretches, tally: Tally): AsyncGenerator<Part> {
	const pairing = new Pairing();
	const announced = new Set<number>();
	function* ready(pairs: readonly Pair[]): Generator<Part> {
		for (const pair of pairs) {
			const stretch = stretches.of(pair.entry.id);
			for (const fork of forksBefore(stretch, stretches, announced)) yield forkPart(fork, pair.entry, stretch);
			const part = partOf(pair, stretch, exported);
			if (part) yield part;
			else if (pair.entry.isAside) tally.asides++;
		}
	}
	const forkPart = (fork: number, entry: Entry, stretch: Stretch): Part => {
		const sides = stretches.sides[fork]!;
		const way = wayTo(stretch, stretches);
		const isShown = (side: Stretch) => (exported.branch === 'all' ? side.isActive : way.includes(side));
		return {kind: 'fork', fork, entry, stretch: stretches.all[sides[0]!.parent ?? 0]!, shown: sides.find(isShown)};
	};
	for await (const entry of exported.entries()) {
		tally.media?.see(entry);
		const pairs = pairing.add(entry);
		if (pairs.length > 0) yield* ready(pairs);
	}
	yield* ready(pairing.finish());
}

/** The forks that one comes past on the way to a stretch and that nobody has heard of yet. */
function forksBefore(stretch: Stretch, stretches: Stretches, announced: Set<number>): number[] {
	if (stretch.fork === undefined || announced.has(stretch.fork)) return [];
	const forks = wayTo(stretch, stretches).flatMap(({fork}) =>
		fork === undefined || announced.has(fork) ? [] : [fork],
	);
	for (const fork of forks) announced.add(fork);
	return forks;
}

/** From the trunk to a stretch, the trunk itself left out. */
function wayTo(stretch: Stretch, {all}: Stretches): Stretch[] {
	const way: Stretch[] = [];
	for (let at = stretch; at.parent !== undefined; at = all[at.parent]!) way.push(at);
	return way.reverse();
}

function partOf({entry, result}: Pair, stretch: Stretch, exported: Exported): Part | undefined {
	const {kind, text, media} = entry;
	switch (kind) {
		case 'tool_call':
			return {kind: 'tool', stretch, entry, call: entry, result};
		case 'tool_result':
			return {kind: 'tool', stretch, entry, result: entry};
		case 'user':
			// Nobody typed it, and nobody says it is only bookkeeping.
			return {kind: entry.isAside ? 'note' : 'prompt', stretch, entry};
		case 'compaction':
			return {kind: 'compaction', stretch, entry, words: compactionWords(entry, exported)};
		default:
	}
	if (entry.isAside) return undefined;
	switch (kind) {
		case 'assistant':
			return /\S/.test(text) || media?.length ? {kind: 'answer', stretch, entry} : undefined;
		case 'thinking':
			return /\S/.test(text) ? {kind: 'thinking', stretch, entry} : undefined;
		case 'title':
			// The last name stands above everything already.
			return text === exported.session.title ? undefined : {kind: 'named', stretch, entry};
		case 'system':
			if (!/\S/.test(text) && !media?.length) return undefined;
			return {kind: entry.detail === 'compact_summary' ? 'summary' : 'note', stretch, entry};
		case 'unknown':
			return {kind: 'unknown', stretch, entry};
	}
}

function compactionWords(entry: Entry, {compactions}: Exported): string {
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
