/** Where Copilot keeps its sessions: a folder each today, one file each before, one document each at first. */
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Home} from '../adapter.ts';
import {textOf} from '../fields.ts';
import {describeFileError} from '../files.ts';
import type {Look} from '../look.ts';

export const sessionFolder = 'session-state';
export const legacyFolder = 'history-session-state';
export const logName = 'events.jsonl';
export const workspaceName = 'workspace.yaml';

export function storeOf(home: Home): string {
	return textOf(home.env.COPILOT_HOME) ?? path.join(home.path, '.copilot');
}

/** The store a session lies in, by its path; its own folder where nothing better is known. */
export function storeAbove(file: string): string {
	const parts = path.resolve(file).split(path.sep);
	const at = parts.findLastIndex(part => part === sessionFolder || part === legacyFolder);
	return at > 0 ? parts.slice(0, at).join(path.sep) || path.sep : path.dirname(path.resolve(file));
}

/** A document of the time before there were logs. */
export function isLegacy(file: string): boolean {
	return file.endsWith('.json');
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** The id that `--resume` takes: the name of the folder, or the one in the name of the file. */
export function idInPath(file: string): string | undefined {
	const name = path.basename(file);
	return uuid.exec(name === logName ? path.basename(path.dirname(file)) : name)?.[0];
}

export type Place = {readonly path: string; readonly error?: string; readonly hasNoLog?: boolean};

/** Everything in a store that is a session by its name. The work files inside a session's folder are not looked at. */
export function* placesIn(store: string, warn: (warning: Warning) => void, look: Look): Generator<Place> {
	for (const name of namesIn(path.join(store, sessionFolder), warn, look)) {
		const full = path.join(store, sessionFolder, name);
		if (name.endsWith('.jsonl')) yield {path: full};
		else if (isThere(path.join(full, logName), look)) yield {path: path.join(full, logName)};
		else if (isThere(path.join(full, workspaceName), look))
			yield {path: path.join(full, workspaceName), hasNoLog: true};
	}
	for (const name of namesIn(path.join(store, legacyFolder), warn, look))
		if (/\.jsonl?$/.test(name)) yield {path: path.join(store, legacyFolder, name)};
}

function namesIn(folder: string, warn: (warning: Warning) => void, look: Look): string[] {
	look.stamp(folder);
	try {
		return fs.readdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') warn({path: folder, message: describeFileError(error)});
		return [];
	}
}

/** A link that leads nowhere is there too: it must be told of. */
function isThere(file: string, look: Look): boolean {
	if (!/^[-!]/.test(look.stamp(file))) return true;
	// Such a link has no stamp of its own; the folder it lies in has.
	look.stamp(path.dirname(file));
	try {
		return fs.lstatSync(file, {throwIfNoEntry: false}) !== undefined;
	} catch (error) {
		// A file beside the folders has nothing in it; in a folder that nobody may enter is who knows what.
		return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
	}
}

/** The file beside a log that names the session and says where it works; it need not be there. */
export function workspaceFileOf(log: string): string | undefined {
	return path.basename(log) === logName ? path.join(path.dirname(log), workspaceName) : undefined;
}

/** Everything a session's text and header come from. */
export function sourcesOf(log: string): string[] {
	return [log, workspaceFileOf(log)].filter(file => file !== undefined);
}
