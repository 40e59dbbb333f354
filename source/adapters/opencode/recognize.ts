/** A session from any path: an export, a file of a JSON tree, a database, `database#session`. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapter.ts';
import {Look} from '../look.ts';
import {readSessions} from './database-sessions.ts';
import {foundRow, refOf} from './discover.ts';
import {openSource} from './open-source.ts';
import {isKilo, splitRowPath} from './places.ts';
import {stampedFiles} from './tree-sessions.ts';
import {isTreeFile, messageFolder} from './tree-source.ts';

export async function recognize(place: string): Promise<SessionRef | undefined> {
	const row = splitRowPath(place);
	// Sessions in files of other kinds may be named in the same way.
	if (row) return isDatabase(readStart(row.database)) ? recognizeDatabase(row.database, row.id) : undefined;
	const stat = fs.statSync(place);
	if (!stat.isFile()) return undefined;
	const start = readStart(place);
	if (isDatabase(start)) return recognizeDatabase(place);
	const isExport = exportOpening.test(start);
	if (!isExport && !(isTreeFile(place) && fs.existsSync(messageFolder(place)))) return undefined;
	const header = await openSource(place)
		.session()
		.catch(() => undefined);
	if (!header?.info.id.startsWith('ses')) return undefined;
	const {size, mtimeMs: modifiedMs} = stat;
	const stamp = () => new Look().stampOf(isExport ? [place] : stampedFiles(place));
	return refOf({info: header.info, path: place, file: place, size, modifiedMs, stamp}, false, place);
}

/** What `opencode export` prints; a line it says to the terminal may have come along. */
const exportOpening = /^\uFEFF?(?:Exporting session[^\n]*)?\s*\{\s*"info"\s*:\s*\{/;

async function recognizeDatabase(file: string, id?: string): Promise<SessionRef | undefined> {
	if (isKilo(file)) return undefined;
	const {sessions} = await readSessions(file);
	const matches = sessions.filter(({info}) => (id === undefined ? info.parentId === undefined : info.id === id));
	if (matches.length > 1)
		throw new Error(`it holds ${matches.length} sessions; add #ID to its name, with the id of one`);
	const [row] = matches;
	return row && refOf(foundRow(row, file, new Look()), false, path.dirname(file));
}

function isDatabase(start: string): boolean {
	return start.startsWith('SQLite format 3\0');
}

function readStart(file: string): string {
	const fd = fs.openSync(file, 'r');
	try {
		const bytes = Buffer.alloc(512);
		return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, bytes.length, 0));
	} finally {
		fs.closeSync(fd);
	}
}
