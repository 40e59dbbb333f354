import type {Session} from '../../model/session.ts';
import type {Mode} from '../../search/query/query.ts';
import type {Match, SearchRequest} from '../search-source.ts';
import type {ListedSession, ReadSession, SessionSource} from '../session-source.ts';
import type {Line} from '../theme.ts';
import {branchOf} from './find-target.ts';
import {Following} from './following.ts';
import {type Anew, Growth} from './growth.ts';
import type {Folds} from './layout/layout-block.ts';
import {loadSession} from './load-session.ts';
import type {ReaderDocument} from './reader-document.ts';
import {ReaderFind} from './reader-find.ts';
import {ReaderHits} from './reader-hits.ts';
import {ReaderView} from './reader-view.ts';

export type ReaderStatus =
	| {readonly phase: 'reading'; readonly percent: number}
	| {readonly phase: 'complete'}
	| {readonly phase: 'failed'; readonly message: string};

export type ReaderOptions = {
	readonly source: SessionSource;
	/** As far as it was known when the reader was opened. */
	readonly head: Session | undefined;
	/** What it was found with, and how words are looked for in it. */
	readonly query?: SearchRequest;
	readonly mode?: Mode;
	readonly onChange: () => void;
	/** Something to say that the user did not ask for. */
	readonly onMessage: (message: string) => void;
};

const longestHold = 150;

/** One session open for reading: what was read of it, and how the reader moves in it. */
export class Reader {
	status: ReaderStatus = {phase: 'reading', percent: 0};
	history: ReadSession | undefined;
	/** The session as it was when its history was read. */
	readRef: ListedSession;
	/** The branch that is shown, where it is not the active one. */
	branch: number | undefined;
	readonly hits: ReaderHits;
	readonly find: ReaderFind;
	private readonly view = new ReaderView();
	private readonly stopping = new AbortController();
	private readonly growth: Growth;
	/** Whether the document is a branch, and not just the opening. */
	private isBranch = false;
	/** Until it is known where to go, nobody knows which branch to show. */
	private aiming: Promise<void> = Promise.resolve();
	private isAiming = false;
	/** The beginning is not shown to somebody who wants to be elsewhere, as long as that takes a moment only. */
	private holding: NodeJS.Timeout | undefined;
	/** News that came while the session was still being read. */
	private news: ListedSession | undefined;
	private readonly following = new Following();

	constructor(
		public ref: ListedSession,
		private readonly options: ReaderOptions,
	) {
		const {source, query, mode = 'fuzzy', onChange, onMessage} = options;
		this.readRef = ref;
		this.hits = new ReaderHits(this.view, {onChange, onMessage});
		this.find = new ReaderFind(source.search, this.view, this.hits, query, mode);
		this.growth = new Growth(ref, {
			source,
			signal: this.stopping.signal,
			document: () => this.view.document,
			isKnown: id => this.history?.graph.has(id) ?? false,
			change: add => this.change(add, true),
			onAnew: (anew, document) => this.showAnew(anew, document),
		});
	}

	get session(): Session | undefined {
		return this.history?.session ?? this.options.head;
	}

	get folds(): Folds {
		return this.view.folds;
	}

	get prompt(): ReaderView['prompt'] {
		return this.view.prompt;
	}

	get percent(): number {
		return this.view.percent;
	}

	get lines(): Line[] {
		const isOnTheWay = this.isAiming || this.hits.isOnTheWay;
		return this.holding && isOnTheWay ? [[]] : this.view.lines;
	}

	/** Whether the end stays in sight when the session grows. */
	get isFollowing(): boolean {
		return this.following.isOn(this.status.phase === 'complete' && this.view.isAtEnd);
	}

	load(): void {
		this.readRef = this.ref;
		void loadSession(this.options.source, this.ref, {
			signal: this.stopping.signal,
			onOpening: document => {
				if (!this.isBranch) this.show(document, false);
			},
			onProgress: (done, total) => {
				const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
				if (this.status.phase !== 'reading' || percent === this.status.percent) return;
				this.status = {phase: 'reading', percent};
				this.options.onChange();
			},
			onHistory: history => this.takeHistory(history),
			onBranch: (document, isComplete) => {
				const isEnough = this.hits.isFoundIn(document) || this.view.isCoveredBy(document);
				if (!isComplete && !this.isBranch && !isEnough) return;
				this.isBranch = true;
				this.show(document, isComplete);
			},
			onFailure: message => {
				this.status = {phase: 'failed', message};
				this.hits.documentChanged(true);
				this.options.onChange();
			},
		});
	}

