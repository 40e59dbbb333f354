import type {TreeRow} from '../../model/tree-row.ts';
import type {TreeView} from './tree-view.ts';

/** The branches a row is on; of a session's own row, and where nothing forks, none is told. */
export function rowBranches({relatives}: TreeView, {relative, branch, entryId}: TreeRow): readonly number[] {
	const {graph} = relatives[relative]!;
	if (branch !== undefined) return [branch];
	const node = graph.isLinear || entryId === undefined ? undefined : graph.find(entryId);
	if (node === undefined) return [];
	return graph.branches.map(({number}) => number).filter(number => graph.membership(number)(node));
}
