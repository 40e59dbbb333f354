import path from 'node:path';
import type {SessionRef} from '../adapters/adapter.ts';
import type {Session} from '../model/session.ts';
import {shortIds} from '../model/short-ids.ts';
import {characterEnd} from '../search/characters.ts';
import type {Match} from '../search/match.ts';
import {age} from '../text/age.ts';
import {clustersOf} from '../text/clusters.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {cut, fit, widthOf} from '../text/width.ts';
import type {Context} from './context.ts';

type Hit = {readonly session: Session; readonly matches: readonly Match[]};

const shortestTitle = 16;
const longestProject = 24;
const roleWidth = 9;

/** A line for each session, and below it where the words stand. */
export function hitLines({paint, columns}: Context, hits: readonly Hit[], sessions: readonly SessionRef[]): string[] {
	const short = shortIds(sessions);
	return hits.flatMap(({session, matches}) => {
		const id = sanitizeLine(short(session.id));
		const facts = [fit(session.agent, 8), id, fit(age(session.endedAt), 4, 'right')];
		const room = columns - facts.reduce((sum, fact) => sum + widthOf(fact) + 2, 0);
		const folder = path.basename((session.cwd ?? '?').replaceAll('\\', '/')) || '/';
		const project = cut(sanitizeLine(folder), Math.min(longestProject, room - shortestTitle - 2));
		const title = cut(
			sanitizeLine(session.title ?? '(no title)'),
			Math.max(1, project === '' ? room : room - widthOf(project) - 2),
		);
		const [agent, ...others] = facts;
		const line = [
			paint('agent', agent!),
			...others.map(fact => paint('dim', fact)),
			paint('title', title),
			...(project === '' ? [] : [paint('dim', project)]),
		];
		return [
			line.join('  '),
			...matches.map(
				match =>
					`  ${paint('dim', fit(match.role, roleWidth))} ${marked(match, Math.max(1, columns - roleWidth - 3), paint)}`,
			),
		];
	});
}

/** The snippet with its hits painted, cut to the width; if need be on the left as well, so that the first hit is there. */
function marked({snippet, ranges}: Match, columns: number, paint: Context['paint']): string {
	const from = startFor(snippet, ranges[0], columns);
	const shown = cut(`${from > 0 ? '…' : ''}${snippet.slice(from)}`, columns);
	const shift = from > 0 ? from - 1 : 0;
	// An ellipsis that the cut put there is no part of a hit.
	const last = from + shown.length - (from > 0 ? 1 : 0) < snippet.length ? shown.length - 1 : shown.length;
	let line = '';
	let end = 0;
	for (const [start, stop] of ranges) {
		const [first, after] = [Math.max(start - shift, end), Math.min(stop - shift, last)];
		if (after <= first) continue;
		line += shown.slice(end, first) + paint('match', shown.slice(first, after));
		end = after;
	}
	return line + shown.slice(end);
}

/** Where to begin, so that the hit ends before the line does; as much of what is before it as there is room for. */
function startFor(snippet: string, hit: readonly [number, number] | undefined, columns: number): number {
	if (!hit || widthOf(snippet.slice(0, hit[1])) < columns) return 0;
	// An ellipsis on either side, and a third of the line for what comes after the hit.
	const room = Math.max(0, Math.floor((columns * 2) / 3) - widthOf(snippet.slice(hit[0], hit[1])) - 2);
	let from = hit[0];
	let used = 0;
	for (const {text, width} of clustersOf(snippet.slice(0, hit[0])).reverse()) {
		used += width;
		if (used > room) break;
		from -= text.length;
	}
	return characterEnd(snippet, from);
}
