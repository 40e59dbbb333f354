/**
 * Filling the index: the newest sessions first, each from where the index ends, in transactions small enough that a
 * killed process loses little and large enough that the disk is not the limit.
 */
import {setMaxListeners} from 'node:events';
import type {Catalog} from '../catalog.ts';
import {sizeOf} from './digest.ts';
import {Lease} from './lease.ts';
import {type IndexState, indexState, type Pending, pendingSessions} from './pending.ts';
import {type ReadPiece, type ReadRequest, readSession} from './read-session.ts';
import {giveRows} from './row-numbers.ts';
import {ChunkWriter} from './word-index.ts';
import {type Unwritten, writeSession} from './write-session.ts';

export type SessionReader = (request: ReadRequest, signal?: AbortSignal) => AsyncIterable<ReadPiece>;

export type FillOptions = {
	readonly catalog: Catalog;
	readonly read?: SessionReader;
	readonly signal?: AbortSignal;
	readonly onProgress?: (state: IndexState) => void;
	readonly now?: () => number;
};

export type Filled = {
	/** Sessions whose words were written. */
	readonly sessions: number;
	/** What could not be read, and why; or why nothing can be written. */
	readonly failures: ReadonlyArray<{readonly path: string; readonly message: string}>;
	/** Another process is at it. */
	readonly isElsewhere: boolean;
};

const batchSize = 8 * 1024 * 1024;
const batchMs = 1500;
const tellMs = 250;
const atOnce = 512;
/** How many sessions are being read: enough that no reader waits, few enough that the newest are the first. */
const ahead = {most: 256, fewest: 4, bytes: 64 * 1024 * 1024};

export async function fillIndex(options: FillOptions): Promise<Filled> {
	const {catalog, signal} = options;
	const {generation} = catalog;
	const filled = await new Filling(options).run();
	// A catalogue that turned out to be damaged was made anew meanwhile, and is empty.
	return catalog.generation === generation || signal?.aborted ? filled : fillIndex(options);
}

class Filling {
	private readonly catalog: Catalog;
	private readonly lease: Lease;
	private readonly failures: Array<{path: string; message: string}> = [];
	/** Being read, not written yet, or not readable. */
	private readonly taken = new Set<number>();
	/** How far those are whose reading is written in part; those that were refused are not among them. */
	private readonly states = new Map<number, string>();
	private readonly generation: number;
	private readonly unwritten = new Set<Unwritten>();
	/** Nobody wants it any more, or it is not ours any more. */
	private readonly stop = new AbortController();
	private size = 0;
	private since = 0;
	private sessions = 0;
	private told = 0;

	constructor(private readonly options: FillOptions) {
		this.catalog = options.catalog;
		this.generation = options.catalog.generation;
		this.lease = new Lease(options.catalog, options.now);
		// Everybody who reads listens to it.
		setMaxListeners(0, this.stop.signal);
		const {signal} = options;
		if (signal?.aborted) this.stop.abort();
		signal?.addEventListener('abort', () => this.stop.abort(), {once: true, signal: this.stop.signal});
	}

	async run(): Promise<Filled> {
		if (!this.lease.take()) {
			this.tellOfCatalog();
			return this.result(this.catalog.isWritable);
		}
		this.since = this.now();
		try {
			await this.takeAll();
			this.flush();
			this.tellProgress(0);
			this.tellOfCatalog();
			// Another process took over while a large session was read: it goes on where this one stopped.
			const isTakenOver =
				this.isStopped && !this.options.signal?.aborted && this.catalog.generation === this.generation;
			return this.result(isTakenOver && this.catalog.isWritable);
		} finally {
			this.lease.release();
		}
	}

