/**
 * Other programs' databases, read without leaving a trace.
 *
 * A plain read-only open of a closed WAL database leaves empty `-wal` and `-shm` files behind, and one whose program
 * crashed would be repaired by the reader. So the files beside the database decide how it is opened.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Database} from 'libsql';

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>;

export type ReadOnlyDatabase = {
	all(sql: string, ...parameters: unknown[]): Rows;
	/** The columns of a table; none if there is no such table. */
	columns(table: string): ReadonlySet<string>;
	close(): void;
};

/** Throws what the database says: locked, damaged, not a database. */
export async function openReadOnly(file: string): Promise<ReadOnlyDatabase> {
	const {default: Libsql} = await import('libsql');
	const open = (url: string, onClose = () => {}): ReadOnlyDatabase => {
		try {
			return wrap(new Libsql(url, {readonly: true}), onClose);
		} catch (error) {
			onClose();
			throw error;
		}
	};

	// Without a WAL the database's own locks keep readers and the writer apart; they leave nothing behind.
	if (!isWal(file)) return open(`${pathToFileURL(file).href}?mode=ro`);
	// The program is closed: nothing changes the file, so no lock and no shared memory are needed.
	if (sizeOf(`${file}-wal`) === 0) return open(`${pathToFileURL(file).href}?mode=ro&immutable=1`);
	// The program runs: take part in its protocol as a reader, which neither blocks it nor adds files.
	if (fs.existsSync(`${file}-shm`)) return openBeside(`${pathToFileURL(file).href}?mode=ro`, open);
	// The program crashed: what it wrote last is still to be replayed, and we do that in a copy.
	const copy = copyAside(file);
	return open(pathToFileURL(copy.file).href, copy.remove);
}

/** A reader leaves its mark in the shared memory, unless it is told not to; at times the program is not ready for that. */
function openBeside(url: string, open: (url: string) => ReadOnlyDatabase): ReadOnlyDatabase {
	const database = open(`${url}&readonly_shm=1`);
	try {
		database.all('SELECT name FROM sqlite_master LIMIT 1');
		return database;
	} catch {
		database.close();
		return open(url);
	}
}

function wrap(database: Database, onClose: () => void): ReadOnlyDatabase {
	const all = (sql: string, ...parameters: unknown[]) => database.prepare(sql).all(...parameters) as Rows;
	return {
		all,
		columns: table => new Set(all('SELECT name FROM pragma_table_info(?)', table).map(row => String(row.name))),
		close() {
			database.close();
			onClose();
		},
	};
}

/** What the header says of the way it is written: 1 for a rollback journal, 2 for a WAL. */
function isWal(file: string): boolean {
	const header = Buffer.alloc(20);
	const fd = fs.openSync(file, 'r');
	try {
		fs.readSync(fd, header, 0, header.length, 0);
	} finally {
		fs.closeSync(fd);
	}
	return header[19] !== 1;
}

function sizeOf(file: string): number {
	return fs.statSync(file, {throwIfNoEntry: false})?.size ?? 0;
}

function copyAside(file: string): {file: string; remove: () => void} {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-sqlite-'));
	const remove = () => fs.rmSync(folder, {recursive: true, force: true});
	try {
		const copy = path.join(folder, 'copy.sqlite');
		fs.copyFileSync(file, copy);
		fs.copyFileSync(`${file}-wal`, `${copy}-wal`);
		return {file: copy, remove};
	} catch (error) {
		remove();
		throw error;
	}
}
