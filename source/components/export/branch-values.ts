import type {ExportChoice} from '../../actions/export/export-choice.ts';

export type BranchNumber = number;

/** As it is usual for the format, the one that is shown, the active one, all. */
export function branchValues(shown: BranchNumber | undefined): ReadonlyArray<ExportChoice['branch']> {
	return [undefined, ...(shown === undefined ? [] : [shown]), 'active', 'all'];
}

export function branchWords(branch: ExportChoice['branch'], hasBranches: boolean): string {
	if (branch === undefined) return hasBranches ? 'all, as usual' : 'the active one, as usual';
	if (branch === 'active') return 'the active one';
	return branch === 'all' ? 'all' : `branch ${branch}, the one shown`;
}
