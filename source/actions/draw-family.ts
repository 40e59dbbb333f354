import type {SessionRef} from '../adapters/adapter.ts';
import {Labels} from '../catalog/labels.ts';
import {familySums} from '../model/family-sums.ts';
import {treeRows} from '../model/lineage.ts';
import {promptCount, type Relative} from '../model/relative.ts';
import type {TreeRow} from '../model/tree-row.ts';
import {type Spent, spentOf, type TreeUsage, treeUsage} from '../model/tree-usage.ts';
import {type Spending, sumOf} from '../model/usage.ts';
import {cut} from '../text/width.ts';
import type {Context, Output} from './context.ts';
import {readFamily} from './family.ts';
import {familyText} from './family-text.ts';
import {schemaVersion} from './session-json.ts';
import {spentText} from './spent-text.ts';
import {treeLine} from './tree-text.ts';

/** `tree --family`: the session with all that it came from and that came from it, in one tree. */
export async function* drawFamily(context: Context, ref: SessionRef): Output {
	const {paint, columns} = context;
	const {relatives, spendings} = await readFamily(context.library, ref, {
		onProgress: (done, of) => context.progress(`reading session ${done + 1} of ${of}`),
	});
	const rows = treeRows(relatives);
	const spent: Array<readonly Spending[] | undefined> = [];
	for (const at of relatives.keys()) spent.push(await spendings(at));
	const usage = treeUsage(relatives, rows, spent);
	const labels = new Labels();
	const labelOf = ({relative, entryId}: TreeRow) => labels.of(relatives[relative]!, entryId);
	if (context.json) {
		yield `${JSON.stringify(familyJson({relatives, rows, spent, usage, labelOf}))}\n`;
		return;
	}
	const own = relatives.find(({agent, id}) => agent === ref.agent && id === ref.id);
	yield `${paint('fork', '⑂')} ${paint('title', cut(own?.title ?? '', columns - 2))}\n`;
	yield `${paint('dim', cut(familyText(relatives, rows, usage), columns))}\n`;
	for (const row of rows) yield `${treeLine(row, {label: labelOf(row), spent: spentText(usage.of(row))}, context)}\n`;
}

type DrawnFamily = {
	readonly relatives: readonly Relative[];
	readonly rows: readonly TreeRow[];
	readonly spent: ReadonlyArray<readonly Spending[] | undefined>;
	readonly usage: TreeUsage;
	readonly labelOf: (row: TreeRow) => string | undefined;
};

function familyJson({relatives, rows, spent, usage, labelOf}: DrawnFamily) {
	const {sessions, agents, prompts} = familySums(relatives, rows);
	const beginnings = rows.filter(({kind}) => kind !== 'prompt' && kind !== 'compaction');
	return {
		schema_version: schemaVersion,
		family: {sessions, agents, prompts, ...spentJson(usage.total), shared: spentJson(usage.shared)},
		sessions: relatives.map((each, at) => ({
			agent: each.agent,
			id: each.id,
			title: each.title,
			started_at: each.startedAt ?? null,
			parent_id: each.parentId ?? null,
			forked_from: each.forkedFrom ?? null,
			forked_at: each.forkedAt ?? null,
			converted_from: each.convertedFrom ?? null,
			forks: each.graph.forks.length,
			prompts: promptCount(each),
			...spentJson(spent[at] ? spentOf(sumOf(spent[at])) : spentOf({answers: 0, ...each})),
			// What no other session of the family had before.
			own: spentJson(usage.of(beginnings.find(({relative}) => relative === at)!)),
		})),
		rows: rows.map(row => ({
			kind: row.kind,
			session: relatives[row.relative]!.id,
			id: row.entryId ?? null,
			text: row.text,
			timestamp: row.timestamp ?? null,
			prompts: row.prompts ?? null,
			branch: row.branch ?? null,
			is_active: row.isActive,
			depth: row.depth,
			label: labelOf(row) ?? null,
			...spentJson(usage.of(row)),
		})),
	};
}

function spentJson({tokens, cost}: Spent) {
	return {tokens: tokens ?? null, cost: cost ?? null};
}
