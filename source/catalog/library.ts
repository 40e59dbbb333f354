/**
 * Every session of every agent below the given homes. The screens and the commands ask the library; only the library asks
 * the adapters, and the catalogue for what it knows already.
 */
import os from 'node:os';
import type {History, Home, ReadOptions, SessionRef} from '../adapters/adapter.ts';
import {agentIds} from '../adapters/agents.ts';
import {realPath} from '../adapters/files.ts';
import {Look} from '../adapters/look.ts';
import {type KnownParts, knownPartsOf} from '../formats/parts/known-parts.ts';
import type {AgentId} from '../model/agent.ts';
import type {Entry} from '../model/entry.ts';
import type {Session} from '../model/session.ts';
import type {Warning} from '../model/warning.ts';
import {Catalog} from './catalog.ts';
import {unpack} from './database/safe-rows.ts';
import {familyKey, type Origin, Origins, toldOrigin} from './origins.ts';
import {readerFor, recognizeOpen} from './reader-for.ts';
import {canBeKept, savedParts, saveParts} from './saved-parts.ts';
import {type ReadHeader, savedSession, saveSession} from './saved-sessions.ts';
import {foundPart} from './scan/found-part.ts';
import {recallPart, refreshPart, type Work} from './scan/refresh.ts';
import {rememberKnown} from './scan/remember.ts';
import {type Part, Scan} from './scan/scan.ts';
import {touchSession} from './scan/session-rows.ts';
import {watchedHistory} from './watched-history.ts';

export type LibraryOptions = {
	/** Homes to read instead of the user's own. */
	readonly homes?: readonly string[];
	/** Only these agents. */
	readonly agents?: readonly AgentId[];
	/** The folder of the catalogue; without one nothing is saved. */
	readonly cache?: string;
};

/** A session with its counts, and what was wrong with its files. */
export type Measured = {readonly session: Session; readonly warnings: readonly Warning[]};

/** A part of the latest scan. */
type FoundPart = {readonly agent: AgentId; readonly home: string; readonly part: Part};

export class Library {
	readonly homes: readonly Home[];
	readonly catalog: Catalog | undefined;
	/** What looking for sessions cost so far. */
	readonly work: Work = {searched: 0, read: 0};
	private readonly agents: readonly AgentId[];
	private latestScan: Promise<Scan> | undefined;
	private recalled: Scan | undefined;
	private glanced: Promise<Scan> | undefined;
	private readonly parts = new Map<string, FoundPart>();
	private origins: Origins | undefined;
	/** Read, and not written down yet: one transaction for all of them. */
	private readonly unsaved = new Map<SessionRef, ReadHeader>();
	/** By the paths of their sessions. */
	private readonly unsavedParts = new Map<string, {readonly ref: SessionRef; readonly known: KnownParts}>();

	constructor(readonly options: LibraryOptions = {}) {
		const {homes, agents, cache} = options;
		this.homes = homes?.length
			? [...new Map(homes.map(path => [realPath(path), path])).values()].map(path => ({path, env: {}}))
			: [{path: os.homedir(), env: process.env}];
		this.agents = agents?.length ? agentIds.filter(agent => agents.includes(agent)) : agentIds;
		this.catalog =
			cache === undefined ? undefined : new Catalog({folder: cache, homes: this.places, isOwn: !homes?.length});
		if (this.catalog) this.catalog.onRemade = () => this.restore();
	}

	/** Where the library looks, for messages. */
	get places(): string[] {
		return this.homes.map(({path}) => path);
	}

	/** Everything that is there; looked for once, however often it is asked. `most`: only so many of the newest are wanted. */
	scan(most?: number): Promise<Scan> {
		this.latestScan ??= this.look({most});
		return this.latestScan;
	}

	/** Looks again: everywhere, or at the stores of some agents only. */
	rescan(agents?: ReadonlySet<AgentId>): Promise<Scan> {
		this.latestScan = this.look({agents});
		return this.latestScan;
	}

	private async look({agents, most}: {agents?: ReadonlySet<AgentId>; most?: number}): Promise<Scan> {
		this.origins = undefined;
		this.recalled = undefined;
		const work = this.homes.flatMap(home =>
			this.agents.map(async agent => {
				const key = `${agent} ${home.path}`;
				const known = agents?.has(agent) === false ? this.parts.get(key)?.part : undefined;
				const part = known ?? (await refreshPart(this.catalog, home, agent, {work: this.work, most}));
				this.parts.set(key, {agent, home: home.path, part});
				return part;
			}),
		);
		return new Scan(await Promise.all(work));
	}

	/** The catalogue was lost: what was found is in it again, if it is known whole, to be looked at the next time. */
	private restore(): void {
		const whole = [...this.parts.values()].filter(({part}) => part.isWhole);
		const parts = whole.map(({agent, home, part}) => ({
			agent,
			home,
			sessions: part.sessions(),
			candidates: part.candidates(),
			warnings: part.warnings,
		}));
		this.catalog?.write(database => {
			for (const part of parts) rememberKnown(database, part);
		});
	}

	/**
	 * What the catalogue knows from an earlier time, whether or not it still holds; undefined if it knows nothing.
	 * `most`: so many of the newest are wanted at first.
	 */
	recall(most?: number): Scan | undefined {
		this.recalled ??= this.readCatalogue(most);
		return this.recalled;
	}

	private readCatalogue(most?: number): Scan | undefined {
		const parts = this.homes.flatMap(home => this.agents.map(agent => recallPart(this.catalog, home, agent, most)));
		const known = parts.filter(part => part !== undefined);
		return known.length > 0 ? new Scan(known) : undefined;
	}

