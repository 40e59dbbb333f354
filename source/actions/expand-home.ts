import os from 'node:os';

/** A path as people type it: `~` is the user's own folder. */
export function expandHome(typed: string): string {
	return typed.replace(/^~(?=$|[\\/])/, () => os.homedir());
}
