/** Brings the catalogue up to date, once: looks at the stores, and reads what is new. */
import type {Warning} from '../../model/warning.ts';
import {type Filled, type FillOptions, fillIndex} from '../fulltext/fill.ts';
import type {IndexState} from '../fulltext/pending.ts';
import {Library, type LibraryOptions} from '../library.ts';
import {lookAround} from './look.ts';

export type UpdateOptions = {
	/** Asked when there is something to read. */
	readonly readers?: () => Pick<FillOptions, 'read'> | undefined;
	readonly onWarnings: (warnings: readonly Warning[]) => void;
	readonly onProgress: (state: IndexState) => void;
};

const mostTries = 3;

export async function bringUpToDate(options: LibraryOptions, update: UpdateOptions): Promise<Filled> {
	for (let tries = 1; ; tries++) {
		const warnings = await lookAround(options);
		if (tries === 1) update.onWarnings(warnings);
		const library = new Library(options);
		const catalog = library.catalog!;
		const filled = await fillIndex({catalog, ...update.readers?.(), onProgress: update.onProgress});
		library.close();
		// One that turned out to be damaged is an empty one now: the sessions must be looked for again.
		if (catalog.generation === 0 || tries === mostTries) return filled;
	}
}
