/**
 * What the explorer shows: at once what the catalogue knows, and behind that, from threads of their own, what is new in
 * the stores and the answers of the search.
 */
import type {History, ReadOptions, SessionRef} from '../adapters/adapter.ts';
import {Labels} from '../catalog/labels.ts';
import {type Library, oneScreen} from '../catalog/library.ts';
import type {News} from '../catalog/live/news.ts';
import {readerFor} from '../catalog/reader-for.ts';
import {type SavedFacts, SavedFactsReader} from '../catalog/saved-facts.ts';
import type {Scan} from '../catalog/scan/scan.ts';
import {Stars} from '../catalog/stars.ts';
import {startWorker} from '../catalog/worker/worker-file.ts';
import type {Entry} from '../model/entry.ts';
import {isFileLocator, type Locator} from '../model/locator.ts';
import type {Session} from '../model/session.ts';
import {SearchClient} from '../search/worker/search-client.ts';
import type {ExportChoice} from './export/export-choice.ts';
import type {ExportJob, ExportResult} from './export/export-job.ts';
import type {Redaction} from './export/redaction.ts';
import {type Family, type FamilyOptions, readFamily} from './family.ts';
import {beFrugal} from './frugal-engine.ts';
import {type Image, type RawText, rawRecord, recordMedia} from './raw-record.ts';
import {type Stretch, sessionStretch} from './session-stretch.ts';

const afterFrameMs = 30;
const searchSoonMs = 400;

/** What waits behind the screen needs little, and must not take more. */
const limits = {maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 12};

export type Overview = {
	readonly sessions: readonly SessionRef[];
	/** Files that could not be read. */
	readonly unreadable: number;
	/** Only the newest are here, and how many there are. */
	readonly total?: {readonly sessions: number; readonly agentSessions: number};
};

export class ExploredSessions {
	readonly search: SearchClient;
	readonly stars = new Stars();
	/** What the user says of secrets. */
	redaction: Redaction | undefined;
	readonly labels = new Labels();
	private readonly savedFacts: SavedFactsReader;
	/** Known, and not told yet. */
	private rest: Scan | undefined;

	constructor(
		private readonly library: Library,
		cwd = process.cwd(),
	) {
		this.search = new SearchClient(library.options, cwd);
		this.savedFacts = new SavedFactsReader(library.catalog);
	}

	get places(): readonly string[] {
		return this.library.places;
	}

	/** What is known now; what is new comes as news. */
	async scan(): Promise<Overview> {
		const known = this.library.recall(oneScreen);
		if (!known) {
			const glance = await this.library.glance();
			return {sessions: glance.sessions, unreadable: glance.totals(false).unreadable};
		}
		const {unreadable, listed} = known.totals(false);
		const all = known.totals(true).listed;
		if (all <= oneScreen) return {sessions: known.sessions, unreadable};
		this.rest = known;
		return {
			sessions: known.newest(oneScreen, true),
			unreadable,
			total: {sessions: listed, agentSessions: all - listed},
		};
	}

	/** What lists are sorted and grouped by, of all sessions, as far as the catalogue knows it. */
	facts(): Promise<ReadonlyMap<string, SavedFacts>> {
		return this.savedFacts.read();
	}

	head(ref: SessionRef): Promise<Session> {
		return this.library.head(ref);
	}

	opening(ref: SessionRef): AsyncIterable<Entry> {
		return this.library.opening(ref);
	}

	history(ref: SessionRef, options?: ReadOptions): Promise<History> {
		const onProgress = (done: number, total: number) => {
			beFrugal(ref);
			options?.onProgress?.(done, total);
		};
		return this.library.history(ref, {...options, onProgress});
	}

	stretch(ref: SessionRef, range: {readonly from: number; readonly to: number}): Promise<Stretch | undefined> {
		return sessionStretch(ref, range);
	}

	family(ref: SessionRef, options?: FamilyOptions): Promise<Family> {
		return readFamily(this.library, ref, options);
	}

	/** The code of the formats is loaded when somebody exports. */
	async export(job: ExportJob<SessionRef>): Promise<ExportResult> {
		return (await import('./export/explorer-export.ts')).exportFromExplorer(this.library, job, this.redaction);
	}

	/** Taken away where secrets may be copied. */
	redact? = async (text: string) => (await import('./export/explorer-export.ts')).redactText(text, this.redaction);

	async exportName(session: Session, choice: ExportChoice): Promise<string> {
		return (await import('./export/explorer-export.ts')).suggestedName(session, choice, this.redaction);
	}

	raw(locator: Locator): Promise<RawText> {
		return rawRecord(locator);
	}

	media(locator: Locator, number: number): Promise<Image | undefined> {
		return recordMedia(locator, number);
	}

	/** What was written after an entry, where places in the file tell it. */
	async grown(ref: SessionRef, {locator}: Entry): Promise<AsyncIterable<Entry> | undefined> {
		const {mark, passages} = await readerFor(ref);
		const isPlain = mark !== undefined && ref.files.length === 1 && isFileLocator(locator) && locator.path === ref.path;
		if (!isPlain) return undefined;
		return (async function* () {
			for await (const batch of passages(ref, {from: locator.offset})) for (const {entries} of batch) yield* entries;
		})();
	}

	/** Tells of all that is known, when the first frame is drawn, and starts the thread that keeps it up to date. */
	follow(onNews: (news: News) => void): () => void {
		let stop = () => {};
		const soon = setTimeout(() => {
			if (this.rest) onNews({all: allOrNewest(this.rest)});
			this.rest = undefined;
			stop = this.watch(onNews);
		}, afterFrameMs);
		// Whoever opens the explorer will search.
		const search = setTimeout(() => this.search.start(), searchSoonMs).unref();
		return () => {
			clearTimeout(soon);
			clearTimeout(search);
			stop();
		};
	}

	private watch(onNews: (news: News) => void): () => void {
		const worker = startWorker('index-worker', {workerData: this.library.options, resourceLimits: limits});
		if (!worker) {
			let isStopped = false;
			let stop = () => {};
			void import('../catalog/live/keeper.ts').then(({Keeper}) => {
				if (isStopped) return;
				const keeper = new Keeper({library: this.library, onNews});
				stop = () => keeper.stop();
				return keeper.run();
			});
			return () => {
				isStopped = true;
				stop();
			};
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

/** Should the catalogue be lost in this very moment, the thread that keeps it will find the others. */
function allOrNewest(scan: Scan): readonly SessionRef[] {
	try {
		return scan.sessions;
	} catch {
		return scan.newest(oneScreen, true);
	}
}
