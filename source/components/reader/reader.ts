import {isFileLocator} from '../../model/locator.ts';
import type {Session} from '../../model/session.ts';
import type {Mode} from '../../search/query/query.ts';
import type {Match, SearchRequest} from '../search-source.ts';
import type {ListedSession, ReadSession, SessionSource} from '../session-source.ts';
import type {Line} from '../theme.ts';
import {BranchSwitch} from './branch-switch.ts';
import {Calm} from './calm.ts';
import {branchOf} from './find-target.ts';
import {Following} from './following.ts';
import {type Anew, Growth} from './growth.ts';
import type {Folds} from './layout/layout-block.ts';
import {loadSession} from './load-session.ts';
import {Minimap} from './minimap.ts';
import {outlineColumns} from './outline.ts';
import type {ReaderDocument} from './reader-document.ts';
import {ReaderFind} from './reader-find.ts';
import {ReaderHits, type ReadingPlace} from './reader-hits.ts';
import {ReaderView} from './reader-view.ts';
import {type WindowPlace, Windows} from './windows.ts';

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
	readonly view = new ReaderView();
	readonly minimap = new Minimap();
	/** The prompts beside the text, and whether keys move in them. */
	outline: 'closed' | 'open' | 'focused' = 'closed';
	private readonly stopping = new AbortController();
	/** Another branch is wanted than the one that is being read. */
	private readonly switching = new AbortController();
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
	private readonly branches: BranchSwitch;
	private readonly windows: Windows;
	/** What a key asked for, until the window is there that shows it. */
	private onTheWay: (() => void) | undefined;
	private readonly calm: Calm;
	private columns = 80;

	constructor(
		public ref: ListedSession,
		private readonly options: ReaderOptions,
	) {
		const {source, query, mode = 'fuzzy', onChange, onMessage} = options;
		this.readRef = ref;
		this.hits = new ReaderHits(this.view, {onChange, onMessage});
		this.find = new ReaderFind(source.search, this.view, this.hits, query, mode);
		this.branches = new BranchSwitch({
			view: this.view,
			onDocument: (document, isComplete) => this.change(() => this.view.replace(document), isComplete),
			onChange,
		});
		this.calm = new Calm(onChange);
		this.windows = new Windows({
			source,
			ref: () => this.ref,
			view: this.view,
			signal: this.stopping.signal,
			show: (document, move) => this.showWindow(document, move),
		});
		this.growth = new Growth(ref, {
			source,
			signal: this.stopping.signal,
			document: () => this.view.document,
			isKnown: id => this.history?.graph.has(id) ?? false,
			change: add => this.change(add, true),
			onAnew: (anew, document) => this.showAnew(anew, document),
		});
	}

	get place(): 'reader' | 'find' | 'outline' {
		if (this.find.isTyping) return 'find';
		return this.outline === 'focused' ? 'outline' : 'reader';
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
			branchSignal: AbortSignal.any([this.stopping.signal, this.switching.signal]),
			openWindow: () => this.openWindow(),
			onOpening: document => {
				if (!this.isBranch) this.show(document, false);
			},
			onProgress: (done, total) => this.readTo(done / (2 * total)),
			onHistory: history => this.takeHistory(history),
			onBranch: (document, isComplete) => {
				const byte = document.byteOf(document.blocks.length - 1) ?? 0;
				this.readTo(0.5 + Math.min(byte / (2 * this.ref.size), 0.49));
				if (!isComplete && !this.isBranch && !this.isWorthShowing(document)) return;
				this.isBranch = true;
				if (isComplete) this.windows.leave();
				this.show(document, isComplete);
				if (isComplete) this.goOnTheWay();
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

	/** Where one is, to come back to with the next start. */
	get readingPlace(): ReadingPlace | undefined {
		const {document, position} = this.view;
		const block = document.blocks[position.block];
		return block && {entryId: block.id, locator: block.locator, line: position.line};
	}

	/** Opens where one was the last time. */
	returnTo(place: ReadingPlace): void {
		this.holdBack();
		this.hits.returnTo(place);
	}

	close(): void {
		this.stopping.abort();
		this.calm.close();
		this.hits.close();
		this.branches.close();
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
		this.columns = columns;
		this.view.resize(columns - this.outlineColumns, rows);
		void this.windows.reach();
	}

	/** What the outline takes of the screen. */
	get outlineColumns(): number {
		return this.outline === 'closed' ? 0 : outlineColumns(this.columns);
	}

	/** Another side of the fork one is at; tells which branch that is. */
	switchBranch(step: 1 | -1): number | undefined {
		const {history} = this;
		const branch = history && this.branches.step(history, step);
		if (!history || branch === undefined) return undefined;
		this.following.leave();
		this.hits.giveUp();
		this.branch = history.graph.branches[branch - 1]?.isActive ? undefined : branch;
		this.switching.abort();
		return branch;
	}

	fold(change: Partial<Folds>): void {
		this.view.fold(change);
	}

	scrollBy(lines: number): void {
		this.following.leave();
		this.hits.moved(lines);
		this.view.scrollBy(lines);
		void this.windows.reach();
	}

	scrollPages(pages: number): void {
		// Two lines stay in sight, so that the eye finds where it was.
		this.scrollBy(Math.trunc(pages * Math.max(1, this.view.rows - 2)) || Math.sign(pages));
	}

	scrollToStart(): void {
		this.following.leave();
		this.hits.giveUp();
		const {span} = this.view.document;
		this.goTo('start', span === undefined || span.from === 0, () => this.view.scrollToStart());
	}

	scrollToEnd(): void {
		this.following.start();
		this.hits.giveUp();
		const {span} = this.view.document;
		this.goTo('end', span !== undefined && span.to >= span.size, () => this.view.scrollToEnd());
	}

	/** To so many percent of the session. */
	jumpTo(percent: number): void {
		if (percent >= 100) {
			this.scrollToEnd();
			return;
		}
		this.following.leave();
		this.hits.giveUp();
		const byte = Math.floor((this.ref.size * Math.max(0, percent)) / 100);
		this.goTo({byte}, false, () => this.view.scrollToPercent(percent));
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
		const isThere = this.view.goToPrompt(direction);
		void this.windows.reach();
		return isThere || this.windows.seekPrompt(direction);
	}

	/** To the prompt of this number, from 0. */
	goToPromptAt(number: number): void {
		this.following.leave();
		this.hits.giveUp();
		this.view.goToPromptAt(number);
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
		if (match && !signal.aborted) {
			this.hits.goTo(match);
			if (this.hits.isOnTheWay) void this.openWindow();
		}
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
		if (this.branch !== undefined && !this.hits.isReturning) {
			const {length} = history.graph.branches;
			this.options.onMessage(`The match is on branch ${this.branch} of ${length}, which is not the active one`);
		}
		return this.branch;
	}

	/** A part of a large session is shown at once, the whole of it when it was read. */
	private goTo(place: WindowPlace, isHere: boolean, scroll: () => void): void {
		this.windows.leave();
		this.onTheWay = undefined;
		if (isHere || this.status.phase === 'complete' || !this.windows.canOpen) scroll();
		else void this.openAt(place, scroll);
	}

	private async openAt(place: WindowPlace, scroll: () => void): Promise<void> {
		this.onTheWay = scroll;
		if (await this.windows.goTo(place)) return;
		this.goOnTheWay();
	}

	/** Goes where one was on the way to, in what is shown by now. */
	private goOnTheWay(): void {
		const scroll = this.onTheWay;
		this.onTheWay = undefined;
		scroll?.();
		if (scroll) this.options.onChange();
	}

	/** The first thing to see: what the session was opened for, else its beginning. False where only the whole can be read. */
	private async openWindow(): Promise<boolean> {
		const locator = this.hits.goal?.locator;
		const isInFile = locator && isFileLocator(locator) && locator.path === this.ref.path;
		return this.windows.canOpen && this.windows.goTo(isInFile ? {byte: locator.offset} : 'start');
	}

	private showWindow(document: ReaderDocument, move?: () => void): void {
		if (this.status.phase === 'complete') return;
		if (move) this.onTheWay = undefined;
		this.isBranch = false;
		this.change(() => {
			this.view.replace(document);
			move?.();
		}, false);
	}

	/** Whether a branch that is still growing may take the place of what is shown. */
	private isWorthShowing(document: ReaderDocument): boolean {
		// Whoever is at the end, as a window shows it, or on the way elsewhere, would be taken away from there.
		if (this.onTheWay || (this.view.document.span && this.following.isOn(false))) return false;
		return this.hits.isFoundIn(document) || this.view.isCoveredBy(document);
	}

	private readTo(share: number): void {
		const percent = Math.floor(100 * share);
		if (this.status.phase !== 'reading' || !(percent > this.status.percent)) return;
		this.status = {phase: 'reading', percent};
		this.calm.request();
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
		const {document} = this.view;
		change();
		const isNews = isComplete || this.view.document !== document;
		if (isComplete) this.status = {phase: 'complete'};
		if (isFollowing) this.view.scrollToEnd();
		this.hits.documentChanged(isComplete);
		if (isNews) this.options.onChange();
		else this.calm.request();
	}
}
