import type {SessionRef} from '../adapters/adapter.ts';
import {type Relative, type TreeRow, treeRows} from '../model/lineage.ts';
import {plural} from '../text/figures.ts';
import {clock} from '../text/times.ts';
import {cut} from '../text/width.ts';
import type {Context, Output} from './context.ts';
import {readFamily} from './family.ts';
import {schemaVersion} from './session-json.ts';

/** `tree --family`: the session with all that it came from and that came from it, in one tree. */
export async function* drawFamily(context: Context, ref: SessionRef): Output {
	const {relatives} = await readFamily(context.library, ref, {
		onProgress: (done, of) => context.progress(`reading session ${done + 1} of ${of}`),
	});
	const rows = treeRows(relatives);
	if (context.json) yield asJson(relatives, rows);
	else for (const row of rows) yield `${rowText(row, context)}\n`;
}

const marks = {session: '', prompt: '●', compaction: '◇', fork: '⇢', 'sub-agent': '+'} as const;

function rowText(row: TreeRow, {paint, columns}: Context): string {
	const {kind, lead, text, timestamp, prompts, branch, isActive} = row;
	const mark = kind === 'prompt' && !isActive ? '○' : marks[kind];
	const facts = [
		prompts === undefined ? '' : plural(prompts, 'prompt'),
		branch === undefined ? '' : `branch ${branch}`,
		prompts !== undefined && kind === 'prompt' ? (isActive ? 'active' : 'left') : '',
		clock(timestamp),
	];
	const about = facts.filter(Boolean).join(' · ');
	const room = Math.max(20, columns - lead.length - about.length - 6);
	const role = kind === 'prompt' ? 'prompt' : kind === 'sub-agent' ? 'tool' : 'fork';
	const shown = cut(kind === 'fork' ? `forked: ${text}` : kind === 'sub-agent' ? `sub-agent  ${text}` : text, room);
	const line = kind === 'session' ? paint('title', shown) : isActive ? shown : paint('dim', shown);
	return `${paint('dim', lead)}${mark === '' ? '' : `${isActive ? paint(role, mark) : paint('dim', mark)} `}${line}  ${paint('dim', about)}`;
}

function asJson(relatives: readonly Relative[], rows: readonly TreeRow[]): string {
	return `${JSON.stringify({
		schema_version: schemaVersion,
		sessions: relatives.map(({agent, id, title, startedAt, parentId, forkedFrom, forkedAt, graph}) => ({
			agent,
			id,
			title,
			started_at: startedAt ?? null,
			parent_id: parentId ?? null,
			forked_from: forkedFrom ?? null,
			forked_at: forkedAt ?? null,
			forks: graph.forks.length,
		})),
		rows: rows.map(({kind, text, timestamp, prompts, branch, isActive, relative, entryId, lead}) => ({
			kind,
			session: relatives[relative]!.id,
			id: entryId ?? null,
			text,
			timestamp: timestamp ?? null,
			prompts: prompts ?? null,
			branch: branch ?? null,
			is_active: isActive,
			depth: Math.ceil(lead.length / 3),
		})),
	})}\n`;
}
