import type {Session} from '../../model/session.ts';
import {describeError} from '../describe-error.ts';
import {Pacer} from '../pacer.ts';
import {BlockLayouts} from '../reader/block-layouts.ts';
import {type BlockStyle, folded} from '../reader/layout/layout-block.ts';
import {ReaderDocument} from '../reader/reader-document.ts';
import {linesFrom, moveBy, start} from '../reader/scroll.ts';
import type {RangesIn} from '../search/ranges.ts';
import {keyOf, type ListedSession, type SessionSource} from '../session-source.ts';
import type {Line} from '../theme.ts';

/** Keys held down pass many sessions; only one they rest on is read. */
const restBeforeReading = 60;
const restBeforeCounting = 250;
/** Larger files are counted only when they are opened. */
const largestCounted = 20 * 1024 * 1024;
/** As much of an opening as anybody peeks at. */
const mostBlocks = 60;
const mostCharacters = 256 * 1024;

/** The beginning of the selected session. What was shown stays until there is something to show instead. */
export class Preview {
	/** The session that is shown, which lags a moment behind the one that is selected. */
	shown: ListedSession | undefined;
	failure: string | undefined;
	private document = new ReaderDocument();
	private layouts = this.layOut({columns: 40});
	/** How many lines are above the first that is shown. */
	private top = 0;
	/** Of a page, as it was last drawn. */
	private rows = 1;
	private wanted: ListedSession | undefined;
	private stopping = new AbortController();

	constructor(
		private readonly source: SessionSource,
		private readonly onChange: () => void,
		/** A session was read whole, so its counts are known. */
		private readonly onCounted: (ref: ListedSession, session: Session) => void,
	) {}

	/** Shows this session soon, unless another one comes first. */
	select(ref: ListedSession | undefined, isCounted: boolean): void {
		if (this.wanted && ref && keyOf(this.wanted) === keyOf(ref) && !this.mayHaveGrown(ref)) return;
		this.close();
		this.wanted = ref;
		this.stopping = new AbortController();
		if (ref) void this.read(ref, isCounted, this.stopping.signal);
	}

	/** The next page, and after the last one the first. */
	turn(): void {
		this.top += this.rows;
		if (this.pageLines().length === 0) this.top = 0;
	}

	/** As far as there is more. */
	scrollBy(lines: number): void {
		if (lines < 0 || this.pageLines().length >= this.rows) this.top = Math.max(0, this.top + lines);
		if (this.pageLines().length === 0) this.top = 0;
	}

	/** `marks` tells where the words are that are searched for. */
	lines(columns: number, rows: number, cwd?: string, marks?: RangesIn): Line[] {
		const {document, style} = this.layouts;
		const isSameLook = style.columns === columns && style.cwd === cwd && style.marks === marks;
		if (document !== this.document || !isSameLook) this.layouts = this.layOut({columns, cwd, marks});
		this.rows = rows;
		const lines = this.pageLines();
		return lines[0]?.length === 0 ? lines.slice(1) : lines;
	}

	close(): void {
		this.stopping.abort();
		this.wanted = undefined;
	}

	private pageLines(): Line[] {
		const {layouts, top, rows} = this;
		if (top === 0) return linesFrom(layouts, start, rows);
		const before = moveBy(layouts, start, top - 1);
		const position = moveBy(layouts, before, 1);
		return position.block === before.block && position.line === before.line ? [] : linesFrom(layouts, position, rows);
	}

	private layOut(look: Pick<BlockStyle, 'columns' | 'cwd' | 'marks'>): BlockLayouts {
		return new BlockLayouts(this.document, {...look, folds: folded, hasClock: false});
	}

	/** The beginning of a session stays what it is, once there is enough of it. */
	private mayHaveGrown(ref: ListedSession): boolean {
		return this.wanted?.stamp !== ref.stamp && this.document.blocks.length < mostBlocks;
	}

	private async read(ref: ListedSession, isCounted: boolean, signal: AbortSignal): Promise<void> {
		// The first session is shown at once: nobody is moving yet.
		if (this.shown) await rest(restBeforeReading, signal);
		if (signal.aborted) return;
		await this.readOpening(ref, signal);
		if (isCounted || (ref.size > largestCounted && ref.path === ref.files[0])) return;
		await rest(restBeforeCounting, signal);
		if (signal.aborted) return;
		try {
			const {session} = await this.source.history(ref, {signal});
			if (!signal.aborted) this.onCounted(ref, session);
		} catch {
			// Counts are an extra: what is wrong with the file is said when it is opened.
		}
	}

	private async readOpening(ref: ListedSession, signal: AbortSignal): Promise<void> {
		const document = new ReaderDocument({room: mostCharacters});
		const pacer = new Pacer();
		let characters = 0;
		try {
			for await (const entry of this.source.opening(ref)) {
				if (signal.aborted) return;
				document.add(entry);
				characters += entry.text.length;
				if (document.blocks.length >= mostBlocks || characters > mostCharacters) break;
				if (await pacer.pause()) this.show(ref, document);
			}
			if (!signal.aborted) this.show(ref, document);
		} catch (error) {
			if (!signal.aborted) this.show(ref, document, describeError(error));
		}
	}

	private show(ref: ListedSession, document: ReaderDocument, failure?: string): void {
		if (!this.shown || keyOf(this.shown) !== keyOf(ref)) this.top = 0;
		this.shown = ref;
		this.document = document;
		this.failure = failure;
		this.onChange();
	}
}

/** Waits so many milliseconds, or until it is not wanted any more. */
function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise(resolve => {
		const timer = setTimeout(resolve, milliseconds);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
