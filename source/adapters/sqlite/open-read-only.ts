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
	return new UntouchedDatabase(file, url => new Libsql(url, {readonly: true}));
}

type Opened = {
	readonly database: Database;
	/** The files as they were when it was opened; undefined where the database's own locks watch over that. */
	readonly stamp?: string;
	readonly onClose: () => void;
};

/** How often a reading is begun anew because somebody wrote meanwhile, before we take part in the locking. */
const mostTries = 4;

class UntouchedDatabase implements ReadOnlyDatabase {
	private opened: Opened;

	constructor(
		private readonly file: string,
		private readonly connect: (url: string) => Database,
	) {
		this.opened = this.open();
	}

	/**
	 * Without taking part in the locking nothing keeps a program from writing while we read. So the files are looked at
	 * again after every question, and it is asked anew if they changed.
	 */
	readonly all = (sql: string, ...parameters: unknown[]): Rows => {
		for (let tries = 1; ; tries++) {
			let rows: Rows | undefined;
			let trouble: unknown;
			try {
				rows = this.opened.database.prepare(sql).all(...parameters) as Rows;
			} catch (error) {
				trouble = error;
			}
			const isUnsure = this.opened.stamp !== undefined && this.opened.stamp !== stampOf(this.file);
			if (!isUnsure && rows) return rows;
			if (!isUnsure) throw trouble;
			this.close();
			this.opened = tries < mostTries ? this.open() : this.openWithLocks();
		}
	};

	readonly columns = (table: string): ReadonlySet<string> =>
		new Set(this.all('SELECT name FROM pragma_table_info(?)', table).map(row => String(row.name)));

	readonly close = (): void => {
		this.opened.database.close();
		this.opened.onClose();
	};

	private open(): Opened {
		const {file} = this;
		// Without a WAL the database's own locks keep readers and the writer apart; they leave nothing behind.
		if (!isWal(file)) return this.openWithLocks();
		const stamp = stampOf(file);
		const isShared = fs.existsSync(`${file}-shm`);
		// The program is closed: nothing changes the file, so no lock and no shared memory are needed.
		if (!isShared && sizeOf(`${file}-wal`) === 0) return {...this.openAt(file, '&immutable=1'), stamp};
		// The program runs: read what it shares, without leaving a mark there.
		if (isShared) {
			const beside = this.tryBeside();
			if (beside) return {...beside, stamp};
		}
		// The program crashed: what it wrote last is still to be replayed, and we do that in a copy.
		const copy = copyAside(file);
		try {
			return {database: this.connect(pathToFileURL(copy.file).href), onClose: copy.remove};
		} catch (error) {
			copy.remove();
			throw error;
		}
	}

	/** As any reader does: a program that writes all the time changes its shared memory itself. */
	private openWithLocks(): Opened {
		return this.openAt(this.file, '');
	}

	private openAt(file: string, more: string): Opened {
		return {database: this.connect(`${pathToFileURL(file).href}?mode=ro${more}`), onClose: () => {}};
	}

	private tryBeside(): Opened | undefined {
		let beside: Opened | undefined;
		try {
			beside = this.openAt(this.file, '&readonly_shm=1');
			beside.database.prepare('SELECT name FROM sqlite_master LIMIT 1').all();
			return beside;
		} catch {
			beside?.database.close();
			return undefined;
		}
	}
}

function stampOf(file: string): string {
	return [file, `${file}-wal`]
		.map(each => fs.statSync(each, {throwIfNoEntry: false}))
		.map(stat => (stat ? `${stat.size} ${stat.mtimeMs}` : ''))
		.join('|');
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
		if (fs.existsSync(`${file}-wal`)) fs.copyFileSync(`${file}-wal`, `${copy}-wal`);
		return {file: copy, remove};
	} catch (error) {
		remove();
		throw error;
	}
}
