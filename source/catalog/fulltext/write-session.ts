/** What was read of a session goes into the index. All of this runs inside a transaction. */
import type {Database} from '../database/database.ts';
import {saveSession} from '../saved-sessions.ts';
import {type Pending, stateOf} from './pending.ts';
import type {ReadPiece} from './read-session.ts';
import {rowsFor} from './row-numbers.ts';
import {type ChunkWriter, dropWords} from './word-index.ts';

/** What was read and is not written yet. */
export type Unwritten = {
	readonly pending: Pending;
	readonly pieces: ReadPiece[];
	/** How far it was in the index when this was read; nothing is written if that is not so any more. */
	readonly state: string;
	/** Something of the same reading is written already. */
	readonly isContinued: boolean;
};

/** How far it is in the index now; undefined: it is gone, or somebody else has written it since we looked. */
export function writeSession(
	database: Database,
	chunks: ChunkWriter,
	{pending, pieces, state, isContinued}: Unwritten,
): string | undefined {
	const {number, ref} = pending;
	const row = database.get(
		'SELECT indexed_stamp, index_from, index_mark, next_row, last_row FROM sessions WHERE number = ?',
		number,
	);
	if (!row || stateOf(row.indexed_stamp, row.index_from) !== state) return undefined;
	let [next, last] = [Number(row.next_row), Number(row.last_row)];
	const [begin, end] = [pieces[0]!, pieces.at(-1)!];
	if (!isContinued) next = firstFree(dropWords(database, number, begin.from), next);
	for (const chunk of pieces.flatMap(piece => piece.chunks)) {
		if (next > last) ({first: next, last} = rowsFor(database, ref.size / 4));
		chunks.add(number, next++, chunk);
	}
	const isEmptied = !isContinued && begin.from === undefined;
	const {index_from, index_mark} = isEmptied ? {index_from: null, index_mark: null} : row;
	const newest = pieces.findLast(piece => piece.chunks.length > 0);
	const from = newest ? newest.chunks.at(-1)!.from : index_from;
	// Until all of it is there it counts as not indexed, and the next attempt goes on from the last chunk.
	const stamp = end.isLast ? ref.stamp : null;
	database.run(
		`UPDATE sessions SET next_row = ?, last_row = ?, index_from = ?, index_mark = ?, text_facts = ?, prompt = ?,
		indexed_stamp = ?, changed = ? WHERE number = ?`,
		next,
		last,
		from,
		newest ? (newest.mark ?? null) : index_mark,
		JSON.stringify(end.facts),
		end.facts.firstPrompt ?? null,
		stamp,
		database.change,
		number,
	);
	if (end.session) saveSession(database, ref, {session: end.session});
	return stateOf(stamp, from);
}

/** The rows just before the next one are used again, if what is replaced had them: whatever lies before may be others'. */
function firstFree(freed: ReadonlySet<number>, next: number): number {
	let row = next;
	while (freed.has(row - 1)) row--;
	return row;
}
