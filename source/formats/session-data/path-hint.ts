import type {Entry} from '../../model/entry.ts';

/** What a message is that has nothing but path hints. */
export const hintsDetail = 'pathHints';

export function isHints({kind, detail, isAside, text}: Omit<Entry, 'locator'>): boolean {
	if (kind !== 'system' || detail !== hintsDetail || !isAside || text === '') return false;
	return !text.split('\n').some(isPattern);
}

/** The format wants no patterns among the paths. Brackets stand in the names of real files. */
export function isPattern(hint: string): boolean {
	return /[*?]|\{[^}]*,/.test(hint);
}
