/** What projects are called: by the last part of their folder, and by more of it where two would have one name. */
import {sanitizeLine} from '../../text/sanitize.ts';

/** The same for each way to write a folder. */
export function projectKey(cwd: string): string {
	return cwd.replace(/(?<=[^\\/])[\\/]+$/, '');
}

/** The name of a folder, of whichever system it comes from. */
export function lastPart(folder: string): string {
	return nameOf(folder, 1);
}

export function projectNames(folders: readonly string[]): Map<string, string> {
	const names = new Map<string, string>();
	let unnamed = [...folders];
	for (let parts = 1; unnamed.length > 0; parts++) {
		const byName = new Map<string, string[]>();
		for (const folder of unnamed) {
			const name = nameOf(folder, parts);
			const others = byName.get(name);
			if (others) others.push(folder);
			else byName.set(name, [folder]);
		}
		unnamed = [];
		for (const [name, namesakes] of byName) {
			// Two that differ in nothing but their separators keep one name.
			const isTold = namesakes.length === 1 || namesakes.every(folder => partsOf(folder).length <= parts);
			if (isTold) for (const folder of namesakes) names.set(folder, sanitizeLine(name));
			else unnamed.push(...namesakes);
		}
	}
	return names;
}

/** So many of its last parts. */
function nameOf(folder: string, parts: number): string {
	return partsOf(folder).slice(-parts).join('/') || folder;
}

function partsOf(folder: string): string[] {
	return folder.split(/[\\/]/).filter(Boolean);
}
