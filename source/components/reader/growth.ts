import {Pacer} from '../pacer.ts';
import type {ListedSession, ReadSession, SessionSource} from '../session-source.ts';
import {readBranch} from './load-session.ts';
import type {ReaderDocument} from './reader-document.ts';

/** Reading a whole session again may take long: it is done no oftener than so many times as long. */
const restAfterReading = 5;
const shortestRest = 500;

export type GrowthOptions = {
	readonly source: SessionSource;
	readonly signal: AbortSignal;
	/** The document as it is shown. */
	readonly document: () => ReaderDocument;
	/** Whether the session has a record of this id, on any branch. */
	readonly isKnown: (id: string) => boolean;
	/** Called around every change of the document. */
	readonly change: (add: () => void) => void;
	/** The session was read anew. */
	readonly onAnew: (anew: Anew, document: ReaderDocument) => void;
};

export type Anew = {readonly history: ReadSession; readonly ref: ListedSession};

/**
 * Follows a session that is still written to: what is new is put behind what is there. Where nobody can tell what is
 * new, or the story goes on from an older point, the session is read anew behind the screen.
 */
export class Growth {
	private isStale = false;
	private isBusy = false;
	private restUntil = 0;

	constructor(
		private ref: ListedSession,
		private readonly options: GrowthOptions,
	) {}

	/** The session has changed. */
	heard(ref: ListedSession): void {
		this.ref = ref;
		this.isStale = true;
		if (!this.isBusy) void this.catchUp();
	}

	private async catchUp(): Promise<void> {
		this.isBusy = true;
		while (this.isStale && !this.options.signal.aborted) {
			this.isStale = false;
			try {
				if (!(await this.append())) await this.readAnew();
			} catch {
				// It may be in the middle of being written: the next news tell more, and what was read stays.
			}
		}
		this.isBusy = false;
	}

	/** Tells whether what is new could be put behind what is there. */
	private async append(): Promise<boolean> {
		const {source, signal, isKnown, change} = this.options;
		const document = this.options.document();
		const {last} = document.tail;
		const grown = last && (await source.grown?.(this.ref, last));
		if (!grown) return false;
		const pacer = new Pacer();
		for await (const entry of grown) {
			if (signal.aborted) return true;
			if (document.indexOf(entry.id) !== undefined) continue;
			if (!document.tail.isContinuedBy(entry, id => document.indexOf(id) !== undefined || isKnown(id))) return false;
			change(() => document.add(entry));
			await pacer.pause();
		}
		return true;
	}

	private async readAnew(): Promise<void> {
		const {source, signal, onAnew} = this.options;
		await this.pause();
		if (signal.aborted) return;
		const begun = performance.now();
		const {ref} = this;
		const history = await source.history(ref, {signal});
		await readBranch(history, undefined, signal, (document, isComplete) => {
			if (isComplete) onAnew({history, ref}, document);
		});
		const took = performance.now() - begun;
		this.restUntil = performance.now() + Math.max(shortestRest, took * restAfterReading);
	}

	private async pause(): Promise<void> {
		const rest = this.restUntil - performance.now();
		if (rest <= 0) return;
		await new Promise<void>(resolve => {
			const timer = setTimeout(resolve, rest);
			this.options.signal.addEventListener('abort', () => {
				clearTimeout(timer);
				resolve();
			});
		});
	}
}
