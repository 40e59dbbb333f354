/** Which folders of the stores are worth watching. */
import type {Catalog} from '../catalog.ts';

export type StoreFolder = {readonly path: string; readonly agent: string; readonly modified: number};

/** Every folder that a discovery read, the newest first. */
export function storeFolders(catalog: Catalog): StoreFolder[] {
	const rows = catalog.use(database => database.all('SELECT agent, stores, witnesses FROM scans')) ?? [];
	const folders = new Map<string, StoreFolder>();
	for (const {agent, stores, witnesses} of rows) {
		const add = (path: string, modified: number) => folders.set(path, {path, agent: String(agent), modified});
		const flat = JSON.parse(String(witnesses) || '[]') as string[];
		for (let at = 0; at < flat.length; at += 2)
			if (flat[at + 1]!.startsWith('d.')) add(flat[at]!, Number(flat[at + 1]!.split('.')[1]));
		// A store itself is always among them: what is new begins there.
		for (const store of JSON.parse(String(stores)) as string[]) add(store, Number.MAX_SAFE_INTEGER);
	}
	return [...folders.values()].sort((a, b) => b.modified - a.modified);
}
