/** Where OpenCode keeps its sessions, and where programs that look like it keep theirs. */
import fs from 'node:fs';
import path from 'node:path';
import type {Home} from '../adapter.ts';
import {describeFileError} from '../files.ts';
import type {Look} from '../look.ts';

export function dataFolder(home: Home): string {
	return path.join(home.env.XDG_DATA_HOME || path.join(home.path, '.local', 'share'), 'opencode');
}

/** The database a variable names: an absolute path, or one below the data folder. */
export function namedDatabase(home: Home): string | undefined {
	const named = home.env.OPENCODE_DB;
	return !named || named === ':memory:' ? undefined : path.resolve(dataFolder(home), named);
}

export type DatabaseFile = {
	readonly path: string;
	/** A copy that somebody put beside it, under a name OpenCode never opens. */
	readonly isBackup: boolean;
};

/** `opencode.db` first, then those of other release channels, then the backups. */
export function databasesIn(folder: string, onError: (message: string) => void, look?: Look): DatabaseFile[] {
	const names = namesIn(folder, onError, look).filter(name => /^opencode.*\.db(?:$|[.~ ])/.test(name));
	return names
		.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
		.map(name => ({path: path.join(folder, name), isBackup: !name.endsWith('.db')}));
}

function rank(name: string): number {
	return name === 'opencode.db' ? 0 : name.endsWith('.db') ? 1 : 2;
}

/** The folders that hold one JSON file a session: `storage/session/<project>`, and those of mid-2025. */
export function sessionFolders(data: string, look?: Look): string[] {
	const projects = path.join(data, 'project');
	return [
		path.join(data, 'storage', 'session'),
		...namesIn(projects, undefined, look).map(name => path.join(projects, name, 'storage', 'session', 'info')),
	];
}

/** Databases that must not be taken for OpenCode's: those of the Go program of the same name, and of Kilo. */
export function lookalikes(home: Home, look: Look): string[] {
	const share = path.dirname(dataFolder(home));
	const files = [path.join(home.path, '.opencode', 'opencode.db'), path.join(share, 'kilo', 'kilo.db')];
	return files.filter(file => /^[^-!]/.test(look.stamp(file)));
}

/** Kilo has OpenCode's engine and tables; only the name tells the two apart. */
export function isKilo(file: string): boolean {
	return /^kilo.*\.db$/.test(path.basename(file));
}

/** None, where there is no such folder. */
export function namesIn(folder: string, onError?: (message: string) => void, look?: Look): string[] {
	look?.stamp(folder);
	try {
		return fs.readdirSync(folder).sort();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError?.(describeFileError(error));
		return [];
	}
}

/** A session of a database: `<database>#<session>`. */
export function rowPath(database: string, id: string): string {
	return `${database}#${id}`;
}

export function splitRowPath(place: string): {database: string; id: string} | undefined {
	const at = place.lastIndexOf('#');
	if (at <= 0) return undefined;
	const database = place.slice(0, at);
	return fs.statSync(database, {throwIfNoEntry: false})?.isFile() ? {database, id: place.slice(at + 1)} : undefined;
}
