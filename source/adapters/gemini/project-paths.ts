/**
 * From a project's folder to the project's directory. Folders are named by a slug that is registered, or by the hash of
 * the directory, which can't be undone but can be checked. What can't be found stays unknown.
 */
import fs from 'node:fs';
import path from 'node:path';
import {fieldsOf} from '../fields.ts';
import {directoryWithHash, findProject} from './find-project.ts';

const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name);

export type ProjectHints = {
	readonly projectHash?: string;
	/** The directory that the session itself says it was started in. */
	readonly startDirectory?: string;
	/** Paths that occur in the session. */
	readonly paths?: Iterable<string>;
};

export function projectPath(store: string, folder: string | undefined, hints: ProjectHints): string | undefined {
	const name = folder === undefined ? undefined : path.basename(folder);
	const known = name === undefined ? undefined : (ownerOf(store, name) ?? registered(store, name));
	if (known !== undefined) return known;
	const hashes = new Set([name, hints.projectHash].filter(each => each !== undefined && isHash(each)));
	const checked = hashes.size > 0 ? amongKnown(store, hashes as Set<string>, hints) : undefined;
	if (checked !== undefined || hints.startDirectory !== undefined) return checked ?? hints.startDirectory;
	return folder !== undefined && name !== undefined && isHash(name) ? findProject(folder, name) : undefined;
}

/** The mark that the program leaves in the folders it claims. */
function ownerOf(store: string, name: string): string | undefined {
	return readMarker(path.join(store, 'tmp', name)) ?? readMarker(path.join(store, 'history', name));
}

function readMarker(folder: string): string | undefined {
	try {
		const owner = fs.readFileSync(path.join(folder, '.project_root'), 'utf8').trim();
		return isAbsolute(owner) ? owner : undefined;
	} catch {
		return undefined;
	}
}

function registered(store: string, name: string): string | undefined {
	return Object.entries(registryOf(store)).find(([, slug]) => slug === name)?.[0];
}

function registryOf(store: string): Readonly<Record<string, unknown>> {
	try {
		return fieldsOf(fieldsOf(JSON.parse(fs.readFileSync(path.join(store, 'projects.json'), 'utf8'))).projects);
	} catch {
		return {};
	}
}

/** The first directory we know of whose hash it is. */
function amongKnown(store: string, hashes: ReadonlySet<string>, hints: ProjectHints): string | undefined {
	const tried = new Set<string>();
	for (const candidate of candidates(store, hints)) {
		const directory = directoryWithHash(candidate, hashes, tried);
		if (directory !== undefined) return directory;
	}
	return undefined;
}

function* candidates(store: string, {startDirectory, paths}: ProjectHints): Generator<string> {
	if (startDirectory !== undefined) yield startDirectory;
	yield* paths ?? [];
	yield* Object.keys(registryOf(store));
	for (const folder of ['tmp', 'history']) {
		for (const name of namesIn(path.join(store, folder))) {
			const owner = readMarker(path.join(store, folder, name));
			if (owner !== undefined) yield owner;
		}
	}
	// A session may have been started right in the home directory.
	yield path.dirname(path.resolve(store));
}

function namesIn(folder: string): string[] {
	try {
		return fs.readdirSync(folder);
	} catch {
		return [];
	}
}

function isAbsolute(directory: string): boolean {
	return path.posix.isAbsolute(directory) || path.win32.isAbsolute(directory);
}
