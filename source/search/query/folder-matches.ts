// Where homes lie, in lower case and with forward slashes: Linux, macOS, root, Termux, Windows, and Windows from WSL.
const anyHome =
	/^(?:(?:\/[^/]+)?\/(?:home|users)\/[^/]+|(?:\/var)?\/root|\/data\/data\/[^/]+\/files\/home|(?:\/mnt\/[a-z]|[a-z]:)\/users\/[^/]+)(?=\/)/;
const absolute = /^(?:\/|[a-z]:\/)/;

/**
 * Whether `project:` with this value means the folder: some part of its path, or its beginning where the value is a
 * whole path. `~` is the given home, and any folder that looks like one: histories come from other machines too.
 */
export function folderMatches(folder: string, wanted: string, home?: string): boolean {
	// A slash at the end of the value is then the end of a name: `api/` is no `api-old`.
	const path = `${plain(folder).replace(/\/$/, '')}/`;
	const value = plain(wanted);
	if (value === '~' || value.startsWith('~/')) {
		const rest = value === '~' ? '/' : value.slice(1);
		const homes = [home === undefined ? undefined : plain(home).replace(/\/$/, ''), anyHome.exec(path)?.[0], '~'];
		return homes.some(each => each !== undefined && path.startsWith(each + rest));
	}
	return absolute.test(value) ? path.startsWith(value) : path.includes(value);
}

/** Without regard to case, to how accents are stored, and to the kind of slash. */
function plain(path: string): string {
	return path.normalize('NFC').toLowerCase().replaceAll('\\', '/');
}
