/** Which part of the machine is searched. */
import fs from 'node:fs';
import path from 'node:path';
import type {Session} from '../model/session.ts';

export const scopes = ['all', 'here', 'repository'] as const;

export type Scope = (typeof scopes)[number];

/** The folder a session must have been in; undefined: any. */
export function scopeFolder(scope: Scope, cwd: string): string | undefined {
	if (scope === 'all') return undefined;
	return scope === 'here' ? cwd : (repositoryOf(cwd) ?? cwd);
}

/** The folder above that has a `.git`, which is a file in a worktree. */
export function repositoryOf(folder: string): string | undefined {
	for (let at = path.resolve(folder); ; at = path.dirname(at)) {
		if (fs.existsSync(path.join(at, '.git'))) return at;
		if (at === path.dirname(at)) return undefined;
	}
}

export function isWithin(session: Session | undefined, folder: string): boolean {
	return [session?.cwd, session?.latestCwd].some(
		place =>
			place !== undefined &&
			(place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)),
	);
}
