/** Finds the file of a rollout that another one continues. */
import fs from 'node:fs';
import path from 'node:path';
import {walkFiles} from '../files.ts';
import {byAge, isCandidateName, parseRolloutName, sessionFolders} from './places.ts';

export class RolloutIndex {
	private files: ReadonlyMap<string, string> | undefined;

	constructor(
		private readonly store: string,
		/** A rollout outside of any store may have its parent beside it. */
		private readonly besides: string,
	) {}

	/** By the id of the rollout; the plain file before the compressed one, the session before the archived one. */
	find(rolloutId: string): string | undefined {
		this.files ??= byRolloutId([candidatesBeside(this.besides)]);
		return this.files.get(rolloutId) ?? filesOf(this.store).get(rolloutId);
	}
}

/** Sessions are read one after the other, and each would look through the whole store for its parents. */
let latest: {readonly store: string; readonly until: number; readonly files: ReadonlyMap<string, string>} | undefined;
const goodForMs = 2000;

function filesOf(store: string): ReadonlyMap<string, string> {
	if (latest?.store === store && performance.now() < latest.until) return latest.files;
	const found = sessionFolders.map(folder => {
		const walk = walkFiles(path.join(store, folder), {isCandidate: isCandidateName, onError: () => {}});
		return [...walk].filter(({error}) => error === undefined).map(file => file.path);
	});
	latest = {store, until: performance.now() + goodForMs, files: byRolloutId(found)};
	return latest.files;
}

/** Of several files with one id the first is taken: earlier lists before later ones, plain files before compressed ones. */
function byRolloutId(lists: ReadonlyArray<readonly string[]>): Map<string, string> {
	const files = new Map<string, string>();
	for (const file of lists.flatMap(list => [...list].sort(plainFirst))) {
		const id = parseRolloutName(file)?.rolloutId;
		if (id !== undefined && !files.has(id)) files.set(id, file);
	}
	return files;
}

function plainFirst(a: string, b: string): number {
	return Number(a.endsWith('.zst')) - Number(b.endsWith('.zst')) || byAge(b, a);
}

function candidatesBeside(folder: string): string[] {
	try {
		return fs
			.readdirSync(folder)
			.filter(isCandidateName)
			.map(name => path.join(folder, name));
	} catch {
		return [];
	}
}
