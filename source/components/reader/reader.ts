import type {Session} from '../../model/session.ts';
import type {Mode} from '../../search/query/query.ts';
import type {Match, SearchRequest} from '../search-source.ts';
import type {ListedSession, ReadSession, SessionSource} from '../session-source.ts';
import type {Line} from '../theme.ts';
import type {Folds} from './layout/layout-block.ts';
import {Minimap} from './minimap.ts';
import {outlineColumns} from './outline.ts';
import {ReaderAim} from './reader-aim.ts';
import {ReaderFind} from './reader-find.ts';
import {ReaderHits, type ReadingPlace} from './reader-hits.ts';
import {ReaderMoves} from './reader-moves.ts';
import {ReaderPrompts} from './reader-prompts.ts';
import {ReaderView} from './reader-view.ts';
import {type ReadingStatus, SessionReading} from './session-reading.ts';
import {Windows} from './windows.ts';

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

/** One session open for reading: puts together what reads it, what shows it, and what moves in it. */
export class Reader {
	readonly view = new ReaderView();
	readonly prompts = new ReaderPrompts(this.view);
	readonly hits: ReaderHits;
	readonly find: ReaderFind;
	readonly moves: ReaderMoves;
	readonly reading: SessionReading;
	readonly minimap = new Minimap();
	/** The prompts beside the text, and whether keys move in them. */
	outline: 'closed' | 'open' | 'focused' = 'closed';
	private readonly stopping = new AbortController();
	private readonly aim: ReaderAim;
	private readonly windows: Windows;
	private columns = 80;

	constructor(
		ref: ListedSession,
		private readonly options: ReaderOptions,
	) {
		const {source, query, mode = 'fuzzy', onChange, onMessage} = options;
		const {view, prompts} = this;
		const {signal} = this.stopping;
		const hits = new ReaderHits(view, {onChange, onMessage});
		const windows = new Windows({
			source,
			ref: () => this.ref,
			view,
			signal,
			show: (document, move) => this.reading.showWindow(document, move),
		});
		const moves = new ReaderMoves({
			view,
			hits,
			prompts,
			windows,
			size: () => this.ref.size,
			isComplete: () => this.status.phase === 'complete',
			onChange,
		});
		const aim = new ReaderAim({hits, signal, onFound: () => void this.reading.openWindow(), onChange});
		this.hits = hits;
		this.find = new ReaderFind(source.search, view, hits, query, mode);
		this.windows = windows;
		this.moves = moves;
		this.aim = aim;
		this.reading = new SessionReading(ref, {source, view, hits, windows, moves, aim, signal, onChange, onMessage});
	}

	get place(): 'reader' | 'find' | 'outline' {
		if (this.find.isTyping) return 'find';
		return this.outline === 'focused' ? 'outline' : 'reader';
	}

	get ref(): ListedSession {
		return this.reading.ref;
	}

	get status(): ReadingStatus {
		return this.reading.status;
	}

	get history(): ReadSession | undefined {
		return this.reading.history;
	}

	/** The branch that is shown, where it is not the active one. */
	get branch(): number | undefined {
		return this.reading.branch;
	}

	get session(): Session | undefined {
		return this.history?.session ?? this.options.head;
	}

	get folds(): Folds {
		return this.view.folds;
	}

	get lines(): Line[] {
		return this.aim.isHolding ? [[]] : this.view.lines;
	}

	/** Opens at a match, which may have to be found first. */
	aimAt(target: Match | ((signal: AbortSignal) => Promise<Match | undefined>)): void {
		this.aim.takeMatch(target);
	}

	/** Where one is, to come back to with the next start. */
	get readingPlace(): ReadingPlace | undefined {
		const {document, viewport} = this.view;
		const {position} = viewport;
		const block = document.blocks[position.block];
		return block && {entryId: block.id, locator: block.locator, line: position.line};
	}

	/** Opens where one was the last time. */
	returnTo(place: ReadingPlace): void {
		this.aim.takePlace(place);
	}

	close(): void {
		this.stopping.abort();
		this.reading.close();
		this.hits.close();
		this.aim.close();
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

	fold(change: Partial<Folds>): void {
		this.view.fold(change);
	}
}
