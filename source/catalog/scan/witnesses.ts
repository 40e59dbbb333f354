/** Whether anything changed since a discovery, without another one: by the stamps of all it depended on. */
import type {Home} from '../../adapters/adapter.ts';
import {ask} from '../../adapters/files.ts';
import {stampNow} from '../../adapters/look.ts';
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
	const folders = new Map<string, string[]>();
	for (const [place, stamp] of witnesses) {
		const at = place.lastIndexOf('/') + 1;
		const folder = place.slice(0, at);
		const inside = folders.get(folder) ?? [];
		folders.set(folder, inside);
		inside.push(place.slice(at), stamp);
	}
	return JSON.stringify([...folders]);
}

export type SavedWitnesses = {
	readonly environment: Readonly<Record<string, string | null>>;
	readonly stores: readonly string[];
	/** None: it was not sure of its answer. */
	readonly witnesses: Packed;
};

/** By folder, names and stamps in turn. */
type Packed = ReadonlyArray<readonly [folder: string, namesAndStamps: readonly string[]]>;

/** The paths, each with its stamp, of what the catalogue has. */
export function witnessesIn(packed: unknown): Iterable<readonly [path: string, stamp: string]> {
	return places(packed === '' ? [] : unpack<Packed>(packed));
}

function* places(packed: Packed): Generator<readonly [string, string]> {
	for (const [folder, inside] of packed)
		for (let at = 0; at < inside.length; at += 2) yield [folder + inside[at]!, inside[at + 1]!];
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
	for (const [place, stamp] of places(witnesses)) if (stampNow(place) !== stamp) return false;
	return true;
}

export function packEnvironment(asked: Environment): string {
	return JSON.stringify(Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? null])));
}
