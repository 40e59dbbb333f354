/** Reading a session from end to end for what was asked for: where the index does not know it, or not all of it. */
import type {SessionRef} from '../adapters/adapter.ts';
import {pathHints} from '../adapters/tools/path-hints.ts';
import {isSearched, wholeText} from '../catalog/fulltext/searchable.ts';
import {readerFor} from '../catalog/reader-for.ts';
import type {Entry} from '../model/entry.ts';
import {BestMatches, type Match} from './match.ts';
import type {Matcher} from './matcher.ts';
import {isInPath, type PathFilter} from './path-filter.ts';
import {withinTime} from './time-limit.ts';

export type ScanOptions = {
	readonly most: number;
	readonly signal?: AbortSignal;
	readonly files?: readonly PathFilter[];
	/** The numbers of what is known to be there: in its title. */
	readonly known?: ReadonlySet<number>;
	/** How long an expression may take for the entries of one piece of a file. */
	readonly patienceMs?: number;
};

export type Scanned = {
	/** The numbers of the things asked for that are there, or in its title. */
	readonly seen: ReadonlySet<number>;
	/** All of them in one entry; in one that a person typed; next to each other. */
	readonly isTogether: boolean;
	readonly isInPrompt: boolean;
	readonly isExact: boolean;
	/** What must not be there is, or a file that was asked for is not. */
	readonly isRefused: boolean;
	/** An expression took too long on it: nobody knows the rest. */
	readonly isGivenUp: boolean;
	readonly matches: readonly Match[];
};

/** An expression that takes longer than this for a megabyte will not come to an end. */
const usualPatienceMs = 2000;

/** What can't be read holds nothing. */
export async function scanSession(ref: SessionRef, matcher: Matcher, options: ScanOptions): Promise<Scanned> {
	const {signal, files = []} = options;
	const scan = new Scan(matcher, options.most, files);
	const patienceMs = options.patienceMs ?? usualPatienceMs;
	const inTime = (work: () => void): boolean => {
		if (matcher.hasPatterns) return withinTime(patienceMs, work) !== undefined;
		work();
		return true;
	};
	let isGivenUp = false;
	try {
		for await (const batch of (await readerFor(ref)).passages(ref, {signal})) {
			isGivenUp = !inTime(() => scan.take(batch.flatMap(({entries}) => entries)));
			if (isGivenUp || scan.hasUnwanted) break;
		}
	} catch {
		signal?.throwIfAborted();
	}
	const {isTogether, isInPrompt, isExact, isRefused} = scan;
	const seen = new Set([...(options.known ?? []), ...scan.seen]);
	let matches: readonly Match[] = [];
	if (!isRefused && seen.size === matcher.size)
		isGivenUp ||= !inTime(() => {
			matches = scan.best.matches;
		});
	return {seen, isTogether, isInPrompt, isExact, isRefused, isGivenUp, matches};
}

class Scan {
	readonly seen = new Set<number>();
	readonly best: BestMatches;
	isTogether = false;
	isInPrompt = false;
	isExact = false;
	hasUnwanted = false;
	private readonly named = new Set<number>();

	constructor(
		private readonly matcher: Matcher,
		most: number,
		private readonly files: readonly PathFilter[],
	) {
		this.best = new BestMatches(matcher, most);
	}

	get isRefused(): boolean {
		return this.hasUnwanted || !this.files.every(({isNegated}, at) => this.named.has(at) !== isNegated);
	}

	take(entries: readonly Entry[]): void {
		const {matcher} = this;
		for (const entry of entries) {
			if (!isSearched(entry)) continue;
			this.noteFiles(entry);
			if (matcher.hasExclusions && matcher.hasUnwanted(wholeText(entry))) {
				this.hasUnwanted = true;
				return;
			}
			const here = this.best.consider(entry);
			if (here.size === 0) continue;
			for (const number of here) this.seen.add(number);
			if (here.size < matcher.size) continue;
			this.isTogether = true;
			if (entry.kind === 'user') this.isInPrompt = true;
			if (!this.isExact && matcher.isExactIn(wholeText(entry))) this.isExact = true;
		}
	}

	private noteFiles({kind, tool}: Entry): void {
		if (this.files.length === 0 || kind !== 'tool_call' || !tool) return;
		const hints = pathHints(tool.name, tool.input);
		for (const [at, filter] of this.files.entries())
			if (!this.named.has(at) && hints.some(hint => isInPath(hint, filter))) this.named.add(at);
	}
}
