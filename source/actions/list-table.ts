import path from 'node:path';
import type {SessionRef} from '../adapters/adapter.ts';
import type {Scan} from '../catalog/scan/scan.ts';
import {hiddenCount, type Totals} from '../catalog/totals.ts';
import type {Session} from '../model/session.ts';
import {shortIds} from '../model/short-ids.ts';
import {age} from '../text/age.ts';
import {plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {cut, fit, widthOf} from '../text/width.ts';
import {bareSession} from './bare-session.ts';
import type {Context, Output} from './context.ts';

/** How much is read for the sake of counts before the rest of them stays unknown: the table must not wait for them. */
const countBudget = 8 * 1024 * 1024;
const largestCounted = 512 * 1024;

const unknownCount = '·';

export async function* listAsTable(
	context: Context,
	wanted: readonly SessionRef[],
	totals: Totals,
	scan: Scan,
): Output {
	const {paint} = context;
	const children = childCounts(scan.sessions);
	const short = shortIds(scan.sessions);
	const widths = columnWidths(
		context.columns,
		wanted.map(({agent}) => agent),
		wanted.map(({id}) => short(id)),
	);
	if (wanted.length > 0) yield `${paint('dim', drawHeading(widths))}\n`;
	let budget = countBudget;
	let hasUnknown = false;
	for (const ref of wanted) {
		const mayCount = ref.size <= Math.min(budget, largestCounted);
		const {session, bytesRead} = await readRow(context, ref, mayCount);
		budget -= bytesRead;
		if (session.counts === undefined) hasUnknown = true;
		const folded = context.flags.all ? 0 : (children.get(childKey(ref.agent, ref.id)) ?? 0);
		yield `${drawRow(context, {ref, session, folded, id: short(ref.id)}, widths)}\n`;
	}
	if (hasUnknown) yield paint('dim', `${unknownCount} not counted yet; --json reads every session whole\n`);
	yield `${paint('dim', describeTotals(wanted.length, totals))}\n`;
}

/** The header, with counts if they are known or may be read. */
async function readRow(
	{library}: Context,
	ref: SessionRef,
	mayCount: boolean,
): Promise<{session: Session; bytesRead: number}> {
	try {
		const session = await library.head(ref);
		if (session.counts || !mayCount) return {session, bytesRead: 0};
		return {session: (await library.measure(ref)).session, bytesRead: ref.size};
	} catch {
		return {session: bareSession(ref), bytesRead: 0};
	}
}

type Widths = {readonly agent: number; readonly id: number; readonly project: number; readonly title: number};

function columnWidths(columns: number, agents: readonly string[], ids: readonly string[]): Widths {
	const agent = agents.reduce((width, name) => Math.max(width, name.length), 6);
	// A few long ids must not push the titles out of every row.
	const id = Math.min(
		36,
		ids.reduce((width, each) => Math.max(width, widthOf(sanitizeLine(each))), 8),
	);
	const project = Math.max(8, Math.min(20, Math.floor(columns / 6)));
	const [ageAndCount, gaps] = [4 + 4, 5 * 2];
	return {agent, id, project, title: columns - agent - id - project - ageAndCount - gaps};
}

function drawHeading(widths: Widths): string {
	const {agent, id, project} = widths;
	return [fit('agent', agent), fit('id', id), fit('age', 4, 'right'), 'asks', fit('project', project), 'title'].join(
		'  ',
	);
}

type Row = {readonly ref: SessionRef; readonly session: Session; readonly folded: number; readonly id: string};

function drawRow({paint, flags}: Context, {ref, session, folded, id}: Row, widths: Widths): string {
	const forks = session.counts?.forks ?? 0;
	const marks = `${forks > 0 ? ` ⑂${forks}` : ''}${folded > 0 ? ` +${folded}` : ''}`;
	const title = `${flags.all && ref.isFolded ? '└ ' : ''}${sanitizeLine(session.title ?? '(no title)')}`;
	const prompts = session.counts === undefined ? unknownCount : String(session.counts.prompts);
	return [
		paint('agent', fit(ref.agent, widths.agent)),
		paint('dim', fit(sanitizeLine(id), widths.id)),
		paint('dim', fit(age(ref.endedAt), 4, 'right')),
		fit(prompts, 4, 'right'),
		fit(projectName(session), widths.project),
		`${cut(title, Math.max(8, widths.title - widthOf(marks)))}${paint('fork', marks)}`,
	]
		.join('  ')
		.trimEnd();
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

function projectName(session: Session): string {
	return sanitizeLine(session.cwd === undefined ? '?' : path.basename(session.cwd.replaceAll('\\', '/')) || '/');
}

function describeTotals(shown: number, totals: Totals): string {
	const parts = [
		shown < totals.listed ? `${shown} of ${plural(totals.listed, 'session')}` : plural(totals.listed, 'session'),
	];
	const hidden = hiddenCount(totals);
	if (hidden > 0) parts.push(`${plural(hidden, 'file')} hidden`);
	if (totals.unreadable > 0) parts.push(`${totals.unreadable} unreadable`);
	return `${parts.join(' · ')}${hidden + totals.unreadable > 0 ? ' (recollect audit says why)' : ''}`;
}
