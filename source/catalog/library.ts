/**
 * Every session of every agent below the given homes: found once, read when somebody wants to see them.
 * The screens and the commands ask the library; only the library asks the adapters.
 */
import os from 'node:os';
import type {Adapter, Candidate, History, Home, ReadOptions, SessionRef} from '../adapters/adapter.ts';
import {realPath} from '../adapters/files.ts';
import {adapterFor, adapters} from '../adapters/registry.ts';
import type {AgentId} from '../model/agent.ts';
import type {Entry} from '../model/entry.ts';
import type {Session} from '../model/session.ts';
import type {Warning} from '../model/warning.ts';

export type LibraryOptions = {
	/** Homes to read instead of the user's own. */
	readonly homes?: readonly string[];
	/** Only these agents. */
	readonly agents?: readonly AgentId[];
};

export type Scan = {
	/** Newest first. Folded sub-agents are among them. */
	readonly sessions: readonly SessionRef[];
	/** Every candidate with its verdict. */
	readonly candidates: readonly Candidate[];
	readonly warnings: readonly Warning[];
};

export type Origin = {readonly forkedFrom?: string; readonly forkedAt?: string};

export class Library {
	private readonly homes: readonly Home[];
	private readonly adapters: readonly Adapter[];
	private latestScan: Promise<Scan> | undefined;
	private families = new Map<string, SessionRef[]>();
	private readonly links = new Map<string, Promise<Map<string, Origin>>>();

	constructor({homes, agents}: LibraryOptions = {}) {
		this.homes = homes?.length
			? [...new Map(homes.map(path => [realPath(path), path])).values()].map(path => ({path, env: {}}))
			: [{path: os.homedir(), env: process.env}];
		this.adapters = agents?.length ? adapters.filter(({agent}) => agents.includes(agent)) : adapters;
	}

	/** Where the library looks, for messages. */
	get places(): string[] {
		return this.homes.map(({path}) => path);
	}

	/** Everything that is there; looked for once, however often it is asked. */
	scan(): Promise<Scan> {
		this.latestScan ??= this.look();
		return this.latestScan;
	}

	private async look(): Promise<Scan> {
		const found = await Promise.all(this.homes.flatMap(home => this.adapters.map(adapter => adapter.discover(home))));
		const sessions = found.flatMap(each => each.sessions).sort(newestFirst);
		this.families = familiesOf(sessions);
		return {
			sessions,
			candidates: found.flatMap(each => each.candidates),
			warnings: found.flatMap(each => each.warnings),
		};
	}

	head(ref: SessionRef): Promise<Session> {
		return adapterFor(ref.agent).head(ref);
	}

	opening(ref: SessionRef): AsyncIterable<Entry> {
		return adapterFor(ref.agent).opening(ref);
	}

	history(ref: SessionRef, options?: ReadOptions): Promise<History> {
		return adapterFor(ref.agent).history(ref, options);
	}

	/** A session file given by its path, wherever it lies. */
	async recognize(path: string): Promise<SessionRef | undefined> {
		for (const adapter of this.adapters) {
			const ref = await adapter.recognize(path);
			if (ref) return ref;
		}
		return undefined;
	}

	/** Where a session was copied from, by what its file says or by the records it shares with another of the last scan. */
	async origin(ref: SessionRef): Promise<Origin> {
		const {relate} = adapterFor(ref.agent);
		const family = this.families.get(familyKey(ref)) ?? [];
		if (!relate || family.length < 2) return {forkedFrom: ref.forkedFrom};
		let links = this.links.get(familyKey(ref));
		if (!links) {
			links = relate(family).then(all => new Map(all.map(({id, ...origin}) => [id, origin])));
			this.links.set(familyKey(ref), links);
		}
		return (await links).get(ref.id) ?? {forkedFrom: ref.forkedFrom};
	}
}

function familiesOf(sessions: readonly SessionRef[]): Map<string, SessionRef[]> {
	const families = new Map<string, SessionRef[]>();
	for (const ref of sessions) {
		if (ref.family === undefined) continue;
		const family = families.get(familyKey(ref));
		if (family) family.push(ref);
		else families.set(familyKey(ref), [ref]);
	}
	return families;
}

function familyKey(ref: SessionRef): string {
	return `${ref.agent}:${ref.family}`;
}

function newestFirst(a: SessionRef, b: SessionRef): number {
	const [left, right] = [a.endedAt ?? '', b.endedAt ?? ''];
	if (left !== right) return left < right ? 1 : -1;
	return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
