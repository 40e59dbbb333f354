import type {Ranges} from '../search/ranges.ts';
import type {Line, Span} from '../theme.ts';

/**
 * Marks ranges of a text in the lines it was laid out as. Laying out may leave out blanks, widen tabs and drop what has
 * no width, but keeps everything else in its order: both are walked side by side.
 */
export function markLines(lines: readonly Line[], text: string, ranges: Ranges, firstHit?: number): readonly Line[] {
	if (ranges.length === 0) return lines;
	const walk = new Walk(text, ranges);
	return lines.map(line => line.flatMap(span => walk.mark(span, firstHit)));
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
	if (from === to) return;
	const text = span.text.slice(from, to);
	if (range < 0) spans.push({...span, text});
	else spans.push({text, role: 'match', hit: firstHit === undefined ? undefined : firstHit + range});
}

function isBlank(unit: string): boolean {
	return unit === ' ' || unit === '\t' || unit === '\n' || (unit > '\u007F' && /\s/.test(unit));
}
