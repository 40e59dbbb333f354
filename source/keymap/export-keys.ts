/** The keys of the export, and of the line in it that says where to. */
import type {Binding} from './binding.ts';
import * as needs from './disabled.ts';

const both = ['export', 'export-target'] as const;

export const exportKeys = [
	{
		keys: ['e'],
		when: ['list', 'reader', 'tree'],
		action: 'export',
		help: 'Export as Markdown, HTML or JSON: the session, or all that are marked',
		hint: 'export',
		disabled: needs.needsExport,
	},
	{keys: ['enter'], when: both, action: 'export-now', help: 'Write the file', hint: 'export'},
	{keys: ['right', 'l', 'space'], when: ['export'], action: 'export-next-value', help: 'Next value', hint: 'change'},
	{keys: ['left', 'h'], when: ['export'], action: 'export-previous-value', help: 'Previous value', hint: 'change'},
	{keys: ['down', 'j', 'tab'], when: ['export'], action: 'export-next-row', help: 'Next row', hint: 'row'},
	{keys: ['up', 'k'], when: ['export'], action: 'export-previous-row', help: 'Previous row', hint: 'row'},
	{keys: ['down', 'tab'], when: ['export-target'], action: 'export-next-row', help: 'Next row', hint: 'row'},
	{keys: ['up'], when: ['export-target'], action: 'export-previous-row', help: 'Previous row', hint: 'row'},
	{keys: ['escape', 'q'], when: ['export'], action: 'export-cancel', help: 'Close, or stop the export', hint: 'close'},
	{
		keys: ['escape'],
		when: ['export-target'],
		action: 'export-cancel',
		help: 'Close, or stop the export',
		hint: 'close',
	},
] as const satisfies readonly Binding[];
