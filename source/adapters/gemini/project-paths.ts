/**
 * From a project's folder to the project's directory. Folders are named by a slug that is registered, or by the hash of
 * the directory, which can't be undone but can be checked. What can't be found stays unknown.
 */
import fs from 'node:fs';
import path from 'node:path';
import {fieldsOf, stringOf} from '../fields.ts';
import {Look} from '../look.ts';
import {directoryWithHash, findProject} from './find-project.ts';

const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name);

export type ProjectHints = {
	readonly projectHash?: string;
	/** The directory that the session itself says it was started in. */
	readonly startDirectory?: string;
	/** Paths that occur in the session. */
	readonly paths?: Iterable<string>;
};

export function projectPath(
	store: string,
	folder: string | undefined,
	hints: ProjectHints,
	look = new Look(),
): string | undefined {
	const name = folder === undefined ? undefined : path.basename(folder);
	const known = recordedPath(store, folder, look);
	if (known !== undefined) return known;
	const hashes = new Set([name, hints.projectHash].filter(each => each !== undefined && isHash(each)));
	const checked = hashes.size > 0 ? amongKnown(store, hashes as Set<string>, hints, look) : undefined;
	if (checked !== undefined || hints.startDirectory !== undefined) return checked ?? hints.startDirectory;
	return folder !== undefined && name !== undefined && isHash(name) ? findProject(folder, name, look) : undefined;
}

/** What the program itself wrote down beside the sessions. */
export function recordedPath(store: string, folder: string | undefined, look: Look): string | undefined {
	if (folder === undefined) return undefined;
	const name = path.basename(folder);
	return ownerOf(store, name, look) ?? registered(store, name, look);
}

/** The mark that the program leaves in the folders it claims. */
function ownerOf(store: string, name: string, look: Look): string | undefined {
	return readMarker(path.join(store, 'tmp', name), look) ?? readMarker(path.join(store, 'history', name), look);
}

function readMarker(folder: string, look: Look): string | undefined {
	const file = path.join(folder, '.project_root');
	const owner = contentOf(file, look, 'gemini root', text => text.trim());
	return owner !== undefined && isAbsolute(owner) ? owner : undefined;
}

function registered(store: string, name: string, look: Look): string | undefined {
	return registryOf(store, look).find(([, slug]) => slug === name)?.[0];
}

/** Directories and their slugs. */
function registryOf(store: string, look: Look): ReadonlyArray<readonly [string, string]> {
	const file = path.join(store, 'projects.json');
	return contentOf(file, look, 'gemini projects', readRegistry) ?? [];
}

function readRegistry(text: string): Array<[string, string]> {
	const projects = Object.entries(fieldsOf(fieldsOf(JSON.parse(text)).projects));
	return projects.map(([directory, slug]) => [directory, stringOf(slug) ?? '']);
}

/** What a file says that may be missing: then that is remembered too. Of one that can't be read nothing is. */
function contentOf<T>(file: string, look: Look, topic: string, read: (text: string) => T): T | undefined {
	try {
		const told = look.facts(topic, [file], () =>
			look.stamp(file) === '-' ? null : read(fs.readFileSync(file, 'utf8')),
		);
		return told ?? undefined;
	} catch {
		return undefined;
	}
}

/** The first directory we know of whose hash it is. */
function amongKnown(store: string, hashes: ReadonlySet<string>, hints: ProjectHints, look: Look): string | undefined {
	const tried = new Set<string>();
	for (const candidate of candidates(store, hints, look)) {
		const directory = directoryWithHash(candidate, hashes, tried);
		if (directory !== undefined) return directory;
	}
	return undefined;
}

function* candidates(store: string, {startDirectory, paths}: ProjectHints, look: Look): Generator<string> {
	if (startDirectory !== undefined) yield startDirectory;
	yield* paths ?? [];
	for (const [directory] of registryOf(store, look)) yield directory;
	for (const folder of ['tmp', 'history']) {
		for (const name of namesIn(path.join(store, folder), look)) {
			const owner = readMarker(path.join(store, folder, name), look);
			if (owner !== undefined) yield owner;
		}
	}
	// A session may have been started right in the home directory.
	yield path.dirname(path.resolve(store));
}

function namesIn(folder: string, look: Look): string[] {
	look.stamp(folder);
	try {
		return fs.readdirSync(folder);
	} catch {
		return [];
	}
}

function isAbsolute(directory: string): boolean {
	return path.posix.isAbsolute(directory) || path.win32.isAbsolute(directory);
}
