/** Which directory a chat was started in. The database names it by its md5, the transcripts by a slug: both lose it. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export type Clues = {
	/** What the chat says itself. */
	readonly said: readonly string[];
	/** The md5 in the database's path. */
	readonly hash?: string;
	/** The slug in the transcript's path. */
	readonly slug?: string;
	readonly root: string;
};

/** undefined where nothing certain can be said. */
export async function findWorkspace({said, hash, slug, root}: Clues): Promise<string | undefined> {
	if (said.length > 0) return said.find(each => md5(each) === hash) ?? said[0];
	const slugs = slug === undefined ? foldersIn(path.join(root, 'projects')) : [slug];
	const hashes = new Set(hash === undefined ? foldersIn(path.join(root, 'chats')) : [hash]);
	for (const each of slugs) {
		const read = decodings(each).find(candidate => hashes.has(md5(candidate)));
		if (read !== undefined) return read;
	}
	const found = slug === undefined ? undefined : await directoryOf(slug);
	return found !== undefined && (hash === undefined || md5(found) === hash) ? found : undefined;
}

function md5(text: string): string {
	return createHash('md5').update(text).digest('hex');
}

function foldersIn(folder: string): string[] {
	try {
		return fs.readdirSync(folder);
	} catch {
		return [];
	}
}

const mostDecodings = 4096;

/** The paths a slug may stand for: every `-` was a slash, or one of the usual characters of names. */
export function decodings(slug: string): string[] {
	const words = slug.split('-');
	const separators = 4 ** (words.length - 1) <= mostDecodings ? ['/', '-', '_', '.'] : ['/', '-'];
	if (separators.length ** (words.length - 1) > mostDecodings) return [];
	return words
		.slice(1)
		.reduce(
			(paths, word) => paths.flatMap(each => separators.map(separator => each + separator + word)),
			[`/${words[0]}`],
		);
}

const mostFolders = 300;
const limitMs = 3000;
const known = new Map<string, Promise<string | undefined>>();

/** The one directory of this machine whose path has this slug. A disk that does not answer is not waited for. */
function directoryOf(slug: string): Promise<string | undefined> {
	let answer = known.get(slug);
	if (!answer) {
		let timer: NodeJS.Timeout | undefined;
		const limit = new Promise<undefined>(resolve => {
			timer = setTimeout(() => resolve(undefined), limitMs);
		});
		answer = Promise.race([walk(slug), limit]).finally(() => clearTimeout(timer));
		known.set(slug, answer);
	}
	return answer;
}

async function walk(slug: string): Promise<string | undefined> {
	const wanted = slugOf(slug);
	const found: string[] = [];
	const waiting: Array<{directory: string; rest: string}> = [{directory: path.sep, rest: wanted}];
	for (let looks = 0; waiting.length > 0 && looks < mostFolders; looks++) {
		const {directory, rest} = waiting.pop()!;
		const entries = await fs.promises.readdir(directory, {withFileTypes: true}).catch(() => []);
		for (const entry of entries) {
			if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
			const name = slugOf(entry.name);
			const full = path.join(directory, entry.name);
			if (name === '') continue;
			if (rest === name) found.push(full);
			else if (rest.startsWith(`${name}-`)) waiting.push({directory: full, rest: rest.slice(name.length + 1)});
		}
	}
	// Two directories of one slug: nobody can say which.
	return found.length === 1 ? found[0] : undefined;
}

function slugOf(name: string): string {
	return name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
