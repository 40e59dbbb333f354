import {compact} from '../../text/figures.ts';
import {widthOf} from '../../text/width.ts';
import type {Span} from '../theme.ts';
import type {Head} from './head-cache.ts';
import type {SessionRow} from './list-rows.ts';
import type {MarkColumns} from './row-columns.ts';

/**
 * What is special about a session: copied from another one or with forks of its own, sub-agents below it, ended in an
 * error, with records we do not know or not like this. Each has a glyph and a place of its own.
 */
export function markSpans({agentSessions}: SessionRow, head: Head, columns: MarkColumns): Span[] {
	const session = head && 'session' in head ? head.session : undefined;
	const {forks = 0, endsInError = false, unknown = 0, drift = 0} = session?.counts ?? {};
	const isCopy = session?.forkedFrom !== undefined;
	const flags = columns.flags - 2;
	return withoutBlankRoles([
		{text: slot(forks > 0 || isCopy ? '⑂' : '', forks, columns.forks), role: 'fork'},
		{text: slot(agentSessions > 0 ? '+' : '', agentSessions, columns.agents), role: 'fork'},
		{text: `${' '.repeat(flags)}${endsInError ? '✗' : ' '}`, role: 'error'},
		{text: unknown + drift > 0 ? '?' : ' ', role: 'dim'},
	]);
}

/** What nobody sees needs no colour: each change of it is sent to the terminal. */
export function withoutBlankRoles(spans: readonly Span[]): Span[] {
	return spans.map(span => (span.text.trim() === '' ? {text: span.text} : span));
}

/** A glyph and how many, always in the same column; the number is left out where it does not fit. */
function slot(glyph: string, count: number, columns: number): string {
	const whole = glyph === '' || count === 0 ? glyph : `${glyph}${compact(count)}`;
	return ` ${widthOf(whole) < columns ? whole : `${glyph}…`}`.padEnd(columns);
}
