/** What SQLite says, in a user's words. */
import {describeFileError} from '../files.ts';

/** Another program has the database for itself, for a moment as a rule. */
export function isPassing(error: unknown): boolean {
	return /^SQLITE_(?:BUSY|LOCKED|READONLY_RECOVERY|READONLY_CANTINIT|PROTOCOL)/.test(codeOf(error));
}

export function describeDatabaseError(error: unknown): {reason: string; detail?: string} {
	const code = codeOf(error);
	const detail = error instanceof Error ? error.message : String(error);
	if (isPassing(error)) return {reason: 'locked by another program', detail};
	if (code === 'SQLITE_READONLY_ROLLBACK')
		return {reason: 'a crash left a transaction unfinished', detail: 'OpenCode mends that when it starts'};
	if (code.startsWith('SQLITE_NOTADB')) return {reason: 'not a database', detail};
	if (code.startsWith('SQLITE_CORRUPT')) return {reason: 'damaged database', detail};
	if (code.startsWith('SQLITE_IOERR')) return {reason: describeFileError({code: 'EIO'}), detail};
	if (/^E[A-Z]+$/.test(code)) return {reason: describeFileError(error)};
	return {reason: "database that can't be opened", detail};
}

function codeOf(error: unknown): string {
	const {code} = error as {code?: unknown};
	return typeof code === 'string' ? code : '';
}
