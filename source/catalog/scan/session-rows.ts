/** The rows of sessions: what is new, what changed, and what is gone. */
import {crc32} from 'node:zlib';
import type {SessionRef} from '../../adapters/adapter.ts';
import type {Database} from '../database/database.ts';
import {unpack} from '../database/safe-rows.ts';
import {noRow} from '../fulltext/row-numbers.ts';
import {dropWords} from '../fulltext/word-index.ts';
import {familyKey} from '../origins.ts';

export type Sessions = {
	/** All that are listed. */
	readonly sessions: readonly SessionRef[];
	/** Those among them that were not found, but may be there still. */
	readonly kept: readonly SessionRef[];
};

/** Inside a transaction. What was not found is forgotten, unless it is doubtful whether it could be found. */
export function rememberSessions(
	database: Database,
	scan: number,
	foundNow: readonly SessionRef[],
	isDoubtful: (place: string) => boolean = () => false,
): Sessions {
	const known = new Map(
		database
			.all('SELECT number, path, id, ref FROM sessions WHERE scan = ?', scan)
			.map(row => [`${row.path}\n${row.id}`, {number: Number(row.number), ref: String(row.ref)}]),
	);
	const found = new Map(foundNow.map(ref => [`${ref.path}\n${ref.id}`, ref]));
	for (const [key, ref] of found) {
		const text = JSON.stringify(ref);
		const before = known.get(key);
		known.delete(key);
		if (before?.ref === text) continue;
		if (before) updateSession(database, before.number, ref, text);
		else addSession(database, scan, ref, text);
	}
	const kept: SessionRef[] = [];
	for (const {number, ref: text} of known.values()) {
		const ref = unpack<SessionRef>(text);
		if ([ref.path, ...ref.files].some(isDoubtful)) kept.push(ref);
		else forgetSession(database, number);
	}
	return {sessions: [...found.values(), ...kept], kept};
}

function addSession(database: Database, scan: number, ref: SessionRef, text: string): void {
	database.run(
		`INSERT INTO sessions (scan, path, id, ref, ref_check, stamp, size, ended_at, is_folded, family, next_row, last_row, changed)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		scan,
		ref.path,
		ref.id,
		text,
		crc32(text),
		ref.stamp,
		ref.size,
		ref.endedAt ?? '',
		ref.isFolded ? 1 : 0,
		familyKey(ref) ?? null,
		noRow,
		noRow - 1,
		database.change,
	);
}

function updateSession(database: Database, number: number, ref: SessionRef, text: string): void {
	database.run(
		`UPDATE sessions SET ref = ?, ref_check = ?, stamp = ?, size = ?, ended_at = ?, is_folded = ?, family = ?, changed = ?
		WHERE number = ?`,
		text,
		crc32(text),
		ref.stamp,
		ref.size,
		ref.endedAt ?? '',
		ref.isFolded ? 1 : 0,
		familyKey(ref) ?? null,
		database.change,
		number,
	);
}

/** A known session changed, and nothing else did. */
export function touchSession(database: Database, ref: SessionRef): void {
	const row = database.get('SELECT number FROM sessions WHERE path = ? AND id = ?', ref.path, ref.id);
	if (row) updateSession(database, Number(row.number), ref, JSON.stringify(ref));
}

function forgetSession(database: Database, number: number): void {
	dropWords(database, number);
	database.run('DELETE FROM parts WHERE session = ?', number);
	database.run('DELETE FROM sessions WHERE number = ?', number);
	database.run('INSERT OR REPLACE INTO gone (number, changed) VALUES (?, ?)', number, database.change);
}
