import {sanitize} from '../text/sanitize.ts';
import {characterEnd} from './characters.ts';
import {type Hit, joined, type Matcher, type Range} from './matcher.ts';

export type Snippet = {readonly text: string; readonly ranges: readonly Range[]};

const before = 50;
const longest = 220;

/** The surroundings of the first place where most of what was asked for stands together, on one line. */
export function snippetOf(text: string, matcher: Matcher): Snippet {
	const hits = matcher.hitsIn(text);
	const start = densest(hits)?.range[0] ?? 0;
	const from = characterEnd(text, wordStart(text, Math.max(0, start - before)));
	// White space shrinks to a single space, so more is drawn than is kept.
	const to = characterEnd(text, Math.min(text.length, from + longest * 2));
	const {text: line, ranges} = draw(text, from, to, joined(hits));
	const end = line.length > longest ? characterEnd(line, longest) : line.length;
	const kept = line.slice(0, end).trimEnd();
	return {
		text: end < line.length || to < text.length ? `${kept}…` : kept,
		ranges: ranges
			.map(([first, last]): Range => [first, Math.min(last, kept.length)])
			.filter(([first, last]) => last > first),
	};
}

/** Each hit is cleaned apart from what is around it: so the marks fit, whatever is taken out of the text. */
function draw(text: string, from: number, to: number, hits: readonly Range[]): Snippet {
	const ranges: Range[] = [];
	let line = from > 0 ? '…' : '';
	let at = from;
	const add = (end: number) => {
		const piece = sanitize(text.slice(at, end)).replace(/\s+/gu, ' ');
		line += line === '' || line.endsWith(' ') ? piece.trimStart() : piece;
		at = end;
	};
	for (const [start, end] of hits) {
		if (end <= from || start >= to) continue;
		if (start > at) add(start);
		const first = line.length;
		add(Math.min(end, to));
		if (line.length > first) ranges.push([first, line.length]);
	}
	add(to);
	return {text: line, ranges};
}

/** The hit that begins the stretch with the most different ones in it; of those, with the most. */
function densest(hits: readonly Hit[]): Hit | undefined {
	let best: Hit | undefined;
	let most = 0;
	for (const [at, hit] of hits.entries()) {
		const different = new Set<number>();
		let count = 0;
		for (let next = at; hits[next] && hits[next]!.range[1] - hit.range[0] < longest - before; next++) {
			different.add(hits[next]!.number);
			count++;
		}
		const score = different.size * mostHits + Math.min(count, mostHits - 1);
		if (best === undefined || score > most) [best, most] = [hit, score];
	}
	return best;
}

const mostHits = 1000;

/** Not in the middle of a word, if one begins nearby. */
function wordStart(text: string, at: number): number {
	if (at === 0) return 0;
	const space = text.slice(at, at + 20).search(/\s/);
	return space === -1 ? at : at + space + 1;
}
