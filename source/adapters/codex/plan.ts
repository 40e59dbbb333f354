/**
 * Which files a session is made of, in the order they are read. A thread goes on in a second file after a backtrack, and
 * a fork refers to the beginning of its parent's file; so every file comes after the one it continues.
 */
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {SessionRef} from '../adapter.ts';
import {RolloutIndex} from './find-rollout.ts';
import {byAge, parseRolloutName} from './places.ts';
import {readMeta} from './probe.ts';
import type {SessionMeta} from './session-meta.ts';

export type PlannedFile = {
	readonly path: string;
	/** Begins the ids of its entries: the same wherever the file is read. */
	readonly tag: string;
	readonly meta?: SessionMeta;
	/** Of this thread, and not of one it was forked from. */
	readonly isOwn: boolean;
	/** The file it continues, by its position in the plan, and how much of that. */
	readonly base?: {readonly file: number; readonly end: number};
	/** How far it is needed; undefined: to its end. */
	end?: number;
};

export type Plan = {
	readonly files: readonly PlannedFile[];
	readonly warnings: readonly Warning[];
	readonly current: number;
};

export async function planOf(ref: SessionRef): Promise<Plan> {
	const files: PlannedFile[] = [];
	const warnings: Warning[] = [];
	const index = new RolloutIndex(ref.store, path.dirname(ref.path));
	const own = new Map(ref.files.map(file => [parseRolloutName(file)?.rolloutId ?? file, file]));
	const open = new Set<string>();

	/** Adds a file after those it continues; its position, or undefined if it can't be read or continues itself. */
	const add = async (file: string, isOwn: boolean): Promise<number | undefined> => {
		const known = files.findIndex(each => each.path === file);
		if (known !== -1) return known;
		if (open.has(file)) return undefined;
		open.add(file);
		const meta = await metaOf(file);
		let base: PlannedFile['base'];
		if (meta?.base) {
			const {rolloutId, endOffset} = meta.base;
			const parent = own.get(rolloutId) ?? index.find(rolloutId);
			const position = parent === undefined ? undefined : await add(parent, ref.files.includes(parent));
			if (position === undefined) {
				const message = `continues ${rolloutId}, whose file is not there; only what came after is shown`;
				warnings.push({path: file, message});
			} else {
				base = {file: position, end: endOffset};
				extend(files[position]!, endOffset);
			}
		}
		return files.push({path: file, tag: tagOf(file, files), meta, isOwn, base, end: isOwn ? undefined : 0}) - 1;
	};

	for (const file of [...ref.files].sort(byAge)) await add(file, true);
	return {files, warnings, current: files.findIndex(file => file.path === ref.path)};
}

/** Only what the current branch is made of: each file up to where the next one goes on. */
export function currentBranch({files, current}: Plan): PlannedFile[] {
	const branch: PlannedFile[] = [];
	let end: number | undefined;
	for (let at = current; at >= 0; ) {
		const file = files[at]!;
		branch.unshift({...file, end});
		end = file.base?.end;
		at = file.base?.file ?? -1;
	}
	return branch.map((file, position) => ({...file, base: file.base && {file: position - 1, end: file.base.end}}));
}

/** A file that can't be read is told of when its records are wanted. */
async function metaOf(file: string): Promise<SessionMeta | undefined> {
	try {
		return await readMeta(file);
	} catch {
		return undefined;
	}
}

function extend(file: PlannedFile, end: number): void {
	if (file.end !== undefined) file.end = Math.max(file.end, end);
}

/** The end of the rollout's id: random, and short enough for ids that people see. */
export function tagOf(file: string, others: ReadonlyArray<Pick<PlannedFile, 'tag'>>): string {
	const tag = parseRolloutName(file)?.rolloutId.slice(-12) ?? 'rollout';
	return others.some(other => other.tag === tag) ? `${tag}.${others.length}` : tag;
}
