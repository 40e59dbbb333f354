import {describeFilters} from '../search/query/filter-table.ts';
import {columns} from './help-columns.ts';

/** What the help of `search` says of queries; its filters stand in one table. */
export function searchHelp(): string {
	const filters = describeFilters().map(({name, value, help}) => [`${name}:${value}`, help] as const);
	return [
		'Words need no quotes; what means something to the shell does, and what begins with a minus comes after `--`. Words may',
		'stand anywhere in a session, and are beginnings of words; "several words" are a phrase, -word must not occur, /regex/ is',
		'a regular expression, and signs alone (->) are looked for as they are. Filters narrow it down,',
		'each may have several values (agent:claude,codex) and be turned around (-agent:codex):',
		'',
		columns(filters),
	].join('\n');
}
