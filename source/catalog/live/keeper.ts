/**
 * Keeps the catalogue up to date while the program runs: looks at the stores, fills the index, watches for changes, and
 * tells of what is new. It runs in a thread of its own; nothing here may wait for the screen, nor the screen for it.
 */
import path from 'node:path';
import type {SessionRef} from '../../adapters/adapter.ts';
import {stampNow} from '../../adapters/look.ts';
import type {AgentId} from '../../model/agent.ts';
import {count} from '../../text/figures.ts';
import type {Catalog} from '../catalog.ts';
import {countSessions} from '../count-sessions.ts';
import {fillIndex, type SessionReader} from '../fulltext/fill.ts';
import {type IndexState, indexState} from '../fulltext/pending.ts';
import type {Library} from '../library.ts';
import {storeFolders} from './folders.ts';
import type {CatalogueStatus, News} from './news.ts';
import {mostWatched, Watcher} from './watcher.ts';

export type KeeperOptions = {
	readonly library: Library;
	readonly onNews: (news: News) => void;
	readonly read?: SessionReader;
	/** How often everything is looked at, for what no watch tells: network disks, folders beyond the limit. */
	readonly sweepMs?: number;
	/** How often the newest are looked at where watching is not possible. */
	readonly pollMs?: number;
	/** Why nothing shall be watched; the newest are polled then. */
	readonly noWatching?: string;
};

/** Changes that come together are dealt with together. */
const settleMs = 80;
const restMs = 500;
const usualSweepMs = 30_000;
const usualPollMs = 1000;
const mostPolled = 200;

export class Keeper {
	private readonly stopping = new AbortController();
	private readonly known = new Map<string, SessionRef>();
	private readonly byFile = new Map<string, SessionRef>();
	private readonly changedFiles = new Set<string>();
	private readonly watcher: Watcher;
	private wake = () => {};
	private isSweepDue = false;
	private polling: string | undefined;
	private readonly polled = new Map<string, string>();
	private notBefore = 0;
	private isWaking = false;
	private fillingSince: {readonly at: number; readonly state: IndexState} | undefined;

	constructor(private readonly options: KeeperOptions) {
		this.watcher = new Watcher({
			onChange: file => this.onChange(file),
			onReady: () => this.sweepSoon(),
			onTrouble: reason => {
				this.polling = reason;
				this.tell();
			},
		});
	}

	/** Works until it is stopped. */
	async run(): Promise<void> {
		const {library, onNews} = this.options;
		onNews({status: this.status('looking')});
		this.accept((await library.rescan()).sessions, true);
		const sweep = setInterval(() => this.sweepSoon(), this.options.sweepMs ?? usualSweepMs);
		const poll = setInterval(() => this.poll(), this.options.pollMs ?? usualPollMs);
		try {
			this.watch();
			while (!this.isStopped) {
				await this.fill();
				if (this.isStopped) return;
				this.tell();
				if (!this.hasNews) await this.count();
				while (!this.hasNews && !this.isStopped) await this.sleep();
				if (this.isStopped) return;
				await this.refresh();
			}
		} finally {
			clearInterval(sweep);
			clearInterval(poll);
			await this.watcher.close();
		}
	}

	stop(): void {
		this.stopping.abort();
		this.wake();
	}

	private get isStopped(): boolean {
		return this.stopping.signal.aborted;
	}

	private get catalog(): Catalog | undefined {
		const {catalog} = this.options.library;
		return catalog?.isUsable ? catalog : undefined;
	}

	private get hasNews(): boolean {
		return this.changedFiles.size > 0 || this.isSweepDue;
	}

	private onChange(file: string): void {
		this.changedFiles.add(file);
		this.wakeSoon();
	}

	/** Soon, but not at every line that an agent writes: each time costs what is being read at that moment. */
	private wakeSoon(): void {
		if (this.isWaking) return;
		this.isWaking = true;
		setTimeout(
			() => {
				this.isWaking = false;
				this.wake();
			},
			Math.max(settleMs, this.notBefore - Date.now()),
		);
	}

	private sweepSoon(): void {
		this.isSweepDue = true;
		this.wakeSoon();
	}

	private async sleep(): Promise<void> {
		await new Promise<void>(resolve => {
			this.wake = resolve;
		});
		this.wake = () => {};
	}

	/** Where nothing can be watched, the newest sessions and folders are looked at instead. */
	private poll(): void {
		if (this.polling === undefined || !this.catalog) return;
		const newest = [...this.known.values()].sort((a, b) => ((a.endedAt ?? '') < (b.endedAt ?? '') ? 1 : -1));
		const files = newest.slice(0, mostPolled).flatMap(ref => ref.files.slice(0, 1));
		const folders = storeFolders(this.catalog).slice(0, mostPolled);
		for (const place of new Set([...files, ...folders.map(folder => folder.path)])) {
			const stamp = stampNow(place);
			const before = this.polled.get(place);
			this.polled.set(place, stamp);
			if (before !== undefined && before !== stamp) this.onChange(place);
		}
	}

