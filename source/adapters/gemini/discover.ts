/** Every file in Gemini CLI's store that might be a session, with a verdict each. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate, Discovery, Home, SessionRef} from '../adapter.ts';
import {describeFileError, reachableStores, type FoundFile as Walked, walkFiles} from '../files.ts';
import {Look} from '../look.ts';
import {type FoundFile, type Group, groupFiles, projectOf} from './group-files.ts';
import {isChatName, isCheckpointName, leftoverReason, storeOf, whereaboutsOf} from './places.ts';
import {probe} from './probe.ts';
import {recordedPath} from './project-paths.ts';

export async function discover(home: Home, look = new Look()): Promise<Discovery> {
	const warnings: Warning[] = [];
	const [store] = await reachableStores([storeOf(home)], warning => warnings.push(warning), {look});
	if (store === undefined) return {candidates: [], sessions: [], warnings};

	const candidates: Candidate[] = [];
	const found: FoundFile[] = [];
	// Every project's newest are not yet the newest of all.
	for (const {path: file, error} of look.newestOf(filesIn(path.join(store, 'tmp'), warnings, look))) {
		// A link that leads nowhere may lead somewhere later.
		look.stamp(file);
		const told = error === undefined ? judge(file, look) : error;
		if (typeof told === 'string') candidates.push({agent: 'gemini', path: file, verdict: 'unreadable', reason: told});
		else if ('identity' in told) found.push(told);
		else candidates.push(told);
	}
	const groups = groupFiles(found, look);
	for (const group of groups) candidates.push(...verdictsOf(group));
	const stampOf = ({files}: Group) =>
		stampOfSession(
			files.map(file => file.path),
			look,
		);
	return {candidates, sessions: groups.map(group => refOf(group, store, stampOf(group))), warnings};
}

/** Of its files, and of the directory that is written down for its project. */
export function stampOfSession(files: readonly string[], look: Look): string {
	const {store, project} = whereaboutsOf(files[0]!);
	const directory = recordedPath(store, project, look) ?? '';
	return `${look.stampOf(files)} ${createHash('sha1').update(directory).digest('base64url')}`;
}

function judge(file: string, look: Look): FoundFile | Candidate | string {
	const reason = leftoverReason(path.basename(file));
	if (reason !== undefined) return {agent: 'gemini', path: file, verdict: 'hidden', reason};
	try {
		const found = look.facts('gemini', [file], () => probe(file));
		if ('identity' in found) {
			const where = whereaboutsOf(file);
			return {...found, path: file, where, project: projectOf({identity: found.identity, where}, look)};
		}
		const {size: _, endedAt: __, ...verdict} = found;
		return {agent: 'gemini', path: file, ...verdict};
	} catch (error) {
		return describeFileError(error);
	}
}

/** Below each project its chats, those of its sub-agents, and its checkpoints; nothing of the rest is walked. */
function* filesIn(root: string, warnings: Warning[], look: Look): Generator<Walked> {
	const onError = (place: string, message: string) => warnings.push({path: place, message});
	const seen = new Set<string>();
	look.stamp(root);
	for (const project of namesIn(root, onError)) {
		const folder = path.join(root, project);
		look.stamp(folder);
		const real = realPath(folder);
		if (real === undefined || seen.has(real)) continue;
		seen.add(real);
		yield* walkFiles(path.join(folder, 'chats'), {
			isCandidate: name => isChatName(name) || leftoverReason(name) !== undefined,
			onError,
			look,
		});
		for (const name of namesIn(folder, onError)) if (isCheckpointName(name)) yield* single(path.join(folder, name));
	}
}

function* single(file: string): Generator<Walked> {
	try {
		if (fs.statSync(file).isFile()) yield {path: file};
		else yield {path: file, error: 'it is not a regular file'};
	} catch (error) {
		yield {path: file, error: describeFileError(error)};
	}
}

/** Files that lie beside the projects have no names in them. */
function namesIn(folder: string, onError: (place: string, message: string) => void): string[] {
	try {
		return fs.readdirSync(folder).sort();
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (code !== 'ENOENT' && code !== 'ENOTDIR') onError(folder, describeFileError(error));
		return [];
	}
}

function realPath(folder: string): string | undefined {
	try {
		return fs.statSync(folder).isDirectory() ? fs.realpathSync.native(folder) : undefined;
	} catch {
		return undefined;
	}
}

function verdictsOf({id, files, copies, isFolded, parentId}: Group): Candidate[] {
	const hidden = (file: FoundFile, reason: string, detail?: string): Candidate => ({
		agent: 'gemini',
		path: file.path,
		verdict: 'hidden',
		reason,
		detail,
		sessionId: id,
	});
	const [first, ...earlier] = files as [FoundFile, ...FoundFile[]];
	return [
		isFolded
			? hidden(first, 'sub-agent of a listed session', parentId)
			: {agent: 'gemini', path: first.path, verdict: 'listed', sessionId: id},
		...earlier.map(file => hidden(file, 'another file of a listed session', id)),
		...copies.map(file => hidden(file, 'copy of a listed session', id)),
	];
}

function refOf({id, files, isAgent, parentId, isFolded, family}: Group, store: string, stamp: string): SessionRef {
	return {
		agent: 'gemini',
		id,
		path: files[0]!.path,
		files: files.map(file => file.path),
		size: files.reduce((sum, {size}) => sum + size, 0),
		endedAt: files[0]!.endedAt,
		isAgentSession: isAgent,
		parentId,
		isFolded,
		family,
		store,
		stamp,
	};
}
