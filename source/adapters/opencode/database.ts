/** OpenCode's database: opened read-only, its tables looked at before anything is asked of them. */
import fs from 'node:fs';
import type {Fields} from '../fields.ts';
import {describeFileError} from '../files.ts';
import {openReadOnly, type ReadOnlyDatabase} from '../sqlite/open-read-only.ts';
import {isMended} from '../sqlite/safe-statement.ts';
import {describeDatabaseError, isPassing} from './database-errors.ts';

/** Why a database is not read. */
export class ClosedDatabase extends Error {
	constructor(
		readonly verdict: 'hidden' | 'unreadable',
		readonly reason: string,
		readonly detail?: string,
	) {
		super(detail === undefined ? reason : `${reason} (${detail})`);
	}
}

/** The columns of the tables that matter here. Credentials lie in others, which are never touched. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

export type Database = {
	readonly tables: Tables;
	/** Tables of the first engine: session, message, part. */
	readonly hasV1: boolean;
	/** Tables of the second: session_v2, session_message. */
	readonly hasV2: boolean;
	rows(sql: string, ...parameters: unknown[]): Promise<readonly Fields[]>;
};

/** Opens a database for one piece of work. Throws ClosedDatabase. */
export async function withDatabase<T>(file: string, work: (database: Database) => Promise<T>): Promise<T> {
	const lease = await leaseDatabase(file);
	try {
		return await work(lease.database);
	} finally {
		lease.release();
	}
}

export type Lease = {readonly database: Database; release(): void};

type Shared = {readonly opened: Promise<{database: Database; close(): void}>; users: number};

const shared = new Map<string, Shared>();

/**
 * A list asks for hundreds of headers in a row, so the database stays open until the event loop turns. Not longer: to
 * a program that is about to end, a reader that lingers would be somebody for whom it leaves its files lying about.
 */
export async function leaseDatabase(file: string): Promise<Lease> {
	const key = `${file} ${stampOf(file)} ${stampOf(`${file}-wal`)}`;
	const known = shared.get(key);
	const entry = known ?? {opened: open(file), users: 0};
	if (!known) shared.set(key, entry);
	entry.users++;
	try {
		const {database, close} = await entry.opened;
		const closeIfUnused = () => {
			if (entry.users > 0 || shared.get(key) !== entry) return;
			shared.delete(key);
			close();
		};
		let isReleased = false;
		const release = () => {
			if (isReleased) return;
			isReleased = true;
			if (--entry.users === 0) setImmediate(closeIfUnused);
		};
		return {database, release};
	} catch (error) {
		shared.delete(key);
		throw error;
	}
}

async function open(file: string): Promise<{database: Database; close(): void}> {
	checkFile(file);
	let opened: ReadOnlyDatabase | undefined;
	try {
		opened = await patiently(() => openReadOnly(file));
		const {all} = opened;
		const rows = (sql: string, ...parameters: unknown[]) =>
			patiently(async () => all(sql, ...parameters) as readonly Fields[]);
		const tables = await readTables(rows);
		const {close} = opened;
		return {database: {tables, ...enginesOf(tables), rows}, close};
	} catch (error) {
		opened?.close();
		if (error instanceof ClosedDatabase) throw error;
		const {reason, detail} = describeDatabaseError(error);
		throw new ClosedDatabase('unreadable', reason, detail);
	}
}

const magic = Buffer.from('SQLite format 3\0');

function checkFile(file: string): void {
	let fd: number | undefined;
	try {
		const stat = fs.statSync(file);
		if (!stat.isFile()) throw Object.assign(new Error(), {code: stat.isDirectory() ? 'EISDIR' : 'ENXIO'});
		if (stat.size === 0) throw new ClosedDatabase('hidden', 'empty file');
		fd = fs.openSync(file, 'r');
		const start = Buffer.alloc(magic.length);
		fs.readSync(fd, start, 0, start.length, 0);
		if (!start.equals(magic)) throw new ClosedDatabase('unreadable', 'not a database');
	} catch (error) {
		throw error instanceof ClosedDatabase ? error : new ClosedDatabase('unreadable', describeFileError(error));
	} finally {
		if (fd !== undefined) fs.closeSync(fd);
	}
}

const pauses = [20, 60, 120];

/** Another program's moment of having the database for itself passes. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
	for (let tries = 0; ; tries++) {
		try {
			return await work();
		} catch (error) {
			if (tries >= pauses.length || !isPassing(error)) throw error;
			await new Promise(resolve => setTimeout(resolve, pauses[tries]));
		}
	}
}

async function readTables(rows: Database['rows']): Promise<Tables> {
	const tables = new Map<string, Set<string>>();
	const found = await rows(
		`SELECT tables.name AS name, columns.name AS field FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
		WHERE tables.type = 'table' AND (tables.name LIKE 'session%' OR tables.name IN ('message', 'messages', 'part'))`,
	);
	for (const row of found) {
		if (isMended(row)) continue;
		const {name, field} = row;
		const columns = tables.get(String(name)) ?? new Set();
		tables.set(String(name), columns.add(String(field)));
	}
	return tables;
}

function enginesOf(tables: Tables): Pick<Database, 'hasV1' | 'hasV2'> {
	const has = (table: string, ...columns: string[]) => columns.every(column => tables.get(table)?.has(column));
	const hasV1 =
		has('session', 'id') &&
		has('message', 'id', 'session_id', 'time_created', 'data') &&
		has('part', 'id', 'session_id', 'message_id', 'data');
	const hasV2 = has('session_v2', 'id') && has('session_message', 'id', 'session_id', 'type', 'data');
	if (hasV1 || hasV2) return {hasV1, hasV2};
	if (tables.has('sessions') && tables.has('messages'))
		throw new ClosedDatabase('hidden', 'database of the Go program of the same name, another agent');
	if ([...tables.keys()].some(isSessionTable))
		throw new ClosedDatabase('unreadable', 'tables unknown here, of a newer OpenCode');
	throw new ClosedDatabase('hidden', 'not an OpenCode database');
}

/** A table of sessions, of whichever engine. */
export function isSessionTable(name: string): boolean {
	return /^session(?:_v\d+)?$/.test(name);
}

function stampOf(file: string): string {
	const stat = fs.statSync(file, {throwIfNoEntry: false});
	return stat ? `${stat.mtimeMs}:${stat.size}` : '-';
}
