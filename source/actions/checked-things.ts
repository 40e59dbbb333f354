/** From what a user named to what is checked: ids, files, folders, whole databases, documents of the open formats. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapters/adapter.ts';
import {describeFileError} from '../adapters/files.ts';
import {Look} from '../adapters/look.ts';
import {readSessions} from '../adapters/opencode/database-sessions.ts';
import {foundRow, refOf} from '../adapters/opencode/discover.ts';
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

/** Each once, however often it is named. */
export async function* checkedThings(
	library: Library,
	given: readonly string[],
	isAll: boolean,
): AsyncGenerator<CheckedThing> {
	const seen = new Set<string>();
	let repeated = 0;
	for await (const thing of namedThings(library, given, isAll)) {
		const {ref, openFormat, total} = thing;
		const name = openFormat ?? (ref && `${ref.agent} ${ref.id} ${ref.path}`);
		if (name !== undefined && seen.has(name)) repeated++;
		else yield {...thing, total: total - repeated};
		if (name !== undefined) seen.add(name);
	}
}

async function* namedThings(library: Library, given: readonly string[], isAll: boolean): AsyncGenerator<CheckedThing> {
	const listed = isAll ? (await library.scan()).sessions : [];
	const things = given.map(name => ({name, files: filesBelow(name)}));
	let total = things.reduce((sum, {files}) => sum + (files?.length ?? 1), listed.length);
	for (const ref of listed) yield {ref, total};
	for (const {name, files} of things) {
		let found = 0;
		for (const file of files ?? [name]) {
			try {
				const isOpen = await isOpenFormat(file);
				const refs = isOpen ? [] : await refsOf(file, library, files !== undefined);
				found += isOpen ? 1 : refs.length;
				total += Math.max(0, refs.length - 1);
				if (isOpen) yield {openFormat: path.resolve(file), total};
				for (const ref of refs) yield {ref, total};
			} catch (error) {
				// Of a folder only what is a session is wanted.
				if (!files) yield {trouble: {path: file, message: described(error, file)}, total};
			}
		}
		if (files && found === 0) yield {trouble: {path: name, message: 'there is no session in this folder'}, total};
	}
}

const sessionFile = /(?:\.jsonl|\.json|\.ndjson|\.zst|\.db|\.gz)$/i;

/** Of a folder every file that may be a session; undefined: it is no folder. */
function filesBelow(name: string): string[] | undefined {
	if (!fs.statSync(name, {throwIfNoEntry: false})?.isDirectory()) return undefined;
	const entries = fs.readdirSync(name, {recursive: true, withFileTypes: true});
	return entries
		.filter(entry => entry.isFile() && sessionFile.test(entry.name))
		.map(entry => path.join(entry.parentPath, entry.name))
		.sort();
}

async function refsOf(name: string, library: Library, isFound: boolean): Promise<SessionRef[]> {
	if (isDatabase(name) && path.basename(name) !== 'store.db') {
		const file = path.resolve(name);
		const {sessions} = await readSessions(file);
		const look = new Look();
		return sessions.map(row => refOf(foundRow(row, file, look), false, path.dirname(file)));
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

/** Whoever tells it names the file anyway. */
function described(error: unknown, name: string): string {
	const {code, message} = error as NodeJS.ErrnoException;
	const text = code === undefined ? message : describeFileError(error);
	return text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}