	/**
	 * Readers in other threads are given more than one session, and whatever comes first is written first: a large one
	 * must not keep the others waiting.
	 */
	private async takeAll(): Promise<void> {
		const {most, bytes} = this.options.read ? ahead : {most: 1, bytes: 0};
		const taking = new Map<Promise<void>, number>();
		let size = 0;
		for (const pending of this.upcoming()) {
			const taken: Promise<void> = this.take(pending).finally(() => {
				size -= taking.get(taken)!;
				taking.delete(taken);
			});
			taking.set(taken, pending.ref.size);
			size += pending.ref.size;
			while (taking.size >= most || (size > bytes && taking.size > ahead.fewest)) await Promise.race(taking.keys());
		}
		await Promise.all(taking.keys());
	}

	private get isStopped(): boolean {
		return this.stop.signal.aborted;
	}

	private now(): number {
		return this.options.now?.() ?? Date.now();
	}

	private result(isElsewhere: boolean): Filled {
		return {sessions: this.sessions, failures: this.failures, isElsewhere};
	}

	/** Whoever waits for it in another thread can't see the catalogue's own note. */
	private tellOfCatalog(): void {
		const {file, note, isWritable} = this.catalog;
		if (!isWritable && note !== undefined) this.failures.push({path: file, message: note});
	}

	/** The newest first, whatever is waiting to be written left out. */
	private *upcoming(): Generator<Pending> {
		while (!this.isStopped) {
			giveRows(this.catalog);
			const some = pendingSessions(this.catalog, atOnce, this.taken);
			if (some.length === 0) return;
			for (const pending of some) {
				this.taken.add(pending.number);
				yield pending;
			}
		}
	}

	private start({ref, from, mark, facts, hasHead}: Pending): AsyncIterable<ReadPiece> {
		const read = this.options.read ?? readSession;
		return read({ref, from, mark, facts, wantsHead: !hasHead}, this.stop.signal);
	}

	private async take(pending: Pending): Promise<void> {
		const {number, ref, seen} = pending;
		let unwritten: Unwritten | undefined;
		try {
			for await (const piece of this.start(pending)) {
				// What was given before may have been written meanwhile.
				if (!unwritten || !this.unwritten.has(unwritten)) {
					const state: string | undefined = unwritten ? this.states.get(number) : seen;
					if (state === undefined) return;
					unwritten = {pending, pieces: [], state, isContinued: unwritten !== undefined};
					this.unwritten.add(unwritten);
				}
				unwritten.pieces.push(piece);
				this.size += sizeOf(piece.chunks);
				if (this.size >= batchSize || this.now() - this.since >= batchMs) this.flush();
				if (this.isStopped) return;
			}
		} catch (error) {
			if (!this.isStopped) this.failures.push({path: ref.path, message: (error as Error).message});
		}
	}

	/** Writes what was read, sessions with lower row numbers first: the index is filled fastest that way. */
	private flush(): void {
		const batch = [...this.unwritten].sort((a, b) => a.pending.firstRow - b.pending.firstRow);
		this.unwritten.clear();
		this.size = 0;
		this.since = this.now();
		if (batch.length === 0) return;
		const states = this.isOurs() ? this.write(batch) : undefined;
		if (!states) {
			this.stop.abort();
			return;
		}
		for (const [at, {pending, pieces}] of batch.entries()) this.note(pending.number, pieces.at(-1)!.isLast, states[at]);
		this.tellProgress();
	}

	/** To count takes a moment, and nobody reads faster than this. */
	private tellProgress(afterMs = tellMs): void {
		if (this.now() - this.told < afterMs) return;
		this.told = this.now();
		this.options.onProgress?.(indexState(this.catalog));
	}

	/** Before anything is written: others may have taken over while a large session was read. */
	private isOurs(): boolean {
		return this.catalog.generation === this.generation && this.lease.renew();
	}

	private write(batch: readonly Unwritten[]): Array<string | undefined> | undefined {
		return this.catalog.write(database => {
			const chunks = new ChunkWriter(database);
			return batch.map(each => writeSession(database, chunks, each));
		});
	}

	private note(number: number, isLast: boolean, state: string | undefined): void {
		if (state !== undefined && isLast) this.sessions++;
		if (state === undefined || isLast) {
			this.states.delete(number);
			this.taken.delete(number);
		} else this.states.set(number, state);
	}
}
