/** A chat's `store.db`: blobs that are named by the hash of their content, and one row that says which is the root. */
import fs from 'node:fs';
import type {Warning} from '../../model/warning.ts';
import {openReadOnly, type ReadOnlyDatabase} from '../sqlite/open-read-only.ts';

/** Why a database can't be used, in words that group well. */
export class StoreProblem extends Error {
	constructor(
		readonly reason: string,
		readonly detail?: string,
	) {
		super(detail === undefined ? reason : `${reason} (${detail})`);
	}
}

/** Whoever asks so often will ask for most of them. */
const patience = 8;
const largestKept = 8 * 1024 * 1024;

export type MetaRow = {readonly key: string; readonly value: unknown};

export class ChatStore {
	private readonly ahead = new Map<string, Buffer>();
	private all: ReadonlyMap<string, Buffer> | undefined;
	private asked = 0;

	private constructor(
		readonly path: string,
		private readonly database: ReadOnlyDatabase,
		private readonly warn: (warning: Warning) => void,
	) {}

	/** Throws a StoreProblem and nothing else. */
	static async open(file: string, warn: (warning: Warning) => void = () => {}): Promise<ChatStore> {
		let database: ReadOnlyDatabase | undefined;
		try {
			database = await openReadOnly(file);
			// Cheaper than asking for the tables and their columns, and it says the same.
			database.all('SELECT id, data FROM blobs LIMIT 0');
			return new ChatStore(file, database, warn);
		} catch (error) {
			database?.close();
			throw error instanceof StoreProblem ? error : problemFrom(error);
		}
	}

	close(): void {
		this.database.close();
	}

	/** Throws a StoreProblem: without these rows nothing else can be found. */
	meta(): MetaRow[] {
		try {
			return this.database
				.all('SELECT key, value FROM meta ORDER BY key')
				.map(({key, value}) => ({key: String(key), value}));
		} catch (error) {
			throw problemFrom(error);
		}
	}

	has(id: string): boolean {
		return this.rows('SELECT 1 FROM blobs WHERE id = ?', id).length > 0;
	}

	/** Asks for several at once, and keeps them until the next call: one by one, asking takes longer than reading. */
	lookAhead(ids: readonly string[], isMore = false): Buffer[] {
		if (!isMore) this.ahead.clear();
		const wanted = 'SELECT id, data FROM blobs WHERE id IN (SELECT value FROM json_each(?))';
		for (const {id, data} of ids.length > 0 ? this.rows(wanted, JSON.stringify(ids)) : [])
			this.ahead.set(String(id), bytesOf(data)!);
		return ids.flatMap(id => this.ahead.get(id) ?? []);
	}

	/** undefined: it is not there, or can't be read, of which a warning tells. */
	blob(id: string): Buffer | undefined {
		const known = this.ahead.get(id) ?? this.all?.get(id);
		if (known) return known;
		if (++this.asked === patience) this.loadAll();
		const [row] = this.rows('SELECT data FROM blobs WHERE id = ?', id);
		return row && bytesOf(row.data);
	}

	/** Blobs are never changed, so those of a small store can be kept: asking for each takes longer than reading all. */
	private loadAll(): void {
		if ((fs.statSync(this.path, {throwIfNoEntry: false})?.size ?? largestKept) >= largestKept) return;
		try {
			const rows = this.database.all('SELECT id, data FROM blobs');
			this.all = new Map(rows.map(({id, data}) => [String(id), bytesOf(data)!]));
		} catch {
			// A damaged page: one by one the others can still be had.
		}
	}

	/** A blob that must be there, because another one names it. */
	namedBlob(id: string): Buffer | undefined {
		const bytes = this.blob(id);
		if (!bytes) this.complain(id, 'is missing or unreadable, and what it held with it');
		return bytes;
	}

	complain(id: string, message: string): void {
		this.warn({path: this.path, message: `table blobs, row ${id}: ${message}`});
	}

	/** Blobs that begin with a reference to another: the roots are among them. The newest first. */
	referringBlobs(): string[] {
		return this.rows(`SELECT id FROM blobs WHERE substr(data, 1, 2) = x'0A20' ORDER BY rowid DESC`).map(({id}) =>
			String(id),
		);
	}

	/** Blobs that look like JSON, the oldest first: all there is to go by when no root can be read. */
	jsonBlobs(): string[] {
		return this.rows(`SELECT id FROM blobs WHERE substr(data, 1, 1) = x'7B' ORDER BY rowid`).map(({id}) => String(id));
	}

	/**
	 * The next rows that look like JSON, in the order they were stored; `place` is a row's number. Blobs are never changed
	 * and never deleted, so what was stored later has a higher one. undefined: a page of them is damaged.
	 */
	nextJson(from: number, to: number, most: number): Array<{place: number; id: string; data: Buffer}> | undefined {
		try {
			return this.database
				.all(
					`SELECT rowid AS place, id, data FROM blobs
					WHERE rowid >= ? AND rowid < ? AND CAST(substr(data, 1, 1) AS BLOB) = x'7B' ORDER BY rowid LIMIT ?`,
					from,
					to,
					most,
				)
				.map(({place, id, data}) => ({place: Number(place), id: String(id), data: bytesOf(data)!}));
		} catch {
			return undefined;
		}
	}

	/** The names of all blobs in that order, by their index alone. */
	allPlaces(): Array<{place: number; id: string}> {
		return this.rows('SELECT rowid AS place, id FROM blobs ORDER BY +rowid').map(({place, id}) => ({
			place: Number(place),
			id: String(id),
		}));
	}

	private rows(sql: string, ...parameters: unknown[]): ReturnType<ReadOnlyDatabase['all']> {
		try {
			return this.database.all(sql, ...parameters);
		} catch (error) {
			const row = parameters.length > 0 ? `, row ${parameters[0]}` : '';
			this.warn({path: this.path, message: `table blobs${row}: ${problemFrom(error).message}`});
			return [];
		}
	}
}

function problemFrom(error: unknown): StoreProblem {
	if (error instanceof StoreProblem) return error;
	const {code, message} = error as Error & {code?: unknown};
	switch (code) {
		case 'SQLITE_NOTADB':
			return new StoreProblem('not a database');
		case 'SQLITE_CORRUPT':
			return new StoreProblem('damaged database');
		case 'SQLITE_BUSY':
		case 'SQLITE_LOCKED':
			return new StoreProblem('the database is locked by another program');
		default:
			if (/^no such (?:table|column)/.test(message)) return new StoreProblem('a database of another make', message);
			return new StoreProblem("the database can't be opened", message);
	}
}

export function bytesOf(value: unknown): Buffer | undefined {
	if (value instanceof ArrayBuffer) return Buffer.from(value);
	if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
	return typeof value === 'string' ? Buffer.from(value) : undefined;
}
