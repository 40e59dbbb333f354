import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../model/warning.ts';
import type {Look} from './look.ts';

/** An error of the file system in a user's words. */
export function describeFileError(error: unknown): string {
	const {code, message} = error as NodeJS.ErrnoException;
	switch (code) {
		case 'EACCES':
		case 'EPERM':
			return 'no permission to read it';
		case 'ENOENT':
			return 'it is gone, or a link that leads nowhere';
		case 'ELOOP':
			return 'a symbolic link that leads back to itself';
		case 'EISDIR':
			return 'it is a directory';
		case 'ENOTDIR':
			return 'it is not a directory';
		// What opening a socket says, on Linux and on macOS.
		case 'ENXIO':
		case 'EOPNOTSUPP':
			return 'it is not a regular file';
		case 'EIO':
			return 'the disk reports an error';
		default:
			return message;
	}
}

/**
 * Opens a file for reading, and nothing but a file: a pipe would make us wait for somebody to write, a device has no
 * end. What was a file a moment ago need not be one now.
 */
export function openRegularFile(file: string): {fd: number; stat: fs.Stats} {
	// Without this flag, which Windows does not have, already the opening of a pipe waits.
	const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
	const stat = fs.fstatSync(fd);
	if (stat.isFile()) return {fd, stat};
	fs.closeSync(fd);
	const code = stat.isDirectory() ? 'EISDIR' : 'ENXIO';
	throw Object.assign(new Error(describeFileError({code})), {code, syscall: 'open', path: file});
}

export type FoundFile = {
	readonly path: string;
	/** Set when it could not even be looked at. */
	readonly error?: string;
};

export type WalkOptions = {
	/** Which files are candidates; directories are always walked, and named when they carry a candidate's name. */
	readonly isCandidate: (name: string, directory: string) => boolean;
	readonly onError: (path: string, message: string) => void;
	/** Takes note of the folders that were read. */
	readonly look?: Look;
};

/**
 * Every candidate file below a directory, links followed, each real directory visited once so that a loop of links ends.
 * A link to a directory above the root is such a loop too: followed, it would lead through the whole disk.
 * Synchronous: a few thousand directory entries take milliseconds that way, and seconds the other.
 */
export function walkFiles(root: string, options: WalkOptions): Iterable<FoundFile> {
	const files = walk(root, options);
	return options.look ? options.look.newestOf(files) : files;
}

function* walk(root: string, options: WalkOptions): Generator<FoundFile> {
	const visited = new Set<string>();
	const queue = [root];
	let top: string | undefined;
	while (queue.length > 0) {
		const directory = queue.pop()!;
		let entries: fs.Dirent[];
		try {
			options.look?.stamp(directory);
			const real = fs.realpathSync.native(directory);
			top ??= real;
			if (visited.has(real) || isAbove(real, top)) continue;
			visited.add(real);
			entries = fs.readdirSync(directory, {withFileTypes: true});
		} catch (error) {
			if (directory !== root || (error as NodeJS.ErrnoException).code !== 'ENOENT')
				options.onError(directory, describeFileError(error));
			continue;
		}

		for (const entry of entries) {
			const full = path.join(directory, entry.name);
			const isCandidate = options.isCandidate(entry.name, directory);
			let isDirectory = entry.isDirectory();
			let isFile = entry.isFile();
			if (entry.isSymbolicLink()) {
				try {
					const stat = fs.statSync(full);
					isDirectory = stat.isDirectory();
					isFile = stat.isFile();
				} catch (error) {
					if (isCandidate) yield {path: full, error: describeFileError(error)};
					continue;
				}
			}

			if (isDirectory) {
				if (isCandidate) yield {path: full, error: 'it is a directory'};
				queue.push(full);
			} else if (isCandidate) yield isFile ? {path: full} : {path: full, error: 'it is not a regular file'};
		}
	}
}

function isAbove(directory: string, below: string): boolean {
	return directory !== below && below.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep);
}

/**
 * The stores that are there and answer, each real directory once. A dead network mount hangs whoever touches it; asked
 * from the thread pool and with a limit, it costs a moment and a warning instead of the whole program.
 */
export async function reachableStores(
	stores: readonly string[],
	warn: (warning: Warning) => void,
	{limitMs = 3000, look}: {readonly limitMs?: number; readonly look?: Look} = {},
): Promise<string[]> {
	const seen = new Set<string>();
	const answering: string[] = [];
	for (const store of stores) {
		const state = await ask(store, limitMs);
		if (state === 'hangs') {
			warn({
				path: store,
				message: 'does not answer (a network disk that is gone?); its sessions can not be looked for',
			});
		}
		look?.stores.add(store);
		// A store that hangs is never asked without the limit.
		if (state !== 'hangs') look?.stamp(store);
		const real = state === 'yes' ? realPath(store) : undefined;
		if (real === undefined || seen.has(real)) continue;
		seen.add(real);
		answering.push(store);
	}
	return answering;
}

/** Where a path leads, links followed; the path itself where it leads nowhere. */
export function realPath(place: string): string {
	try {
		return fs.realpathSync.native(place);
	} catch {
		return place;
	}
}

/** Whether a directory is there and answers in time. */
export async function ask(directory: string, limitMs = 3000): Promise<'yes' | 'absent' | 'hangs'> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<'hangs'>(resolve => {
		// Where the program itself was busy for so long, the answer may lie there already: it gets one more turn.
		timer = setTimeout(() => setImmediate(() => setTimeout(() => resolve('hangs'), 20)), limitMs);
	});
	const look = fs.promises.stat(directory).then(
		() => 'yes' as const,
		error => ((error as NodeJS.ErrnoException).code === 'ENOENT' ? ('absent' as const) : ('yes' as const)),
	);
	try {
		return await Promise.race([look, limit]);
	} finally {
		clearTimeout(timer);
	}
}
