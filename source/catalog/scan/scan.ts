/** Everything that is there: a part for each agent and home, newest first. */
import type {Candidate, SessionRef} from '../../adapters/adapter.ts';
import type {Warning} from '../../model/warning.ts';
import {sumOf, type Totals} from '../totals.ts';

/** An agent's sessions below one home, from a discovery or from the catalogue. */
export type Part = {
	/** Everything can be told, whatever becomes of the catalogue. */
	readonly isWhole: boolean;
	readonly warnings: readonly Warning[];
	sessions(): readonly SessionRef[];
	/** The newest so many; with sub-agents that are folded below a listed session, or without them. */
	newest(limit: number, withFolded: boolean): readonly SessionRef[];
	candidates(): readonly Candidate[];
	totals(withFolded: boolean): Totals;
};

export class Scan {
	private all: readonly SessionRef[] | undefined;

	constructor(private readonly parts: readonly Part[]) {}

	/** Whether everything can be told without asking the catalogue again. */
	get isWhole(): boolean {
		return this.parts.every(part => part.isWhole);
	}

	/** Newest first. Folded sub-agents are among them. Throws where it is not whole and the catalogue was lost. */
	get sessions(): readonly SessionRef[] {
		this.all ??= this.parts.flatMap(part => part.sessions()).sort(newestFirst);
		return this.all;
	}

	/** Every candidate with its verdict. */
	get candidates(): readonly Candidate[] {
		return this.parts.flatMap(part => part.candidates());
	}

	get warnings(): readonly Warning[] {
		return this.parts.flatMap(part => part.warnings);
	}

	newest(limit: number, withFolded: boolean): readonly SessionRef[] {
		return this.parts
			.flatMap(part => part.newest(limit, withFolded))
			.sort(newestFirst)
			.slice(0, limit);
	}

	totals(withFolded: boolean): Totals {
		return sumOf(this.parts.map(part => part.totals(withFolded)));
	}
}

/** The same order every time: two files of one session are told apart by their paths. */
export function newestFirst(a: SessionRef, b: SessionRef): number {
	return compare(b.endedAt ?? '', a.endedAt ?? '') || compare(a.id, b.id) || compare(a.path, b.path);
}

export function newestOf(sessions: readonly SessionRef[], limit: number, withFolded: boolean): readonly SessionRef[] {
	return sessions
		.filter(ref => withFolded || !ref.isFolded)
		.sort(newestFirst)
		.slice(0, limit);
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
