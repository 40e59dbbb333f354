/**
 * Asking other programs' databases, whose texts may be anything. The package ends the whole process over a text that is
 * not UTF-8, and SQLite does not check what it is given. So rows come out as bytes and are decoded here; all of them in
 * one piece, which is also twice as fast as to ask the package for each.
 */
import {isUtf8} from 'node:buffer';
import type {Database, Statement} from 'libsql';

export type Row = Readonly<Record<string, unknown>>;

/** Rows with a text of which some bytes could not be read. */
const mended = new WeakSet<Row>();

/** Whether a text of this row holds bytes that are not UTF-8; they stand there as U+FFFD. */
export function isMended(row: Row): boolean {
	return mended.has(row);
}

/** By query: the names of what is asked for stand in the query itself. */
const namesOf = new Map<string, readonly string[]>();

export class SafeStatement {
	private readonly names: readonly string[];
	private readonly packed: Statement<unknown[]>;
	private single: Statement<unknown[]> | undefined;

	/** Columns must be named one by one. */
	constructor(
		private readonly database: Database,
		private readonly sql: string,
	) {
		this.names = namesOf.get(sql) ?? (database.prepare(sql) as unknown as Described).columns().map(({name}) => name);
		namesOf.set(sql, this.names);
		this.packed = database.prepare(`SELECT CAST(group_concat(${this.packing}, '') AS BLOB) AS rows FROM (${sql})`);
	}

	all(parameters: readonly unknown[]): Row[] {
		try {
			return this.unpack(this.packed.all(...parameters));
		} catch (error) {
			// There is a limit to what SQLite puts together.
			if (!(error as Error).message.includes('too big')) throw error;
			this.single ??= this.database.prepare(`SELECT CAST(${this.packing} AS BLOB) AS rows FROM (${this.sql})`);
			return this.unpack(this.single.iterate(...parameters));
		}
	}

	/** A row as SQL: of each column the first letter of its type, its length, a colon, its bytes. */
	private get packing(): string {
		return this.names
			.map(quote)
			.map(name => {
				const value = `CASE typeof(${name}) WHEN 'real' THEN printf('%!.17g', ${name}) WHEN 'null' THEN '' ELSE ${name} END`;
				return `substr(typeof(${name}), 1, 1) || length(CAST(${value} AS BLOB)) || ':' || ${value}`;
			})
			.join(' || ');
	}

	private unpack(found: Iterable<unknown>): Row[] {
		const rows: Row[] = [];
		for (const {rows: packed} of found as Iterable<{rows: Buffer | ArrayBuffer | null}>) {
			if (packed === null) continue;
			const bytes = Buffer.isBuffer(packed) ? packed : Buffer.from(packed);
			for (let at = 0; at < bytes.length; ) at = this.readRow(bytes, at, rows);
		}
		return rows;
	}

	private readRow(bytes: Buffer, start: number, rows: Row[]): number {
		const row: Record<string, unknown> = {};
		let at = start;
		for (const name of this.names) {
			const kind = bytes[at]!;
			let length = 0;
			for (at++; bytes[at] !== colon; at++) length = length * 10 + bytes[at]! - zero;
			const end = ++at + length;
			row[name] = decode(kind, bytes, at, end, row);
			at = end;
		}
		rows.push(row);
		return at;
	}
}

const colon = ':'.charCodeAt(0);
const zero = '0'.charCodeAt(0);
const [text, integer, real, blob] = [...'tirb'].map(letter => letter.charCodeAt(0));

function decode(kind: number, bytes: Buffer, from: number, to: number, row: Row): unknown {
	if (kind === text) {
		const value = bytes.toString('utf8', from, to);
		if (value.includes('\uFFFD') && !isUtf8(bytes.subarray(from, to))) mended.add(row);
		return value;
	}
	if (kind === integer || kind === real) return Number(bytes.toString('latin1', from, to));
	return kind === blob ? bytes.subarray(from, to) : null;
}

type Described = {columns(): ReadonlyArray<{readonly name: string}>};

function quote(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
