/** Every file in Cursor's stores that might be a chat, with a verdict each. */
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home} from '../adapter.ts';
import {describeFileError, reachableStores, walkFiles} from '../files.ts';
import {Look} from '../look.ts';
import {type SidecarFacts, sidecarFacts} from './chat-meta.ts';
import {joinChats} from './join-chats.ts';
import {isTranscript, rootsOf, storeFolders, transcriptFolder} from './places.ts';
import {type FoundStore, recallStore} from './probe-store.ts';
import {readSummaries, type Summary, summaryFiles} from './summaries.ts';
import {type FoundTranscript, probeTranscript} from './transcript.ts';

export async function discover(home: Home, look = new Look()): Promise<Discovery> {
	const search = new Search(look);
	// On some disks `cursor` and `Cursor` are the same.
	for (const root of await reachableStores(rootsOf(home), warning => search.warnings.push(warning), {look})) {
		await search.addStores(root);
		await search.addTranscripts(root);
		await search.addSummaries(root);
	}
	const {candidates, sessions} = joinChats(search, look);
	return {candidates: [...search.unreadable, ...candidates], sessions, warnings: search.warnings};
}

class Search {
	readonly stores: FoundStore[] = [];
	readonly transcripts: FoundTranscript[] = [];
	readonly sidecars: Array<{readonly id: string; readonly sidecar: SidecarFacts}> = [];
	/** By root, and by the chat's id. */
	readonly summaries = new Map<string, ReadonlyMap<string, Summary>>();
	readonly unreadable: Candidate[] = [];
	readonly warnings: Warning[] = [];

	constructor(private readonly look: Look) {}

	async addStores(root: string): Promise<void> {
		const folders = new Set<string>();
		const sidecars: string[] = [];
		for (const folder of storeFolders) {
			const isChatFile = (name: string, directory: string) => {
				if (name === 'store.db') folders.add(directory);
				return name === 'store.db' || name === 'meta.json';
			};
			for (const {path: file, error} of this.walk(path.join(root, folder), isChatFile)) {
				if (path.basename(file) !== 'store.db') sidecars.push(file);
				else await this.ask(file, error, async () => this.stores.push(await recallStore(file, this.look)));
			}
		}
		// A sidecar beside a database is a part of that chat, and no candidate of its own.
		for (const file of sidecars) if (!folders.has(path.dirname(file))) this.addLoneSidecar(file);
	}

	/** More sidecars than databases is normal: chats that were never begun, or whose database was thrown away. */
	private addLoneSidecar(file: string): void {
		const sidecar = this.look.facts('cursor', [file], () => sidecarFacts(path.dirname(file)) ?? null);
		if (sidecar) this.sidecars.push({id: path.basename(path.dirname(file)), sidecar});
		else this.unreadable.push({agent: 'cursor', path: file, verdict: 'unreadable', reason: 'damaged meta.json'});
	}

	async addTranscripts(root: string): Promise<void> {
		const projects = path.join(root, 'projects');
		for (const name of this.namesIn(projects)) {
			for (const {path: file, error} of this.walk(path.join(projects, name, transcriptFolder), isTranscript))
				await this.ask(file, error, async () => {
					this.transcripts.push(await this.look.factsLater('cursor', [file], () => probeTranscript(file)));
				});
		}
	}

	/** Titles that lie beside the chats, in one database for all of them. */
	async addSummaries(root: string): Promise<void> {
		try {
			const rows = await this.look.factsLater('cursor', summaryFiles(root), () => readSummaries(root));
			this.summaries.set(root, new Map(rows));
		} catch {
			// Locked or damaged: it is asked again next time, and titles come from the chats alone until then.
		}
	}

	private walk(folder: string, isCandidate: (name: string, directory: string) => boolean) {
		const onError = (place: string, message: string) => this.warnings.push({path: place, message});
		return walkFiles(folder, {isCandidate, onError, look: this.look});
	}

	private async ask(file: string, error: string | undefined, probe: () => Promise<unknown>): Promise<void> {
		let reason = error;
		try {
			if (reason === undefined) await probe();
		} catch (problem) {
			reason = describeFileError(problem);
		}
		if (reason !== undefined) this.unreadable.push({agent: 'cursor', path: file, verdict: 'unreadable', reason});
	}

	private namesIn(folder: string): string[] {
		this.look.stamp(folder);
		try {
			return fs.readdirSync(folder);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
				this.warnings.push({path: folder, message: describeFileError(error)});
			return [];
		}
	}
}
