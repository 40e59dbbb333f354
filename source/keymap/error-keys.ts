/** The keys of the screen that is shown when something went wrong. */
import type {Binding} from './binding.ts';

export const errorKeys = [
	{
		keys: ['enter', 'escape'],
		when: ['error'],
		action: 'leave-error',
		help: 'Back to the list',
		hint: 'back to the list',
	},
	{
		keys: ['y'],
		when: ['error'],
		action: 'copy-error',
		help: 'Copy the details, to report them',
		hint: 'copy the details',
	},
	{keys: ['q'], when: ['error'], action: 'quit', help: 'Quit', hint: 'quit'},
] as const satisfies readonly Binding[];
