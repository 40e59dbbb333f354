import {isFileLocator} from '../../model/locator.ts';
import type {ListedSession, ReadSession, SessionSource} from '../session-source.ts';
import {BranchSwitch} from './branch-switch.ts';
import {Calm} from './calm.ts';
import {branchOf} from './find-target.ts';
import {type Anew, Growth} from './growth.ts';
import {loadSession} from './load-session.ts';
import type {ReaderAim} from './reader-aim.ts';
import type {ReaderDocument} from './reader-document.ts';
import type {ReaderHits} from './reader-hits.ts';
import type {ReaderMoves} from './reader-moves.ts';
import type {ReaderView} from './reader-view.ts';
import type {Windows} from './windows.ts';

export type ReadingStatus =
	| {readonly phase: 'reading'; readonly percent: number}
	| {readonly phase: 'complete'}
	| {readonly phase: 'failed'; readonly message: string};

export type SessionReadingOptions = {
	readonly source: SessionSource;
	readonly view: ReaderView;
	readonly hits: ReaderHits;
	readonly windows: Windows;
	readonly moves: ReaderMoves;
	readonly aim: ReaderAim;
	/** The session is closed. */
	readonly signal: AbortSignal;
	readonly onChange: () => void;
	readonly onMessage: (message: string) => void;
};

/**
 * The reading of a session: its first part, a branch of it, what is written behind that, other branches. Whatever was
 * read comes into the view here, so that one place knows how far that is.
 */
export class SessionReading {
	status: ReadingStatus = {phase: 'reading', percent: 0};
	history: ReadSession | undefined;
	/** The session as it was when its history was read. */
	readRef: ListedSession;
	/** The branch that is shown, where it is not the active one. */
	branch: number | undefined;
	/** Another branch is wanted than the one that is being read. */
	private readonly switching = new AbortController();
	private readonly growth: Growth;
	/** Whether the document is a branch, and not just the opening. */
	private isBranch = false;
	/** News that came while the session was still being read. */
	private news: ListedSession | undefined;
	private readonly branches: BranchSwitch;
	private readonly calm: Calm;

	constructor(
		public ref: ListedSession,
		private readonly options: SessionReadingOptions,
	) {
		const {source, view, signal, onChange} = options;
		this.readRef = ref;
		this.branches = new BranchSwitch({
			view,
			onDocument: (document, isComplete) => this.change(() => view.replace(document), isComplete),
			onChange,
		});
		this.calm = new Calm(onChange);
		this.growth = new Growth(ref, {
			source,
			signal,
			document: () => view.document,
			isKnown: id => this.history?.graph.has(id) ?? false,
			change: add => this.change(add, true),
			onAnew: (anew, document) => this.showAnew(anew, document),
		});
	}

	load(): void {
		const {source, hits, windows, moves, signal, onChange} = this.options;
		this.readRef = this.ref;
		void loadSession(source, this.ref, {
			signal,
			branchSignal: AbortSignal.any([signal, this.switching.signal]),
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
				if (isComplete) windows.leave();
				this.show(document, isComplete);
				if (isComplete) moves.goOn();
			},
			onFailure: message => {
				this.status = {phase: 'failed', message};
				hits.documentChanged(true);
				onChange();
			},
		});
	}

	close(): void {
		this.calm.close();
		this.branches.close();
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

	/** Another side of the fork one is at; tells which branch that is. */
	switchBranch(step: 1 | -1): number | undefined {
		const {history} = this;
		const branch = history && this.branches.step(history, step);
		if (!history || branch === undefined) return undefined;
		this.options.moves.leave();
		this.branch = history.graph.branches[branch - 1]?.isActive ? undefined : branch;
		this.switching.abort();
		return branch;
	}

	/** The first thing to see: what the session was opened for, else its beginning. False where only the whole can be read. */
	async openWindow(): Promise<boolean> {
		const {hits, windows} = this.options;
		const locator = hits.goal?.locator;
		const isInFile = locator && isFileLocator(locator) && locator.path === this.ref.path;
		return windows.canOpen && windows.goTo(isInFile ? {byte: locator.offset} : 'start');
	}

	/** Shows a part of the session, unless the whole of it is there by now. */
	showWindow(document: ReaderDocument, move?: () => void): void {
		const {view, moves} = this.options;
		if (this.status.phase === 'complete') return;
		if (move) moves.arrived();
		this.isBranch = false;
		this.change(() => {
			view.replace(document);
			move?.();
		}, false);
	}

	private async takeHistory(history: ReadSession): Promise<number | undefined> {
		const {view, hits, aim, onChange, onMessage} = this.options;
		this.history = history;
		view.setCwd(history.session.cwd);
		onChange();
		await aim.known;
		const {goal} = hits;
		this.branch = goal && branchOf(history.graph, goal.entryId);
		if (this.branch !== undefined && !hits.isReturning) {
			const {length} = history.graph.branches;
			onMessage(`The match is on branch ${this.branch} of ${length}, which is not the active one`);
		}
		return this.branch;
	}

	/** Whether a branch that is still growing may take the place of what is shown. */
	private isWorthShowing(document: ReaderDocument): boolean {
		const {view, hits, moves} = this.options;
		if (moves.isElsewhere) return false;
		return hits.isFoundIn(document) || view.viewport.isCoveredBy(document);
	}

	private readTo(share: number): void {
		const percent = Math.floor(100 * share);
		if (this.status.phase !== 'reading' || !(percent > this.status.percent)) return;
		this.status = {phase: 'reading', percent};
		this.calm.request();
	}

	private show(document: ReaderDocument, isComplete: boolean): void {
		this.change(() => this.options.view.replace(document), isComplete);
		if (isComplete && this.news) this.heard(this.news);
	}

	private showAnew({history, ref}: Anew, document: ReaderDocument): void {
		this.history = history;
		this.readRef = ref;
		this.change(() => this.options.view.replace(document), true);
	}

	/** Changes the document, and stays at its end if that is wanted. */
	private change(change: () => void, isComplete: boolean): void {
		const {view, hits, moves, onChange} = this.options;
		const {isFollowing} = moves;
		const {document} = view;
		change();
		const isNews = isComplete || view.document !== document;
		if (isComplete) this.status = {phase: 'complete'};
		if (isFollowing) view.viewport.scrollToEnd();
		hits.documentChanged(isComplete);
		if (isNews) onChange();
		else this.calm.request();
	}
}
