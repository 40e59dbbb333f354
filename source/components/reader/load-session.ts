import {describeError} from '../describe-error.ts';
import {Pacer} from '../pacer.ts';
import type {ListedSession, ReadSession, SessionSource} from '../session-source.ts';
import {type EntryMemory, FileMemory} from './entry-memory.ts';
import {forkNotes} from './fork-notes.ts';
import {PackedMemory} from './packed-memory.ts';
import {ReaderDocument} from './reader-document.ts';

/** What whoever shows a session hears while it is read. */
export type Loading = {
	readonly signal: AbortSignal;
	/** Ends the reading of the branch alone. */
	readonly branchSignal: AbortSignal;
	/** Shows a part of the session, where parts of it can be read. */
	openWindow(): Promise<boolean>;
	/** The first entries in file order, good enough to begin with. */
	onOpening(document: ReaderDocument): void;
	onProgress(done: number, total: number): void;
	/** Tells which branch is wanted; the active one if it does not say. */
	onHistory(history: ReadSession): Promise<number | undefined>;
	/** The wanted branch, growing; called after each slice of it. */
	onBranch(document: ReaderDocument, isComplete: boolean): void;
	onFailure(message: string): void;
};

/** Characters that are kept of a session; what is beyond is read again when it comes in sight. */
const room = 2 * 1024 * 1024;

/** Enough for whoever starts reading at the top while the rest is being read. */
const openingBlocks = 300;

/**
 * Reads a session for the screen: its opening at once, its shape behind that, then a branch of it. Never rejects; a
 * failure is told, and what was read until then stays.
 */
export async function loadSession(source: SessionSource, ref: ListedSession, loading: Loading): Promise<void> {
	const stopOpening = new AbortController();
	// What is seen first must not share the processor with what comes later.
	const isOpen = source.stretch !== undefined && (await loading.openWindow());
	const opening = isOpen ? undefined : readOpening(source, ref, loading, stopOpening.signal);
	try {
		const history = await source.history(ref, {
			signal: loading.signal,
			onProgress: (done, total) => loading.onProgress(done, total),
		});
		stopOpening.abort();
		if (loading.signal.aborted) return;
		const branch = await loading.onHistory(history);
		await readBranch(history, branch, loading.branchSignal, (document, isComplete) =>
			loading.onBranch(document, isComplete),
		);
	} catch (error) {
		await opening;
		if (!loading.signal.aborted) loading.onFailure(describeError(error));
	}
}

/** Reads a branch as a document, and tells after each slice of it. */
export async function readBranch(
	history: ReadSession,
	branch: number | undefined,
	signal: AbortSignal,
	onBranch: (document: ReaderDocument, isComplete: boolean) => void,
): Promise<void> {
	const memory: EntryMemory = history.recall ? new FileMemory(history.recall) : new PackedMemory();
	const document = new ReaderDocument({
		room,
		memory,
		compactions: history.compactions,
		forks: forkNotes(history.graph, branch),
	});
	const pacer = new Pacer();
	for await (const entry of history.entries(branch)) {
		if (signal.aborted) return;
		document.add(entry);
		if (await pacer.pause()) onBranch(document, false);
	}
	memory.settle?.();
	if (!signal.aborted) onBranch(document, true);
}

async function readOpening(
	source: SessionSource,
	ref: ListedSession,
	loading: Loading,
	enough: AbortSignal,
): Promise<void> {
	const document = new ReaderDocument();
	const pacer = new Pacer();
	try {
		for await (const entry of source.opening(ref)) {
			if (loading.signal.aborted || enough.aborted || document.blocks.length >= openingBlocks) return;
			document.add(entry);
			loading.onOpening(document);
			await pacer.pause();
		}
	} catch {
		// Reading it whole fails for the same reason, and says so.
	}
}
