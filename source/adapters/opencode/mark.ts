/** Whether a session of a database is the same up to a message, by its indexes alone. */
import {createHash} from 'node:crypto';
import type {SessionRef} from '../adapter.ts';
import {openReadOnlyNow, type ReadOnlyDatabase} from '../sqlite/open-read-only.ts';
import {isNewer} from './database-sessions.ts';
import {numberAt} from './passages.ts';
import {splitRowPath} from './places.ts';
import {infoFromRow, type SessionInfo} from './session-info.ts';

/**
 * Which messages stand before this one, and how many parts they have. undefined where there are no longer so many, where
 * the database can't be read just now, and for files: those are written as a whole.
 */
export function markBefore(ref: SessionRef, place: number): string | undefined {
	const row = splitRowPath(ref.path);
	if (!row) return undefined;
	const from = numberAt(place);
	let database: ReadOnlyDatabase | undefined;
	try {
		database = openReadOnlyNow(row.database);
		const found = [firstEngine(database, row.id, from), secondEngine(database, row.id, from)];
		if (found.every(each => each === undefined)) return undefined;
		const header = newestHeader(database, row.id);
		// An undo in the middle of a message changes the ids of its entries.
		const own = header && [header.table, header.info.revert?.partId];
		return createHash('sha1')
			.update(JSON.stringify([own, found]))
			.digest('base64url');
	} catch {
		return undefined;
	} finally {
		database?.close();
	}
}

function firstEngine(database: ReadOnlyDatabase, id: string, from: number): unknown[] | undefined {
	if (database.columns('message').size === 0) return undefined;
	const messages = 'SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id LIMIT ?';
	const ids = database.all(messages, id, from).map(row => row.id);
	if (ids.length < from) return undefined;
	return [...ids, ...database.all(`SELECT count(*) AS parts FROM part WHERE message_id IN (${messages})`, id, from)];
}

function secondEngine(database: ReadOnlyDatabase, id: string, from: number): unknown[] | undefined {
	const columns = database.columns('session_message');
	if (columns.size === 0) return undefined;
	const order = columns.has('seq') ? 'seq' : 'time_created, id';
	const messages = `SELECT id FROM session_message WHERE session_id = ? ORDER BY ${order} LIMIT ?`;
	const ids = database.all(messages, id, from).map(row => row.id);
	return ids.length < from ? undefined : ids;
}

/** It decides which engine's messages are read. */
function newestHeader(database: ReadOnlyDatabase, id: string): {table: string; info: SessionInfo} | undefined {
	let newest: {table: string; info: SessionInfo} | undefined;
	for (const table of ['session_v2', 'session']) {
		const columns = database.columns(table);
		const wanted = ['id', 'time_updated', 'revert'].filter(column => columns.has(column));
		const [row] = columns.size > 0 ? database.all(`SELECT ${wanted.join(', ')} FROM ${table} WHERE id = ?`, id) : [];
		const info = row && infoFromRow(row);
		if (info && (!newest || isNewer(info, newest.info))) newest = {table, info};
	}
	return newest;
}
