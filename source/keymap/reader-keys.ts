/** What one can do with the block one is at, and the ways through a session that are not scrolling. */
import type {Binding} from './binding.ts';
import * as needs from './disabled.ts';

export const readerKeys = [
	{keys: ['tab'], when: ['reader'], action: 'focus-next', help: 'Next block: what Enter, y, o and R are about'},
	{keys: ['shift-tab'], when: ['reader'], action: 'focus-previous', help: 'Previous block'},
	{
		keys: ['enter'],
		when: ['reader'],
		action: 'open-block',
		help: 'Unfold the block, show all of it, fold it; a sub-agent: read its session',
		hint: 'open',
	},
	{
		keys: ['v'],
		when: ['reader'],
		action: 'cycle-level',
		help: 'How much is shown: skim, normal, everything',
		hint: 'level',
	},
	{
		keys: ['{'],
		when: ['reader'],
		action: 'previous-branch',
		help: 'At a fork: the branch before this one',
		hint: 'branch',
		disabled: needs.needsForks,
	},
	{
		keys: ['}'],
		when: ['reader'],
		action: 'next-branch',
		help: 'At a fork: the next branch',
		hint: 'branch',
		disabled: needs.needsForks,
	},
	{keys: ['O'], when: ['reader'], action: 'outline', help: 'Outline: all prompts beside the text', hint: 'outline'},
	{
		keys: ['y'],
		when: ['reader', 'pages'],
		action: 'copy',
		help: 'Copy clean text: a message, a code block, a command',
		hint: 'copy',
	},
	{keys: ['o'], when: ['reader'], action: 'open-image', help: 'Show the image of this block, or save it'},
	{keys: ['R'], when: ['reader'], action: 'raw-record', help: 'The raw record of this block, as it lies in the file'},
	{
		keys: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
		when: ['reader'],
		action: 'digit',
		isFixed: true,
		help: 'A number, for the key after it: 50%',
	},
	{keys: ['%'], when: ['reader'], action: 'jump-percent', help: 'To so many percent of the session: 50%'},

	{keys: ['j', 'down', 'J'], when: ['outline'], action: 'outline-next', help: 'Next prompt', hint: 'prompt'},
	{keys: ['k', 'up', 'K'], when: ['outline'], action: 'outline-previous', help: 'Previous prompt', hint: 'prompt'},
	{keys: ['home'], when: ['outline'], action: 'outline-first', help: 'First prompt'},
	{keys: ['G', 'end'], when: ['outline'], action: 'outline-last', help: 'Last prompt'},
	{
		keys: ['enter', 'tab'],
		when: ['outline'],
		action: 'leave-outline',
		help: 'Read on from here; the outline stays',
		hint: 'read',
	},
	{keys: ['q', 'escape', 'O'], when: ['outline'], action: 'close-outline', help: 'Close the outline', hint: 'close'},
] as const satisfies readonly Binding[];
