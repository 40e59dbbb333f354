import type {Catalog} from '../catalog.ts';
import type {Database} from '../database/database.ts';

/** A chunk is closed when it holds so many characters. */
export const chunkSize = 32 * 1024;

/** A session is given no more rows than this at first; one that grows beyond them gets newer ones. */
export const mostRows = 4096;

/** Sets row numbers aside for more of a session's chunks, inside a transaction. */
export function rowsFor(database: Database, bytes: number): {readonly first: number; readonly last: number} {
	const count = Math.min(mostRows, Math.ceil(bytes / (2 * chunkSize)) + 2);
	const first = database.advance('row', count);
	return {first, last: first + count - 1};
}

/** The next row of a session that has none yet; its last row lies before it. */
export const noRow = 0;

const rowless = `SELECT number, ended_at, min(${mostRows}, (size + ${2 * chunkSize - 1}) / ${2 * chunkSize} + 2) AS count
	FROM sessions WHERE next_row = ${noRow}`;

/**
 * Sets row numbers aside for all sessions that have none yet. The index answers by descending row number, so the newest
 * sessions must be given the highest numbers, whosever they are. And they are read in that order, so that what is written
 * together lies together.
 */
export function giveRows(catalog: Catalog): void {
	const count = (database: Database) =>
		Number(database.get(`SELECT sum(count) AS count FROM (${rowless})`)?.count ?? 0);
	if (!catalog.use(count)) return;
	catalog.write(database => {
		const first = database.advance('row', count(database));
		database.run(
			`UPDATE sessions SET next_row = given.stop - given.count, last_row = given.stop - 1
			FROM (SELECT number, count, ${first} + sum(count) OVER (ORDER BY ended_at, number) AS stop FROM (${rowless})) AS given
			WHERE given.number = sessions.number`,
		);
	});
}