	/** Only the newest sessions of each agent, for somebody who is waiting: nothing of it is written down. Done once. */
	glance(): Promise<Scan> {
		this.glanced ??= this.lookQuickly();
		return this.glanced;
	}

	private async lookQuickly(): Promise<Scan> {
		const parts = this.homes.flatMap(home =>
			this.agents.map(async agent => {
				const adapter = await readerFor({agent});
				return foundPart(await adapter.discover(home, new Look({newest: firstGlance})));
			}),
		);
		return new Scan(await Promise.all(parts));
	}

	/** A file of a session changed: the session as it is now, if that can be told without looking at the whole store. */
	async touch(ref: SessionRef): Promise<SessionRef | undefined> {
		if (ref.files.length !== 1 || ref.files[0] !== ref.path) return undefined;
		const now = await (await readerFor(ref)).recognize(ref.path);
		if (now?.id !== ref.id) return undefined;
		const touched = {...ref, size: now.size, endedAt: now.endedAt, stamp: now.stamp};
		this.catalog?.write(database => touchSession(database, touched));
		return touched;
	}

	async head(ref: SessionRef): Promise<Session> {
		const saved = savedSession(this.catalog, ref);
		if (saved?.isCounted) return saved.session;
		const unsaved = this.unsaved.get(ref);
		if (unsaved) return unsaved.session;
		if (saved?.isFresh) return withoutCounts(saved.session);
		const session = await (await readerFor(ref)).head(ref);
		this.keep(ref, {session});
		return session;
	}

	/** The session with its counts; read whole, unless the catalogue knows them. */
	async measure(ref: SessionRef): Promise<Measured> {
		const unsaved = this.unsaved.get(ref);
		if (unsaved?.session.counts) return {session: unsaved.session, warnings: unsaved.warnings ?? []};
		const saved = savedSession(this.catalog, ref);
		if (saved?.isCounted) return saved;
		const {session, warnings} = await this.history(ref);
		return {session, warnings};
	}

	async *opening(ref: SessionRef): AsyncGenerator<Entry> {
		yield* (await readerFor(ref)).opening(ref);
	}

	async history(ref: SessionRef, options?: ReadOptions): Promise<History> {
		const history = await watchedHistory(ref, options);
		this.keep(ref, {session: history.session, warnings: [...history.warnings]});
		this.keepParts(ref, history);
		return history;
	}

	/** The same for whoever writes it down: nobody looks for what is new in its records, and its counts are not kept. */
	async read(ref: SessionRef, options?: ReadOptions): Promise<History> {
		const history = await (await readerFor(ref)).history(ref, options);
		this.keepParts(ref, history);
		return history;
	}

	/** The parts of a large session that was read an earlier time, if nothing changed since: it is not read for this. */
	knownParts(ref: SessionRef): KnownParts | undefined {
		return savedParts(this.catalog, ref);
	}

	/** A session file given by its path, wherever it lies. */
	async recognize(path: string): Promise<SessionRef | undefined> {
		for (const agent of this.agents) {
			const adapter = await readerFor({agent});
			const ref = await adapter.recognize(path);
			if (ref) return ref;
		}
		return recognizeOpen(path);
	}

	/** Where a session was copied from, by what its file says or by the records it shares with another of the last scan. */
	async origin(ref: SessionRef): Promise<Origin> {
		const told = toldOrigin(ref);
		if (ref.family === undefined) return told;
		this.origins ??= new Origins(member => this.familyOf(member), this.catalog);
		return (await this.origins.of(ref)) ?? told;
	}

	private async familyOf(ref: SessionRef): Promise<readonly SessionRef[]> {
		const key = familyKey(ref);
		const saved = this.catalog?.use(database =>
			database.all('SELECT ref FROM sessions WHERE family = ?', key).map(row => unpack<SessionRef>(row.ref)),
		);
		if (saved) return saved;
		const latest = await this.scan();
		const {sessions} = latest.isWhole ? latest : await this.rescan();
		return sessions.filter(other => familyKey(other) === key);
	}

	/** Writes down what was read; the catalogue gets it in one piece. */
	save(): void {
		if (this.unsaved.size === 0 && this.unsavedParts.size === 0) return;
		const sessions = [...this.unsaved];
		const parts = [...this.unsavedParts.values()];
		this.unsaved.clear();
		this.unsavedParts.clear();
		this.catalog?.write(database => {
			for (const [ref, header] of sessions) saveSession(database, ref, header);
			for (const {ref, known} of parts) saveParts(database, ref, known);
		});
	}

	close(): void {
		this.save();
		this.catalog?.close();
	}

	private keepParts(ref: SessionRef, history: History): void {
		const known = this.catalog && canBeKept(ref) ? knownPartsOf(history) : undefined;
		if (known) this.unsavedParts.set(ref.path, {ref, known});
	}

	private keep(ref: SessionRef, header: ReadHeader): void {
		if (!this.catalog) return;
		// Under the stamp it was found with: what was written since makes another stamp, and is read again.
		this.unsaved.set(ref, header);
		if (this.unsaved.size >= mostUnsaved) this.save();
	}
}

const mostUnsaved = 200;

/** So many of each agent's newest, while the rest is found. */
const firstGlance = 60;

/** What the largest screen shows of a list, and a little more. */
export const oneScreen = 120;

function withoutCounts({counts: _, models: __, tokens: ___, cost: ____, ...session}: Session): Session {
	return session;
}
