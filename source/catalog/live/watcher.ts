/**
 * Tells of changes in the stores. Folders are watched and not files: the system reports what happens in a folder, and a
 * store of ten thousand files must not take ten thousand watches away from everybody else.
 */
import fs from 'node:fs';
import path from 'node:path';
import {type FSWatcher, watch} from 'chokidar';

/** Systems allow few enough watches per user that one program must not take them all. */
export const mostWatched = 400;

export type WatcherOptions = {
	readonly onChange: (file: string) => void;
	/** From now on changes are told; what happened before has to be looked for. */
	readonly onReady: () => void;
	/** Watching is not possible, or not any more. */
	readonly onTrouble: (reason: string) => void;
};

export class Watcher {
	private watcher: FSWatcher | undefined;
	private readonly watched = new Set<string>();
	private isBroken = false;

	constructor(private readonly options: WatcherOptions) {}

	/** Watches these folders besides those it watches already, as far as there is room. */
	add(folders: readonly string[]): void {
		if (this.isBroken) return;
		const fresh = folders
			.filter(folder => !this.watched.has(folder) && fs.existsSync(folder))
			.slice(0, mostWatched - this.watched.size);
		if (fresh.length === 0) return;
		for (const folder of fresh) this.watched.add(folder);
		if (this.watcher) this.watcher.add(fresh);
		else this.watcher = this.start(fresh);
	}

	async close(): Promise<void> {
		await this.watcher?.close();
	}

	private start(folders: string[]): FSWatcher {
		const watcher = watch(folders, {
			depth: 0,
			ignoreInitial: true,
			persistent: true,
			// Only the folders themselves: their own watch tells of the files in them.
			ignored: place => !this.watched.has(place),
		});
		watcher.on('raw', (_event, name, details) => {
			const {watchedPath} = details as {watchedPath?: string};
			if (typeof name === 'string' && watchedPath !== undefined)
				this.options.onChange(path.join(watchedPath, path.basename(name)));
		});
		watcher.on('ready', () => this.options.onReady());
		watcher.on('error', error => {
			const {code, message} = error as NodeJS.ErrnoException;
			if (code !== 'ENOSPC' && code !== 'EMFILE' && code !== 'ENFILE') return;
			this.isBroken = true;
			void watcher.close();
			this.options.onTrouble(code === 'ENOSPC' ? 'the system has no watches left' : message);
		});
		return watcher;
	}
}
