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

export function packWitnesses(witnesses: ReadonlyMap<string, string>): string {
	return JSON.stringify([...witnesses].flat());
}

export type SavedWitnesses = {
	readonly environment: Readonly<Record<string, string | null>>;
	readonly stores: readonly string[];
	/** Paths and stamps in turn; none: it was not sure of its answer. */
	readonly witnesses: readonly string[];
};

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
	for (let at = 0; at < witnesses.length; at += 2) if (stampNow(witnesses[at]!) !== witnesses[at + 1]) return false;
	return true;
}

export function packEnvironment(asked: Environment): string {
	return JSON.stringify(Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? null])));
}
