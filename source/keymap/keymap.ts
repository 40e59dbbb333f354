/**
 * The one table of keys. Dispatch, footer, help and the README's key list are made from it; a key that is not here does
 * not exist, and a key that is here works.
 */
import {type Binding, places} from './binding.ts';
import {compareKeys} from './compare-keys.ts';
import * as needs from './disabled.ts';
import {errorKeys} from './error-keys.ts';
import {exportKeys} from './export-keys.ts';
import {lineKeys} from './line-keys.ts';
import {listKeys} from './list-keys.ts';
import {overlayKeys} from './overlay-keys.ts';
import {readerKeys} from './reader-keys.ts';
import {treeKeys, treeLeaveKeys} from './tree-keys.ts';

const lists = ['list', 'search'] as const;
const readingPlaces = ['reader', 'help', 'pages', 'compare'] as const;
const everywhere = places;

export const keymap = [
	{
		keys: ['enter'],
		when: lists,
		action: 'read',
		help: 'Read the session, at the best match if one is searched for',
		hint: 'read',
		disabled: needs.needsSession,
	},
	{
		keys: ['/'],
		when: ['list'],
		action: 'search',
		help: 'Search: type into the query line',
		hint: 'search',
		disabled: needs.needsSearch,
	},
	{
		keys: ['space'],
		when: ['list'],
		action: 'peek',
		help: 'Next page of the preview',
		hint: 'peek',
		disabled: needs.needsSession,
	},
	{keys: ['j', 'down'], when: ['list'], action: 'select-next', help: 'Next session'},
	{keys: ['k', 'up'], when: ['list'], action: 'select-previous', help: 'Previous session'},
	{keys: ['up', 'ctrl-p'], when: ['search'], action: 'select-previous', help: 'Previous session', hint: 'select'},
	{keys: ['down', 'ctrl-n'], when: ['search'], action: 'select-next', help: 'Next session', hint: 'select'},
	{keys: ['ctrl-d'], when: ['list'], action: 'select-half-page-down', help: 'Half a page down'},
	{keys: ['ctrl-u'], when: ['list'], action: 'select-half-page-up', help: 'Half a page up'},
	{keys: ['pagedown'], when: lists, action: 'select-page-down', help: 'A page down'},
	{keys: ['pageup'], when: lists, action: 'select-page-up', help: 'A page up'},
	{keys: ['home'], when: ['list'], action: 'select-first', help: 'First session'},
	{keys: ['G', 'end'], when: ['list'], action: 'select-last', help: 'Last session'},
	...listKeys,
	{
		keys: ['tab'],
		when: ['search'],
		action: 'complete',
		help: 'Complete the filter or its value; again: the next choice',
		hint: 'complete',
	},
	{
		keys: ['ctrl-s'],
		when: ['search', 'find'],
		action: 'cycle-mode',
		help: 'How words are looked for: fuzzy, words, regex',
		hint: 'mode',
	},
	{
		keys: ['ctrl-s'],
		when: ['list'],
		action: 'cycle-mode',
		help: 'How words are looked for: fuzzy, words, regex',
		disabled: needs.needsSearch,
	},
	{
		keys: ['ctrl-r'],
		when: ['search'],
		action: 'cycle-scope',
		help: 'Which sessions: all, those of this directory, of this repository',
		hint: 'scope',
	},
	{
		keys: ['ctrl-r'],
		when: ['list'],
		action: 'cycle-scope',
		help: 'Which sessions: all, those of this directory, of this repository',
		disabled: needs.needsSearch,
	},
	{
		keys: ['a'],
		when: ['list'],
		action: 'toggle-agent-sessions',
		help: 'Show sub-agents below their sessions, or fold them',
		hint: 'sub-agents',
		disabled: needs.needsAgentSessions,
	},
	{
		keys: ['escape'],
		when: ['search'],
		action: 'leave-line',
		help: 'Leave the line; the query and what it found stay',
		hint: 'done',
	},
	{
		keys: ['escape'],
		when: ['list'],
		action: 'clear-query',
		help: 'Clear the query, then the scope: all sessions again',
		hint: 'clear',
		disabled: needs.needsNarrowing,
	},

	{keys: ['J'], when: ['reader'], action: 'next-prompt', help: 'Next prompt', hint: 'prompt'},
	{keys: ['K'], when: ['reader'], action: 'previous-prompt', help: 'Previous prompt', hint: 'prompt'},
	{
		keys: ['/'],
		when: ['reader'],
		action: 'find',
		help: 'Find words in this session',
		hint: 'find',
		disabled: needs.needsSearch,
	},
	{
		keys: ['n'],
		when: ['reader'],
		action: 'next-hit',
		help: 'Next hit, in folded blocks too',
		hint: 'hit',
		disabled: needs.needsMarks,
	},
	{
		keys: ['N'],
		when: ['reader'],
		action: 'previous-hit',
		help: 'Previous hit',
		hint: 'hit',
		disabled: needs.needsMarks,
	},
	{keys: ['t'], when: ['reader'], action: 'toggle-tools', help: 'Unfold tool calls, or fold them', hint: 'tools'},
	{
		keys: ['T'],
		when: ['reader'],
		action: 'toggle-thinking',
		help: 'Unfold thinking and summaries, or fold them',
		hint: 'thinking',
	},
	{keys: ['a'], when: ['reader'], action: 'toggle-side-work', help: 'Unfold what sub-agents wrote here, or fold it'},
	{
		keys: ['F'],
		when: ['reader'],
		action: 'toggle-following',
		help: 'Stay at the end while the session grows, or stop that',
	},
	...readerKeys,
	{
		keys: ['['],
		when: ['reader'],
		action: 'previous-session',
		help: 'Previous session of the list',
		hint: 'session',
		disabled: needs.needsPreviousSession,
	},
	{
		keys: [']'],
		when: ['reader'],
		action: 'next-session',
		help: 'Next session of the list',
		hint: 'session',
		disabled: needs.needsNextSession,
	},
	{
		keys: ['*'],
		when: ['list', 'reader'],
		action: 'star',
		help: 'Give the session a star, or take it away; is:starred finds them',
		disabled: needs.needsStars,
	},

	{
		keys: ['enter'],
		when: ['find'],
		action: 'leave-line',
		help: 'Leave the line; n and N go on from here',
		hint: 'done',
	},
	{keys: ['escape'], when: ['find'], action: 'leave-line', help: 'Leave the line; the hits stay marked', hint: 'done'},
	{keys: ['down', 'ctrl-n'], when: ['find'], action: 'next-hit', help: 'Next hit', hint: 'hit'},
	{keys: ['up', 'ctrl-p'], when: ['find'], action: 'previous-hit', help: 'Previous hit', hint: 'hit'},
	...lineKeys,

	{keys: ['j', 'down'], when: readingPlaces, action: 'scroll-down', help: 'A line down'},
	{keys: ['k', 'up'], when: readingPlaces, action: 'scroll-up', help: 'A line up'},
	{keys: ['ctrl-d'], when: readingPlaces, action: 'scroll-half-page-down', help: 'Half a page down'},
	{keys: ['ctrl-u'], when: readingPlaces, action: 'scroll-half-page-up', help: 'Half a page up'},
	{keys: ['space', 'pagedown'], when: readingPlaces, action: 'scroll-page-down', help: 'A page down'},
	{keys: ['pageup'], when: readingPlaces, action: 'scroll-page-up', help: 'A page up'},
	{keys: ['g g', 'home'], when: readingPlaces, action: 'scroll-to-start', help: 'To the start'},
	{keys: ['G', 'end'], when: readingPlaces, action: 'scroll-to-end', help: 'To the end'},

	...treeKeys,
	...compareKeys,
	...exportKeys,
	...overlayKeys,
	...treeLeaveKeys,
	...errorKeys,

	{keys: ['q'], when: ['list'], action: 'quit', help: 'Quit', hint: 'quit'},
	{
		keys: ['q', 'escape'],
		when: ['reader'],
		action: 'back',
		help: 'Back to the list; from a sub-agent, to the session that started it',
		hint: 'back',
	},
	{keys: ['q', 'escape', '?'], when: ['help'], action: 'back', help: 'Close the help', hint: 'back'},
	{
		keys: [':'],
		when: ['list', 'reader', 'tree', 'compare'],
		action: 'palette',
		help: 'Command palette: everything one can do here, by name',
	},
	{
		keys: ['?'],
		when: ['list', 'reader', 'tree', 'compare', 'export'],
		action: 'help',
		help: 'All keys of this screen',
		hint: 'all keys',
	},
	{
		keys: ['ctrl-z'],
		when: everywhere,
		action: 'suspend',
		help: 'Suspend; fg in the shell brings it back',
		disabled: needs.needsJobControl,
	},
	{keys: ['ctrl-c'], when: everywhere, action: 'quit', help: 'Quit from anywhere', isFixed: true},
] as const satisfies readonly Binding[];

export type Action = (typeof keymap)[number]['action'];
