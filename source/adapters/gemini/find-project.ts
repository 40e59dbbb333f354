/**
 * The directory behind a folder that is named by a hash: tools speak of files by their full paths, and one of the
 * directories above them has that hash. All sessions of the folder are asked, so one that names a file is enough.
 */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {FileEnds} from '../jsonl/read-ends.ts';
import type {Look} from '../look.ts';
import {isChatName} from './places.ts';

const mostFiles = 8;
const searchedBytes = 1024 * 1024;
const mostPaths = 4000;

/** Who was not found in these files is not looked for in them again and again. */
const found = new Map<string, {readonly stamp: string; readonly directory: string | undefined}>();

export function findProject(folder: string, hash: string, look: Look): string | undefined {
	const chats = path.join(folder, 'chats');
	look.stamp(chats);
	const files = newestIn(chats);
	const stamp = look.stampOf([chats, ...files]);
	const directory = look.facts('gemini project', [chats, ...files], () => {
		const known = found.get(folder);
		return (known?.stamp === stamp ? known.directory : search(files, hash)) ?? null;
	});
	found.set(folder, {stamp, directory: directory ?? undefined});
	return directory ?? undefined;
}

function search(files: readonly string[], hash: string): string | undefined {
	const tried = new Set<string>();
	for (const file of files) {
		for (const each of pathsIn(file)) {
			const directory = directoryWithHash(each, new Set([hash]), tried);
			if (directory !== undefined) return directory;
			if (tried.size > mostPaths) return undefined;
		}
	}
	return undefined;
}

function newestIn(folder: string): string[] {
	try {
		const names = fs.readdirSync(folder).filter(isChatName).sort().reverse();
		return names.slice(0, mostFiles).map(name => path.join(folder, name));
	} catch {
		return [];
	}
}

/** Full paths, as they stand in JSON: there a backslash is written twice. */
const fullPath = /(?<![^\s"'`(=:])(?:\/[^\s"'`\\:,;()<>|*?/]+){2,}|[A-Za-z]:(?:\\\\[^"\\:,;<>|*?/\n]+){2,}/g;

function* pathsIn(file: string): Generator<string> {
	let text: string;
	try {
		const ends = new FileEnds(file);
		text = ends.head(searchedBytes).toString('utf8');
		ends.close();
	} catch {
		return;
	}
	for (const [match] of text.matchAll(fullPath)) yield match.replaceAll('\\\\', '\\');
}

/** The path itself, or the directory above it, that has one of the hashes. What was tried is not tried again. */
export function directoryWithHash(file: string, hashes: ReadonlySet<string>, tried: Set<string>): string | undefined {
	const {dirname} = file.startsWith('/') ? path.posix : path.win32;
	for (let at = file; !tried.has(at); at = dirname(at)) {
		tried.add(at);
		if (hashes.has(createHash('sha256').update(at).digest('hex'))) return at;
	}
	return undefined;
}
