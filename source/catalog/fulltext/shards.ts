/**
 * The index of words is cut into shards by row number, which is by time. A question goes to the newest shard first and on
 * to older ones only until there are answers enough, so that what it costs does not grow with what is on the disk. For
 * beginnings of words that matters most: the index has to put together the rows of every word that begins so, and in a
 * shard those are few.
 */
import type {Database} from '../database/database.ts';
import {columns} from './searchable.ts';

export const rowsPerShard = 4096;

/** CJK runs are cut into pairs before they come here; letters are compared without case and accents. */
const tokenizer = 'unicode61 remove_diacritics 2';

export function shardOf(row: number): number {
	return Math.floor(row / rowsPerShard);
}

export function tableOf(shard: number): string {
	return `words_${shard}`;
}

/** Newest first. */
export function shardsIn(database: Database): number[] {
	return database.all('SELECT number FROM shards ORDER BY number DESC').map(row => Number(row.number));
}

/** Inside a transaction: the table of a shard, made when its first row comes. `opened`: those known to be there. */
export function openShard(database: Database, shard: number, opened: Set<number>): string {
	const table = tableOf(shard);
	if (opened.has(shard)) return table;
	opened.add(shard);
	if (!database.get('SELECT number FROM shards WHERE number = ?', shard)) {
		database.exec(
			`CREATE VIRTUAL TABLE ${table} USING fts5(${columns.join(', ')}, content='', contentless_delete=1, tokenize="${tokenizer}")`,
		);
		for (const [name, value] of Object.entries(settings))
			database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${name}', ${value})`);
		database.run('INSERT INTO shards (number) VALUES (?)', shard);
	}
	return table;
}

/**
 * Rows are written by the thousand: larger pieces in memory mean fewer on the disk. A shard is small, so the pieces are
 * joined only when there are many of them: that saves a third of the time it takes to fill it.
 */
const settings = {hashsize: 16 * 1024 * 1024, automerge: 16, crisismerge: 32};
