/** The keys of the fork tree. */
import type {Binding} from './binding.ts';
import * as needs from './disabled.ts';

export const treeKeys = [
	{
		keys: ['b'],
		when: ['list', 'reader'],
		action: 'tree',
		help: 'Fork tree: branches, copies and sub-agents of the session as a tree of prompts',
		hint: 'tree',
		disabled: needs.needsFamily,
	},
	{keys: ['enter'], when: ['tree'], action: 'read-from-tree', help: 'Read that branch from there', hint: 'read'},
	{keys: ['m'], when: ['tree'], action: 'mark-node', help: 'Mark a row to compare it', hint: 'mark'},
	{
		keys: ['D'],
		when: ['tree'],
		action: 'compare-nodes',
		help: 'Compare the branches of the two rows that are marked',
		hint: 'compare',
	},
	{keys: ['j', 'down'], when: ['tree'], action: 'tree-next', help: 'Next row'},
	{keys: ['k', 'up'], when: ['tree'], action: 'tree-previous', help: 'Previous row'},
	{keys: ['ctrl-d', 'pagedown', 'space'], when: ['tree'], action: 'tree-page-down', help: 'Half a page down'},
	{keys: ['ctrl-u', 'pageup'], when: ['tree'], action: 'tree-page-up', help: 'Half a page up'},
	{keys: ['g g', 'home'], when: ['tree'], action: 'tree-first', help: 'To the first row'},
	{keys: ['G', 'end'], when: ['tree'], action: 'tree-last', help: 'To the last row'},
	{
		keys: ['right', ']'],
		when: ['tree'],
		action: 'tree-next-segment',
		help: 'Next branch, copy or sub-agent',
		hint: 'branch',
	},
	{
		keys: ['left', '['],
		when: ['tree'],
		action: 'tree-previous-segment',
		help: 'Previous branch, copy or sub-agent',
		hint: 'branch',
	},
	{keys: ['h'], when: ['tree'], action: 'tree-fold', help: 'Fold what hangs below this, or this with it', hint: 'fold'},
	{keys: ['l'], when: ['tree'], action: 'tree-unfold', help: 'Unfold what hangs below this', hint: 'fold'},
	{keys: ['-'], when: ['tree'], action: 'tree-fold-all', help: 'Fold every branch and every copy'},
	{keys: ['+', '='], when: ['tree'], action: 'tree-unfold-all', help: 'Unfold everything'},
	{
		keys: ['tab'],
		when: ['tree'],
		action: 'toggle-prompts',
		help: 'Everything, only prompts, or only where something begins',
		hint: 'prompts/all',
	},
	{keys: ['U'], when: ['tree'], action: 'tree-count', help: 'Count what the branches of sessions beyond 64 MB took'},
	{
		keys: ['L'],
		when: ['tree'],
		action: 'label',
		help: 'Give the row a label; an empty one takes it away',
		hint: 'label',
		disabled: needs.needsLabels,
	},
	{
		keys: ['f'],
		when: ['tree'],
		action: 'fork-here',
		help: 'Fork the session here (comes with a later version)',
		disabled: needs.comesLater,
	},
	{keys: ['enter'], when: ['label'], action: 'save-label', help: 'Keep the label', hint: 'keep'},
	{keys: ['escape'], when: ['label'], action: 'leave-label', help: 'Leave the label as it was', hint: 'leave'},
] as const satisfies readonly Binding[];

/** Behind all others that the tree has: the way out stands at the end of the footer. */
export const treeLeaveKeys = [
	{keys: ['q', 'escape', 'b'], when: ['tree'], action: 'back', help: 'Close the tree', hint: 'back'},
] as const satisfies readonly Binding[];
