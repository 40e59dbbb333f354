import os from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the catalogue lies: what the user says, else the system's folder for what may be deleted at any time. */
export function cacheFolder(named: string | undefined, env: Environment = process.env): string {
	const given = named || env.RECOLLECT_CACHE;
	if (given) return path.resolve(given);
	return path.join(systemFolder(env), 'recollect');
}

function systemFolder(env: Environment): string {
	// The specification says that a relative path is to be ignored.
	if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) return env.XDG_CACHE_HOME;
	if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Caches');
	if (process.platform === 'win32') return env.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local');
	return path.join(os.homedir(), '.cache');
}
