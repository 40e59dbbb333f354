import type {History} from '../adapters/adapter.ts';
import {Labels} from '../catalog/labels.ts';
import {spentOf} from '../model/tree-usage.ts';
import {branchUsage, sumOf, type Usage} from '../model/usage.ts';
import {sessionSpendings} from './family-spending.ts';
import {schemaVersion} from './session-json.ts';

/** `tree --json`: forks, branches and what they took. */
export async function treeJson(history: History) {
	const {session, graph, compactions} = history;
	const spendings = await sessionSpendings(history);
	const idOf = (node: number) => (node < 0 ? null : graph.idOf(node));
	const numberOf = (first: number) => graph.branches.find(branch => branch.first === first)?.number ?? null;
	return {
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
		/** What each took from the beginning, and since its last fork; null where it was not read. */
		branches: spendings
			? branchUsage(graph, spendings).map(({branch, total, own}) => ({
					number: branch,
					...usageJson(total),
					own: usageJson(own),
				}))
			: null,
		...usageJson(spendings ? sumOf(spendings) : {answers: 0, tokens: session.tokens, cost: session.cost}),
		active_path: graph.path().map(node => graph.idOf(node)),
		roots: graph.roots.length,
		compactions: compactions.map(({id, timestamp, trigger, tokensBefore, tokensAfter}) => ({
			id,
			timestamp: timestamp ?? null,
			trigger: trigger ?? null,
			tokens_before: tokensBefore ?? null,
			tokens_after: tokensAfter ?? null,
		})),
		labels: new Labels().all(session),
	};
}

function usageJson(usage: Usage) {
	const {tokens, cost} = spentOf(usage);
	return {tokens: tokens ?? null, cost: cost ?? null};
}
