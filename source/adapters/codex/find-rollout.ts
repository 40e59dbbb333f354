/** Finds the file of a rollout that another one continues. */
import fs from 'node:fs';
import path from 'node:path';
import {walkFiles} from '../files.ts';
import {byAge, isCandidateName, parseRolloutName, sessionFolders} from './places.ts';

export class RolloutIndex {
	private files: Map<string, string> | undefined;

	constructor(
		private readonly store: string,
		/** A rollout outside of any store may have its parent beside it. */
		private readonly besides: string,
	) {}

	/** By the id of the rollout; the plain file before the compressed one, the session before the archived one. */
	find(rolloutId: string): string | undefined {
		this.files ??= this.read();
		return this.files.get(rolloutId);
	}

	private read(): Map<string, string> {
		const files = new Map<string, string>();
		const take = (found: readonly string[]) => {
			for (const file of [...found].sort(plainFirst)) {
				const id = parseRolloutName(file)?.rolloutId;
				if (id !== undefined && !files.has(id)) files.set(id, file);
			}
		};
		take(candidatesBeside(this.besides));
		for (const folder of sessionFolders) {
			const walk = walkFiles(path.join(this.store, folder), {isCandidate: isCandidateName, onError: () => {}});
			take([...walk].filter(({error}) => error === undefined).map(found => found.path));
		}
		return files;
	}
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
