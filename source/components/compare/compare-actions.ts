import type {Action} from '../../keymap/keymap.ts';
import type {Explorer} from '../explorer.ts';
import {branchWith} from '../reader/fork-notes.ts';
import {ComparisonView, type Side} from './comparison-view.ts';
import {exportComparison} from './export-comparison.ts';

type CompareAction = Extract<
	Action,
	'compare' | 'compare-branches' | `${'next' | 'previous'}-difference` | 'toggle-files' | 'save-comparison'
>;

/** What the keys do that are about two sessions, or two branches. */
export function compareActions(explorer: Explorer): Readonly<Record<CompareAction, () => void>> {
	return {
		compare: () => compareMarked(explorer),
		'compare-branches': () => compareBranches(explorer),
		'next-difference': () => goToDifference(explorer, 1),
		'previous-difference': () => goToDifference(explorer, -1),
		'toggle-files': () => explorer.comparison?.toggle(),
		'save-comparison': () => exportComparison(explorer),
	};
}

function compareMarked(explorer: Explorer): void {
	const [left, right] = explorer.marked;
	if (left && right) compare(explorer, [{ref: left}, {ref: right}]);
}

/** The branch that is read, and the other side of the fork one is at. */
function compareBranches(explorer: Explorer): void {
	const {reader} = explorer;
	const {history} = reader ?? {};
	const note = reader?.view.forkNear?.note;
	const other = history && note && branchWith(history.graph, note, 1);
	if (!reader || !history || other === undefined) {
		explorer.message = history ? 'There is no fork here' : 'The session is still being read';
		return;
	}
	const here = reader.branch ?? history.graph.activeBranch?.number;
	compare(explorer, [
		{ref: reader.ref, branch: here},
		{ref: reader.ref, branch: other},
	]);
}

export function compare(explorer: Explorer, sides: readonly [Side, Side]): void {
	const view = new ComparisonView(sides, explorer.options.source, () => explorer.changed());
	explorer.comparison = view;
	void view.load();
}

function goToDifference(explorer: Explorer, direction: 1 | -1): void {
	if (explorer.comparison?.goToDifference(direction)) return;
	explorer.message = direction > 0 ? 'No difference after this one' : 'No difference before this one';
}
