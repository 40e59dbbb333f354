/** Every file in Claude Code's stores that might be a session, with a verdict each. */
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home, SessionRef} from '../adapter.ts';
import {isCopyOf} from '../copies.ts';
import {describeFileError, reachableStores, walkFiles} from '../files.ts';
import {Look} from '../look.ts';
import {companionOf, isSubagentName, stemOf, storesOf, transcriptOf} from './places.ts';
import {type Sniffed, sniff} from './sniff.ts';

type Found = {readonly path: string; readonly sniffed: Sniffed; readonly isAgent: boolean; readonly parentId?: string};

export async function discover(home: Home, look = new Look()): Promise<Discovery> {
	const candidates: Candidate[] = [];
	const sessions: SessionRef[] = [];
	const warnings: Warning[] = [];
	for (const store of await reachableStores(storesOf(home), warning => warnings.push(warning), {look})) {
		const found = discoverStore(store, warnings, look);
		for (const candidate of found.candidates) candidates.push(candidate);
		for (const session of found.sessions) sessions.push(session);
	}
	return {candidates, sessions, warnings};
}

function discoverStore(
	store: string,
	warnings: Warning[],
	look: Look,
): {candidates: Candidate[]; sessions: SessionRef[]} {
	const candidates: Candidate[] = [];
	const mains: Found[] = [];
	const agents: Found[] = [];
	const verdict = (file: string, kind: Candidate['verdict'], reason: string, more: Partial<Candidate> = {}) =>
		candidates.push({agent: 'claude', path: file, verdict: kind, reason, ...more});

	/** What lies beside a transcript and belongs to it. */
	const companions = new Map<string, string[]>();
	const files = walkFiles(store, {
		isCandidate(name, directory) {
			const owner = transcriptOf(directory, name);
			if (owner !== undefined) companions.set(owner, [...(companions.get(owner) ?? []), path.join(directory, name)]);
			return name.endsWith('.jsonl');
		},
		onError: (place, message) => warnings.push({path: place, message}),
		look,
	});
	for (const {path: file, error} of files) {
		if (error !== undefined) {
			// A link that leads nowhere may lead somewhere tomorrow.
			look.stamp(file);
			verdict(file, 'unreadable', error);
			continue;
		}
		let sniffed: Sniffed;
		try {
			sniffed = look.facts('claude', [file], () => sniff(file));
		} catch (problem) {
			verdict(file, 'unreadable', describeFileError(problem));
			continue;
		}
		const name = path.basename(file);
		if (name === 'journal.jsonl' && companionOf(file) !== undefined) {
			verdict(file, 'hidden', 'journal of a workflow, not a transcript', {sessionId: companionOf(file)});
		} else if (sniffed.reason !== undefined) {
			verdict(file, sniffed.isUnreadable ? 'unreadable' : 'hidden', sniffed.reason);
		} else {
			const companion = companionOf(file);
			const isAgent = companion !== undefined || isSubagentName(name);
			const parentId = companion ?? (isAgent ? sniffed.sessionId : undefined);
			(isAgent ? agents : mains).push({path: file, sniffed, isAgent, parentId});
		}
	}

	const sessions: SessionRef[] = [];
	const listed = new Set<string>();
	const stampOf = (file: string) => look.stampOf([file, ...(companions.get(file) ?? []).sort()]);
	for (const {found, copyOf} of withoutCopies(mains, look)) {
		const id = stemOf(found.path);
		if (copyOf !== undefined) {
			verdict(found.path, 'hidden', 'copy of a listed session', {sessionId: copyOf, detail: copyOf});
			continue;
		}
		listed.add(id);
		candidates.push({agent: 'claude', path: found.path, verdict: 'listed', sessionId: id});
		sessions.push(refOf(found, store, false, stampOf(found.path)));
	}
	for (const found of agents) {
		const isFolded = found.parentId !== undefined && listed.has(found.parentId);
		const sessionId = stemOf(found.path);
		if (isFolded) verdict(found.path, 'hidden', 'sub-agent of a listed session', {sessionId, detail: found.parentId});
		else candidates.push({agent: 'claude', path: found.path, verdict: 'listed', sessionId});
		sessions.push(refOf(found, store, isFolded, stampOf(found.path)));
	}
	return {candidates, sessions};
}

function refOf(
	{path: file, sniffed, isAgent, parentId}: Found,
	store: string,
	isFolded: boolean,
	stamp: string,
): SessionRef {
	return {
		agent: 'claude',
		id: stemOf(file),
		path: file,
		files: [file],
		size: sniffed.size,
		endedAt: sniffed.endedAt,
		isAgentSession: isAgent,
		parentId,
		isFolded,
		forkedFrom: sniffed.forkedFrom,
		family: isAgent || sniffed.firstUuid === undefined ? undefined : `${sniffed.firstUuid} ${sniffed.firstTime}`,
		store,
		stamp,
	};
}

/** With how many others a file is compared: each comparison reads two files. */
const mostOriginals = 8;

/**
 * A file that only repeats another is hidden: the same name in a second project, or a name that is not its session's.
 * Anything that holds even one record of its own stays.
 */
function withoutCopies(mains: readonly Found[], look: Look): Array<{found: Found; copyOf?: string}> {
	const bySession = new Map<string, Found[]>();
	for (const found of mains) {
		for (const key of new Set([stemOf(found.path), found.sniffed.sessionId ?? stemOf(found.path)])) {
			const group = bySession.get(key);
			if (group) group.push(found);
			else bySession.set(key, [found]);
		}
	}
	const hidden = new Map<Found, string>();
	for (const [id, group] of bySession) {
		if (group.length < 2) continue;
		const ranked = [...group].sort((a, b) => rank(b, id) - rank(a, id) || newestFirst(a, b));
		for (const [position, found] of ranked.entries()) {
			// A file that carries its own session's name is hidden only by another of the same name.
			if (stemOf(found.path) !== id && found.sniffed.sessionId === stemOf(found.path)) continue;
			const others = ranked.slice(0, position).filter(other => !hidden.has(other));
			const original = others.slice(0, mostOriginals).find(other => isCopyOf(found.path, other.path, look));
			if (original) hidden.set(found, stemOf(original.path));
		}
	}
	return mains.map(found => ({found, copyOf: hidden.get(found)}));
}

function newestFirst(a: Found, b: Found): number {
	if (a.sniffed.endedAt !== b.sniffed.endedAt) return a.sniffed.endedAt < b.sniffed.endedAt ? 1 : -1;
	return a.path < b.path ? -1 : 1;
}

function rank(found: Found, id: string): number {
	return (stemOf(found.path) === id ? 2 : 0) + (found.sniffed.sessionId === id ? 1 : 0);
}
