import type {Role, Span} from '../theme.ts';

/** Pieces of a text in UTF-16 units: [start, end). */
export type Ranges = ReadonlyArray<readonly [number, number]>;

/** Where in a text the words stand that are searched for. */
export type RangesIn = (text: string) => Ranges;

/** In order, inside the text, apart from each other: whoever made them. */
export function tidyRanges(ranges: Ranges, length: number): Ranges {
	const tidy: Array<[number, number]> = [];
	for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
		const start = Math.max(from, tidy.at(-1)?.[1] ?? 0);
		const end = Math.min(to, length);
		if (start < end) tidy.push([start, end]);
	}
	return tidy;
}

/** A text as spans, what lies in the ranges marked. `clean` makes each piece safe to draw, if it is not yet. */
export function markedSpans(
	text: string,
	ranges: Ranges,
	role?: Role,
	clean: (piece: string) => string = piece => piece,
): Span[] {
	const spans: Span[] = [];
	let end = 0;
	for (const [from, to] of tidyRanges(ranges, text.length)) {
		if (from > end) spans.push({text: clean(text.slice(end, from)), role});
		spans.push({text: clean(text.slice(from, to)), role: 'match'});
		end = to;
	}
	if (end < text.length) spans.push({text: clean(text.slice(end)), role});
	return spans;
}
