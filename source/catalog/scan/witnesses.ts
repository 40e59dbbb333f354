/** Whether anything changed since a discovery, without another one: by the stamps of all it depended on. */
import type {Home} from '../../adapters/adapter.ts';
import {ask} from '../../adapters/files.ts';
import {fileStamp, isFileStill, stampNow} from '../../adapters/look.ts';
import type {Row} from '../database/database.ts';
import {unpack} from '../database/safe-rows.ts';

export type Environment = Record<string, string | undefined>;

/** The variables a discovery asks for become part of what its answer depends on. */
export function recordingHome(home: Home): {readonly home: Home; readonly asked: Environment} {
	const asked: Environment = {};
	const env = new Proxy(home.env, {
		get(variables, name) {
			if (typeof name !== 'string') return undefined;
			const value = variables[name];
			asked[name] = value;
			return value;
		},
	});
	return {home: {...home, env}, asked};
}

/** Thousands of them lie in a few folders, whose names are long: each folder is named once. */
export function packWitnesses(witnesses: ReadonlyMap<string, string>): string {
	const folders = new Map<string, [files: Array<string | number>, others: string[]]>();
	for (const [place, stamp] of witnesses) {
		const at = place.lastIndexOf('/') + 1;
		const folder = place.slice(0, at);
		const inside = folders.get(folder) ?? [[], []];
		folders.set(folder, inside);
		const numbers = fileStamp(stamp);
		if (numbers) inside[0].push(place.slice(at), ...numbers);
		else inside[1].push(place.slice(at), stamp);
	}
	return JSON.stringify([...folders].map(([folder, inside]) => [folder, ...inside]));
}

export type SavedWitnesses = {
	readonly environment: Readonly<Record<string, string | null>>;
	readonly stores: readonly string[];
	/** None: it was not sure of its answer. */
	readonly witnesses: Packed;
};

/** By folder: names of files with the numbers of their stamps, names of all else with their stamps. */
type Packed = ReadonlyArray<
	readonly [folder: string, files: ReadonlyArray<string | number>, others: readonly string[]]
>;

/** The paths, each with its stamp, of what the catalogue has. */
export function* witnessesIn(packed: unknown): Generator<readonly [path: string, stamp: string]> {
	for (const [folder, files, others] of packed === '' ? [] : unpack<Packed>(packed)) {
		for (let at = 0; at < files.length; at += 4)
			yield [`${folder}${files[at]}`, `${files[at + 1]}.${files[at + 2]}.${files[at + 3]}`];
		for (let at = 0; at < others.length; at += 2) yield [folder + others[at]!, others[at + 1]!];
	}
}

export function unpackWitnesses({environment, stores, witnesses}: Row): SavedWitnesses {
	return {
		environment: unpack(environment),
		stores: unpack(stores),
		witnesses: witnesses === '' ? [] : unpack(witnesses),
	};
}

export async function isUnchanged({environment, stores, witnesses}: SavedWitnesses, {env}: Home): Promise<boolean> {
	if (witnesses.length === 0) return false;
	if (Object.entries(environment).some(([name, value]) => (env[name] ?? null) !== value)) return false;
	// A dead mount hangs whoever touches it, so its store is asked first, from another thread and with a limit.
	const answers = await Promise.all(stores.map(store => ask(store)));
	if (answers.includes('hangs')) return false;
	return witnesses.every(isFolderStill);
}

function isFolderStill([folder, files, others]: Packed[number]): boolean {
	for (let at = 0; at < others.length; at += 2) if (stampNow(folder + others[at]!) !== others[at + 1]) return false;
	for (let at = 0; at < files.length; at += 4) {
		const [size, time, inode] = [files[at + 1] as number, files[at + 2] as number, files[at + 3] as number];
		if (!isFileStill(`${folder}${files[at]}`, size, time, inode)) return false;
	}
	return true;
}

export function packEnvironment(asked: Environment): string {
	return JSON.stringify(Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? null])));
}