	/** Opens at a match, which may have to be found first. */
	aimAt(target: Match | ((signal: AbortSignal) => Promise<Match | undefined>)): void {
		this.holdBack();
		if (typeof target === 'function') this.aiming = this.findTarget(target);
		else this.hits.goTo(target);
	}

	close(): void {
		this.stopping.abort();
		this.hits.close();
		clearTimeout(this.holding);
	}

	/** The session has changed on disk. */
	heard(ref: ListedSession): void {
		this.ref = ref;
		// Another branch than the one that grows is shown: it stays as it is.
		if (this.branch !== undefined) return;
		if (this.status.phase === 'complete') this.growth.heard(ref);
		else if (this.status.phase === 'reading') this.news = ref;
		else {
			// It could not be read to its end: perhaps it can be now.
			this.status = {phase: 'reading', percent: 0};
			this.load();
		}
	}

	resize(columns: number, rows: number): void {
		this.view.resize(columns, rows);
	}

	fold(change: Partial<Folds>): void {
		this.view.fold(change);
	}

	scrollBy(lines: number): void {
		this.following.leave();
		this.hits.moved(lines);
		this.view.scrollBy(lines);
	}

	scrollPages(pages: number): void {
		// Two lines stay in sight, so that the eye finds where it was.
		this.scrollBy(Math.trunc(pages * Math.max(1, this.view.rows - 2)) || Math.sign(pages));
	}

	scrollToStart(): void {
		this.following.leave();
		this.hits.giveUp();
		this.view.scrollToStart();
	}

	scrollToEnd(): void {
		this.following.start();
		this.hits.giveUp();
		this.view.scrollToEnd();
	}

	/** Stays at the end, or stops that; tells which. */
	toggleFollowing(): boolean {
		const wasFollowing = this.isFollowing;
		if (wasFollowing) this.following.refuse();
		else this.scrollToEnd();
		return !wasFollowing;
	}

	/** To the next prompt, or the previous one; tells whether there was one. */
	goToPrompt(direction: 1 | -1): boolean {
		this.following.leave();
		this.hits.giveUp();
		return this.view.goToPrompt(direction);
	}

	goToHit(direction: 1 | -1): void {
		this.following.leave();
		this.hits.step(direction);
	}

	private async findTarget(find: (signal: AbortSignal) => Promise<Match | undefined>): Promise<void> {
		const {signal} = this.stopping;
		this.isAiming = true;
		// Without it the session is read from its beginning, and its hits are marked all the same.
		const match = await find(signal).catch(() => undefined);
		this.isAiming = false;
		if (match && !signal.aborted) this.hits.goTo(match);
		this.options.onChange();
	}

	private holdBack(): void {
		this.holding = setTimeout(() => {
			this.holding = undefined;
			this.options.onChange();
		}, longestHold);
	}

	private async takeHistory(history: ReadSession): Promise<number | undefined> {
		this.history = history;
		this.view.setCwd(history.session.cwd);
		this.options.onChange();
		await this.aiming;
		const {goal} = this.hits;
		this.branch = goal && branchOf(history.graph, goal.entryId);
		if (this.branch !== undefined) {
			const {length} = history.graph.branches;
			this.options.onMessage(`The match is on branch ${this.branch} of ${length}, which is not the active one`);
		}
		return this.branch;
	}

	private show(document: ReaderDocument, isComplete: boolean): void {
		this.change(() => this.view.replace(document), isComplete);
		if (isComplete && this.news) this.heard(this.news);
	}

	private showAnew({history, ref}: Anew, document: ReaderDocument): void {
		this.history = history;
		this.readRef = ref;
		this.change(() => this.view.replace(document), true);
	}

	/** Changes the document, and stays at its end if that is wanted. */
	private change(change: () => void, isComplete: boolean): void {
		const isFollowing = this.isFollowing;
		change();
		if (isComplete) this.status = {phase: 'complete'};
		if (isFollowing) this.view.scrollToEnd();
		this.hits.documentChanged(isComplete);
		this.options.onChange();
	}
}
