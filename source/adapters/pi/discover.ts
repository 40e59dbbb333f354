/** Every file in pi's stores that might be a session, with a verdict each. */
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home, SessionRef} from '../adapter.ts';
import {isCopyOf} from '../copies.ts';
import {describeFileError, reachableStores, walkFiles} from '../files.ts';
import {Look} from '../look.ts';
import {idInName, isSubagentPlace, nameOf, parentFiles, storesOf} from './places.ts';
import {type Sniffed, sniff} from './sniff.ts';

type Found = {readonly path: string; readonly id: string; readonly sniffed: Sniffed; readonly store: string};

export async function discover(home: Home, look = new Look()): Promise<Discovery> {
	const candidates: Candidate[] = [];
	const warnings: Warning[] = [];
	const found = new Map<string, Found>();
	const warn = (warning: Warning) => warnings.push(warning);
	for (const store of await reachableStores(storesOf(home, warn, look), warn, {look})) {
		for (const file of searchStore(store, {candidates, warnings, look}))
			if (!found.has(file.path)) found.set(file.path, file);
	}
	const {verdicts, sessions} = judge([...found.values()], look);
	return {candidates: [...candidates, ...verdicts], sessions, warnings};
}

type Search = {readonly candidates: Candidate[]; readonly warnings: Warning[]; readonly look: Look};

function* searchStore(store: string, {candidates, warnings, look}: Search): Generator<Found> {
	const reject = (path: string, verdict: Candidate['verdict'], reason: string) =>
		candidates.push({agent: 'pi', path, verdict, reason});
	const files = walkFiles(store, {
		isCandidate: name => name.endsWith('.jsonl'),
		onError: (path, message) => warnings.push({path, message}),
		look,
	});
	for (const {path, error} of files) {
		if (error !== undefined) {
			// A link that leads nowhere may lead somewhere tomorrow.
			look.stamp(path);
			reject(path, 'unreadable', error);
			continue;
		}
		try {
			const sniffed = look.facts('pi', [path], () => sniff(path));
			if (sniffed.reason !== undefined) reject(path, sniffed.isUnreadable ? 'unreadable' : 'hidden', sniffed.reason);
			else yield {path, id: sniffed.header?.id ?? idInName(path) ?? nameOf(path), sniffed, store};
		} catch (problem) {
			reject(path, 'unreadable', describeFileError(problem));
		}
	}
}

function judge(found: readonly Found[], look: Look): {verdicts: Candidate[]; sessions: SessionRef[]} {
	const copies = copiesAmong(found, look);
	const originals = found.filter(file => !copies.has(file));
	const byPath = new Map(originals.map(file => [file.path, file]));
	const parents = new Map<Found, Found>();
	for (const file of originals) {
		const parent = parentFiles(file.path).find(path => byPath.has(path));
		if (parent !== undefined) parents.set(file, byPath.get(parent)!);
	}

	const origins = new Origins(found);
	const verdicts: Candidate[] = [...copies].map(([file, original]) => ({
		agent: 'pi',
		path: file.path,
		verdict: 'hidden',
		reason: 'copy of a listed session',
		detail: original.path,
		sessionId: file.id,
	}));
	const sessions = originals.map((file): SessionRef => {
		const {path, id, store, sniffed} = file;
		// A parent lies nearer to the root of the store than its sub-agents, so every one of them leads to a listed one.
		const parentId = parents.get(file)?.id;
		const isFolded = parentId !== undefined;
		verdicts.push(
			isFolded
				? {
						agent: 'pi',
						path,
						verdict: 'hidden',
						reason: 'sub-agent of a listed session',
						detail: parentId,
						sessionId: id,
					}
				: {agent: 'pi', path, verdict: 'listed', sessionId: id},
		);
		const forkedFrom = origins.of(file);
		return {
			agent: 'pi',
			id,
			path,
			files: [path],
			size: sniffed.size,
			endedAt: sniffed.endedAt,
			isAgentSession: isFolded || isSubagentPlace(path),
			parentId,
			isFolded,
			forkedFrom: forkedFrom === parentId ? undefined : forkedFrom,
			store,
			stamp: look.stamp(path),
		};
	});
	return {verdicts, sessions};
}

/** Files of one session whose every line another one has too. A file with even one record of its own stays. */
function copiesAmong(found: readonly Found[], look: Look): Map<Found, Found> {
	const byId = new Map<string, Found[]>();
	for (const file of found) byId.set(file.id, [...(byId.get(file.id) ?? []), file]);
	const copies = new Map<Found, Found>();
	for (const group of byId.values()) {
		if (group.length < 2) continue;
		const largestFirst = [...group].sort((a, b) => b.sniffed.size - a.sniffed.size || oddness(a) - oddness(b));
		for (const [position, file] of largestFirst.entries()) {
			const original = largestFirst
				.slice(0, position)
				.find(other => !copies.has(other) && isCopyOf(file.path, other.path, look));
			if (original) copies.set(file, original);
		}
	}
	return copies;
}

/** Of two files that say the same: the one under its own name is the original, or the one nearer to the root. */
function oddness({path, id}: Found): number {
	return (idInName(path) === id ? 0 : 1_000_000) + path.length;
}

/** A fork names its origin by a path, which may be one of another machine, or from before a folder was moved. */
class Origins {
	private readonly byPath = new Map<string, Found>();
	/** undefined: several files have this name. */
	private readonly byName = new Map<string, Found | undefined>();

	constructor(found: readonly Found[]) {
		for (const file of found) {
			const name = nameOf(file.path);
			this.byPath.set(file.path, file);
			this.byName.set(name, this.byName.has(name) ? undefined : file);
		}
	}

	of({id, sniffed}: Found): string | undefined {
		const named = sniffed.header?.parentPath;
		if (named === undefined) return undefined;
		const origin = (this.byPath.get(named) ?? this.byName.get(nameOf(named)))?.id ?? idInName(named);
		return origin === id ? undefined : origin;
	}
}
