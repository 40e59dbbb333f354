/** The keys of two sessions, or two branches, beside each other. */
import type {Binding} from './binding.ts';
import * as needs from './disabled.ts';

export const compareKeys = [
	{
		keys: ['D'],
		when: ['list'],
		action: 'compare',
		help: 'Compare the two sessions that are marked',
		hint: 'compare',
		disabled: needs.needsTwoMarked,
	},
	{
		keys: ['D'],
		when: ['reader'],
		action: 'compare-branches',
		help: 'Compare this branch with the other side of the fork',
		disabled: needs.needsForks,
	},
	{keys: [']'], when: ['compare'], action: 'next-difference', help: 'Next difference', hint: 'difference'},
	{keys: ['['], when: ['compare'], action: 'previous-difference', help: 'Previous difference', hint: 'difference'},
	{
		keys: ['tab'],
		when: ['compare'],
		action: 'toggle-files',
		help: 'Turns, or the files each side leaves',
		hint: 'turns/files',
	},
	{
		keys: ['e'],
		when: ['compare'],
		action: 'save-comparison',
		help: 'Export the comparison as Markdown or HTML',
		hint: 'export',
	},
	{keys: ['q', 'escape'], when: ['compare'], action: 'back', help: 'Close the comparison', hint: 'back'},
] as const satisfies readonly Binding[];
