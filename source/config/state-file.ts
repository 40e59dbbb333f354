/**
 * What the explorer opens with the next time: one small file beside the stars. Each set of homes has its own part of it,
 * the last used first. It is a convenience: where it is damaged or can't be written, nothing is said.
 */
import fs from 'node:fs';
import path from 'node:path';

const version = 1;
const mostSets = 8;
const largest = 256 * 1024;

type Part = {readonly homes: readonly string[]; readonly state: unknown};

export class StateFile {
	private readonly file: string;
	private kept: string | undefined;

	constructor(
		folder: string,
		private readonly homes: readonly string[],
	) {
		this.file = path.join(folder, 'explorer.json');
	}

	/** What was kept for these homes; nothing if there is nothing that can be used. */
	read(): unknown {
		return this.parts()?.find(part => this.isOurs(part))?.state;
	}

	/** Keeps it, if it is not what was kept last. What others kept meanwhile stays. */
	keep(state: unknown): void {
		const text = JSON.stringify(state);
		if (text === this.kept) return;
		try {
			const before = this.parts();
			if (before === undefined) return;
			const others = before.filter(part => !this.isOurs(part));
			const states = [{homes: this.homes, state}, ...others].slice(0, mostSets);
			fs.mkdirSync(path.dirname(this.file), {recursive: true, mode: 0o700});
			const temporary = `${this.file}.${process.pid}`;
			fs.writeFileSync(temporary, `${JSON.stringify({version, states})}\n`, {mode: 0o600});
			fs.renameSync(temporary, this.file);
			this.kept = text;
		} catch {
			// The next start is a fresh one.
		}
	}

	/** Undefined: a newer version wrote it, and it is not for us to touch. */
	private parts(): readonly Part[] | undefined {
		const value = readJson(this.file) as {version?: unknown; states?: unknown} | undefined;
		if (typeof value?.version === 'number' && value.version > version) return undefined;
		if (value?.version !== version || !Array.isArray(value.states)) return [];
		return value.states.filter(part => Array.isArray(part?.homes));
	}

	private isOurs({homes}: Part): boolean {
		return homes.length === this.homes.length && homes.every((home, at) => home === this.homes[at]);
	}
}

function readJson(file: string): unknown {
	try {
		if (fs.statSync(file).size > largest) return undefined;
		return JSON.parse(fs.readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}
