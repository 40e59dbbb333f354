/** The keys of what lies over a screen: menus, the palette, questions, raw records, the line that finds keys. */
import type {Binding} from './binding.ts';

const menus = ['menu', 'palette'] as const;

export const overlayKeys = [
	{keys: ['j', 'down'], when: ['menu'], action: 'menu-next', help: 'Next item', hint: 'choose'},
	{keys: ['k', 'up'], when: ['menu'], action: 'menu-previous', help: 'Previous item', hint: 'choose'},
	{keys: ['down', 'ctrl-n'], when: ['palette'], action: 'menu-next', help: 'Next item', hint: 'choose'},
	{keys: ['up', 'ctrl-p'], when: ['palette'], action: 'menu-previous', help: 'Previous item', hint: 'choose'},
	{keys: ['enter'], when: menus, action: 'menu-choose', help: 'Take the item', hint: 'take'},
	{keys: ['q', 'escape'], when: ['menu'], action: 'menu-cancel', help: 'Close without taking any', hint: 'close'},
	{keys: ['escape'], when: ['palette'], action: 'menu-cancel', help: 'Close without taking any', hint: 'close'},

	// Not Enter: whoever presses it twice to export would write over a file.
	{keys: ['y'], when: ['confirm'], action: 'confirm-yes', help: 'Do it', hint: 'yes'},
	{keys: ['n', 'q', 'escape'], when: ['confirm'], action: 'confirm-no', help: 'Leave it', hint: 'no'},

	{keys: ['/'], when: ['help'], action: 'find-help', help: 'Find a key by what it does', hint: 'find'},
	{keys: ['enter', 'escape'], when: ['help-find'], action: 'leave-line', help: 'Leave the line', hint: 'done'},
	{keys: ['q', 'escape', 'R'], when: ['pages'], action: 'back', help: 'Close it', hint: 'back'},
] as const satisfies readonly Binding[];
