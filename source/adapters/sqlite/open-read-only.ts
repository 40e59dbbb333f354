/**
 * Other programs' databases, read without leaving a trace.
 *
 * A plain read-only open of a closed WAL database leaves empty `-wal` and `-shm` files behind, and one whose program
 * crashed would be repaired by the reader. So the files beside the database decide how it is opened.
 */
import fs from 'node:fs';
import {pathToFileURL} from 'node:url';
import type {Database} from 'libsql';
import {loadLibsql} from './load-libsql.ts';
import {openCopy} from './private-copy.ts';
import {isMended, type Row, SafeStatement} from './safe-statement.ts';

export type Rows = readonly Row[];

export type ReadOnlyDatabase = {
	all(sql: string, ...parameters: unknown[]): Rows;
	/** The columns of a table, those whose names can be written; none if there is no such table. */
	columns(table: string): ReadonlySet<string>;
	close(): void;
};

/** Throws what the database says: locked, damaged, not a database. */
export async function openReadOnly(file: string): Promise<ReadOnlyDatabase> {
	return openReadOnlyNow(file);
}

/** The same for those who can't wait. */
export function openReadOnlyNow(file: string): ReadOnlyDatabase {
	const Package = loadLibsql();
	return new UntouchedDatabase(file, url => new Package(url, {readonly: true}));
}

type Opened = {
	readonly database: Database;
	/** The files as they were when it was opened; undefined where the database's own locks watch over that. */
	readonly stamp?: string;
	close(): void;
};

/** How often a reading is begun anew because somebody wrote meanwhile, before we take part in the locking. */
const mostTries = 4;

class UntouchedDatabase implements ReadOnlyDatabase {
	private opened: Opened;
	private prepared: {database?: Database; statements: Map<string, SafeStatement>} = {statements: new Map()};

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
				rows = this.prepare(sql).all(parameters);
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

	/** The same few questions are asked thousands of times. */
	private prepare(sql: string): SafeStatement {
		const {database} = this.opened;
		if (this.prepared.database !== database) this.prepared = {database, statements: new Map()};
		let statement = this.prepared.statements.get(sql);
		if (!statement) {
			statement = new SafeStatement(database, sql);
			this.prepared.statements.set(sql, statement);
		}
		return statement;
	}

	readonly columns = (table: string): ReadonlySet<string> =>
		new Set(
			this.all('SELECT name FROM pragma_table_info(?)', table).flatMap(row =>
				isMended(row) ? [] : [String(row.name)],
			),
		);

	readonly close = (): void => {
		this.opened.close();
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
		const {database, release} = openCopy(file, stamp, this.connect);
		return {database, close: release};
	}

	/** As any reader does: a program that writes all the time changes its shared memory itself. */
	private openWithLocks(): Opened {
		return this.openAt(this.file, '');
	}

	private openAt(file: string, more: string): Opened {
		const database = this.connect(`${pathToFileURL(file).href}?mode=ro${more}`);
		return {database, close: () => database.close()};
	}

	private tryBeside(): Opened | undefined {
		let beside: Opened | undefined;
		try {
			beside = this.openAt(this.file, '&readonly_shm=1');
			beside.database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').all();
			return beside;
		} catch {
			beside?.close();
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
