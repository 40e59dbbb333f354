/** Which of the files found are one session: copies in old and new folders, and a session that went on in a second file. */
import {createHash} from 'node:crypto';
import path from 'node:path';
import {isOlderStateOf} from './copies.ts';
import {checkpointId, checkpointTag, fileNameOf, stemOf, type Whereabouts} from './places.ts';
import {projectPath} from './project-paths.ts';
import type {SessionFacts} from './session-facts.ts';

export type FoundFile = {
	readonly path: string;
	readonly size: number;
	readonly endedAt: string;
	readonly facts: SessionFacts;
	readonly isCheckpoint: boolean;
	readonly where: Whereabouts;
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

export function groupFiles(found: readonly FoundFile[]): Group[] {
	const byKey = new Map<string, FoundFile[]>();
	for (const file of found) {
		const key = keyOf(file);
		const group = byKey.get(key);
		if (group) group.push(file);
		else byKey.set(key, [file]);
	}
	const withCheckpoints = new Set(found.filter(file => file.isCheckpoint).map(projectOf));
	const groups = [...byKey.values()].map(files => {
		const ranked = [...files].sort(bestFirst);
		const [first, ...others] = ranked as [FoundFile, ...FoundFile[]];
		const copies = others.filter(other => isOlderStateOf(other.path, first.path));
		return {
			id: idOf(first),
			files: ranked.filter(file => !copies.includes(file)),
			copies,
			isAgent: isAgent(first),
			family: withCheckpoints.has(projectOf(first)) ? familyOf(first) : undefined,
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
	const {isCheckpoint, path: place} = file;
	if (isCheckpoint) return `checkpoint ${projectOf(file)} ${checkpointTag(place)} ${path.basename(place)}`;
	return `session ${projectOf(file)} ${idOf(file)}`;
}

function parentKey(file: FoundFile, name: string): string {
	return `${projectOf(file)} ${name}`;
}

/** The hash in the file is the same in both kinds of folder; a checkpoint has only its folder. */
function projectOf({facts, where}: FoundFile): string {
	if (facts.projectHash !== undefined) return facts.projectHash;
	const directory = where.project === undefined ? undefined : projectPath(where.store, where.project, {});
	return directory === undefined ? path.basename(where.project ?? where.store) : hashOf(directory);
}

export function idOf({isCheckpoint, facts, path: file}: Pick<FoundFile, 'isCheckpoint' | 'facts' | 'path'>): string {
	return isCheckpoint ? checkpointId(file) : (facts.sessionId ?? stemOf(file));
}

export function isAgent({facts, where}: Pick<FoundFile, 'facts' | 'where'>): boolean {
	return facts.isAgent || where.parentName !== undefined;
}

/** A checkpoint begins with the same words as the session it was saved from. */
function familyOf(file: FoundFile): string | undefined {
	const {opening} = file.facts;
	return opening === undefined || isAgent(file) ? undefined : `${projectOf(file)} ${hashOf(opening.trim())}`;
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
