/**
 * What the explorer shows: at once what the catalogue knows, and behind that, from threads of their own, what is new in
 * the stores and the answers of the search.
 */
import type {History, ReadOptions, SessionRef} from '../adapters/adapter.ts';
import {adapterFor} from '../adapters/registry.ts';
import type {Library} from '../catalog/library.ts';
import {Keeper} from '../catalog/live/keeper.ts';
import type {News} from '../catalog/live/news.ts';
import {Stars} from '../catalog/stars.ts';
import {startWorker} from '../catalog/worker/worker-file.ts';
import type {Entry} from '../model/entry.ts';
import {isFileLocator} from '../model/locator.ts';
import type {Session} from '../model/session.ts';
import {SearchClient} from '../search/worker/search-client.ts';

/** On a machine that was never looked at: so many of each agent's newest, while the rest is found. */
const firstGlance = 60;
const searchSoonMs = 400;

/** What waits behind the screen needs little, and must not take more. */
const limits = {maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16};

export type Overview = {
	readonly sessions: readonly SessionRef[];
	/** Files that could not be read. */
	readonly unreadable: number;
};

export class ExploredSessions {
	readonly search: SearchClient;
	readonly stars = new Stars();

	constructor(
		private readonly library: Library,
		cwd = process.cwd(),
	) {
		this.search = new SearchClient(library.options, cwd);
	}

	get places(): readonly string[] {
		return this.library.places;
	}

	/** What is known now; what is new comes as news. */
	async scan(): Promise<Overview> {
		const scan = this.library.recall() ?? (await this.library.glance(firstGlance));
		const {unreadable} = scan.totals(false);
		return {sessions: scan.sessions, unreadable};
	}

	head(ref: SessionRef): Promise<Session> {
		return this.library.head(ref);
	}

	opening(ref: SessionRef): AsyncIterable<Entry> {
		return this.library.opening(ref);
	}

	history(ref: SessionRef, options?: ReadOptions): Promise<History> {
		return this.library.history(ref, options);
	}

	/** What was written after an entry, where places in the file tell it. */
	grown(ref: SessionRef, {locator}: Entry): AsyncIterable<Entry> | undefined {
		const {mark, passages} = adapterFor(ref.agent);
		const isPlain = mark !== undefined && ref.files.length === 1 && isFileLocator(locator) && locator.path === ref.path;
		if (!isPlain) return undefined;
		return (async function* () {
			for await (const batch of passages(ref, {from: locator.offset})) for (const {entries} of batch) yield* entries;
		})();
	}

	/** Starts the thread that keeps the catalogue up to date. */
	follow(onNews: (news: News) => void): () => void {
		// After the first frame: whoever opens the explorer will search.
		setTimeout(() => this.search.start(), searchSoonMs).unref();
		const worker = startWorker('index-worker', {workerData: this.library.options, resourceLimits: limits});
		if (!worker) {
			const keeper = new Keeper({library: this.library, onNews});
			void keeper.run();
			return () => keeper.stop();
		}
		worker.on('message', onNews);
		worker.on('error', error => {
			const note = `new sessions are not seen: ${error.message}`;
			onNews({status: {phase: 'off', indexed: 0, sessions: 0, indexedBytes: 0, bytes: 0, note}});
		});
		worker.unref();
		return () => void worker.terminate();
	}

	close(): void {
		this.search.close();
		this.library.close();
	}
}
