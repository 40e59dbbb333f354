import {agentIds} from '../adapters/agents.ts';
import {formatIds} from '../formats/format.ts';
import type {Context, Output} from './context.ts';
import {columns} from './help-columns.ts';
import {listSessions} from './list-sessions.ts';

export type Command = {
	readonly name: string;
	/**
	 * What stands after the name: `ID|FILE`, or several with spaces between them; one that ends in `…` takes any number,
	 * none too, and the command says what it needs. Commands without it take no argument.
	 */
	readonly argument?: string;
	/** Several arguments are one, with spaces between them: nobody should need quotes for a few words. */
	readonly takesWords?: boolean;
	readonly summary: string;
	/** The options that mean something to this command, besides the global ones. */
	readonly options: ReadonlyArray<readonly [string, string]>;
	readonly details: string | (() => Promise<string>);
	/** `all`: every argument, for a command that takes any number. */
	run(context: Context, argument: string, second: string, all: readonly string[]): Output;
};

/** The others are loaded when they are wanted: a list must not wait for what they need. */
function lazily(load: () => Promise<Command['run']>): Command['run'] {
	return async function* (context, ...given) {
		yield* (await load())(context, ...given);
	};
}

/** Every command: the entry file dispatches by this table, and help is made from it. */
export const commands: readonly Command[] = [
	{
		name: 'list',
		summary: 'all sessions, newest first',
		options: [
			['--limit N', 'only the newest N'],
			['--all', 'sub-agents as rows of their own'],
		],
		details:
			'The table needs only a few reads of each file. With --json every session is read whole, for its counts, models and tokens; ' +
			'`meta` says how many candidate files were found and what became of them.',
		run: listSessions,
	},
	{
		name: 'show',
		argument: 'ID|FILE',
		summary: 'read a session: its active branch as text',
		options: [
			['--branch N', 'another branch (`recollect tree` numbers them); `all` of them'],
			['--full', 'whole outputs, thinking and the bookkeeping records'],
			['--raw', 'the records of the branch as they are in the file'],
		],
		details:
			'ID is a whole id, a unique beginning of one, or agent:id. FILE is a session file or a document of an open format, anywhere.',
		run: lazily(async () => (await import('./show-session.ts')).showSession),
	},
	{
		name: 'search',
		argument: 'QUERY',
		takesWords: true,
		summary: 'find sessions by any word in them, the best first',
		options: [
			['--limit N', 'at most N sessions (20)'],
			['--deep', 'read the files themselves for what the index leaves out'],
		],
		details: async () => (await import('./search-help.ts')).searchHelp(),
		run: lazily(async () => (await import('./search-sessions.ts')).searchSessions),
	},
	{
		name: 'tree',
		argument: 'ID|FILE',
		summary: 'the branches of a session as a tree of prompts',
		options: [['--family', 'with the sessions it was copied from, its copies, and the sub-agents of all of them']],
		details:
			'A fork is drawn where two prompts, or two answers to one prompt, compete. Tokens and costs are those of the branch alone; ' +
			'what copies share counts once. Labels are given in the explorer: b, then L.',
		run: lazily(async () => (await import('./draw-tree.ts')).drawTree),
	},
	{
		name: 'diff',
		argument: 'A B',
		summary: 'what two sessions, or two branches, have in common and where they part',
		options: [
			['--stat', 'only the sums'],
			['--files', 'the files each would leave behind, and how they differ'],
			['--format F', 'a document instead: markdown or html'],
			['--output FILE', 'write it into FILE; never over another one without --force'],
			['--no-redact', 'keep secrets in it; otherwise they are replaced'],
		],
		details:
			'A and B are ids, files, or ID@2 for the second branch of a session (`recollect tree` numbers them). Steps are compared: ' +
			'prompts, answers, and tool calls by tool, input and result. With --files the writes and edits of each side are made ' +
			'again in memory; a file of which only edits are known is partial. Exit code 0: the same, 1: different, 2: trouble.',
		run: lazily(async () => (await import('./diff-sessions.ts')).diffSessions),
	},
	{
		name: 'export',
		argument: 'ID|FILE…',
		summary: 'write sessions as Markdown, HTML or JSON that other programs read',
		options: [
			['--format F', formatIds.join(', ')],
			['--output PATH', 'a file, a folder, or - to print; without it a file with a telling name, here'],
			['--all', 'every session'],
			['--query QUERY', 'every session that `recollect search QUERY` finds'],
			['--limit N', 'at most N of them'],
			['--sub-agents', 'also the sub-agents of each'],
			['--branch N', 'one branch; `active` or `all` of them'],
			['--no-redact', 'keep keys, tokens, passwords and addresses; --redact replaces them, which is usual'],
			['--hide-home', 'write ~ for your home folder'],
			['--force', 'write over files that are there'],
		],
		details: async () => (await import('./export/export-help.ts')).exportHelp(),
		async *run(context, first, second, ids) {
			// One session may be large, and is not found yet; of several most are not.
			if (ids.length === 1) (await import('./export/draw-thread.ts')).prepareThread();
			yield* (await import('./export/export-sessions.ts')).exportSessions(context, first, second, ids);
		},
	},
	{
		name: 'audit',
		summary: 'every candidate file: listed, hidden by which rule, or unreadable and why',
		options: [],
		details: 'found = listed + hidden + unreadable, always.',
		run: lazily(async () => (await import('./audit-stores.ts')).auditStores),
	},
	{
		name: 'check',
		argument: 'ID|PATH…',
		summary: "what in the files is not as we know the agent's format",
		options: [['--all', 'every session that is listed']],
		details:
			'A PATH is a session file, a database, a folder of them, or a document of one of the open formats. Each change is told ' +
			'once, with how often it was met, where first, and what it looks like (never what it says): UNKNOWN_TYPE, NEW_FIELD, ' +
			'TYPE_MISMATCH, MISSING_FIELD, and DAMAGED for what is no JSON; INVALID for a document that breaks a rule of its ' +
			'format. Exit code 0: nothing new, 1: findings, 2: trouble.',
		run: lazily(async () => (await import('./check-sessions.ts')).checkSessions),
	},
	{
		name: 'index',
		summary: 'read what is new into the catalogue and the index of words',
		options: [
			['--rebuild', 'begin with an empty one'],
			['--status', 'only tell how far it is'],
		],
		details:
			'The explorer does this behind the screen and `search` reads what is not indexed yet, so nobody needs this command; ' +
			'it is for scripts and for the first time on a machine with many sessions. Whole prompts, answers and thinking are ' +
			'indexed, of long tool inputs and outputs the first and the last 4 KB; runs of letters and digits beyond 120 ' +
			'characters are left out. `search --deep` finds the rest in the files themselves.',
		run: lazily(async () => (await import('./index-sessions.ts')).indexSessions),
	},
	{
		name: 'config',
		summary: 'where the config file is, what is wrong in it, and what holds',
		options: [['--example', 'print a config file to begin with: every option and every key, explained']],
		details:
			'The file is config.json in ~/.config/recollect (or $XDG_CONFIG_HOME/recollect): JSON in which comments and trailing ' +
			'commas are allowed. It is never written to. What can not be used is told with its place, and the rest of the file ' +
			'holds. Flags win over it.',
		run: lazily(async () => (await import('./show-config.ts')).showConfig),
	},
];

