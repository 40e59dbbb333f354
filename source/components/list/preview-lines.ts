import {type Session, tokenSum} from '../../model/session.ts';
import {bytes, compact, plural} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {ageInWords} from '../../text/times.ts';
import {wrap} from '../../text/wrap.ts';
import {cutLine, joinFitting, joinSpans} from '../line-tools.ts';
import {markedSpans, type RangesIn} from '../search/ranges.ts';
import type {ListedSession} from '../session-source.ts';
import type {Line, Span} from '../theme.ts';
import type {Head} from './head-cache.ts';
import {lastPart} from './projects.ts';

/** What stands above the text of a preview: what it is, where and when, and what is in it as far as that is known. */
export function previewHead(ref: ListedSession, head: Head, columns: number, now: number, marks?: RangesIn): Line[] {
	const session = head && 'session' in head ? head.session : undefined;
	const title = sanitizeLine(session?.title ?? '') || 'no title';
	const titleSpans = markedSpans(title, marks?.(title) ?? [], 'title');
	const lines: Line[] = [titleSpans, facts(ref, session, now), counts(ref, session, columns - 2)];
	return [...lines.map(line => cutLine([{text: ' '}, ...line], columns - 1)), []];
}

export function previewFailure(message: string, columns: number): Line[] {
	const text = `✗ This session cannot be read: ${message}`;
	return wrap(text, Math.max(8, columns - 2)).map(line => [{text: ` ${line}`, role: 'error'}]);
}

function facts(ref: ListedSession, session: Session | undefined, now: number): Line {
	const project = session?.cwd === undefined ? '' : sanitizeLine(lastPart(session.cwd));
	const branch = session?.gitBranch === undefined ? '' : ` (${sanitizeLine(session.gitBranch)})`;
	return joinSpans([
		{text: ref.agent, role: `agent:${ref.agent}`},
		{text: project === '' ? '' : `${project}${branch}`, role: 'dim'},
		{text: ageInWords(ref.endedAt, now), role: 'dim'},
		{text: sanitizeLine(session?.models?.at(-1) ?? ''), role: 'dim'},
	]);
}

function counts(ref: ListedSession, session: Session | undefined, room: number): Line {
	const known = session?.counts;
	if (!known) return [{text: bytes(ref.size), role: 'dim'}];
	const tokens = tokenSum(session.tokens ?? {});
	const {unknown = 0, drift = 0} = known;
	const spans: Array<Span | undefined> = [
		{text: plural(known.prompts, 'prompt'), role: 'dim'},
		known.toolCalls > 0 ? {text: plural(known.toolCalls, 'tool call'), role: 'dim'} : undefined,
		known.errors > 0 ? {text: plural(known.errors, 'error'), role: 'error'} : undefined,
		known.endsInError ? {text: '✗ ended in an error', role: 'error'} : undefined,
		known.forks > 0 ? {text: `⑂ ${plural(known.forks, 'fork')}`, role: 'fork'} : undefined,
		tokens > 0 ? {text: `${compact(tokens)} tokens`, role: 'dim'} : undefined,
		unknown > 0 ? {text: `? ${plural(unknown, 'unknown record')}`, role: 'dim'} : undefined,
		unknown === 0 && drift > 0 ? {text: `? ${plural(drift, 'change')}`, role: 'dim'} : undefined,
		{text: bytes(ref.size), role: 'dim'},
	];
	return joinFitting(spans, room);
}
