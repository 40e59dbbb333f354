import type {Ranges} from '../search/ranges.ts';
import type {Line, Span} from '../theme.ts';

/**
 * Marks ranges of a text in the lines it was laid out as. Where the spans know their places these are looked up. Else
 * laying out may have left out blanks, widened tabs and dropped what has no width, but kept everything else in its
 * order: both are walked side by side.
 */
export function markLines(lines: readonly Line[], text: string, ranges: Ranges, firstHit?: number): readonly Line[] {
	if (ranges.length === 0) return lines;
	if (lines.some(line => line.some(({at}) => at !== undefined)))
		return lines.map(line => line.flatMap(span => markPlaced(span, ranges, firstHit)));
	const walk = new Walk(text, ranges);
	return lines.map(line => line.flatMap(span => walk.mark(span, firstHit)));
}

/** What was added to the text is never a part of a hit. */
function markPlaced(span: Span, ranges: Ranges, firstHit: number | undefined): readonly Span[] {
	if (span.at === undefined) return [span];
	const end = span.at + span.text.length;
	let range = firstEndingAfter(ranges, span.at);
	if (range === ranges.length || ranges[range]![0] >= end) return [span];
	const spans: Span[] = [];
	let done = 0;
	for (; range < ranges.length && ranges[range]![0] < end; range++) {
		const start = Math.max(done, ranges[range]![0] - span.at);
		const stop = Math.min(span.text.length, ranges[range]![1] - span.at);
		push(spans, span, done, start, -1, firstHit);
		push(spans, span, start, stop, range, firstHit);
		done = stop;
	}
	push(spans, span, done, span.text.length, -1, firstHit);
	return spans;
}

/** Cells of a table stand side by side: places do not come in their order. */
function firstEndingAfter(ranges: Ranges, place: number): number {
	let [low, high] = [0, ranges.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (ranges[middle]![1] <= place) low = middle + 1;
		else high = middle;
	}
	return low;
}

class Walk {
	/** Where in the text the walk is, and in which range or before which. */
	private at = 0;
	private range = 0;

	constructor(
		private readonly text: string,
		private readonly ranges: Ranges,
	) {}

	mark(span: Span, firstHit: number | undefined): Span[] {
		const spans: Span[] = [];
		let start = 0;
		let current = -1;
		for (let unit = 0; unit < span.text.length; unit++) {
			const range = this.rangeAt(this.step(span.text[unit]!));
			if (range === current) continue;
			push(spans, span, start, unit, current, firstHit);
			[start, current] = [unit, range];
		}
		push(spans, span, start, span.text.length, current, firstHit);
		return spans;
	}

	/** The place in the text of the next unit of a line. */
	private step(unit: string): number {
		const {text} = this;
		if (isBlank(unit)) {
			const place = this.at;
			if (text[place] === unit) this.at++;
			return isBlank(text[place] ?? '') ? place : -1;
		}
		let place = this.at;
		while (place < text.length && text[place] !== unit) place++;
		if (place === text.length) return -1;
		this.at = place + 1;
		return place;
	}

	private rangeAt(place: number): number {
		if (place < 0) return -1;
		while (this.range < this.ranges.length && this.ranges[this.range]![1] <= place) this.range++;
		const range = this.ranges[this.range];
		return range && range[0] <= place ? this.range : -1;
	}
}

function push(spans: Span[], span: Span, from: number, to: number, range: number, firstHit: number | undefined): void {
	if (from >= to) return;
	const text = span.text.slice(from, to);
	if (range < 0) spans.push({...span, text});
	else spans.push({text, role: 'match', hit: firstHit === undefined ? undefined : firstHit + range});
}

function isBlank(unit: string): boolean {
	return unit === ' ' || unit === '\t' || unit === '\n' || (unit > '\u007F' && /\s/.test(unit));
}