const globalOptions: ReadonlyArray<readonly [string, string]> = [
	['--home DIR', "read the agents' stores below DIR instead of your own (may be repeated)"],
	['--agent A,B', `only these agents: ${agentIds.join(', ')}`],
	['--cache DIR', 'keep the catalogue in DIR (or $RECOLLECT_CACHE); it can be deleted at any time'],
	['--config FILE', 'read the settings from FILE (or $RECOLLECT_CONFIG); `recollect config` tells more'],
	['--fresh', 'open the explorer as if for the first time, not as it was left'],
	['--demo', 'read the sessions that come with recollect'],
	['--json', 'print JSON'],
	['--no-color', 'print without colours (so does NO_COLOR)'],
	['--theme NAME', 'colours for a background that is dark or light; auto asks the terminal'],
	['--no-mouse', 'leave the mouse to the terminal, to select text as ever'],
	['--version', 'print the version'],
	['--help', 'print this, or a command’s help'],
];

export function generalHelp(): string {
	const rows = commands.map(
		({name, argument, summary}) => [[name, argument].filter(Boolean).join(' '), summary] as const,
	);
	return [
		'recollect: every session of your AI coding agents, in one place',
		'',
		'Usage',
		columns([
			['recollect', 'open the explorer (without a terminal: the newest sessions)'],
			['recollect FILE', 'open a session file, or one in an open format, wherever it lies'],
			['recollect COMMAND', 'run one command'],
		]),
		'',
		'Commands',
		columns(rows),
		'',
		'Options',
		columns(globalOptions),
		'',
		'`recollect COMMAND --help` tells more.',
		'',
	].join('\n');
}

/** `more`: what the entry file has to add. */
export async function commandHelp({name, argument, summary, options, details}: Command, more = ''): Promise<string> {
	return [
		`recollect ${[name, argument].filter(Boolean).join(' ')}: ${summary}`,
		'',
		'Options',
		columns([...options, ...globalOptions]),
		'',
		typeof details === 'string' ? details : await details(),
		...(more === '' ? [] : ['', more]),
		'',
	].join('\n');
}
