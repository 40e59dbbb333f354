/** The connection to the catalogue's file. */
import fs from 'node:fs';
import path from 'node:path';
import type {Database as Connection, Statement} from 'libsql';
import {loadLibsql} from '../../adapters/sqlite/load-libsql.ts';
import {type Row, SafeQuery} from './safe-rows.ts';
import {schemaNumber, tables} from './schema.ts';
import {DamagedCatalogue, NewerCatalogue, troubleOf} from './trouble.ts';

export type {Row} from './safe-rows.ts';

/** A power failure may cost the last moments, which can be had again; the file itself stays whole. */
const settings =
	'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 8000';

/** How long to wait for another process that writes. */
const patienceMs = 2000;
const pauseMs = 20;

export class Database {
	private readonly statements = new Map<string, Statement<unknown[]>>();
	private readonly queries = new Map<string, SafeQuery>();
	private ownChange: number | undefined;

	private constructor(
		readonly file: string,
		private readonly connection: Connection,
		private readonly inode: number | undefined,
	) {}

	/** Opens the file, making or remaking it if need be. Throws what makes that impossible. */
	static open(file: string): Database {
		const begin = Date.now();
		for (;;) {
			const inode = inodeOf(file);
			try {
				return Database.connect(file);
			} catch (error) {
				if (Date.now() - begin > patienceMs) throw error;
				const trouble = troubleOf(error);
				// Some locks are told of at once, however patient we are: those of another process that makes the same file.
				// And while one takes the file away, its parts do not fit together.
				if (trouble === 'busy' || (trouble === 'unusable' && inodeOf(file) !== inode)) pause();
				else if (trouble === 'damaged') Database.remove(file, inode);
				else throw error;
			}
		}
	}

	/** Takes the file away; if it is said which one is meant, not what another process has put in its place since. */
	static remove(file: string, inode?: number): void {
		if (inode !== undefined && inodeOf(file) !== inode) return;
		for (const end of ['', '-wal', '-shm', '-journal']) fs.rmSync(`${file}${end}`, {force: true});
	}

	private static connect(file: string): Database {
		fs.mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
		makePrivate(file);
		const Libsql = loadLibsql();
		const connection = new Libsql(file);
		try {
			connection.exec(`PRAGMA busy_timeout = ${patienceMs}`);
			const version = versionOf(connection);
			if (version > schemaNumber) throw new NewerCatalogue(file);
			if (version !== schemaNumber) create(connection);
			else checkLength(file, connection);
			connection.exec(settings);
			return new Database(file, connection, inodeOf(file));
		} catch (error) {
			connection.close();
			throw error;
		}
	}

	/** Its file was taken away, or another one was put in its place. */
	get isMoved(): boolean {
		return inodeOf(this.file) !== this.inode;
	}

	all(sql: string, ...parameters: unknown[]): Row[] {
		return this.query(sql).all(parameters);
	}

	get(sql: string, ...parameters: unknown[]): Row | undefined {
		return this.query(sql).get(parameters);
	}

	run(sql: string, ...parameters: unknown[]): void {
		let statement = this.statements.get(sql);
		if (!statement) {
			statement = this.connection.prepare(sql);
			this.statements.set(sql, statement);
		}
		statement.run(...parameters);
	}

	/** All or nothing. The lock is taken at once, so that nothing read inside is out of date when it is written. */
	transaction<T>(work: () => T): T {
		return this.between('BEGIN IMMEDIATE', work);
	}

	/** Whatever is read inside is of one moment. */
	moment<T>(work: () => T): T {
		return this.between('BEGIN', work);
	}

	/** A counter of the catalogue; inside a transaction. Returns its value before the step. */
	advance(name: string, step = 1): number {
		const before = Number(this.get('SELECT value FROM numbers WHERE name = ?', name)?.value ?? 1);
		this.run('INSERT OR REPLACE INTO numbers (name, value) VALUES (?, ?)', name, before + step);
		return before;
	}

	/** The number of what the present transaction changes: all of it comes at once, so one number is enough. */
	get change(): number {
		this.ownChange ??= this.advance('change');
		return this.ownChange;
	}

	exec(sql: string): void {
		this.connection.exec(sql);
	}

	close(): void {
		this.statements.clear();
		this.queries.clear();
		this.connection.close();
	}

	/** Closes it and takes its file away. */
	destroy(): void {
		this.close();
		Database.remove(this.file, this.inode);
	}

	private between<T>(begin: string, work: () => T): T {
		this.connection.exec(begin);
		this.ownChange = undefined;
		try {
			const result = work();
			this.connection.exec('COMMIT');
			return result;
		} catch (error) {
			try {
				this.connection.exec('ROLLBACK');
			} catch {
				// SQLite has done it already.
			}
			throw error;
		}
	}

	private query(sql: string): SafeQuery {
		let query = this.queries.get(sql);
		if (!query) {
			query = new SafeQuery(this.connection, sql);
			this.queries.set(sql, query);
		}
		return query;
	}
}

/**
 * Prompts and outputs may hold secrets: nobody else needs to read their words. A file that is there is not even opened:
 * to close it again would take away the locks of every connection this process has to it.
 */
function makePrivate(file: string): void {
	try {
		fs.closeSync(fs.openSync(file, 'wx', 0o600));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}

/** Under the lock: another process may be making the same tables at this moment. */
function create(connection: Connection): void {
	connection.exec('PRAGMA journal_mode = WAL');
	connection.exec('BEGIN IMMEDIATE');
	const version = versionOf(connection);
	const {count} = connection.prepare('SELECT count(*) AS count FROM sqlite_master').get() as {count: number};
	if (version === 0 && count === 0) connection.exec(tables);
	connection.exec('COMMIT');
	// An older one, or a database that is not ours: what is in it can be had again from the sessions.
	if (versionOf(connection) !== schemaNumber) throw new DamagedCatalogue('out of date');
}

/** Pages that are missing at the end would be noticed only when one of them is wanted. */
function checkLength(file: string, connection: Connection): void {
	const {page_size} = connection.prepare('PRAGMA page_size').get() as {page_size: number};
	const {page_count} = connection.prepare('PRAGMA page_count').get() as {page_count: number};
	// What was written last lies beside it until it is taken over.
	const isAllThere = (fs.statSync(`${file}-wal`, {throwIfNoEntry: false})?.size ?? 0) === 0;
	if (isAllThere && fs.statSync(file).size < page_size * page_count) throw new DamagedCatalogue('its end is missing');
}

function versionOf(connection: Connection): number {
	return Number((connection.prepare('PRAGMA user_version').get() as {user_version: number}).user_version);
}

function inodeOf(file: string): number | undefined {
	try {
		return fs.statSync(file).ino;
	} catch {
		return undefined;
	}
}

/** Nothing here can wait in any other way. */
function pause(): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}
