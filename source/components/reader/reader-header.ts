import {sanitizeLine} from '../../text/sanitize.ts';
import {clock, dayAndMonth} from '../../text/times.ts';
import {wrap} from '../../text/wrap.ts';
import {joinSpans, lineWidth, spread} from '../line-tools.ts';
import {lastPart} from '../list/row-line.ts';
import type {Line} from '../theme.ts';
import type {Reader} from './reader.ts';

/** Which session this is, and where in it one is. */
export function readerHeader(reader: Reader, columns: number, now: number): Line {
	const {ref, session} = reader;
	const title = sanitizeLine(session?.title ?? '') || 'no title';
	const left: Line = [
		{text: ` ${ref.agent}  `, role: `agent:${ref.agent}`},
		{text: title, role: 'title'},
	];
	const right = rightSide(reader);
	const about = aboutSession(reader, now);
	// Project and time give way first, then the title is cut.
	const isRoomy = lineWidth(left) + lineWidth(about) + lineWidth(right) + 6 <= columns;
	return spread(left, isRoomy ? [...about, {text: '   '}, ...right] : right, columns);
}

/** Said instead of the text, where there is none. */
export function readerNotice({status}: Reader, columns: number): Line[] {
	if (status.phase === 'reading') return [[], [{text: '  reading …', role: 'dim'}]];
	if (status.phase === 'complete') return [[], [{text: '  Nobody said anything in this session.', role: 'dim'}]];
	const lines = wrap(`✗ This session cannot be read: ${status.message}`, Math.max(8, columns - 4));
	return [[], ...lines.map((text): Line => [{text: `  ${text}`, role: 'error'}])];
}

function aboutSession({session}: Reader, now: number): Line {
	const day = dayAndMonth(session?.startedAt, now);
	const lastDay = dayAndMonth(session?.endedAt, now);
	const until = lastDay === day ? clock(session?.endedAt) : `${lastDay} ${clock(session?.endedAt)}`;
	return joinSpans([
		{text: session?.cwd === undefined ? '' : sanitizeLine(lastPart(session.cwd)), role: 'dim'},
		{text: day === '' ? '' : `${day} ${clock(session?.startedAt)}–${until}`, role: 'dim'},
	]);
}

function rightSide(reader: Reader): Line {
	const {status, prompt, history} = reader;
	const forks = history?.graph.forks.length ?? 0;
	return joinSpans(
		[
			status.phase === 'reading' ? {text: `reading ${status.percent}%`, role: 'tool'} : undefined,
			status.phase === 'failed' ? {text: '✗ not read to the end', role: 'error'} : undefined,
			forks > 0 ? {text: `⑂ ${forks}`, role: 'fork'} : undefined,
			prompt.of > 0 ? {text: `prompt ${prompt.at}/${prompt.of}`} : undefined,
			{text: `${reader.percent}% `.padStart(5), role: 'dim'},
		],
		'   ',
	);
}
