import type {Database} from '../database/database.ts';

/** A chunk is closed when it holds so many characters. */
export const chunkSize = 32 * 1024;

/** A session is given no more rows than this at first; one that grows beyond them gets newer ones. */
export const mostRows = 4096;

/**
 * Sets row numbers aside for a session's chunks, inside a transaction. The index answers by descending row number, so
 * whoever asks for the newest sessions first must be given the highest numbers, whenever their turn to be read comes.
 */
export function rowsFor(database: Database, bytes: number): {readonly first: number; readonly last: number} {
	const count = Math.min(mostRows, Math.ceil(bytes / (2 * chunkSize)) + 2);
	const first = database.advance('row', count);
	return {first, last: first + count - 1};
}
