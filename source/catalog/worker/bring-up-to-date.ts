/** Brings the catalogue up to date, once: looks at the stores, and reads what is new. */
import type {Warning} from '../../model/warning.ts';
import {type Filled, fillIndex, type SessionReader} from '../fulltext/fill.ts';
import type {IndexState} from '../fulltext/pending.ts';
import {Library, type LibraryOptions} from '../library.ts';

export type UpdateOptions = {
	readonly read?: SessionReader;
	readonly onWarnings: (warnings: readonly Warning[]) => void;
	readonly onProgress: (state: IndexState) => void;
};

const mostTries = 3;

export async function bringUpToDate(options: LibraryOptions, update: UpdateOptions): Promise<Filled> {
	for (let tries = 1; ; tries++) {
		const warnings = await look(options);
		if (tries === 1) update.onWarnings(warnings);
		const library = new Library(options);
		const catalog = library.catalog!;
		const filled = await fillIndex({catalog, read: update.read, onProgress: update.onProgress});
		library.close();
		// One that turned out to be damaged is an empty one now: the sessions must be looked for again.
		if (catalog.generation === 0 || tries === mostTries) return filled;
	}
}

/** Looking for sessions leaves much behind in memory: with a library of its own that is gone afterwards. */
async function look(options: LibraryOptions): Promise<readonly Warning[]> {
	const library = new Library(options);
	const {warnings} = await library.scan();
	library.close();
	return warnings;
}
