/**
 * Asking other programs' databases, whose texts may be anything. The package ends the whole process over a text that is
 * not UTF-8, and SQLite does not check what it is given. So texts come out as bytes and are decoded here.
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

export class SafeStatement {
	private readonly names: readonly string[];
	private readonly statement: Statement<unknown[]>;

	constructor(database: Database, sql: string) {
		this.names = (database.prepare(sql) as unknown as Described).columns().map(({name}) => name);
		const columns = this.names.map(quote);
		const values = columns.map(
			(column, at) => `iif(typeof(${column}) = 'text', CAST(${column} AS BLOB), ${column}) AS v${at}`,
		);
		// One letter a column: a text that became bytes is told from bytes.
		const kinds = columns.map(column => `substr(typeof(${column}), 1, 1)`).join(' || ');
		this.statement = database.prepare(`SELECT ${values.join(', ')}, ${kinds} AS kinds FROM (${sql})`);
	}

	all(parameters: readonly unknown[]): Row[] {
		return (this.statement.all(...parameters) as Row[]).map(packed => this.unpack(packed));
	}

	private unpack(packed: Row): Row {
		const row: Record<string, unknown> = {};
		const kinds = packed.kinds as string;
		let isWhole = true;
		for (const [at, name] of this.names.entries()) {
			const value = packed[`v${at}`];
			if (kinds[at] !== 't') {
				row[name] = value;
				continue;
			}
			const bytes = asBuffer(value as Buffer | ArrayBuffer);
			const text = bytes.toString();
			if (text.includes('\uFFFD') && !isUtf8(bytes)) isWhole = false;
			row[name] = text;
		}
		if (!isWhole) mended.add(row);
		return row;
	}
}

type Described = {columns(): ReadonlyArray<{readonly name: string}>};

function asBuffer(bytes: Buffer | ArrayBuffer): Buffer {
	return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
}

function quote(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
