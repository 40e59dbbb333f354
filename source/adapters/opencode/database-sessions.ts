/** The sessions of a database: one query a table, whatever their number. */
import {type Database, isSessionTable, withDatabase} from './database.ts';
import {headerColumns, infoFromRow, type SessionInfo} from './session-info.ts';

export type DatabaseSessions = {
	readonly sessions: readonly SessionInfo[];
	/** Tables of sessions that only a newer OpenCode knows how to read. */
	readonly unknownTables: readonly string[];
};

/** Throws ClosedDatabase, and what SQLite says of damaged pages. */
export async function readSessions(file: string): Promise<DatabaseSessions> {
	return withDatabase(file, async database => {
		const found = new Map<string, SessionInfo>();
		for (const table of tablesOf(database)) {
			const columns = headerColumns.filter(column => database.tables.get(table)!.has(column));
			for (const row of await database.rows(`SELECT ${columns.join(', ')} FROM ${table}`)) {
				const info = infoFromRow(row);
				const known = found.get(info.id);
				if (known === undefined || isNewer(info, known)) found.set(info.id, info);
			}
		}
		return {sessions: [...found.values()], unknownTables: unknownTables(database)};
	});
}

/** The second engine takes the sessions of the first over and leaves the old rows: the newer row is the session. */
export function tablesOf({hasV1, hasV2}: Database): string[] {
	return [...(hasV2 ? ['session_v2'] : []), ...(hasV1 ? ['session'] : [])];
}

export function isNewer(a: SessionInfo, b: SessionInfo): boolean {
	return (a.updatedAt ?? 0) > (b.updatedAt ?? 0);
}

function unknownTables({tables, hasV1, hasV2}: Database): string[] {
	const known = [...(hasV1 ? ['session'] : []), ...(hasV2 ? ['session_v2'] : [])];
	return [...tables.keys()].filter(name => isSessionTable(name) && !known.includes(name));
}
