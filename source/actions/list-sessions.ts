import path from 'node:path';
import type {Candidate, SessionRef} from '../adapters/adapter.ts';
import type {Scan} from '../catalog/library.ts';
import type {Session} from '../model/session.ts';
import {age} from '../text/age.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {cut, fit, widthOf} from '../text/width.ts';
import type {Context, Output} from './context.ts';
import {schemaVersion, sessionJson} from './session-json.ts';
import {hiddenCount, type Totals, totalsOf} from './totals.ts';

/** `list`: the sessions, newest first; their headers as a table, or everything about them as JSON. */
export async function* listSessions(context: Context): Output {
	const scan = await context.scan();
	const {limit, all} = context.flags;
	const shown = scan.sessions.filter(ref => all || !ref.isFolded);
	const wanted = limit === undefined ? shown : shown.slice(0, limit);
	const totals = totalsOf(all ? unfolded(scan) : scan.candidates);
	for (const warning of scan.warnings) context.warn(warning);
	yield* context.json ? listAsJson(context, wanted, totals, scan) : listAsTable(context, wanted, totals, scan);
}

/** With `--all` a sub-agent is a row of its own, not a hidden file. */
function unfolded(scan: Scan): Candidate[] {
	const folded = new Set(scan.sessions.filter(ref => ref.isFolded).map(ref => ref.path));
	return scan.candidates.map(candidate =>
		candidate.verdict === 'hidden' && folded.has(candidate.path)
			? {...candidate, verdict: 'listed' as const, reason: undefined}
			: candidate,
	);
}

async function* listAsJson(context: Context, wanted: readonly SessionRef[], totals: Totals, scan: Scan): Output {
	yield `{"schema_version":"${schemaVersion}","sessions":[`;
	let separator = '\n';
	for (const [position, ref] of wanted.entries()) {
		context.progress(`reading session ${position + 1} of ${wanted.length}`);
		yield `${separator}${JSON.stringify(sessionJson(await measured(context, ref)))}`;
		separator = ',\n';
	}
	const state = scan.warnings.length > 0 ? 'incomplete' : 'complete';
	const {found, listed, hidden, unreadable} = totals;
	yield `\n],"meta":${JSON.stringify({found, listed, hidden, unreadable, state})}}\n`;
}

/** A session with its counts; one that can't be read any more keeps its row. */
async function measured(context: Context, ref: SessionRef): Promise<Session> {
	const {library} = context;
	try {
		const {session, warnings} = await library.history(ref);
		for (const warning of warnings) context.warn(warning);
		return {...session, ...(await library.origin(ref))};
	} catch (error) {
		context.warn({path: ref.path, message: `can't be read any more: ${(error as Error).message}`});
		return bareSession(ref);
	}
}

function bareSession(ref: SessionRef): Session {
	const {agent, id, path: file, files, size, endedAt, parentId, isAgentSession, forkedFrom} = ref;
	return {agent, id, path: file, files, size, endedAt, parentId, isAgentSession, forkedFrom, titleSource: 'none'};
}

async function* listAsTable(context: Context, wanted: readonly SessionRef[], totals: Totals, scan: Scan): Output {
	const {paint, columns} = context;
	const children = childCounts(scan.sessions);
	const agentWidth = Math.max(6, ...wanted.map(({agent}) => agent.length));
	const idWidth = 8;
	const projectWidth = Math.max(8, Math.min(20, Math.floor(columns / 6)));
	const rest = columns - agentWidth - idWidth - projectWidth - 4 - 4 * 2;
	for (const ref of wanted) {
		const session = await context.library.head(ref).catch(() => bareSession(ref));
		const folded = context.flags.all ? 0 : (children.get(childKey(ref.agent, ref.id)) ?? 0);
		const mark = `${session.forkedFrom === undefined ? '' : ' ⑂'}${folded > 0 ? ` +${folded}` : ''}`;
		const title = sanitizeLine(session.title ?? '(no title)');
		const indent = context.flags.all && ref.isFolded ? '└ ' : '';
		yield [
			paint('agent', fit(ref.agent, agentWidth)),
			paint('dim', fit(shortId(ref.id), idWidth)),
			paint('dim', fit(age(session.endedAt), 4, 'right')),
			fit(projectName(session), projectWidth),
			`${cut(indent + title, Math.max(8, rest - widthOf(mark)))}${paint('fork', mark)}`,
		]
			.join('  ')
			.trimEnd();
		yield '\n';
	}
	yield `${paint('dim', describeTotals(wanted.length, totals))}\n`;
}

function childKey(agent: string, id: string): string {
	return `${agent}:${id}`;
}

function childCounts(sessions: readonly SessionRef[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const {isFolded, agent, parentId} of sessions) {
		if (!isFolded || parentId === undefined) continue;
		counts.set(childKey(agent, parentId), (counts.get(childKey(agent, parentId)) ?? 0) + 1);
	}
	return counts;
}

/** Enough of an id to give it to a command. */
function shortId(id: string): string {
	return sanitizeLine(id)
		.replace(/^agent-/, '')
		.slice(0, 8);
}

function projectName(session: Session): string {
	return sanitizeLine(session.cwd === undefined ? '?' : path.basename(session.cwd.replaceAll('\\', '/')) || '/');
}

function describeTotals(shown: number, totals: Totals): string {
	const parts = [shown < totals.listed ? `${shown} of ${totals.listed} sessions` : `${totals.listed} sessions`];
	const hidden = hiddenCount(totals);
	if (hidden > 0) parts.push(`${hidden} files hidden`);
	if (totals.unreadable > 0) parts.push(`${totals.unreadable} unreadable`);
	return `${parts.join(' · ')}${hidden + totals.unreadable > 0 ? ' (recollect audit says why)' : ''}`;
}
