import path from 'node:path';
import {age} from '../../text/age.ts';
import {compact} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {fit, widthOf} from '../../text/width.ts';
import {cutLine, lineWidth} from '../line-tools.ts';
import {isLive} from '../live/is-live.ts';
import {markedSpans, type RangesIn} from '../search/ranges.ts';
import {roleNames, snippetSpans} from '../search/snippet-spans.ts';
import type {Match} from '../search-source.ts';
import type {Line, Span} from '../theme.ts';
import type {Head} from './head-cache.ts';
import type {ListRow, SessionRow} from './list-rows.ts';

export type RowView = {
	readonly row: ListRow;
	readonly head?: Head;
	readonly isSelected: boolean;
	readonly isStarred?: boolean;
	/** Where the words are that were searched for. */
	readonly marks?: RangesIn;
	/** The best place of a session that was found. */
	readonly match?: Match;
};

/** `opencode` is the longest name so far. */
const agentColumns = 10;
const ageColumns = 5;
const marksColumns = 7;

/** One row of the list, exactly as wide as it is told. */
export function rowLine(view: RowView, columns: number, now: number): Line {
	const {row, isSelected} = view;
	if (row.kind === 'period') return [{text: fit(` ${row.label}`, columns), role: 'dim'}];
	if (row.kind === 'snippet') return snippetLine(view, columns);
	const spans = sessionSpans(row, view, columns, now);
	// In the selected row colours would be patches: it is one bar, and the mark says the same without it.
	if (!isSelected) return spans;
	const isMarked = spans.some(({role}) => role === 'match');
	if (!isMarked) return [{text: spans.map(({text}) => text).join(''), role: 'selection'}];
	return spans.map(({text, role}) => ({text, role: role === 'match' ? 'selected-match' : 'selection'}));
}

function sessionSpans(row: SessionRow, view: RowView, columns: number, now: number): Span[] {
	const {head, isSelected} = view;
	const projectColumns = columns < 50 ? 0 : Math.min(18, Math.floor(columns * 0.18));
	const hasMarks = columns >= 44;
	const fixed =
		3 + agentColumns + ageColumns + (hasMarks ? marksColumns : 0) + (projectColumns > 0 ? projectColumns + 2 : 0);
	const titleColumns = Math.max(4, columns - fixed - 1);
	const indent = row.depth === 0 ? '' : `${'  '.repeat(Math.min(row.depth, 4) - 1)}└ `;
	const project = projectColumns > 0 ? `  ${fit(projectOf(head), projectColumns)}` : '';
	const star = view.isStarred ? '★ ' : '';
	return [
		{text: isLive(row.ref, now) ? '●' : ' ', role: 'live'},
		{text: isSelected ? '▸ ' : isCopy(head) ? '⑂ ' : '  ', role: 'fork'},
		{text: fit(row.ref.agent, agentColumns), role: `agent:${row.ref.agent}`},
		{text: indent, role: 'dim'},
		{text: star, role: 'title'},
		...titleSpans(view, titleColumns - widthOf(indent) - widthOf(star)),
		{text: project, role: 'dim'},
		{text: fit(age(row.ref.endedAt, now), ageColumns, 'right'), role: 'dim'},
		...(hasMarks ? marks(row, head) : []),
		{text: ' '},
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
function snippetLine({match, marks}: RowView, columns: number): Line {
	if (!match) return [];
	const spans = cutLine(snippetSpans(match, marks), Math.max(4, columns - 3 - agentColumns - 1));
	return [{text: `   ${fit(roleNames[match.role], agentColumns)}`, role: 'dim'}, ...spans];
}

function padded(spans: Line, columns: number): Line {
	const shown = cutLine(spans, columns);
	return [...shown, {text: ' '.repeat(Math.max(0, columns - lineWidth(shown)))}];
}

function projectOf(head: Head): string {
	const cwd = head && 'session' in head ? head.session.cwd : undefined;
	return cwd === undefined ? '' : sanitizeLine(lastPart(cwd));
}

/** The name of a directory, of whichever system it comes from. */
export function lastPart(directory: string): string {
	return path.win32.basename(path.posix.basename(directory)) || directory;
}

/** Copied from another session, which is then in the list as well. */
function isCopy(head: Head): boolean {
	return head !== undefined && 'session' in head && head.session.forkedFrom !== undefined;
}

/** Prompts, and what is special: forks, folded sub-agents. */
function marks({agentSessions}: SessionRow, head: Head): Span[] {
	const counts = head && 'session' in head ? head.session.counts : undefined;
	const prompts = fit(counts ? compact(counts.prompts) : '·', 3, 'right');
	const forks = counts && counts.forks > 0 ? `⑂${counts.forks}` : '';
	const agents = agentSessions > 0 ? `+${compact(agentSessions)}` : '';
	return [
		{text: prompts, role: 'dim'},
		{text: fit(` ${forks}${agents}`, marksColumns - 3), role: 'fork'},
	];
}