	/** Known files are looked at alone; anything else means that its agent's stores are. */
	private async refresh(): Promise<void> {
		this.notBefore = Date.now() + restMs;
		const {library} = this.options;
		const files = [...this.changedFiles];
		this.changedFiles.clear();
		const isSweep = this.isSweepDue;
		this.isSweepDue = false;
		const touched: SessionRef[] = [];
		const agents = new Set<AgentId>();
		for (const file of files) {
			const ref = this.byFile.get(file);
			const now = ref && (await library.touch(ref).catch(() => undefined));
			if (now) touched.push(now);
			else for (const agent of this.agentsAt(file)) agents.add(agent);
		}
		if (touched.length > 0) this.accept(touched, false);
		if (!isSweep && agents.size === 0) return;
		this.accept((await library.rescan(isSweep ? undefined : agents)).sessions, true);
		this.watch();
	}

	private agentsAt(file: string): AgentId[] {
		if (!this.catalog) return [];
		const folder = path.dirname(file);
		return storeFolders(this.catalog)
			.filter(each => each.path === folder || each.path === file || file.startsWith(each.path + path.sep))
			.map(({agent}) => agent);
	}

	/** Takes note of sessions and tells what is new about them. */
	private accept(sessions: readonly SessionRef[], isAll: boolean): void {
		const isFirst = this.known.size === 0;
		const changed: SessionRef[] = [];
		const left = new Map(isAll ? this.known : []);
		for (const ref of sessions) {
			const key = keyOf(ref);
			left.delete(key);
			const before = this.known.get(key);
			if (before?.stamp === ref.stamp && before.isFolded === ref.isFolded && before.endedAt === ref.endedAt) continue;
			changed.push(ref);
			this.known.set(key, ref);
			if (ref.files[0] === ref.path) this.byFile.set(ref.path, ref);
		}
		for (const [key, ref] of left) {
			this.known.delete(key);
			this.byFile.delete(ref.path);
		}
		if (isFirst && isAll) this.options.onNews({all: sessions});
		else if (changed.length + left.size > 0) this.options.onNews({changed, gone: [...left.values()]});
	}

	private watch(): void {
		this.polling ??= this.options.noWatching;
		if (!this.catalog || this.options.noWatching !== undefined) return;
		const folders = storeFolders(this.catalog);
		this.watcher.add(folders.slice(0, mostWatched).map(folder => folder.path));
		if (folders.length > mostWatched && this.polling === undefined)
			this.polling = `the newest ${mostWatched} of ${count(folders.length)} folders are watched, the others looked at twice a minute`;
	}

	private async fill(): Promise<void> {
		const {catalog} = this;
		if (!catalog) return;
		const state = indexState(catalog);
		if (state.indexed === state.sessions) return;
		this.fillingSince = {at: Date.now(), state};
		const filled = await this.interruptible(signal =>
			fillIndex({catalog, read: this.options.read, signal, onProgress: state => this.tell('indexing', state)}),
		);
		// Another recollect fills it: what it did shows in the catalogue.
		if (filled.isElsewhere && !this.isStopped) {
			this.tell('indexing');
			await Promise.race([this.sleep(), new Promise(resolve => setTimeout(resolve, usualPollMs))]);
		}
	}

	/** Counts are wanted by lists and filters, and nobody waits for them. */
	private async count(): Promise<void> {
		const {catalog} = this;
		if (catalog) await this.interruptible(signal => countSessions({catalog, signal}));
	}

	/** What changes meanwhile must not wait until everything is read. */
	private async interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const interruption = new AbortController();
		this.wake = () => interruption.abort();
		try {
			return await work(interruption.signal);
		} finally {
			this.wake = () => {};
		}
	}

	private tell(phase?: CatalogueStatus['phase'], state?: IndexState): void {
		this.options.onNews({status: this.status(phase, state)});
	}

	/** `state`: if somebody has counted just now. */
	private status(phase?: CatalogueStatus['phase'], state?: IndexState): CatalogueStatus {
		const {catalog} = this.options.library;
		const {polling} = this;
		if (!catalog?.isUsable)
			return {
				phase: 'off',
				indexed: 0,
				sessions: this.known.size,
				indexedBytes: 0,
				bytes: 0,
				polling,
				note: catalog?.note,
			};
		const {sessions, indexed, bytes, indexedBytes} = state ?? indexState(catalog);
		const now = phase ?? (indexed < sessions ? 'indexing' : 'ready');
		const secondsLeft = now === 'indexing' ? this.secondsLeft(bytes, indexedBytes) : undefined;
		return {phase: now, sessions, indexed, bytes, indexedBytes, secondsLeft, polling, note: catalog.note};
	}

	private secondsLeft(bytes: number, indexedBytes: number): number | undefined {
		if (!this.fillingSince) return undefined;
		const {at, state} = this.fillingSince;
		const done = indexedBytes - state.indexedBytes;
		const seconds = (Date.now() - at) / 1000;
		return done > 0 && seconds > 1 ? Math.ceil(((bytes - indexedBytes) / done) * seconds) : undefined;
	}
}

function keyOf({agent, id, path: file}: SessionRef): string {
	return `${agent}\n${id}\n${file}`;
}
