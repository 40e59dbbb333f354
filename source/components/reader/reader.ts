import type {Session} from '../../model/session.ts';
import type {ListedSession, ReadSession, SessionSource} from '../session-source.ts';
import type {Line} from '../theme.ts';
import {BlockLayouts} from './block-layouts.ts';
import type {Folds} from './layout-block.ts';
import {loadSession} from './load-session.ts';
import {ReaderDocument} from './reader-document.ts';
import {isBefore, lastPosition, linesFrom, moveBy, type Position, start} from './scroll.ts';

export type ReaderStatus =
	| {readonly phase: 'reading'; readonly percent: number}
	| {readonly phase: 'complete'}
	| {readonly phase: 'failed'; readonly message: string};

/** One session open for reading: what was read of it, what is unfolded, and where the reader is. */
export class Reader {
	status: ReaderStatus = {phase: 'reading', percent: 0};
	history: ReadSession | undefined;
	folds: Folds = {tools: false, thinking: false, side: false};
	private readonly stopping = new AbortController();
	private document = new ReaderDocument();
	private isBranch = false;
	private layouts: BlockLayouts;
	private position: Position = start;
	/** Stays at the end while more is read. */
	private isFollowing = false;
	private columns = 80;
	private rows = 1;

	constructor(
		readonly ref: ListedSession,
		/** As far as it was known when the reader was opened. */
		private readonly head: Session | undefined,
		private readonly onChange: () => void,
	) {
		this.layouts = this.layOut();
	}

	get session(): Session | undefined {
		return this.history?.session ?? this.head;
	}

	/** The prompt at or above the top of the screen, and how many there are. */
	get prompt(): {readonly at: number; readonly of: number} {
		const {prompts} = this.document;
		return {at: prompts.filter(index => index <= this.position.block).length, of: prompts.length};
	}

	get percent(): number {
		const {count} = this.layouts;
		const last = lastPosition(this.layouts, this.rows);
		if (count === 0 || !isBefore(this.position, last)) return 100;
		const inBlock = this.position.line / Math.max(1, this.layouts.linesOf(this.position.block).length);
		return Math.min(99, Math.floor((100 * (this.position.block + inBlock)) / count));
	}

	get lines(): Line[] {
		return linesFrom(this.layouts, this.position, this.rows);
	}

	load(source: SessionSource): void {
		void loadSession(source, this.ref, {
			signal: this.stopping.signal,
			onOpening: document => {
				if (!this.isBranch) this.show(document);
			},
			onProgress: (done, total) => {
				const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
				if (this.status.phase !== 'reading' || percent === this.status.percent) return;
				this.status = {phase: 'reading', percent};
				this.onChange();
			},
			onHistory: history => {
				this.history = history;
				this.layouts = this.layOut();
				this.onChange();
			},
			onBranch: (document, isComplete) => {
				if (isComplete) this.status = {phase: 'complete'};
				if (isComplete || this.isBranch || this.covers(document)) this.showBranch(document);
			},
			onFailure: message => {
				this.status = {phase: 'failed', message};
				this.onChange();
			},
		});
	}

	close(): void {
		this.stopping.abort();
	}

	resize(columns: number, rows: number): void {
		this.rows = rows;
		if (columns !== this.columns) {
			this.columns = columns;
			this.layouts = this.layOut();
			this.position = this.inBlock(this.position);
		}
	}

	fold(change: Partial<Folds>): void {
		this.folds = {...this.folds, ...change};
		this.layouts = this.layOut();
		this.position = this.inBlock(this.position);
	}

	scrollBy(lines: number): void {
		this.isFollowing = false;
		const moved = moveBy(this.layouts, this.position, lines);
		const last = lastPosition(this.layouts, this.rows);
		// A jump to a prompt may have gone beyond the last screen; from there only back.
		this.position = lines > 0 && isBefore(last, moved) ? (isBefore(last, this.position) ? this.position : last) : moved;
	}

	scrollPages(pages: number): void {
		// Two lines stay in sight, so that the eye finds where it was.
		this.scrollBy(Math.trunc(pages * Math.max(1, this.rows - 2)) || Math.sign(pages));
	}

	scrollToStart(): void {
		this.isFollowing = false;
		this.position = start;
	}

	scrollToEnd(): void {
		this.position = lastPosition(this.layouts, this.rows);
		this.isFollowing = this.status.phase === 'reading';
	}

	/** To the next prompt, or the previous one; tells whether there was one. */
	goToPrompt(direction: 1 | -1): boolean {
		const {prompts} = this.document;
		const {block, line} = this.position;
		const isWithin = line > this.firstLineOf(block);
		const target =
			direction > 0
				? prompts.find(index => index > block)
				: prompts.findLast(index => index < block || (index === block && isWithin));
		if (target === undefined) return false;
		this.isFollowing = false;
		this.position = {block: target, line: this.firstLineOf(target)};
		return true;
	}

	private show(document: ReaderDocument): void {
		if (document !== this.document) {
			this.document = document;
			this.layouts = this.layOut();
			this.position = this.inBlock(this.position);
		}
		if (this.isFollowing) this.position = lastPosition(this.layouts, this.rows);
		this.onChange();
	}

	/** Goes over to the active branch at the entry that is at the top of the screen, if the branch has it. */
	private showBranch(document: ReaderDocument): void {
		if (!this.isBranch) {
			const id = this.document.blocks[this.position.block]?.id;
			const block =
				id === undefined ? 0 : (document.indexOf(id) ?? Math.min(this.position.block, document.blocks.length - 1));
			this.position = {block: Math.max(0, block), line: this.position.line};
			this.isBranch = true;
		}
		this.show(document);
		if (this.status.phase === 'complete') this.isFollowing = false;
	}

	/** Whether a branch that is still growing already holds the screen that is shown. */
	private covers(document: ReaderDocument): boolean {
		const id = this.document.blocks[this.position.block]?.id;
		const at = id === undefined ? 0 : document.indexOf(id);
		return at !== undefined && document.blocks.length > at + this.rows;
	}

	/** A block's own first line comes after the space before it. */
	private firstLineOf(index: number): number {
		return this.document.blocks[index]?.hasSpaceBefore ? 1 : 0;
	}

	private inBlock({block, line}: Position): Position {
		return {block, line: Math.max(0, Math.min(line, this.layouts.linesOf(block).length - 1))};
	}

	private layOut(): BlockLayouts {
		return new BlockLayouts(this.document, {
			columns: this.columns,
			folds: this.folds,
			hasClock: true,
			cwd: this.session?.cwd,
		});
	}
}
