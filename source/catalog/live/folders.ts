/** Which folders of the stores are worth watching. */
import type {Catalog} from '../catalog.ts';
import {witnessesIn} from '../scan/witnesses.ts';

export type StoreFolder = {readonly path: string; readonly agent: string; readonly modified: number};

/** Every folder that a discovery read, the newest first. */
export function storeFolders(catalog: Catalog): StoreFolder[] {
	const rows = catalog.use(database => database.all('SELECT agent, stores, witnesses FROM scans')) ?? [];
	const folders = new Map<string, StoreFolder>();
	for (const {agent, stores, witnesses} of rows) {
		const add = (path: string, modified: number) => folders.set(path, {path, agent: String(agent), modified});
		for (const [place, stamp] of witnessesIn(witnesses))
			if (stamp.startsWith('d.')) add(place, Number(stamp.split('.')[1]));
		// A store itself is always among them: what is new begins there.
		for (const store of JSON.parse(String(stores)) as string[]) add(store, Number.MAX_SAFE_INTEGER);
	}
	return [...folders.values()].sort((a, b) => b.modified - a.modified);
}
