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
		seen: ['11 sessions', 'Fix reconnect backoff', '⑂1', 'the socket keeps dropping'],
	},
	{
		name: 'search',
		title: 'recollect: a search while it is typed, with the places that match',
		steps: [
			{press: '/', shows: '›'},
			{press: 'websocket', shows: /\d+ of 13/},
		],
		seen: [/› websocket/, 'Review: websocket auth', 'load test for 5k'],
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
			{press: 'jjjjj', shows: /Review: websocket[^\n]*\n/},
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
			{press: 'G', shows: /11\/11/},
			{press: enter, shows: /prompt 1\/5/},
			{press: 'O', shows: /▸13:20 split the orders/},
			{press: 'JJ', shows: /▸13:22 and the reports/},
		],
		seen: ['compacted at 13:23', '148k → 12k tokens', 'workspace-pulse'],
	},
	{
		name: 'help',
		title: 'recollect: all keys of the reader',
		steps: [read, {press: '?', shows: 'Next prompt'}],
		seen: ['Next prompt', 'Outline'],
	},
];
