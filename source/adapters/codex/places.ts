/** Where Codex keeps its rollouts, and what their names tell. */
import path from 'node:path';
import type {Home} from '../adapter.ts';

/** `sessions` wins over `archived_sessions` where both hold the same rollout. */
export const sessionFolders = ['sessions', 'archived_sessions'] as const;

export function storeOf(home: Home): string {
	return home.env.CODEX_HOME || path.join(home.path, '.codex');
}

/** The databases may be kept apart from the rollouts. */
export function sqliteHomeOf(home: Home): string {
	return home.env.CODEX_SQLITE_HOME || storeOf(home);
}

/** The store a rollout lies in, by its path; the folder it lies in where nothing better is known. */
export function storeAbove(file: string): string {
	const parts = path.resolve(file).split(path.sep);
	for (let at = parts.length - 2; at > 0; at--) {
		if ((sessionFolders as readonly string[]).includes(parts[at]!))
			return parts.slice(0, at).join(path.sep) || path.sep;
	}
	return path.dirname(path.resolve(file));
}

export function isArchived(file: string): boolean {
	return file.split(path.sep).includes('archived_sessions');
}

export function isCandidateName(name: string): boolean {
	return /\.jsonl(?:\.zst)?$/.test(name) || /^rollout-.*\.json$/.test(name);
}

export type RolloutName = {
	/** `2026-11-16T01-42-13`, local time: good for the order only. */
	readonly stamp: string;
	readonly threadId: string;
	/** Differs from the thread's id after a backtrack, when the thread goes on in a second file. */
	readonly rolloutId: string;
};

const grammar =
	/^rollout-(\d{4}-\d\d-\d\d(?:T\d\d-\d\d-\d\d)?)-(.+?)(?:_([0-9a-fA-F-]{36}))?\.(?:jsonl(?:\.zst)?|json)$/;

export function parseRolloutName(file: string): RolloutName | undefined {
	const match = grammar.exec(path.basename(file));
	if (!match) return undefined;
	const [, stamp, threadId, segment] = match;
	return {stamp: stamp!, threadId: threadId!, rolloutId: segment ?? threadId!};
}

/** Oldest first, by the time in the name and then by the rollout's id, as Codex itself orders them. */
export function byAge(a: string, b: string): number {
	const [left, right] = [a, b].map(file => {
		const name = parseRolloutName(file);
		return name ? `${name.stamp} ${name.rolloutId}` : path.basename(file);
	}) as [string, string];
	return left < right ? -1 : left > right ? 1 : 0;
}
