/** The keys that change what the list looks like, and what is marked in it. */
import type {Binding} from './binding.ts';
import * as needs from './disabled.ts';

export const listKeys = [
	{
		keys: ['m'],
		when: ['list'],
		action: 'mark',
		help: 'Mark the session, or take its mark away, and go to the next one',
		hint: 'mark',
		disabled: needs.needsSession,
	},
	{
		keys: ['M'],
		when: ['list'],
		action: 'clear-marks',
		help: 'Take all marks away',
		disabled: needs.needsMarkedSessions,
	},
	{
		keys: ['g'],
		when: ['list'],
		action: 'cycle-grouping',
		help: 'Sessions under their days, under their projects, without headings',
		hint: 'group',
		disabled: needs.needsOrder,
	},
	{
		keys: ['s'],
		when: ['list'],
		action: 'cycle-sort',
		help: 'Order: newest, oldest, largest, most prompts, most tokens, title',
		hint: 'sort',
		disabled: needs.needsOrder,
	},
	{
		keys: ['l', 'right'],
		when: ['list'],
		action: 'unfold-agent-sessions',
		help: 'Show the sub-agents of this session',
		disabled: needs.needsAgentSessions,
	},
	{
		keys: ['h', 'left'],
		when: ['list'],
		action: 'fold-agent-sessions',
		help: 'Fold the sub-agents of this session, or those it is one of',
		disabled: needs.needsAgentSessions,
	},
	{
		keys: ['p'],
		when: ['list'],
		action: 'toggle-preview',
		help: 'Leave the preview out, which makes the list wider, or show it again',
		disabled: needs.needsSession,
	},
] as const satisfies readonly Binding[];
