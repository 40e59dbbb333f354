/** Headers and counts as the catalogue has them. */
import type {SessionRef} from '../adapters/adapter.ts';
import type {Session} from '../model/session.ts';
import type {Warning} from '../model/warning.ts';
import type {Catalog} from './catalog.ts';
import type {Database} from './database/database.ts';
import {unpack} from './database/safe-rows.ts';

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

export function savedSession(catalog: Catalog | undefined, ref: SessionRef): SavedSession | undefined {
	return catalog?.use(database => {
		const row = database.get(
			'SELECT head, head_stamp, counted_stamp, warnings FROM sessions WHERE path = ? AND id = ?',
			ref.path,
			ref.id,
		);
		if (!row || row.head === null) return undefined;
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
	const row = database.get('SELECT number, head FROM sessions WHERE path = ? AND id = ?', ref.path, ref.id);
	if (!row) return;
	const isCounted = session.counts !== undefined;
	const before = row.head === null ? undefined : unpack<Session>(row.head);
	const {counts, models, tokens} = isCounted ? session : (before ?? session);
	database.run(
		`UPDATE sessions SET head = ?, head_stamp = ?, counted_stamp = coalesce(?, counted_stamp),
		warnings = coalesce(?, warnings), title = ?, cwd = ?, changed = ? WHERE number = ?`,
		JSON.stringify({...session, counts, models, tokens}),
		ref.stamp,
		isCounted ? ref.stamp : null,
		isCounted ? JSON.stringify(warnings.slice(0, mostWarnings)) : null,
		session.title ?? null,
		session.cwd ?? null,
		database.advance('change'),
		row.number,
	);
}
