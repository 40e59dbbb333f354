import type {Context, Output} from './context.ts';
import {listSessions} from './list-sessions.ts';

/** What a bare `recollect` prints where no terminal can show the explorer. */
export async function* newestSessions(context: Context, isDemo = false): Output {
	yield* listSessions({...context, flags: {...context.flags, limit: context.flags.limit ?? 20}});
	if (context.json) return;
	const command = isDemo ? 'recollect --demo' : 'recollect';
	yield [
		'',
		`${command} show ID     read one (the first letters of its id will do)`,
		`${command} list        all of them; --json for programs`,
		`${command} --help      everything else`,
		'In a terminal, `recollect` alone opens the explorer.',
		'',
	].join('\n');
}

/** What it prints on a machine without any session. */
export function emptyMachine(places: readonly string[]): string {
	return [
		`No sessions of any agent were found below ${places.join(', ')}.`,
		'These are the demo sessions that come with recollect (recollect --demo):',
		'',
		'',
	].join('\n');
}
