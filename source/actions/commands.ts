import {agentIds} from '../adapters/registry.ts';
import {auditStores} from './audit-stores.ts';
import type {Context, Output} from './context.ts';
import {drawTree} from './draw-tree.ts';
import {listSessions} from './list-sessions.ts';
import {showSession} from './show-session.ts';

export type Command = {
	readonly name: string;
	/** What stands after the name: `ID|FILE`. Commands without it take no argument. */
	readonly argument?: string;
	readonly summary: string;
	/** The options that mean something to this command, besides the global ones. */
	readonly options: ReadonlyArray<readonly [string, string]>;
	readonly details: string;
	run(context: Context, argument: string): Output;
};

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
			['--branch N', 'another branch (`recollect tree` numbers them)'],
			['--full', 'whole outputs, thinking and the bookkeeping records'],
			['--raw', 'the records of the branch as they are in the file'],
		],
		details: 'ID is a whole id, a unique beginning of one, or agent:id. FILE is a session file anywhere.',
		run: showSession,
	},
	{
		name: 'tree',
		argument: 'ID|FILE',
		summary: 'the branches of a session as a tree of prompts',
		options: [],
		details: 'A fork is drawn where two prompts, or two answers to one prompt, compete.',
		run: drawTree,
	},
	{
		name: 'audit',
		summary: 'every candidate file: listed, hidden by which rule, or unreadable and why',
		options: [],
		details: 'found = listed + hidden + unreadable, always.',
		run: auditStores,
	},
];

const globalOptions: ReadonlyArray<readonly [string, string]> = [
	['--home DIR', "read the agents' stores below DIR instead of your own (may be repeated)"],
	['--agent A,B', `only these agents: ${agentIds.join(', ')}`],
	['--demo', 'read the sessions that come with recollect'],
	['--json', 'print JSON'],
	['--no-color', 'print without colours (so does NO_COLOR)'],
	['--version', 'print the version'],
	['--help', 'print this, or a command’s help'],
];

function columns(rows: ReadonlyArray<readonly [string, string]>): string {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

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

export function commandHelp({name, argument, summary, options, details}: Command): string {
	return [
		`recollect ${[name, argument].filter(Boolean).join(' ')}: ${summary}`,
		'',
		'Options',
		columns([...options, ...globalOptions]),
		'',
		details,
		'',
	].join('\n');
}
