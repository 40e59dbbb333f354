/** Every file in Codex's store that might be a session, with a verdict each. */
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home, SessionRef} from '../adapter.ts';
import {describeFileError, reachableStores, walkFiles} from '../files.ts';
import {Look} from '../look.ts';
import {type FoundRollout, type Group, groupRollouts} from './group-rollouts.ts';
import {isCandidateName, sessionFolders, sqliteHomeOf, storeOf} from './places.ts';
import {type Probe, probe, rememberMeta} from './probe.ts';
import {findThreads, type Thread, threadStamp} from './thread-table.ts';

export async function discover(home: Home, look = new Look()): Promise<Discovery> {
	const warnings: Warning[] = [];
	const [store] = await reachableStores([storeOf(home)], warning => warnings.push(warning), {look});
	if (store === undefined) return {candidates: [], sessions: [], warnings};

	const candidates: Candidate[] = [];
	const rollouts: FoundRollout[] = [];
	for (const folder of sessionFolders) {
		const files = walkFiles(path.join(store, folder), {
			isCandidate: name => isCandidateName(name),
			onError: (place, message) => warnings.push({path: place, message}),
			look,
		});
		for (const {path: file, error} of files) {
			// A link that leads nowhere may lead somewhere later.
			look.stamp(file);
			const found = error ?? (await tryProbe(file, look));
			if (typeof found === 'string')
				candidates.push({agent: 'codex', path: file, verdict: 'unreadable', reason: found});
			else if ('meta' in found) {
				rememberMeta(file, found.meta);
				rollouts.push({path: file, ...found});
			} else
				candidates.push({
					agent: 'codex',
					path: file,
					verdict: found.verdict,
					reason: found.reason,
					detail: found.detail,
				});
		}
	}

	const table = await findThreads(store, sqliteHomeOf(home), look);
	const groups = groupRollouts(rollouts, table);
	for (const group of groups) candidates.push(...verdictsOf(group));
	const stampOf = ({id, current, earlier}: Group) =>
		stampOfThread(
			[current, ...earlier].map(file => file.path),
			table.threads.get(id),
			look,
		);
	const sessions = groups.map(group => refOf(group, store, stampOf(group)));
	return {candidates, sessions, warnings: [...warnings, ...table.warnings]};
}

/** Of a thread's files, and of what the table says of it. */
export function stampOfThread(files: readonly string[], thread: Thread | undefined, look: Look): string {
	return `${look.stampOf(files)} ${threadStamp(thread)}`;
}

async function tryProbe(file: string, look: Look): Promise<Probe | string> {
	try {
		return await look.factsLater('codex', [file], () => probe(file));
	} catch (error) {
		return describeFileError(error);
	}
}

function verdictsOf({id, current, earlier, copies, isFolded, parentId}: Group): Candidate[] {
	const hidden = (file: FoundRollout, reason: string, detail?: string): Candidate => ({
		agent: 'codex',
		path: file.path,
		verdict: 'hidden',
		reason,
		detail,
		sessionId: id,
	});
	return [
		isFolded
			? hidden(current, 'sub-agent of a listed session', parentId)
			: {agent: 'codex', path: current.path, verdict: 'listed', sessionId: id},
		...earlier.map(file => hidden(file, 'earlier branch of the same thread (backtrack)', id)),
		...copies.map(file => hidden(file, 'copy of a listed session', id)),
	];
}

function refOf(
	{id, current, earlier, isAgent, parentId, isFolded, forkedFrom}: Group,
	store: string,
	stamp: string,
): SessionRef {
	const files = [current, ...earlier];
	return {
		agent: 'codex',
		id,
		path: current.path,
		files: files.map(file => file.path),
		size: files.reduce((sum, file) => sum + file.size, 0),
		endedAt: files
			.map(file => file.endedAt)
			.sort()
			.at(-1),
		isAgentSession: isAgent,
		parentId,
		isFolded,
		forkedFrom,
		store,
		stamp,
	};
}
