/** Headers and counts as the catalogue has them. */
import {crc32} from 'node:zlib';
import type {SessionRef} from '../adapters/adapter.ts';
import type {Session} from '../model/session.ts';
import type {Warning} from '../model/warning.ts';
import type {Catalog} from './catalog.ts';
import type {Database, Row} from './database/database.ts';
import {unpack} from './database/safe-rows.ts';
import {DamagedCatalogue} from './database/trouble.ts';

export type SavedSession = {
	/** With the counts of the last time it was read whole, which may be of an earlier state. */
	readonly session: Session;
	/** It is of the present state of the files. */
	readonly isFresh: boolean;
	/** And so are its counts. */
	readonly isCounted: boolean;
	/** What was wrong with its files when it was counted. */
	readonly warnings: readonly Warning[];
};

/** A session as it was read: with counts if it was read whole, and with what was wrong with it then. */
export type ReadHeader = {readonly session: Session; readonly warnings?: readonly Warning[]};

/** The first few tell enough of a file that is full of trouble. */
const mostWarnings = 20;

const columns = 'number, head, head_stamp, counted_stamp, warnings, head_check';

export function savedSession(catalog: Catalog | undefined, ref: SessionRef): SavedSession | undefined {
	return catalog?.use(database => {
		const row = database.get(`SELECT ${columns} FROM sessions WHERE path = ? AND id = ?`, ref.path, ref.id);
		if (!row || row.head === null) return undefined;
		if (row.head_check !== checkOf(row)) throw new DamagedCatalogue('a header is not what it was');
		const isFresh = row.head_stamp === ref.stamp;
		return {
			session: unpack<Session>(row.head),
			isFresh,
			isCounted: isFresh && row.counted_stamp === ref.stamp,
			warnings: row.warnings === null ? [] : unpack<Warning[]>(row.warnings),
		};
	});
}

/** Inside a transaction. A header without counts leaves those that were known. */
export function saveSession(database: Database, ref: SessionRef, {session, warnings = []}: ReadHeader): void {
	const row = database.get(`SELECT ${columns} FROM sessions WHERE path = ? AND id = ?`, ref.path, ref.id);
	if (!row) return;
	const isCounted = session.counts !== undefined;
	const before = row.head === null ? undefined : unpack<Session>(row.head);
	const {counts, models, tokens, cost} = isCounted ? session : (before ?? session);
	const modelProvider = session.modelProvider ?? (isCounted ? undefined : before?.modelProvider);
	const saved = {
		head: JSON.stringify({...session, counts, models, modelProvider, tokens, cost}),
		head_stamp: ref.stamp,
		counted_stamp: isCounted ? ref.stamp : row.counted_stamp,
		warnings: isCounted ? JSON.stringify(warnings.slice(0, mostWarnings)) : row.warnings,
	};
	database.run(
		`UPDATE sessions SET head = ?, head_stamp = ?, counted_stamp = ?, warnings = ?, head_check = ?, title = ?, cwd = ?,
		changed = ? WHERE number = ?`,
		saved.head,
		saved.head_stamp,
		saved.counted_stamp,
		saved.warnings,
		checkOf(saved),
		session.title ?? null,
		session.cwd ?? null,
		database.change,
		row.number,
	);
}

/** SQLite does not notice a text that is not what was written. */
function checkOf({head, head_stamp, counted_stamp, warnings}: Row): number {
	return crc32([head, head_stamp, counted_stamp, warnings].join('\n'));
}
