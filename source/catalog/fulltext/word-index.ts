/** The rows of the index: a chunk of a session each. All of this runs inside a transaction. */
import type {Database} from '../database/database.ts';
import type {Chunk} from './digest.ts';
import {columns} from './searchable.ts';
import {openShard, shardOf, tableOf} from './shards.ts';

/** Takes a session out of the index, or what of it lies from a place on. Returns its rows that became free. */
export function dropWords(database: Database, session: number, from = 0): Set<number> {
	const rows = database
		.all('SELECT number FROM chunks WHERE session = ? AND start >= ?', session, from)
		.map(row => Number(row.number));
	for (const row of rows) {
		database.run(`DELETE FROM ${tableOf(shardOf(row))} WHERE rowid = ?`, row);
		database.run('DELETE FROM chunks WHERE number = ?', row);
	}
	return new Set(rows);
}

const names = columns.join(', ');
const marks = columns.map(() => '?').join(', ');

/** Adds chunks, inside one transaction. */
export class ChunkWriter {
	private readonly shards = new Set<number>();

	constructor(private readonly database: Database) {}

	add(session: number, row: number, {from, to, texts}: Chunk): void {
		const table = openShard(this.database, shardOf(row), this.shards);
		this.database.run('INSERT INTO chunks (number, session, start, stop) VALUES (?, ?, ?, ?)', row, session, from, to);
		this.database.run(`INSERT INTO ${table} (rowid, ${names}) VALUES (?, ${marks})`, row, ...texts);
	}
}
