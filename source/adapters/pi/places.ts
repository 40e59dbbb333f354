/** Where pi keeps its sessions, and what their names tell. */
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Home} from '../adapter.ts';
import {fieldsOf, textOf} from '../fields.ts';
import {readBeginning} from '../jsonl/read-ends.ts';
import type {Look} from '../look.ts';

const largestSettings = 1024 * 1024;

export function agentDirectoryOf(home: Home): string {
	const named = textOf(home.env.PI_CODING_AGENT_DIR);
	return named === undefined ? path.join(home.path, '.pi', 'agent') : expand(named, home);
}

/**
 * Every place pi may have written to: the default one, and those a variable or a setting names. A session stays where
 * it was begun when the setting changes, so all of them are searched, not only the one in force.
 */
export function storesOf(home: Home, warn: (warning: Warning) => void, look: Look): string[] {
	const agentDirectory = agentDirectoryOf(home);
	const settings = path.join(agentDirectory, 'settings.json');
	const set = sessionDirIn(settings, look);
	const named = [textOf(home.env.PI_CODING_AGENT_SESSION_DIR), set].filter(place => place !== undefined);
	const stores = [path.join(agentDirectory, 'sessions')];
	for (const place of named) {
		const store = expand(place, home);
		if (path.isAbsolute(store)) stores.push(store);
		else
			warn({
				path: settings,
				message: `sessions are kept in "${place}" of each project: those are not searched, open them by their path`,
			});
	}
	return [...new Set(stores.map(store => path.resolve(store)))];
}

function sessionDirIn(settings: string, look: Look): string | undefined {
	// The stamp of what is not there.
	if (look.stamp(settings) === '-') return undefined;
	try {
		return look.facts('pi/settings', [settings], () => readSettings(settings)).sessionDir;
	} catch {
		// It can't be read today; tomorrow it is asked again.
		return undefined;
	}
}

function readSettings(settings: string): {sessionDir?: string} {
	const {bytes} = readBeginning(settings, largestSettings);
	try {
		return {sessionDir: textOf(fieldsOf(JSON.parse(bytes.toString('utf8'))).sessionDir)};
	} catch {
		return {};
	}
}

function expand(place: string, home: Home): string {
	return place === '~' || /^~[\\/]/.test(place) ? path.join(home.path, place.slice(1)) : place;
}

/** The store a session lies in, by its path; its own folder where nothing better is known. */
export function storeAbove(file: string): string {
	const parts = path.resolve(file).split(path.sep);
	const at = parts.lastIndexOf('sessions');
	return at > 0 ? parts.slice(0, at + 1).join(path.sep) : path.dirname(path.resolve(file));
}

/** The last part of a path, which may be one of another system. */
export function nameOf(file: string): string {
	return file.split(/[\\/]/).at(-1) ?? file;
}

/** `2026-11-16T01-42-13-004Z_<session id>.jsonl`; a file that somebody renamed tells nothing. */
export function idInName(file: string): string | undefined {
	return /^\d{4}-\d\d-\d\dT[\dZ-]+_(.+)\.jsonl$/.exec(nameOf(file))?.[1];
}

/** Sub-agents of the pi-subagents extension lie below a folder that is named like their parent's file. */
export function parentFiles(file: string): string[] {
	const files: string[] = [];
	for (let folder = path.dirname(file); path.dirname(folder) !== folder; folder = path.dirname(folder))
		files.push(`${folder}.jsonl`);
	return files;
}

export function isSubagentPlace(file: string): boolean {
	return /[\\/]run-\d+[\\/]session\.jsonl$/.test(file);
}
