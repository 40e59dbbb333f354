import {cut, widthOf} from '../text/width.ts';
import type {Line, Span} from './theme.ts';

export function lineWidth(line: Line): number {
	return line.reduce((sum, {text}) => sum + widthOf(text), 0);
}

/** What stands left and what stands right, with at least a space between; the left gives way. */
export function spread(left: Line, right: Line, columns: number): Line {
	const rightWidth = lineWidth(right);
	const room = rightWidth === 0 ? columns : columns - rightWidth - 1;
	if (room < 1) return cutLine(left, columns);
	const shown = cutLine(left, room);
	return [...shown, {text: ' '.repeat(columns - rightWidth - lineWidth(shown))}, ...right];
}

/** At most so many columns of a line. */
export function cutLine(line: Line, columns: number): Line {
	if (lineWidth(line) <= columns) return line;
	const kept: Span[] = [];
	let room = columns;
	for (const span of line) {
		const width = widthOf(span.text);
		kept.push(width <= room ? span : {...span, text: cut(span.text, room)});
		room -= width;
		if (room <= 0) break;
	}
	return kept;
}

/** Spans with a separator between those that have text. */
export function joinSpans(spans: ReadonlyArray<Span | undefined>, separator = ' · '): Line {
	const present = spans.filter((span): span is Span => span !== undefined && span.text !== '');
	return present.flatMap((span, at) => (at === 0 ? [span] : [{text: separator, role: 'dim' as const}, span]));
}

/** As many of them as have room, whole: half a fact is none. */
export function joinFitting(spans: ReadonlyArray<Span | undefined>, room: number): Line {
	const present = spans.filter(span => span !== undefined && span.text !== '');
	let line = joinSpans(present);
	while (present.length > 1 && lineWidth(line) > room) {
		present.pop();
		line = joinSpans(present);
	}
	return line;
}

/** A thin line across. */
export function rule(columns: number): Line {
	return [{text: '─'.repeat(Math.max(0, columns)), role: 'dim'}];
}
