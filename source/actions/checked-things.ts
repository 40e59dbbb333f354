/** From what a user named to what is checked: ids, files, folders, whole databases, documents of the open formats. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapters/adapter.ts';
import {describeFileError} from '../adapters/files.ts';
import {readSessions} from '../adapters/opencode/database-sessions.ts';
import {rowPath} from '../adapters/opencode/places.ts';
import type {Library} from '../catalog/library.ts';
import {formatOf} from '../formats/open-formats.ts';
import type {Warning} from '../model/warning.ts';
import {findSession} from './find-session.ts';

export type CheckedThing = {
	readonly ref?: SessionRef;
	/** The path of a document in one of the open formats. */
	readonly openFormat?: string;
	/** Why it can't be checked. */
	readonly trouble?: Warning;
	readonly total: number;
};

export async function* checkedThings(
	library: Library,
	given: readonly string[],
	isAll: boolean,
): AsyncGenerator<CheckedThing> {
	const listed = isAll ? (await library.scan()).sessions : [];
	const things = given.flatMap(filesBelow);
	let total = listed.length + things.length;
	for (const ref of listed) yield {ref, total};
	for (const {name, isFound} of things) {
		if (await isOpenFormat(name)) {
			yield {openFormat: path.resolve(name), total};
			continue;
		}
		try {
			const refs = await refsOf(name, library, isFound);
			total += Math.max(0, refs.length - 1);
			for (const ref of refs) yield {ref, total};
		} catch (error) {
			// Of a folder only what is a session is wanted.
			if (!isFound) yield {trouble: {path: name, message: described(error)}, total};
		}
	}
}

type Named = {readonly name: string; readonly isFound: boolean};

const sessionFile = /(?:\.jsonl|\.json|\.ndjson|\.zst|\.db|\.gz)$/;

/** Of a folder every file that may be a session. */
function filesBelow(name: string): Named[] {
	if (!fs.statSync(name, {throwIfNoEntry: false})?.isDirectory()) return [{name, isFound: false}];
	const files = fs.readdirSync(name, {recursive: true, withFileTypes: true});
	return files
		.filter(entry => entry.isFile() && sessionFile.test(entry.name))
		.map(entry => ({name: path.join(entry.parentPath, entry.name), isFound: true}))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function refsOf(name: string, library: Library, isFound: boolean): Promise<SessionRef[]> {
	if (isDatabase(name) && path.basename(name) !== 'store.db') {
		const {sessions} = await readSessions(path.resolve(name));
		const refs = await Promise.all(sessions.map(({info}) => library.recognize(rowPath(path.resolve(name), info.id))));
		return refs.filter(ref => ref !== undefined);
	}
	if (!isFound) return [await findSession(name, library)];
	const ref = await library.recognize(path.resolve(name));
	return ref ? [ref] : [];
}

function isDatabase(name: string): boolean {
	return name.endsWith('.db') && fs.existsSync(name);
}

/** Told by the first bytes: no agent begins a file so. */
async function isOpenFormat(name: string): Promise<boolean> {
	if (!fs.statSync(name, {throwIfNoEntry: false})?.isFile()) return false;
	try {
		return (await formatOf(name)) !== undefined;
	} catch {
		return false;
	}
}

function described(error: unknown): string {
	return error instanceof Error && !(error as NodeJS.ErrnoException).code ? error.message : describeFileError(error);
}
