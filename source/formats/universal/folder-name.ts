import path from 'node:path';

/** A project is called like its folder, on whatever system that was. */
export function folderName(cwd: string | undefined): string | undefined {
	return cwd ? path.basename(cwd.replaceAll('\\', '/')) || undefined : undefined;
}
