import type {Completion} from '../../search/query/complete.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {cut} from '../../text/width.ts';
import {cutLine, lineWidth} from '../line-tools.ts';
import type {Line, Span} from '../theme.ts';

const longestChoice = 40;

/** What a word could become, and which of it stands in the line now. */
export function choicesLine({choices, chosen}: Completion, columns: number): Line | undefined {
	if (choices.length < 2) return undefined;
	const spans = choices.map((choice, at): Span => {
		return {text: cut(sanitizeLine(choice), longestChoice), role: at === chosen ? 'selection' : 'dim'};
	});
	// The one that was chosen stays in sight, however many there are before it.
	let first = 0;
	while (first < chosen && lineWidth(joined(spans.slice(first, chosen + 1))) > columns - 6) first++;
	const line = joined(spans.slice(first));
	return cutLine([{text: first > 0 ? ' … ' : ' ', role: 'dim'}, ...line], columns);
}

function joined(spans: readonly Span[]): Line {
	return spans.flatMap((span, at) => (at === 0 ? [span] : [{text: '  '}, span]));
}
