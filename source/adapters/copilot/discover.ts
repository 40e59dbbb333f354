/** Every file in Copilot's store that might be a session, with a verdict each. */
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home, SessionRef} from '../adapter.ts';
import {isCopyOf} from '../copies.ts';
import {describeFileError, reachableStores} from '../files.ts';
import {Look} from '../look.ts';
import {idInPath, isLegacy, logName, placesIn, sourcesOf, storeOf} from './places.ts';
import {type Sniffed, sniff} from './sniff.ts';

type Found = {readonly path: string; readonly id: string; readonly sniffed: Sniffed};

export async function discover(home: Home, look = new Look()): Promise<Discovery> {
	const warnings: Warning[] = [];
	const [store] = await reachableStores([storeOf(home)], warning => warnings.push(warning), {look});
	if (store === undefined) return {candidates: [], sessions: [], warnings};

	const candidates: Candidate[] = [];
	const found = [...searchStore(store, {candidates, warnings, look})];
	const {verdicts, sessions} = judge(found, store, look);
	return {candidates: [...candidates, ...verdicts], sessions, warnings};
}

type Search = {readonly candidates: Candidate[]; readonly warnings: Warning[]; readonly look: Look};

function* searchStore(store: string, {candidates, warnings, look}: Search): Generator<Found> {
	const places = placesIn(store, warning => warnings.push(warning), look);
	for (const {path: file, hasNoLog} of look.newestOf(places)) {
		const reject = (verdict: Candidate['verdict'], reason: string, more: Partial<Candidate> = {}) =>
			candidates.push({agent: 'copilot', path: file, verdict, reason, ...more});
		if (hasNoLog) {
			// A resumed session leaves such a folder behind under a new id.
			const detail = 'a folder without a log';
			reject('hidden', 'no conversation in it, only bookkeeping', {
				detail,
				sessionId: path.basename(path.dirname(file)),
			});
			continue;
		}
		try {
			const sniffed = look.facts('copilot', [file], () => sniff(file));
			if (sniffed.reason !== undefined) reject(sniffed.isUnreadable ? 'unreadable' : 'hidden', sniffed.reason);
			else yield {path: file, id: idInPath(file) ?? sniffed.start?.sessionId ?? path.basename(file), sniffed};
		} catch (problem) {
			reject('unreadable', describeFileError(problem));
		}
	}
}

function judge(found: readonly Found[], store: string, look: Look): {verdicts: Candidate[]; sessions: SessionRef[]} {
	const copies = copiesAmong(found, look);
	const originals = found.filter(file => !copies.has(file));
	const parents = new Map(originals.map(({id, sniffed}) => [id, sniffed.start?.parentId]));
	const verdicts: Candidate[] = [...copies].map(([file, original]) => ({
		agent: 'copilot',
		path: file.path,
		verdict: 'hidden',
		reason: 'copy of a listed session',
		detail: original.path,
		sessionId: file.id,
	}));
	const sessions = originals.map(({path, id, sniffed}): SessionRef => {
		const {start, size, endedAt} = sniffed;
		const parentId = start?.parentId;
		const isFolded = leadsToRoot(id, parents);
		verdicts.push(
			isFolded
				? {
						agent: 'copilot',
						path,
						verdict: 'hidden',
						reason: 'sub-agent of a listed session',
						detail: parentId,
						sessionId: id,
					}
				: {agent: 'copilot', path, verdict: 'listed', sessionId: id},
		);
		// A copied folder has a name of its own, but its log still begins with the session it was copied from.
		const origin = start?.sessionId;
		const forkedFrom = origin !== undefined && origin !== id && parents.has(origin) ? origin : undefined;
		return {
			agent: 'copilot',
			id,
			path,
			files: [path],
			size,
			endedAt,
			isAgentSession: parentId !== undefined,
			parentId,
			isFolded,
			forkedFrom,
			store,
			stamp: look.stampOf(sourcesOf(path)),
		};
	});
	return {verdicts, sessions};
}

/** False where a parent is missing, or where parents run in a circle: such a session must stand in the list itself. */
function leadsToRoot(id: string, parents: ReadonlyMap<string, string | undefined>): boolean {
	const seen = new Set([id]);
	let at = parents.get(id);
	if (at === undefined) return false;
	while (at !== undefined) {
		if (!parents.has(at) || seen.has(at)) return false;
		seen.add(at);
		at = parents.get(at);
	}
	return true;
}

/** Copilot moved its sessions twice, and left the old files where they were. */
function copiesAmong(found: readonly Found[], look: Look): Map<Found, Found> {
	const byId = new Map<string, Found[]>();
	for (const file of found) byId.set(file.id, [...(byId.get(file.id) ?? []), file]);
	const copies = new Map<Found, Found>();
	for (const group of byId.values()) {
		if (group.length < 2) continue;
		const [best, ...others] = [...group].sort((a, b) => rank(b) - rank(a) || b.sniffed.size - a.sniffed.size);
		for (const other of others) if (saysNothingNew(other, best!, look)) copies.set(other, best!);
	}
	return copies;
}

function rank({path: file}: Found): number {
	return path.basename(file) === logName ? 2 : isLegacy(file) ? 0 : 1;
}

/** A document can't be compared line by line; it is the same session, and all of it if nothing in it is newer. */
function saysNothingNew(file: Found, best: Found, look: Look): boolean {
	return isLegacy(file.path) ? file.sniffed.endedAt <= best.sniffed.endedAt : isCopyOf(file.path, best.path, look);
}
