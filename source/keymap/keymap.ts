/**
 * The one table of keys. Dispatch, footer, help and the README's key list are made from it; a key that is not here does
 * not exist, and a key that is here works.
 */
import type {Binding, KeyState} from './binding.ts';

const readingPlaces = ['reader', 'help'] as const;
const everywhere = ['list', 'reader', 'help'] as const;

export const keymap = [
	{keys: ['enter'], when: ['list'], action: 'read', help: 'Read the session', hint: 'read', disabled: needsSession},
	{
		keys: ['space'],
		when: ['list'],
		action: 'peek',
		help: 'Next page of the preview',
		hint: 'peek',
		disabled: needsSession,
	},
	{keys: ['j', 'down'], when: ['list'], action: 'select-next', help: 'Next session'},
	{keys: ['k', 'up'], when: ['list'], action: 'select-previous', help: 'Previous session'},
	{keys: ['ctrl-d'], when: ['list'], action: 'select-half-page-down', help: 'Half a page down'},
	{keys: ['ctrl-u'], when: ['list'], action: 'select-half-page-up', help: 'Half a page up'},
	{keys: ['pagedown'], when: ['list'], action: 'select-page-down', help: 'A page down'},
	{keys: ['pageup'], when: ['list'], action: 'select-page-up', help: 'A page up'},
	{keys: ['g', 'home'], when: ['list'], action: 'select-first', help: 'First session'},
	{keys: ['G', 'end'], when: ['list'], action: 'select-last', help: 'Last session'},
	{
		keys: ['a'],
		when: ['list'],
		action: 'toggle-agent-sessions',
		help: 'Show sub-agents below their sessions, or fold them',
		hint: 'sub-agents',
		disabled: needsAgentSessions,
	},

	{keys: ['J'], when: ['reader'], action: 'next-prompt', help: 'Next prompt', hint: 'prompt'},
	{keys: ['K'], when: ['reader'], action: 'previous-prompt', help: 'Previous prompt', hint: 'prompt'},
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
		keys: ['['],
		when: ['reader'],
		action: 'previous-session',
		help: 'Previous session of the list',
		hint: 'session',
		disabled: needsPreviousSession,
	},
	{
		keys: [']'],
		when: ['reader'],
		action: 'next-session',
		help: 'Next session of the list',
		hint: 'session',
		disabled: needsNextSession,
	},

	{keys: ['j', 'down'], when: readingPlaces, action: 'scroll-down', help: 'A line down'},
	{keys: ['k', 'up'], when: readingPlaces, action: 'scroll-up', help: 'A line up'},
	{keys: ['ctrl-d'], when: readingPlaces, action: 'scroll-half-page-down', help: 'Half a page down'},
	{keys: ['ctrl-u'], when: readingPlaces, action: 'scroll-half-page-up', help: 'Half a page up'},
	{keys: ['space', 'pagedown'], when: readingPlaces, action: 'scroll-page-down', help: 'A page down'},
	{keys: ['pageup'], when: readingPlaces, action: 'scroll-page-up', help: 'A page up'},
	{keys: ['g', 'home'], when: readingPlaces, action: 'scroll-to-start', help: 'To the start'},
	{keys: ['G', 'end'], when: readingPlaces, action: 'scroll-to-end', help: 'To the end'},

	{keys: ['q'], when: ['list'], action: 'quit', help: 'Quit', hint: 'quit'},
	{keys: ['q', 'escape'], when: ['reader'], action: 'back', help: 'Back to the list', hint: 'back'},
	{keys: ['q', 'escape', '?'], when: ['help'], action: 'back', help: 'Close the help', hint: 'back'},
	{keys: ['?'], when: ['list', 'reader'], action: 'help', help: 'All keys of this screen', hint: 'all keys'},
	{
		keys: ['ctrl-z'],
		when: everywhere,
		action: 'suspend',
		help: 'Suspend; fg in the shell brings it back',
		disabled: needsJobControl,
	},
	{keys: ['ctrl-c'], when: everywhere, action: 'quit', help: 'Quit from anywhere'},
] as const satisfies readonly Binding[];

export type Action = (typeof keymap)[number]['action'];

function needsSession({sessions}: KeyState): string | undefined {
	return sessions > 0 ? undefined : 'There is no session here';
}

function needsAgentSessions({agentSessions}: KeyState): string | undefined {
	return agentSessions > 0 ? undefined : 'No session here has sub-agents';
}

function needsNextSession({canGoToNextSession}: KeyState): string | undefined {
	return canGoToNextSession ? undefined : 'This is the last session of the list';
}

function needsPreviousSession({canGoToPreviousSession}: KeyState): string | undefined {
	return canGoToPreviousSession ? undefined : 'This is the first session of the list';
}

function needsJobControl({canSuspend}: KeyState): string | undefined {
	return canSuspend ? undefined : 'This system cannot suspend a program';
}
