/** The sessions of a database: one query a table and one for all their traces, whatever their number. */
import fs from 'node:fs';
import {ClosedDatabase, type Database, isSessionTable, withDatabase} from './database.ts';
import {readTraces, rowStamp} from './row-traces.ts';
import {headerColumns, infoFromRow, type SessionInfo} from './session-info.ts';

export type RowSession = {
	readonly info: SessionInfo;
	/** Its share of the file, by the number of its rows: how much they hold shows only when they are read. */
	readonly size: number;
	/** Absent where only the whole file can tell whether something changed. */
	readonly stamp?: string;
};

export type DatabaseSessions = {
	readonly sessions: readonly RowSession[];
	/** Tables of sessions that only a newer OpenCode knows how to read. */
	readonly unknownTables: readonly string[];
	/** Why it is left alone, whatever may come of it. */
	readonly hidden?: {readonly reason: string; readonly detail?: string};
};

/** What a database is made of: itself, and what is not in it yet. */
export function filesOf(database: string): string[] {
	return [database, `${database}-wal`];
}

/** Throws ClosedDatabase for what can't be read, and what SQLite says of damaged pages. */
export async function readSessions(file: string): Promise<DatabaseSessions> {
	try {
		return await withDatabase(file, async database => {
			const found = new Map<string, SessionInfo>();
			for (const table of tablesOf(database)) {
				const columns = headerColumns.filter(column => database.tables.get(table)!.has(column));
				for (const row of await database.rows(`SELECT ${columns.join(', ')} FROM ${table}`)) {
					const info = infoFromRow(row);
					const known = found.get(info.id);
					if (known === undefined || isNewer(info, known)) found.set(info.id, info);
				}
			}
			return {sessions: await measure([...found.values()], file, database), unknownTables: unknownTables(database)};
		});
	} catch (error) {
		if (!(error instanceof ClosedDatabase) || error.verdict !== 'hidden') throw error;
		const {reason, detail} = error;
		return {sessions: [], unknownTables: [], hidden: {reason, detail}};
	}
}

async function measure(infos: readonly SessionInfo[], file: string, database: Database): Promise<RowSession[]> {
	const traces = infos.length > 0 ? await readTraces(database) : undefined;
	const bytes = Math.max(...filesOf(file).map(each => fs.statSync(each, {throwIfNoEntry: false})?.size ?? 0));
	const rowsOf = (id: string) => 1 + (traces?.get(id)?.rows ?? 0);
	const all = infos.reduce((sum, {id}) => sum + rowsOf(id), 0);
	return infos.map(info => {
		const trace = traces && (traces.get(info.id) ?? {rows: 0, newest: 0, found: ''});
		return {info, size: Math.round((bytes * rowsOf(info.id)) / all), stamp: trace && rowStamp(info, trace)};
	});
}

/** The second engine takes the sessions of the first over and leaves the old rows: the newer row is the session. */
export function tablesOf({hasV1, hasV2}: Pick<Database, 'hasV1' | 'hasV2'>): string[] {
	return [...(hasV2 ? ['session_v2'] : []), ...(hasV1 ? ['session'] : [])];
}

export function isNewer(a: SessionInfo, b: SessionInfo): boolean {
	return (a.updatedAt ?? 0) > (b.updatedAt ?? 0);
}

function unknownTables({tables, hasV1, hasV2}: Database): string[] {
	const known = [...(hasV1 ? ['session'] : []), ...(hasV2 ? ['session_v2'] : [])];
	return [...tables.keys()].filter(name => isSessionTable(name) && !known.includes(name));
}
