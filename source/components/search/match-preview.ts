import {fit} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import {markLines} from '../reader/mark-lines.ts';
import type {Match} from '../search-source.ts';
import type {ListedSession} from '../session-source.ts';
import type {Line} from '../theme.ts';
import {roleNames, snippetSpans} from './snippet-spans.ts';

const nameColumns = 8;

/** The places where the words stand in the selected session, with who said it; shown instead of its opening. */
export class MatchPreview {
	/** How many lines are above the first that is shown; how many are shown, and how many there are. */
	private top = 0;
	private rows = 1;
	private count = 0;

	constructor(
		readonly ref: ListedSession,
		readonly matches: readonly Match[],
	) {}

	/** The next page, and after the last one the first. */
	turn(): void {
		this.top += this.rows;
		if (this.top >= this.count) this.top = 0;
	}

	/** As far as there is more. */
	scrollBy(lines: number): void {
		this.top = Math.max(0, Math.min(this.top + lines, Math.max(this.top, this.count - this.rows)));
	}

	lines(columns: number, rows: number): Line[] {
		const lines = this.matches.flatMap((match, at) => [...(at > 0 ? [[]] : []), ...matchLines(match, columns)]);
		this.rows = Math.max(1, rows);
		this.count = lines.length;
		if (this.top >= lines.length) this.top = 0;
		return lines.slice(this.top, this.top + rows);
	}
}

function matchLines(match: Match, columns: number): Line[] {
	const spans = snippetSpans(match);
	const text = spans.map(span => span.text).join('');
	let end = 0;
	const ranges = spans.flatMap(span => {
		end += span.text.length;
		return span.role === 'match' ? [[end - span.text.length, end] as const] : [];
	});
	const isPrompt = match.role === 'user';
	const lines = wrap(text, Math.max(8, columns - nameColumns - 5)).map((line): Line => [{text: line}]);
	return markLines(lines, text, ranges).map((line, row) => [
		{text: ` ${fit(row === 0 ? roleNames[match.role] : '', nameColumns)}`, role: 'dim'},
		{text: isPrompt ? '┃ ' : '  ', role: 'prompt'},
		...line,
	]);
}
