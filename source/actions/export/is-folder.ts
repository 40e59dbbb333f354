import fs from 'node:fs';

/** One that is there, or that is meant to be one. */
export function isFolder(output: string): boolean {
	if (/[\\/]$/.test(output)) return true;
	try {
		return fs.statSync(output).isDirectory();
	} catch {
		// Whatever is wrong with it, whoever writes there will say it.
		return false;
	}
}
