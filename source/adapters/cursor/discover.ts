/** Every file in Cursor's stores that might be a chat, with a verdict each. */
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home} from '../adapter.ts';
import {describeFileError, reachableStores, walkFiles} from '../files.ts';
import {readSidecar, type Sidecar} from './chat-meta.ts';
import {joinChats} from './join-chats.ts';
import {isTranscript, rootsOf, storeFolders, transcriptFolder} from './places.ts';
import {type FoundStore, probeStore} from './probe-store.ts';
import {type FoundTranscript, probeTranscript} from './transcript.ts';

export async function discover(home: Home): Promise<Discovery> {
	const search = new Search();
	// On some disks `cursor` and `Cursor` are the same.
	for (const root of await reachableStores(rootsOf(home), warning => search.warnings.push(warning))) {
		await search.addStores(root);
		await search.addTranscripts(root);
	}
	const {candidates, sessions} = joinChats(search);
	return {candidates: [...search.unreadable, ...candidates], sessions, warnings: search.warnings};
}

class Search {
	readonly stores: FoundStore[] = [];
	readonly transcripts: FoundTranscript[] = [];
	readonly sidecars: Array<{readonly id: string; readonly sidecar: Sidecar}> = [];
	readonly unreadable: Candidate[] = [];
	readonly warnings: Warning[] = [];

	async addStores(root: string): Promise<void> {
		const folders = new Set<string>();
		const sidecars: string[] = [];
		for (const folder of storeFolders) {
			for (const {path: file, error} of this.walk(path.join(root, folder), isChatFile)) {
				const isDatabase = path.basename(file) === 'store.db';
				if (isDatabase) folders.add(path.dirname(file));
				else sidecars.push(file);
				if (isDatabase) await this.look(file, error, async () => this.stores.push(await probeStore(file)));
			}
		}
		// A sidecar beside a database is a part of that chat, and no candidate of its own.
		for (const file of sidecars) if (!folders.has(path.dirname(file))) this.addLoneSidecar(file);
	}

	/** More sidecars than databases is normal: chats that were never begun, or whose database was thrown away. */
	private addLoneSidecar(file: string): void {
		const sidecar = readSidecar(path.dirname(file));
		if (sidecar) this.sidecars.push({id: path.basename(path.dirname(file)), sidecar});
		else this.unreadable.push({agent: 'cursor', path: file, verdict: 'unreadable', reason: 'damaged meta.json'});
	}

	async addTranscripts(root: string): Promise<void> {
		const projects = path.join(root, 'projects');
		for (const name of this.namesIn(projects)) {
			for (const {path: file, error} of this.walk(path.join(projects, name, transcriptFolder), isTranscript))
				await this.look(file, error, async () => this.transcripts.push(await probeTranscript(file)));
		}
	}

	private walk(folder: string, isCandidate: (name: string) => boolean) {
		const onError = (place: string, message: string) => this.warnings.push({path: place, message});
		return walkFiles(folder, {isCandidate, onError});
	}

	private async look(file: string, error: string | undefined, probe: () => Promise<unknown>): Promise<void> {
		let reason = error;
		try {
			if (reason === undefined) await probe();
		} catch (problem) {
			reason = describeFileError(problem);
		}
		if (reason !== undefined) this.unreadable.push({agent: 'cursor', path: file, verdict: 'unreadable', reason});
	}

	private namesIn(folder: string): string[] {
		try {
			return fs.readdirSync(folder);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
				this.warnings.push({path: folder, message: describeFileError(error)});
			return [];
		}
	}
}

function isChatFile(name: string): boolean {
	return name === 'store.db' || name === 'meta.json';
}
