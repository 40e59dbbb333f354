/** What SQLite says of the catalogue, by what can be done about it. */
export type Trouble =
	| 'busy' // another process writes: later
	| 'damaged' // build it anew
	| 'newer' // a newer recollect made it: leave it alone
	| 'unusable'; // no room, no permission, no such disk: go on without

/** A catalogue that only a newer version understands. */
export class NewerCatalogue extends Error {
	constructor(file: string) {
		super(`${file} was made by a newer version of recollect`);
	}
}

/** Something in it is not what was written there. */
export class DamagedCatalogue extends Error {}

/** undefined: nothing that a database says, but a mistake of ours. */
export function troubleOf(error: unknown): Trouble | undefined {
	if (error instanceof NewerCatalogue) return 'newer';
	if (error instanceof DamagedCatalogue) return 'damaged';
	const {code, message = ''} = error as {code?: unknown; message?: string};
	// Not every error of the package has a code: these are a file that can't even be opened, and pages that make no sense.
	if (/^ConnectionFailed/.test(message)) return 'unusable';
	if (/disk image is malformed|^failed to downcast/.test(message)) return 'damaged';
	if (typeof code !== 'string') return undefined;
	if (/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(code)) return 'busy';
	// Nothing we write breaks a constraint: rows that are in each other's way are not where they were put.
	if (/^SQLITE_(?:CORRUPT|NOTADB|FORMAT|MISMATCH|CONSTRAINT|TOOBIG)/.test(code)) return 'damaged';
	// A question that is put wrongly is no reason to throw everything away.
	if (/syntax error/.test(message)) return undefined;
	// A table that is not there although the number of the schema is right.
	if (
		code === 'SQLITE_ERROR' &&
		/no such (?:table|column)|malformed|fts5|vtable|unknown error|JSON cannot/i.test(message)
	)
		return 'damaged';
	if (code.startsWith('SQLITE_') && code !== 'SQLITE_ERROR' && code !== 'SQLITE_MISUSE') return 'unusable';
	return /^E[A-Z]+$/.test(code) ? 'unusable' : undefined;
}
