import {tokenSum} from '../../model/session.ts';
import {age} from '../../text/age.ts';
import {compact, count} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {fit, widthOf} from '../../text/width.ts';
import {cutLine, lineWidth} from '../line-tools.ts';
import {isLive} from '../live/is-live.ts';
import {markedSpans, type RangesIn} from '../search/ranges.ts';
import {roleNames, snippetSpans} from '../search/snippet-spans.ts';
import type {Match} from '../search-source.ts';
import type {Line, Span} from '../theme.ts';
import type {Head} from './head-cache.ts';
import type {HeadingRow, ListRow, SessionRow} from './list-rows.ts';
import {lastPart} from './projects.ts';
import {type RowColumns, rowColumns} from './row-columns.ts';
import {markSpans, withoutBlankRoles} from './row-marks.ts';

export {lastPart} from './projects.ts';

export type RowView = {
	readonly row: ListRow;
	readonly head?: Head;
	readonly isSelected: boolean;
	/** Marked by the user, to do something with it. */
	readonly isMarked?: boolean;
	readonly isStarred?: boolean;
	/** Where the words are that were searched for. */
	readonly marks?: RangesIn;
	/** The best place of a session that was found. */
	readonly match?: Match;
};

export type RowLook = {
	readonly columns: number;
	readonly now: number;
	/** Whether rows name their project; their heading does it where they are grouped by it. */
	readonly hasProject?: boolean;
};

/** One row of the list, exactly as wide as it is told. */
export function rowLine(view: RowView, {columns, now, hasProject}: RowLook): Line {
	const {row, isSelected} = view;
	if (row.kind === 'heading') return headingLine(row, columns);
	const widths = rowColumns(columns, hasProject);
	if (row.kind === 'snippet') return snippetLine(view, columns, widths);
	const spans = sessionSpans(row, view, widths, now);
	// In the selected row colours would be patches: it is one bar, and the mark says the same without it.
	if (!isSelected) return spans;
	const isMatch = spans.some(({role}) => role === 'match');
	if (!isMatch) return [{text: spans.map(({text}) => text).join(''), role: 'selection'}];
	return spans.map(({text, role}) => ({text, role: role === 'match' ? 'selected-match' : 'selection'}));
}

function headingLine({label, count: sessions}: HeadingRow, columns: number): Line {
	if (sessions === undefined) return [{text: fit(` ${label}`, columns), role: 'dim'}];
	const number = `  ${count(sessions)}`;
	const name: Span = {text: fit(` ${label}`, Math.min(widthOf(label) + 1, columns - number.length))};
	return [name, {text: fit(number, columns - widthOf(name.text)), role: 'dim'}];
}

function sessionSpans(row: SessionRow, view: RowView, widths: RowColumns, now: number): Span[] {
	const {head, isSelected, isMarked, isStarred} = view;
	const {project, prompts, tokens, marks} = widths;
	const session = head && 'session' in head ? head.session : undefined;
	const indent = row.depth === 0 ? '' : `${'  '.repeat(Math.min(row.depth, 4) - 1)}└ `;
	const star = isStarred ? '★ ' : '';
	return [
		...withoutBlankRoles([
			{text: isMarked ? '◆' : ' ', role: 'marked'},
			{text: isLive(row.ref, now) ? '●' : ' ', role: 'live'},
		]),
		{text: isSelected ? '▸ ' : '  '},
		{text: fit(row.ref.agent, widths.agent), role: `agent:${row.ref.agent}`},
		{text: indent, role: 'dim'},
		{text: star, role: 'title'},
		...titleSpans(view, widths.title - widthOf(indent) - widthOf(star)),
		{text: project > 0 ? `  ${fit(projectOf(head), project - 2)}` : '', role: 'dim'},
		{text: fit(age(row.ref.endedAt, now), widths.age, 'right'), role: 'dim'},
		{text: fit(session?.counts ? compact(session.counts.prompts) : '·', prompts, 'right'), role: 'dim'},
		{text: fit(session?.tokens ? compact(tokenSum(session.tokens)) : '', tokens, 'right'), role: 'dim'},
		...(marks ? markSpans(row, head, marks) : [{text: ' '}]),
		{text: ' '.repeat(widths.rest)},
	];
}

function titleSpans({head, marks}: RowView, columns: number): readonly Span[] {
	if (head === undefined) return [{text: fit('…', columns), role: 'dim'}];
	if ('failure' in head) return [{text: fit(`✗ cannot be read: ${head.failure}`, columns), role: 'error'}];
	const title = sanitizeLine(head.session.title ?? '');
	if (title === '') return [{text: fit('no prompt', columns), role: 'dim'}];
	const ranges = marks?.(title) ?? [];
	return ranges.length === 0 ? [{text: fit(title, columns)}] : padded(markedSpans(title, ranges), columns);
}

/** Where the words stand: below the title, and who said it below the agent. */
function snippetLine({match, marks}: RowView, columns: number, {gutter, agent}: RowColumns): Line {
	if (!match) return [];
	const spans = cutLine(snippetSpans(match, marks), Math.max(4, columns - gutter - agent - 1));
	return [{text: `${' '.repeat(gutter)}${fit(roleNames[match.role], agent)}`, role: 'dim'}, ...spans];
}

function padded(spans: Line, columns: number): Line {
	const shown = cutLine(spans, columns);
	return [...shown, {text: ' '.repeat(Math.max(0, columns - lineWidth(shown)))}];
}

function projectOf(head: Head): string {
	const cwd = head && 'session' in head ? head.session.cwd : undefined;
	return cwd === undefined ? '' : sanitizeLine(lastPart(cwd));
}
