/** Commands on a home and a cache, as a user would see them. */
import {vi} from 'vitest';
import {auditStores} from '../../source/actions/audit-stores.ts';
import type {CommandFlags, Context, Output} from '../../source/actions/context.ts';
import {drawTree} from '../../source/actions/draw-tree.ts';
import {indexSessions} from '../../source/actions/index-sessions.ts';
import {listSessions} from '../../source/actions/list-sessions.ts';
import {searchSessions} from '../../source/actions/search-sessions.ts';
import {showSession} from '../../source/actions/show-session.ts';
import {Library} from '../../source/catalog/library.ts';
import {describeWarning} from '../../source/model/warning.ts';
import {painter} from '../../source/text/paint.ts';

const commands = {
	list: listSessions,
	search: searchSessions,
	audit: auditStores,
	index: indexSessions,
	show: showSession,
	tree: drawTree,
} as const;

export type Ran = {
	readonly output: string;
	readonly warnings: readonly string[];
	readonly note: string | undefined;
	readonly searched: number;
};

export type Flags = Partial<CommandFlags> & {json?: boolean};

/** With a library of its own, which is closed afterwards: a process, but faster. */
export async function run(
	name: keyof typeof commands,
	{home, cache}: {readonly home: string; readonly cache?: string},
	argument = '',
	flags: Flags = {},
): Promise<Ran> {
	const library = new Library({homes: [home], cache});
	try {
		return await runWith(library, name, argument, flags);
	} finally {
		library.close();
	}
}

export async function runWith(
	library: Library,
	name: keyof typeof commands,
	argument = '',
	{json = true, ...flags}: Flags = {},
): Promise<Ran> {
	const warnings: string[] = [];
	const context: Context = {
		library,
		json,
		paint: painter(false),
		columns: 100,
		flags: {all: false, raw: false, full: false, ...flags},
		warn: warning => warnings.push(describeWarning(warning)),
		progress: () => {},
	};
	// The stars are the user's own: they are not looked at.
	vi.stubEnv('XDG_STATE_HOME', '/nowhere');
	try {
		let output = '';
		for await (const piece of (commands[name] as (context: Context, argument: string) => Output)(context, argument))
			output += piece.toString();
		return {output, warnings, searched: library.work.searched, note: library.catalog?.note};
	} finally {
		vi.unstubAllEnvs();
	}
}

/** The ids that a JSON document of `list` or `search` names. */
export function idsIn({output}: Ran): string[] {
	const {sessions} = JSON.parse(output) as {sessions: Array<{agent: string; id: string}>};
	return sessions.map(({agent, id}) => `${agent}:${id}`).sort();
}
