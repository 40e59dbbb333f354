/**
 * The pictures: what is pressed, and what must be seen then. Every test run walks through them, so a key that leads
 * somewhere else fails there; `npm run screens` writes what is seen to docs/screens.
 */
export type Step = {
	readonly press: string;
	/** What the screen shows then. */
	readonly shows: string | RegExp;
};

export type Scene = {
	/** docs/screens/NAME.svg */
	readonly name: string;
	readonly title: string;
	readonly columns?: number;
	readonly rows?: number;
	readonly steps: readonly Step[];
	/** What the picture is for: all of it must be there. */
	readonly seen: ReadonlyArray<string | RegExp>;
};

/** A minute after the newest demo session was written to. */
export const startsAt = '2026-11-15T20:10:20Z';

const enter = '\r';
const tab = '\t';

/** Into the newest session. */
const read: Step = {press: enter, shows: /prompt 1\/3/};

export const scenes: readonly Scene[] = [
	{
		name: 'list',
		title: 'recollect: the list of all sessions with a preview of the selected one',
		steps: [],
		seen: ['12 sessions', 'Fix reconnect backoff', '⑂1', 'the socket keeps dropping'],
	},
	{
		name: 'search',
		title: 'recollect: a search while it is typed, with the places that match',
		steps: [
			{press: '/', shows: '›'},
			{press: 'retry', shows: /\d+ of 14/},
		],
		seen: [/› retry/, 'add a retry with jitter', 'port the retry helper'],
	},
	{
		name: 'reader',
		title: 'recollect: reading a session',
		steps: [read],
		seen: ['the socket keeps dropping', 'What will help', 'exponential', 'setInterval'],
	},
	{
		name: 'diff',
		title: 'recollect: edits as diffs, a failing test below them',
		rows: 42,
		steps: [read, {press: 'J', shows: /prompt 2\/3/}, {press: 't', shows: 'delayFor'}],
		seen: ['use full jitter instead', 'attempt = 0', 'const base = 500', 'expected 2 attempts'],
	},
	{
		name: 'sub-agent',
		title: 'recollect: the session of a sub-agent, entered from the session that started it',
		steps: [
			{press: 'jjjjjj', shows: /7\/12/},
			{press: enter, shows: /prompt 1\/1/},
			{press: `${tab}${tab}`, shows: /› +▸ Agent/},
			{press: enter, shows: '› find places that trust the token'},
			{press: 't', shows: 'src/http/session.ts:18: const'},
		],
		seen: ['List every place that reads the session token', 'Two places read the token'],
	},
	{
		name: 'outline',
		title: 'recollect: a session with a compaction, and the outline of its prompts',
		steps: [
			{press: 'G', shows: /12\/12/},
			{press: enter, shows: /prompt 1\/5/},
			{press: 'O', shows: /▸13:20 split the orders/},
			{press: 'JJ', shows: /▸13:22 and the reports/},
		],
		seen: ['compacted at 13:23', '148k → 12k tokens', 'workspace-pulse'],
	},
	{
		name: 'fork',
		title: 'recollect: a fork inside a session, on the road that was left',
		steps: [read, {press: '{', shows: 'branch 1/2'}],
		seen: ['2 roads part here', 'use exponential backoff', 'also log each attempt'],
	},
	{
		name: 'tree',
		title: 'recollect: the family of a session: its sub-agents, and the fork that went on in another file',
		rows: 24,
		steps: [
			{press: 'jjjjjj', shows: /7\/12/},
			// What it took comes a moment later.
			{press: 'b', shows: 'of them shared'},
		],
		seen: ['review the websocket auth handshake', 'find places that trust the token', 'write the two missing tests'],
	},
	{
		name: 'compare',
		title: 'recollect: the two roads of a fork, turn by turn',
		steps: [read, {press: 'D', shows: 'common until'}],
		seen: ['use full jitter instead', 'use exponential backoff', 'steps the same'],
	},
	{
		name: 'files',
		title: 'recollect: what the two roads of a fork make of the files',
		steps: [read, {press: 'D', shows: 'common until'}, {press: tab, shows: 'only A writes it'}],
		seen: ['src/ws/delay.ts', 'partial: only the changes are known', 'Full jitter'],
	},
	{
		name: 'export',
		title: 'recollect: what is asked before a session is exported',
		rows: 12,
		steps: [
			{press: 'e', shows: /To +\.\/2026-11-15-claude-fix-reconnect.*\.md/},
			// A place that is the same on every machine.
			{press: '\u001B[A\u0015', shows: /▸ To {2,}\n/},
			{press: '/home/demo/notes/reconnect.html', shows: 'reconnect.html'},
			{press: '\u001B[B', shows: '‹ HTML ›'},
		],
		seen: ['in /home/demo/notes', '‹ HTML ›', 'replaced', 'as it is', 'Enter export'],
	},
	{
		name: 'help',
		title: 'recollect: all keys of the reader',
		steps: [read, {press: '?', shows: 'Next prompt'}],
		seen: ['Next prompt', 'Outline'],
	},
];
