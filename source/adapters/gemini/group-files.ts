/** Which of the files found are one session: copies in old and new folders, and a session that went on in a second file. */
import {createHash} from 'node:crypto';
import path from 'node:path';
import type {Look} from '../look.ts';
import {isOlderStateOf} from './copies.ts';
import {checkpointId, checkpointTag, fileNameOf, stemOf, type Whereabouts} from './places.ts';
import type {Identity} from './probe.ts';
import {projectPath} from './project-paths.ts';

export type FoundFile = {
	readonly path: string;
	readonly size: number;
	readonly endedAt: string;
	readonly identity: Identity;
	readonly isCheckpoint: boolean;
	readonly where: Whereabouts;
	/** The same for all files of a project. */
	readonly project: string;
};

export type Group = {
	readonly id: string;
	/** Newest first; the first is the one the program would open. */
	readonly files: readonly FoundFile[];
	readonly copies: readonly FoundFile[];
	readonly isAgent: boolean;
	readonly parentId?: string;
	/** The parent is listed. */
	readonly isFolded: boolean;
	readonly family?: string;
};

export function groupFiles(found: readonly FoundFile[], look: Look): Group[] {
	const byKey = new Map<string, FoundFile[]>();
	for (const file of found) {
		const key = keyOf(file);
		const group = byKey.get(key);
		if (group) group.push(file);
		else byKey.set(key, [file]);
	}
	const withCheckpoints = new Set(found.filter(file => file.isCheckpoint).map(({project}) => project));
	const groups = [...byKey.values()].map(files => {
		const ranked = [...files].sort(bestFirst);
		const [first, ...others] = ranked as [FoundFile, ...FoundFile[]];
		const copies = others.filter(other => isOlderStateOf(other.path, first.path, look));
		return {
			id: idOf(first),
			files: ranked.filter(file => !copies.includes(file)),
			copies,
			isAgent: isAgent(first),
			family: withCheckpoints.has(first.project) ? familyOf(first) : undefined,
		};
	});
	return withParents(groups);
}

function withParents(groups: ReadonlyArray<Omit<Group, 'isFolded' | 'parentId'>>): Group[] {
	const mains = new Map<string, string>();
	for (const {id, files, isAgent} of groups) if (!isAgent) mains.set(parentKey(files[0]!, fileNameOf(id)), id);
	return groups.map(group => {
		const name = group.isAgent ? group.files[0]!.where.parentName : undefined;
		const parent = name === undefined ? undefined : mains.get(parentKey(group.files[0]!, name));
		return {...group, parentId: parent ?? name, isFolded: parent !== undefined};
	});
}

/** The same id in two projects is two sessions: `--session-id` takes any name. */
function keyOf(file: FoundFile): string {
	const {isCheckpoint, path: place, project} = file;
	if (isCheckpoint) return `checkpoint ${project} ${checkpointTag(place)} ${path.basename(place)}`;
	return `session ${project} ${idOf(file)}`;
}

function parentKey({project}: FoundFile, name: string): string {
	return `${project} ${name}`;
}

/** The hash in the file is the same in both kinds of folder; a checkpoint has only its folder. */
export function projectOf({identity, where}: Pick<FoundFile, 'identity' | 'where'>, look: Look): string {
	if (identity.projectHash !== undefined) return identity.projectHash;
	const directory = where.project === undefined ? undefined : projectPath(where.store, where.project, {}, look);
	return directory === undefined ? path.basename(where.project ?? where.store) : hashOf(directory);
}

export function idOf({
	isCheckpoint,
	identity,
	path: file,
}: Pick<FoundFile, 'isCheckpoint' | 'identity' | 'path'>): string {
	return isCheckpoint ? checkpointId(file) : (identity.sessionId ?? stemOf(file));
}

export function isAgent({identity, where}: Pick<FoundFile, 'identity' | 'where'>): boolean {
	return identity.isAgent || where.parentName !== undefined;
}

/** A checkpoint begins with the same words as the session it was saved from. */
function familyOf(file: FoundFile): string | undefined {
	const {openingHash} = file.identity;
	return openingHash === undefined || isAgent(file) ? undefined : `${file.project} ${openingHash}`;
}

/** As the program chooses among files of one id; the new kind of folder and file before the old one. */
function bestFirst(a: FoundFile, b: FoundFile): number {
	if (a.endedAt !== b.endedAt) return a.endedAt < b.endedAt ? 1 : -1;
	return rank(b) - rank(a) || b.size - a.size || (a.path < b.path ? -1 : 1);
}

function rank({path: file, where}: FoundFile): number {
	const isOldFolder = /^[0-9a-f]{64}$/.test(path.basename(where.project ?? ''));
	return (isOldFolder ? 0 : 2) + (file.endsWith('.jsonl') ? 1 : 0);
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
