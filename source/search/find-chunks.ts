/** Questions to the index of words. */
import type {Catalog} from '../catalog/catalog.ts';
import {shardsIn, tableOf} from '../catalog/fulltext/shards.ts';
import {Choice} from './choice.ts';

/** The index can't be asked now: it is damaged, or gone. What it holds has to be read instead. */
export class NoIndex extends Error {}

export type FoundChunk = {
	readonly number: number;
	readonly session: number;
	readonly start: number;
	readonly stop: number;
};

export type Wanted = {
	/** So many chunks are enough, if they are of enough sessions. */
	readonly chunks: number;
	readonly sessions?: number;
	/** Of these sessions only. */
	readonly among?: readonly number[] | Choice;
};

/** More chunks than this are looked through at once for further sessions. */
const pageSize = 4000;

/** So many chunks of sessions that are not wanted are looked at before it is worth to know all that are. */
const mostRefused = 1500;

/**
 * The newest chunks that fit. Rows and shards are numbered by time, so the search ends as soon as there are enough: a
 * word that is everywhere costs no more than a rare one. One long session may hold the word in more chunks than are
 * wanted; then it goes on with one chunk for each session, until there are enough of them too.
 */
export function newestChunks(
	catalog: Catalog,
	expression: string,
	{chunks: most, sessions: fewest = 0, among}: Wanted,
): FoundChunk[] {
	const choice = among instanceof Choice ? among : undefined;
	let named = among instanceof Choice ? undefined : among;
	let refused = 0;
	const found = catalog.use(database => {
		const chunks: FoundChunk[] = [];
		const sessions = new Set<number>();
		for (const shard of shardsIn(database)) {
			// Where hardly any of those that hold it is wanted, the few that are can be named in the question.
			if (refused > mostRefused) named ??= choice?.few;
			const table = tableOf(shard);
			const isAmong = named ? 'AND chunks.session IN (SELECT value FROM json_each(?))' : '';
			const fitting = `SELECT chunks.number AS number, chunks.session AS session, chunks.start AS start, chunks.stop AS stop
				FROM ${table} CROSS JOIN chunks ON chunks.number = ${table}.rowid
				WHERE ${table} MATCH ? AND ${table}.rowid < ? ${isAmong} ORDER BY ${table}.rowid DESC LIMIT ?`;
			// Of each session the newest chunk; `oldest` is where to go on.
			const grouped = `SELECT max(number) AS number, session, start, stop, min(number) AS oldest FROM (${fitting})
				GROUP BY session ORDER BY 1 DESC`;
			let before = Number.MAX_SAFE_INTEGER;
			for (;;) {
				const isFull = chunks.length >= most;
				if (isFull && sessions.size >= fewest) return chunks;
				const limit = isFull ? pageSize : most;
				const rows = database.all(
					isFull ? grouped : fitting,
					expression,
					before,
					...(named ? [JSON.stringify(named)] : []),
					limit,
				) as unknown as Array<FoundChunk & {readonly oldest?: number}>;
				if (rows.length === 0) break;
				for (const {number, oldest = number, session, start, stop} of rows) {
					before = Math.min(before, oldest);
					if (choice && !choice.hasNumber(session)) refused++;
					if ((choice && !choice.hasNumber(session)) || (isFull && sessions.has(session))) continue;
					chunks.push({number, session, start, stop});
					sessions.add(session);
				}
			}
		}
		return chunks;
	});
	if (!found) throw new NoIndex();
	return found;
}

export type SessionSet = {
	readonly sessions: ReadonlySet<number>;
	/** Older chunks were not looked at. */
	readonly isCut: boolean;
};

/** The sessions that hold it anywhere: of the newest so many chunks, or of all. */
export function sessionsWith(catalog: Catalog, expression: string, limit = Number.POSITIVE_INFINITY): SessionSet {
	const isLimited = Number.isFinite(limit);
	const found = catalog.use(database => {
		const sessions = new Set<number>();
		let left = limit;
		for (const shard of shardsIn(database)) {
			const table = tableOf(shard);
			// Told in one piece: to count them by session, or to hand out rows, takes longer than to find them.
			const row = database.get(
				`SELECT group_concat(session) AS sessions FROM (SELECT chunks.session AS session FROM ${table} CROSS JOIN chunks
				ON chunks.number = ${table}.rowid WHERE ${table} MATCH ? ${isLimited ? `ORDER BY ${table}.rowid DESC LIMIT ?` : ''})`,
				expression,
				...(isLimited ? [left] : []),
			);
			const found = row?.sessions ? String(row.sessions).split(',') : [];
			for (const session of found) sessions.add(Number(session));
			left -= found.length;
			if (left <= 0) break;
		}
		return {sessions, isCut: left <= 0};
	});
	if (!found) throw new NoIndex();
	return found;
}
