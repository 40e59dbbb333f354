/** The keys of a line that one types into; they are those of a shell. What can be printed goes into the line. */
import type {Binding} from './binding.ts';

const lines = ['search', 'find', 'palette', 'help-find', 'export-target', 'label'] as const;

export const lineKeys = [
	{keys: ['left', 'ctrl-b'], when: lines, action: 'cursor-left', help: 'A character to the left'},
	{keys: ['right', 'ctrl-f'], when: lines, action: 'cursor-right', help: 'A character to the right'},
	{keys: ['alt-b', 'ctrl-left', 'alt-left'], when: lines, action: 'cursor-word-left', help: 'A word to the left'},
	{keys: ['alt-f', 'ctrl-right', 'alt-right'], when: lines, action: 'cursor-word-right', help: 'A word to the right'},
	{keys: ['home', 'ctrl-a'], when: lines, action: 'cursor-start', help: 'To the start of the line'},
	{keys: ['end', 'ctrl-e'], when: lines, action: 'cursor-end', help: 'To the end of the line'},
	{keys: ['backspace'], when: lines, action: 'erase-left', help: 'Erase the character before the cursor'},
	{keys: ['delete', 'ctrl-d'], when: lines, action: 'erase-right', help: 'Erase the character under the cursor'},
	{keys: ['ctrl-w', 'alt-backspace'], when: lines, action: 'erase-word', help: 'Erase the word before the cursor'},
	{keys: ['ctrl-u'], when: lines, action: 'erase-to-start', help: 'Erase to the start of the line'},
	{keys: ['ctrl-k'], when: lines, action: 'erase-to-end', help: 'Erase to the end of the line'},
] as const satisfies readonly Binding[];
