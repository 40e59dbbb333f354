import {count, plural} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {clock, dayAndMonth} from '../../text/times.ts';
import {cut} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import {joinSpans, lineWidth, spread} from '../line-tools.ts';
import {lastPart} from '../list/row-line.ts';
import {isLive} from '../live/is-live.ts';
import type {Line, Span} from '../theme.ts';
import type {Reader} from './reader.ts';
import type {ReaderHits} from './reader-hits.ts';

/** Which session this is, and where in it one is. */
export function readerHeader(
	reader: Reader,
	columns: number,
	now: number,
	{isStarred, parents}: {readonly isStarred: boolean; readonly parents: readonly Reader[]},
): Line {
	const {ref} = reader;
	const title = titleOf(reader);
	const left: Line = [
		{text: isLive(ref, now) ? '● ' : ' ', role: 'live'},
		{text: `${ref.agent}  `, role: `agent:${ref.agent}`},
		{text: isStarred ? '★ ' : '', role: 'title'},
		// The way here, where a sub-agent was entered.
		...parents.map((parent): Span => ({text: `${cut(titleOf(parent), longestParent)} › `, role: 'dim'})),
		{text: title, role: 'title'},
	];
	const right: Line = [{text: '  '}, ...rightSide(reader, now)];
	const about = aboutSession(reader, now);
	// Project and time give way first, then the title is cut.
	const isRoomy = lineWidth(left) + lineWidth(about) + lineWidth(right) + 6 <= columns;
	return spread(left, isRoomy ? [...about, {text: ' '}, ...right] : right, columns);
}

const longestParent = 28;

function titleOf({session}: Reader): string {
	return sanitizeLine(session?.title ?? '') || 'no title';
}

/** Said instead of the text, where there is none. */
export function readerNotice({status}: Reader, columns: number): Line[] {
	if (status.phase === 'reading') return [[], [{text: '  reading …', role: 'dim'}]];
	if (status.phase === 'complete') return [[], [{text: '  Nobody said anything in this session.', role: 'dim'}]];
	const lines = wrap(`✗ This session cannot be read: ${status.message}`, Math.max(8, columns - 4));
	return [[], ...lines.map((text): Line => [{text: `  ${text}`, role: 'error'}])];
}

function aboutSession({session, ref}: Reader, now: number): Line {
	const endedAt = session?.endedAt && (ref.endedAt ?? '') > session.endedAt ? ref.endedAt : session?.endedAt;
	const day = dayAndMonth(session?.startedAt, now);
	const lastDay = dayAndMonth(endedAt, now);
	const until = lastDay === day ? clock(endedAt) : `${lastDay} ${clock(endedAt)}`;
	return joinSpans([
		{text: session?.cwd === undefined ? '' : sanitizeLine(lastPart(session.cwd)), role: 'dim'},
		{text: day === '' ? '' : `${day} ${clock(session?.startedAt)}–${until}`, role: 'dim'},
	]);
}

function rightSide(reader: Reader, now: number): Line {
	const {status, view, moves} = reader;
	const prompt = reader.prompts.position;
	return joinSpans(
		[
			status.phase === 'reading' ? {text: `reading ${status.percent}%`, role: 'tool'} : undefined,
			status.phase === 'failed' ? {text: '✗ not read to the end', role: 'error'} : undefined,
			moves.isFollowing && isLive(reader.ref, now) ? {text: 'following', role: 'live'} : undefined,
			hitSpan(reader.hits),
			forkSpan(reader),
			driftSpan(reader),
			prompt.of > 0 ? {text: `prompt ${prompt.at}/${prompt.of}`} : undefined,
			{text: `${view.viewport.percent}% `.padStart(5), role: 'dim'},
		],
		'   ',
	);
}

function forkSpan({history, branch}: Reader): Span | undefined {
	const {forks, branches} = history?.graph ?? {forks: [], branches: []};
	if (branch !== undefined) return {text: `⑂ branch ${branch}/${branches.length}`, role: 'fork'};
	return forks.length > 0 ? {text: `⑂ ${forks.length}`, role: 'fork'} : undefined;
}

/** `recollect check` would have something to say of it. */
function driftSpan({history}: Reader): Span | undefined {
	const {unknown = 0, drift = 0} = history?.session.counts ?? {};
	return unknown + drift > 0 ? {text: '?', role: 'dim'} : undefined;
}

/** `hit 3/17`; with a plus while they are still being counted. */
export function hitSpan({position}: ReaderHits): Span | undefined {
	if (!position) return undefined;
	const {at, of, isCounting} = position;
	if (of === 0) return isCounting ? undefined : {text: 'no hit', role: 'dim'};
	const more = isCounting ? '+' : '';
	return {text: at > 0 ? `hit ${count(at)}/${count(of)}${more}` : `${plural(of, 'hit')}${more}`, role: 'match'};
}
