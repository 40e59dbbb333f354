/** One record as it lies in its file or database, for whoever wants to see it untouched. */
import {isFileLocator, type Locator} from '../model/locator.ts';
import {readChunks} from './jsonl/read-chunks.ts';
import {openReadOnly, type ReadOnlyDatabase} from './sqlite/open-read-only.ts';

export type RawBytes = {
	readonly bytes: Buffer;
	/** Of the whole record; more than `bytes` has, if it was cut. */
	readonly length: number;
};

/** At most so many bytes of it. Throws what the file or the database says. */
export async function readRecord(locator: Locator, most: number): Promise<RawBytes> {
	if (!isFileLocator(locator)) return readRow(locator.path, locator.table, locator.rowid, most);
	const {path, offset, length} = locator;
	const pieces: Buffer[] = [];
	for await (const chunk of readChunks(path, {from: offset, end: offset + Math.min(length, most)}))
		pieces.push(Buffer.from(chunk));
	return {bytes: Buffer.concat(pieces), length};
}

async function readRow(path: string, table: string, rowid: number | string, most: number): Promise<RawBytes> {
	const database = await openReadOnly(path);
	try {
		const key = database.columns(table).has('id') ? 'id' : 'rowid';
		const [row] = rowsOf(database, table, key, rowid);
		if (!row) throw new Error('the record is not in the database any more');
		// OpenCode keeps what a message says in rows of their own.
		const hasParts = table === 'message' && database.columns('part').has('message_id');
		const parts = hasParts ? {parts: rowsOf(database, 'part', 'message_id', rowid)} : {};
		const text = JSON.stringify({...row, ...parts});
		const bytes = Buffer.from(text);
		return {bytes: bytes.subarray(0, most), length: bytes.length};
	} finally {
		database.close();
	}
}

function rowsOf(database: ReadOnlyDatabase, table: string, key: string, value: number | string): object[] {
	const names = [...database.columns(table)].map(name => `"${name}"`).join(', ');
	const rows = database.all(`SELECT ${names} FROM "${table.replaceAll('"', '""')}" WHERE ${key} = ?`, value);
	return rows.map(row => Object.fromEntries(Object.entries(row).map(([name, each]) => [name, plain(each)])));
}

/** Columns hold JSON as text, or bytes that may be text. */
function plain(value: unknown): unknown {
	const text =
		value instanceof Uint8Array || value instanceof ArrayBuffer ? Buffer.from(value as never).toString() : value;
	if (typeof text !== 'string') return text;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
