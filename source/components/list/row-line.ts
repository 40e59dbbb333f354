import path from 'node:path';
import {age} from '../../text/age.ts';
import {compact} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {fit, widthOf} from '../../text/width.ts';
import type {Line, Span} from '../theme.ts';
import type {Head} from './head-cache.ts';
import type {ListRow, SessionRow} from './list-rows.ts';

export type RowView = {readonly row: ListRow; readonly head?: Head; readonly isSelected: boolean};

/** `opencode` is the longest name so far. */
const agentColumns = 10;
const ageColumns = 5;
const marksColumns = 7;

/** One row of the list, exactly as wide as it is told. */
export function rowLine(view: RowView, columns: number, now: number): Line {
	const {row, head, isSelected} = view;
	if (row.kind === 'period') return [{text: fit(` ${row.label}`, columns), role: 'dim'}];
	const spans = sessionSpans(row, head, isSelected, columns, now);
	// In the selected row colours would be patches: it is one bar, and the mark says the same without it.
	return isSelected ? [{text: spans.map(({text}) => text).join(''), role: 'selection'}] : spans;
}

function sessionSpans(row: SessionRow, head: Head, isSelected: boolean, columns: number, now: number): Span[] {
	const projectColumns = columns < 50 ? 0 : Math.min(18, Math.floor(columns * 0.18));
	const hasMarks = columns >= 44;
	const fixed =
		3 + agentColumns + ageColumns + (hasMarks ? marksColumns : 0) + (projectColumns > 0 ? projectColumns + 2 : 0);
	const titleColumns = Math.max(4, columns - fixed - 1);
	const indent = row.depth === 0 ? '' : `${'  '.repeat(Math.min(row.depth, 4) - 1)}└ `;
	const project = projectColumns > 0 ? `  ${fit(projectOf(head), projectColumns)}` : '';
	return [
		{text: isSelected ? ' ▸ ' : isCopy(head) ? ' ⑂ ' : '   ', role: 'fork'},
		{text: fit(row.ref.agent, agentColumns), role: `agent:${row.ref.agent}`},
		{text: indent, role: 'dim'},
		titleSpan(head, titleColumns - widthOf(indent)),
		{text: project, role: 'dim'},
		{text: fit(age(row.ref.endedAt, now), ageColumns, 'right'), role: 'dim'},
		...(hasMarks ? marks(row, head) : []),
		{text: ' '},
	];
}

function titleSpan(head: Head, columns: number): Span {
	if (head === undefined) return {text: fit('…', columns), role: 'dim'};
	if ('failure' in head) return {text: fit(`✗ cannot be read: ${head.failure}`, columns), role: 'error'};
	const {title} = head.session;
	if (title === undefined || title === '') return {text: fit('no prompt', columns), role: 'dim'};
	return {text: fit(sanitizeLine(title), columns)};
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
