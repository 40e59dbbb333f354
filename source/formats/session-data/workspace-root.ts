import path from 'node:path';

/** The format wants an absolute path, of whichever system. `~` is one: what an export that hides the home begins with. */
export function isWorkspaceRoot(directory: string): boolean {
	return path.win32.isAbsolute(directory) || /^~(?:[\\/]|$)/.test(directory);
}
