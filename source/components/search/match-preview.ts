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
	private page = 0;

	constructor(
		readonly ref: ListedSession,
		readonly matches: readonly Match[],
	) {}

	turn(): void {
		this.page++;
	}

	lines(columns: number, rows: number): Line[] {
		const lines = this.matches.flatMap((match, at) => [...(at > 0 ? [[]] : []), ...matchLines(match, columns)]);
		const pages = Math.max(1, Math.ceil(lines.length / Math.max(1, rows)));
		this.page %= pages;
		return lines.slice(this.page * rows, (this.page + 1) * rows);
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
