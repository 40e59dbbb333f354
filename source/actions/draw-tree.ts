import type {History} from '../adapters/adapter.ts';
import type {BranchGraph, OutlineStretch} from '../model/branch-graph.ts';
import {plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {clock} from '../text/times.ts';
import {cut} from '../text/width.ts';
import type {Context, Output} from './context.ts';
import {drawFamily} from './draw-family.ts';
import {findSession} from './find-session.ts';
import {schemaVersion} from './session-json.ts';

/** `tree`: the branches of a session, as a drawing of its prompts or as JSON. */
export async function* drawTree(context: Context, wanted: string): Output {
	const ref = await findSession(wanted, context.library);
	if (context.flags.family) return yield* drawFamily(context, ref);
	const history = await context.library.history(ref, {
		onProgress: (done, total) => context.progress(`reading ${Math.floor((100 * done) / Math.max(1, total))}%`),
	});
	for (const warning of history.warnings) context.warn(warning);
	yield* context.json ? treeAsJson(history) : treeAsText(history, context);
}

async function* treeAsJson({graph, compactions}: History): Output {
	const idOf = (node: number) => (node < 0 ? null : graph.idOf(node));
	const numberOf = (first: number) => graph.branches.find(branch => branch.first === first)?.number ?? null;
	yield `${JSON.stringify({
		schema_version: schemaVersion,
		is_linear: graph.isLinear,
		fork_points: graph.forks.map(({node, sides}) => ({
			id: idOf(node),
			index: node,
			branches: sides.map(({first, prompts, isActive}) => ({
				id: idOf(first),
				index: first,
				prompts,
				is_active: isActive,
				/** What `show --branch` takes; null for a side that forks again. */
				number: numberOf(first),
			})),
		})),
		active_path: graph.path().map(node => graph.idOf(node)),
		roots: graph.roots.length,
		compactions: compactions.map(({id, timestamp, trigger, tokensBefore, tokensAfter}) => ({
			id,
			timestamp: timestamp ?? null,
			trigger: trigger ?? null,
			tokens_before: tokensBefore ?? null,
			tokens_after: tokensAfter ?? null,
		})),
	})}\n`;
}

type Milestone = {readonly text: string; readonly time: string; readonly isCompaction: boolean};

async function* treeAsText(history: History, context: Context): Output {
	const {paint} = context;
	const {session, graph} = history;
	const {prompts, forks} = session.counts!;
	const sums = `${plural(prompts, 'prompt')} on the active branch · ${plural(forks, 'fork')}`;
	yield `${paint('agent', session.agent)}  ${paint('title', sanitizeLine(session.title ?? '(no title)'))}\n${paint('dim', sums)}\n`;
	yield* drawStretch(graph.outline(), graph, await milestones(history), context, '');
}

/** The prompts and compactions, by the id of their record. */
async function milestones(history: History): Promise<Map<string, Milestone>> {
	const found = new Map<string, Milestone>();
	for await (const {kind, id, text, timestamp} of history.entries('all')) {
		if (kind !== 'user' && kind !== 'compaction') continue;
		const line = sanitizeLine(text.slice(0, 400));
		found.set(id, {
			text: line || (kind === 'user' ? '[image]' : 'compacted'),
			time: clock(timestamp),
			isCompaction: kind === 'compaction',
		});
	}
	return found;
}

async function* drawStretch(
	stretch: OutlineStretch,
	graph: BranchGraph,
	milestones: ReadonlyMap<string, Milestone>,
	context: Context,
	indent: string,
): Output {
	const {paint, columns} = context;
	const seen = new Set<string>();
	for (const node of stretch.nodes) {
		const id = graph.idOf(node);
		const milestone = milestones.get(id);
		if (!milestone || seen.has(id)) continue;
		seen.add(id);
		const mark = milestone.isCompaction
			? paint('fork', '◇')
			: stretch.isActive
				? paint('prompt', '●')
				: paint('dim', '○');
		const text = cut(milestone.text, Math.max(20, columns - indent.length - 10));
		yield `${indent}${mark} ${stretch.isActive ? text : paint('dim', text)}  ${paint('dim', milestone.time)}\n`;
	}
	for (const [position, side] of stretch.sides.entries()) {
		const isLast = position === stretch.sides.length - 1;
		const number = branchNumber(side, graph);
		const label = [
			plural(side.prompts, 'prompt'),
			number === undefined ? '' : `branch ${number}`,
			side.isActive ? 'active' : 'left',
		];
		yield `${indent}${isLast ? '└─' : '├─'}${paint('fork', '⑂')} ${paint('dim', label.filter(part => part !== '').join(' · '))}\n`;
		yield* drawStretch(side, graph, milestones, context, `${indent}${isLast ? '   ' : '│  '}`);
	}
}

function branchNumber(side: OutlineStretch, graph: BranchGraph): number | undefined {
	if (side.sides.length > 0) return undefined;
	const last = side.nodes.at(-1);
	return graph.branches.find(({leaf}) => leaf === last)?.number;
}
