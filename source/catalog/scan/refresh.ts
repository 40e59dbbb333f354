/** Looking at an agent's stores again, reading only what changed since the catalogue was written. */
import type {Home} from '../../adapters/adapter.ts';
import {loadRegistry} from '../../adapters/load-registry.ts';
import {Look} from '../../adapters/look.ts';
import type {AgentId} from '../../model/agent.ts';
import type {Catalog} from '../catalog.ts';
import {foundPart} from './found-part.ts';
import {type Found, memoryOf, remember} from './remember.ts';
import {savedPart} from './saved-part.ts';
import type {Part} from './scan.ts';
import {isUnchanged, recordingHome, type SavedWitnesses, unpackWitnesses} from './witnesses.ts';

/** What a refresh cost: for tests, and for the curious. */
export type Work = {
	/** Agents whose stores had to be searched, because something in them changed. */
	searched: number;
	/** Files, or groups of them, that were opened. */
	read: number;
};

export type RefreshOptions = {
	readonly work?: Work;
	/** No more than so many of the newest will be asked for. */
	readonly most?: number;
};

type SavedScan = SavedWitnesses & {readonly number: number};

function savedScan(catalog: Catalog, {path}: Home, agent: AgentId): SavedScan | undefined {
	return catalog.use(database => {
		const columns = 'number, environment, stores, witnesses';
		const row = database.get(`SELECT ${columns} FROM scans WHERE home = ? AND agent = ?`, path, agent);
		return row && {number: Number(row.number), ...unpackWitnesses(row)};
	});
}

/** What is known from the last time; undefined if nothing is. */
export function recallPart(catalog: Catalog | undefined, home: Home, agent: AgentId, most?: number): Part | undefined {
	return catalog && savedPart(catalog, home.path, agent, most);
}

export async function refreshPart(
	catalog: Catalog | undefined,
	home: Home,
	agent: AgentId,
	{work = {searched: 0, read: 0}, most}: RefreshOptions = {},
): Promise<Part> {
	const saved = catalog && savedScan(catalog, home, agent);
	if (catalog && saved && (await isUnchanged(saved, home))) {
		const part = savedPart(catalog, home.path, agent, most);
		if (part) return part;
	}

	work.searched++;
	const look = new Look({memory: catalog && saved ? memoryOf(catalog, saved.number) : undefined});
	const {home: asking, asked} = recordingHome(home);
	const {adapterFor} = await loadRegistry();
	const discovery = await adapterFor(agent).discover(asking, look);
	work.read += look.learnt.size;
	const found = {home: home.path, agent, discovery, look, environment: asked};
	// Where it can't be written down it is known all the same.
	return (catalog && (await writtenPart(catalog, found))) ?? foundPart(discovery);
}

/** Another process may be writing for a while. Without what was found the catalogue would be wrong, and is not used. */
async function writtenPart(catalog: Catalog, found: Found): Promise<Part | undefined> {
	for (let tries = 0; tries < mostTries && catalog.isWritable; tries++) {
		if (tries > 0) await new Promise(resolve => setTimeout(resolve, pauseMs));
		const isWritten = catalog.write(database => remember(database, found));
		const part = isWritten && savedPart(catalog, found.home, found.agent);
		if (part) return part;
	}
	catalog.abandon();
	return undefined;
}

const mostTries = 5;
const pauseMs = 50;
