/**
 * Reading rows of a file that may be damaged. The package ends the whole process over a text that is not UTF-8, and
 * nothing in SQLite checks texts. So whatever is asked for comes out as bytes, and is looked at before it becomes text.
 */
import {isUtf8} from 'node:buffer';
import type {Database as Connection, Statement} from 'libsql';
import {DamagedCatalogue} from './trouble.ts';

export type Row = Readonly<Record<string, unknown>>;

type Value = string | number | null;
/** As the package gives them. */
type Bytes = Buffer | ArrayBuffer;

export class SafeQuery {
	private readonly names: readonly string[];
	private many: Statement<unknown[]> | undefined;
	private one: Statement<unknown[]> | undefined;

	constructor(
		private readonly connection: Connection,
		private readonly sql: string,
	) {
		this.names = (connection.prepare(sql) as unknown as Described).columns().map(({name}) => name);
	}

	/** All rows in one piece, a line each: far fewer calls into the package than by row and column. */
	all(parameters: readonly unknown[]): Row[] {
		const quoted = this.names.map(quote).join(', ');
		this.many ??= this.connection.prepare(
			`SELECT CAST(group_concat(json_array(${quoted}), char(10)) AS BLOB) AS rows FROM (${this.sql})`,
		);
		const {rows} = this.many.get(...parameters) as {rows: Bytes | null};
		if (rows === null) return [];
		const bytes = checked(rows);
		const found: Row[] = [];
		for (let at = 0; at < bytes.length; ) {
			const end = bytes.indexOf(10, at);
			const line = bytes.toString('utf8', at, end === -1 ? bytes.length : end);
			found.push(this.rowOf(unpack<Value[]>(line)));
			at = end === -1 ? bytes.length : end + 1;
		}
		return found;
	}

	/** The first row. Its texts may be long, so they are not quoted on the way. */
	get(parameters: readonly unknown[]): Row | undefined {
		const values = this.names.map(quote).map(name => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), ${name})`);
		this.one ??= this.connection.prepare(
			`SELECT ${values.map((value, at) => `${value} AS v${at}`).join(', ')} FROM (${this.sql}) LIMIT 1`,
		);
		const row = this.one.get(...parameters) as Readonly<Record<string, Bytes | Value>> | undefined;
		return row && this.rowOf(values.map((_, at) => asValue(row[`v${at}`]!)));
	}

	private rowOf(values: readonly Value[]): Row {
		const row: Record<string, Value> = {};
		for (const [at, name] of this.names.entries()) row[name] = values[at] ?? null;
		return row;
	}
}

type Described = {columns(): ReadonlyArray<{readonly name: string}>};

/** What the catalogue holds as JSON. */
export function unpack<T>(packed: unknown): T {
	try {
		return JSON.parse(String(packed)) as T;
	} catch {
		throw new DamagedCatalogue('what was written down can not be read');
	}
}

function asValue(value: Bytes | Value): Value {
	return typeof value === 'object' && value !== null ? checked(value).toString() : value;
}

function checked(data: Bytes): Buffer {
	const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data);
	if (!isUtf8(bytes)) throw new DamagedCatalogue('a text is no text');
	return bytes;
}

function quote(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
