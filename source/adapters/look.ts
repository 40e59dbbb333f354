/**
 * How discovery sees the disk. A look is one moment: every path is asked once. It remembers what the files told an
 * earlier look, so that a file that did not change is not opened again, and it notes everything its answer depends on,
 * so that later a few thousand `stat`s tell whether there is anything new at all.
 */
import fs from 'node:fs';

/** What an earlier look learnt, as it was stored. */
export type Remembered = {readonly stamp: string; readonly facts: unknown};

export type Memory = {recall(key: string): Remembered | undefined};

export type LookOptions = {
	readonly memory?: Memory;
	/** Only so many of the newest files of each store: a first answer in a hurry, which does not know the rest. */
	readonly newest?: number;
};

/** A path that changed so shortly ago may change again without its stamp showing it. */
const tickMs = 50;

export class Look {
	/** Every path the answer depends on, with its stamp. */
	readonly witnesses = new Map<string, string>();
	/** The stores among them: whoever checks them again must expect that one of them hangs. */
	readonly stores = new Set<string>();
	/** What was read anew, by key. */
	readonly learnt = new Map<string, Remembered>();
	/** The keys of what was remembered and still holds. */
	readonly confirmed = new Set<string>();
	private readonly memory: Memory | undefined;
	private readonly newest: number;

	constructor({memory, newest = Number.POSITIVE_INFINITY}: LookOptions = {}) {
		this.memory = memory;
		this.newest = newest;
	}

	/** What tells a path from its earlier and later selves. The answer depends on it from now on. */
	stamp(path: string): string {
		let stamp = this.witnesses.get(path);
		if (stamp === undefined) {
			stamp = stampNow(path);
			this.witnesses.set(path, stamp);
		}
		return stamp;
	}

	/** One stamp for several paths. */
	stampOf(paths: readonly string[]): string {
		return paths.length === 1 ? this.stamp(paths[0]!) : paths.map(path => this.stamp(path)).join(' ');
	}

	/**
	 * What these files tell, in a form that JSON can hold: as remembered if all of them are as they were, else read.
	 * An error is thrown and not remembered.
	 */
	facts<T>(topic: string, paths: readonly string[], read: () => T): T {
		const known = this.recall(topic, paths);
		if (known) return known.facts as T;
		return this.learn(topic, paths, read());
	}

	async factsLater<T>(topic: string, paths: readonly string[], read: () => Promise<T>): Promise<T> {
		const known = this.recall(topic, paths);
		if (known) return known.facts as T;
		return this.learn(topic, paths, await read());
	}

	/** In a hurry only the newest of them, else all as they are. */
	newestOf<T extends {readonly path: string}>(files: Iterable<T>): Iterable<T> {
		if (this.newest === Number.POSITIVE_INFINITY) return files;
		const timed = Array.from(files, file => ({file, time: timeIn(this.stamp(file.path))}));
		return timed
			.sort((a, b) => b.time - a.time)
			.slice(0, this.newest)
			.map(({file}) => file);
	}

	private recall(topic: string, paths: readonly string[]): Remembered | undefined {
		// The stamp comes before the reading: what changes between the two is read again next time.
		const stamp = this.stampOf(paths);
		const key = factsKey(topic, paths);
		const learnt = this.learnt.get(key);
		if (learnt) return learnt;
		const known = this.memory?.recall(key);
		if (known?.stamp !== stamp) return undefined;
		this.confirmed.add(key);
		return known;
	}

	private learn<T>(topic: string, paths: readonly string[], facts: T): T {
		this.learnt.set(factsKey(topic, paths), {stamp: this.stampOf(paths), facts});
		return facts;
	}
}

function factsKey(topic: string, paths: readonly string[]): string {
	return `${topic}\n${paths.join('\n')}`;
}

/** `size.time.inode` of a file, `d.time.inode` of a folder, `-` where there is nothing. */
export function stampNow(path: string): string {
	const {stamp, mtimeMs} = look(path);
	// Never equal to a later one: it will be looked at again.
	return Date.now() - mtimeMs < tickMs ? `${stamp}.${Date.now()}` : stamp;
}

/** The numbers of a file's stamp: without its text ten thousand of them are compared in less time. */
export type FileStamp = readonly [size: number, time: number, inode: number];

/** Undefined for all that is no plain file as it was. */
export function fileStamp(stamp: string): FileStamp | undefined {
	const numbers = stamp.split('.').map(Number);
	return numbers.length === 3 && numbers.join('.') === stamp ? (numbers as unknown as FileStamp) : undefined;
}

export function isFileStill(path: string, size: number, time: number, inode: number): boolean {
	let stat: fs.Stats | undefined;
	try {
		stat = fs.statSync(path, throwsNothing);
	} catch {
		return false;
	}
	return (
		stat !== undefined &&
		stat.size === size &&
		stat.ino === inode &&
		timeOf(stat) === time &&
		Date.now() - stat.mtimeMs >= tickMs &&
		!stat.isDirectory()
	);
}

const throwsNothing = {throwIfNoEntry: false} as const;

function timeOf({mtimeMs}: fs.Stats): number {
	return Math.round(mtimeMs * 1000);
}

/** As `stampNow`, for whoever can wait: it says nothing about what happens in the next moment. */
export function plainStamp(path: string): string {
	return look(path).stamp;
}

function look(path: string): {readonly stamp: string; readonly mtimeMs: number} {
	let stat: fs.Stats | undefined;
	try {
		stat = fs.statSync(path, throwsNothing);
	} catch (error) {
		return {stamp: `!${(error as NodeJS.ErrnoException).code}`, mtimeMs: 0};
	}
	if (!stat) return {stamp: '-', mtimeMs: 0};
	return {stamp: `${stat.isDirectory() ? 'd' : stat.size}.${timeOf(stat)}.${stat.ino}`, mtimeMs: stat.mtimeMs};
}

/** When it was last written, in microseconds. */
function timeIn(stamp: string): number {
	return Number(stamp.split('.', 2)[1] ?? 0);
}

/** When a session's files were last written, in milliseconds, by the stamp of all of them. */
export function lastWritten(stamp: string): number {
	return Math.max(0, ...stamp.split(' ').map(each => timeIn(each) / 1000)) || 0;
}
