import type {Action} from '../../keymap/keymap.ts';
import type {TreeRow} from '../../model/tree-row.ts';
import {compare} from '../compare/compare-actions.ts';
import type {Side} from '../compare/comparison-view.ts';
import {describeError} from '../describe-error.ts';
import type {Explorer} from '../explorer.ts';
import {folded} from '../reader/layout/layout-block.ts';
import {rowBranches} from './row-branches.ts';
import {TreeView} from './tree-view.ts';

type TreeAction = Extract<
	Action,
	| 'tree'
	| `tree-${string}`
	| 'read-from-tree'
	| 'toggle-prompts'
	| 'mark-node'
	| 'compare-nodes'
	| 'fork-here'
	| `${'' | 'save-' | 'leave-'}label`
>;

/** What the keys of the fork tree do. */
export function treeActions(explorer: Explorer): Readonly<Record<TreeAction, () => void>> {
	const withTree = (act: (tree: TreeView) => void) => () => {
		if (explorer.tree) act(explorer.tree);
	};
	const page = () => Math.max(1, Math.floor(explorer.layout.bodyRows / 2));
	return {
		tree: () => openTree(explorer),
		'read-from-tree': withTree(tree => readFrom(explorer, tree)),
		'tree-next': withTree(tree => tree.move(1)),
		'tree-previous': withTree(tree => tree.move(-1)),
		'tree-page-down': withTree(tree => tree.move(page())),
		'tree-page-up': withTree(tree => tree.move(-page())),
		'tree-first': withTree(tree => tree.move(-tree.rows.length)),
		'tree-last': withTree(tree => tree.move(tree.rows.length)),
		'tree-next-segment': withTree(tree => moveToSegment(explorer, tree, 1)),
		'tree-previous-segment': withTree(tree => moveToSegment(explorer, tree, -1)),
		'tree-fold': withTree(tree => say(explorer, tree.fold() ? '' : 'Nothing hangs below this')),
		'tree-unfold': withTree(tree => say(explorer, tree.unfold() ? '' : 'Nothing is folded here')),
		'tree-fold-all': withTree(tree => tree.foldAll(true)),
		'tree-unfold-all': withTree(tree => tree.foldAll(false)),
		'tree-count': withTree(tree =>
			say(explorer, tree.countLarge() ? 'Counting what large sessions took …' : 'Everything is counted'),
		),
		'toggle-prompts': withTree(tree => tree.nextFilter()),
		'mark-node': withTree(tree => {
			tree.mark();
			tree.move(1);
		}),
		'compare-nodes': withTree(tree => compareNodes(explorer, tree)),
		// Always disabled until it can be done.
		'fork-here': () => {},
		label: withTree(tree => tree.startLabel()),
		'save-label': withTree(tree => saveLabel(explorer, tree)),
		'leave-label': withTree(tree => {
			tree.editor = undefined;
		}),
	};
}

function say(explorer: Explorer, message: string): void {
	explorer.message = message;
}

function saveLabel(explorer: Explorer, tree: TreeView): void {
	try {
		tree.saveLabel();
	} catch (error) {
		explorer.message = `The label could not be kept: ${describeError(error)}`;
	}
}

function openTree(explorer: Explorer): void {
	const ref = explorer.current;
	if (!ref) return;
	const view = new TreeView(ref, explorer.options.source, () => explorer.changed());
	explorer.tree = view;
	void view.load();
}

/** The session of a row, from the row on; a session's own row is its beginning. */
function readFrom(explorer: Explorer, tree: TreeView): void {
	const row = tree.current;
	const ref = row && tree.refs[row.relative];
	if (!row || !ref) return;
	explorer.closeTree();
	const {entryId, locator} = row;
	const place = entryId !== undefined && locator ? {entryId, locator, line: 0} : undefined;
	explorer.readers.reopen(ref, {folds: explorer.reader?.folds ?? folded, place});
}

function moveToSegment(explorer: Explorer, tree: TreeView, direction: 1 | -1): void {
	if (!tree.moveToSegment(direction))
		explorer.message = direction > 0 ? 'No branch after this' : 'No branch before this';
}

function compareNodes(explorer: Explorer, tree: TreeView): void {
	const [left, right] = tree.marked;
	if (!left || !right) {
		explorer.message = 'Mark two rows with m, then compare their branches';
		return;
	}
	const sides = [sideOf(tree, left), sideOf(tree, right)] as const;
	const isOne = sides[0].ref === sides[1].ref && sides[0].branch === sides[1].branch;
	if (isOne) explorer.message = 'Both rows are on one branch: mark a row of another one';
	else compare(explorer, sides);
}

/** The branch a row is on: of several the active one. */
function sideOf(tree: TreeView, row: TreeRow): Side {
	const ref = tree.refs[row.relative]!;
	const {isLinear, activeBranch} = tree.relatives[row.relative]!.graph;
	if (row.branch !== undefined || isLinear) return {ref, branch: row.branch};
	const branches = rowBranches(tree, row);
	const active = activeBranch?.number;
	const isOnActive = row.entryId === undefined || (active !== undefined && branches.includes(active));
	return {ref, branch: isOnActive ? active : branches.at(-1)};
}
