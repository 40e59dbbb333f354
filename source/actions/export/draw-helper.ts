import type {ByteRange, Hint, SessionRef} from '../../adapters/adapter.ts';
import {isLarge} from '../../catalog/saved-parts.ts';
import {closeNameless, openNameless} from '../../formats/stored.ts';
import type {Note} from '../../redact/account.ts';
import {dismissThread, takeThread} from './draw-thread.ts';
import type {ExportChoice} from './export-choice.ts';
import {mostParts, Shares} from './shares.ts';
import type {DrawOrder, FromDrawer, ToDrawer} from './worker/draw-messages.ts';

/** As much of a worker as is needed. */
export type Thread = {
	on(event: 'message', hear: (message: FromDrawer) => void): unknown;
	on(event: 'exit', hear: () => void): unknown;
	postMessage(message: ToDrawer): void;
	ref(): void;
	unref(): void;
	terminate(): unknown;
};

/** Another thread that draws a session from its beginning on, part by part, as soon as it is told where one ends. */
export class DrawHelper {
	/** Told of each part that it has drawn. */
	onDrawn: (part: FromDrawer) => void = () => {};
	/** Where each part ends that it was told of. */
	private readonly ends: number[] = [];
	/** What it was told of each part. */
	private readonly hints: Hint[] = [];
	/** By where a part begins, which one it is. */
	private readonly numbers = new Map<number, number>();
	private readonly drawnParts = new Map<number, FromDrawer>();
	private isGone = false;
	/** Nobody needs what it has drawn any more. */
	private isClosed = false;
	private wake = () => {};

	/** `files` are closed with it. */
	constructor(
		private readonly worker: Thread,
		private readonly shares: Shares,
		private readonly files: readonly number[],
	) {
		worker.on('message', message => this.hear(message));
		// What went wrong there is done here, and comes to light again if it has to.
		worker.on('exit', () => this.leave());
		// To listen to it makes it keep the program from ending; it shall only while somebody waits for it.
		worker.unref();
	}

	/** undefined where there are no threads, or where one would not help. */
	static start(order: Omit<DrawOrder, 'files' | 'shares'>): DrawHelper | undefined {
		if (!isWorthwhile(order.ref, order.choice)) {
			dismissThread();
			return undefined;
		}
		const thread = takeThread();
		if (!thread) return undefined;
		const shares = new Shares();
		let files: readonly number[] = [];
		try {
			files = openNameless();
			thread.postMessage({...order, files, shares: shares.memory} satisfies DrawOrder);
			return new DrawHelper(thread, shares, files);
		} catch {
			// Then it is done alone, and what keeps it from being done comes to light again.
			closeNameless(files);
			thread.terminate();
			return undefined;
		}
	}

	/** Where the last part ends that it was told of. */
	get end(): number {
		return this.ends.at(-1) ?? 0;
	}

	/** Where the next part ends, and what is known of it. */
	tell(place: number, hint: Hint): void {
		if (this.isGone || this.ends.length >= mostParts) return;
		this.numbers.set(this.end, this.ends.length);
		this.ends.push(place);
		this.hints.push(hint);
		this.worker.postMessage({place, hint});
	}

	/** What was met in parts that it did not draw, and how it is replaced. */
	adopt(news: readonly Note[]): void {
		if (!this.isGone && news.length > 0) this.worker.postMessage({news});
	}

	/** Whether it is the asker's from now on. */
	take(range: ByteRange): boolean {
		const number = this.numberOf(range);
		return number === undefined || this.shares.take(number);
	}

	/** What it was told of a part that it has drawn. */
	hintFor(range: ByteRange): Hint {
		return this.hints[this.numberOf(range)!]!;
	}

	/** What it has drawn, if it has. */
	drawnSoFar(range: ByteRange): FromDrawer | undefined {
		const number = this.numberOf(range);
		return number === undefined ? undefined : this.drawnParts.get(number);
	}

	forget(range: ByteRange): void {
		const number = this.numberOf(range);
		if (number !== undefined) this.drawnParts.delete(number);
	}

	/** What it has drawn, or is drawing; undefined for what it never will. Not to be asked for what was taken from it. */
	async drawn(range: ByteRange): Promise<FromDrawer | undefined> {
		if (this.numberOf(range) === undefined) return undefined;
		this.worker.ref();
		while (!this.isGone && !this.drawnSoFar(range))
			await new Promise<void>(resolve => {
				this.wake = resolve;
			});
		this.worker.unref();
		return this.drawnSoFar(range);
	}

	/** What it has drawn can still be read. */
	stop(): void {
		if (!this.isGone) this.worker.terminate();
	}

	close(): void {
		if (this.isClosed) return;
		this.isClosed = true;
		// As long as it may write, nobody else may get the numbers of its files.
		if (this.isGone) closeNameless(this.files);
		else this.stop();
	}

	/** A place that it was told of may not be one in the end. */
	private numberOf({from, to}: ByteRange): number | undefined {
		const number = this.numbers.get(from);
		return number !== undefined && this.ends[number] === to ? number : undefined;
	}

	private hear(part: FromDrawer): void {
		const number = this.numberOf(part.range);
		if (number !== undefined) this.drawnParts.set(number, part);
		this.onDrawn(part);
		this.wake();
	}

	private leave(): void {
		if (this.isGone) return;
		this.isGone = true;
		if (this.isClosed) closeNameless(this.files);
		this.wake();
	}
}

/** To start a thread takes longer than to write a smaller session alone; only Markdown is drawn in parts. */
function isWorthwhile(ref: SessionRef, {format}: ExportChoice): boolean {
	const isLines = ref.files.length === 1 && ref.path.endsWith('.jsonl');
	return format === 'markdown' && isLines && isLarge(ref);
}
