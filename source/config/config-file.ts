import os from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the config file is: what the user says, else the system's folder for such files. */
export function configFile(named: string | undefined, env: Environment = process.env): string {
	const given = named || env.RECOLLECT_CONFIG;
	if (given) return path.resolve(given);
	return path.join(systemFolder(env), 'recollect', 'config.json');
}

function systemFolder(env: Environment): string {
	// The specification says that a relative path is to be ignored.
	if (env.XDG_CONFIG_HOME && path.isAbsolute(env.XDG_CONFIG_HOME)) return env.XDG_CONFIG_HOME;
	if (process.platform === 'win32') return env.APPDATA ?? path.join(os.homedir(), 'AppData', 'Roaming');
	return path.join(os.homedir(), '.config');
}
