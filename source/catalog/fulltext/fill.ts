/**
 * Filling the index: the newest sessions first, each from where the index ends, in transactions small enough that a
 * killed process loses little and large enough that the disk is not the limit.
 */
import type {Catalog} from '../catalog.ts';
import type {Chunk} from './digest.ts';
import {Lease} from './lease.ts';
import {type IndexState, indexState, type Pending, pendingSessions} from './pending.ts';
import {type ReadPiece, type ReadRequest, readSession} from './read-session.ts';
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

const batchSize = 6 * 1024 * 1024;
const batchMs = 1500;
const atOnce = 64;
const mostAhead = 32;
const fewestAhead = 4;
const bytesAhead = 16 * 1024 * 1024;

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
	private unwritten: Unwritten[] = [];
	private size = 0;
	private since = 0;
	private sessions = 0;
	private isLost = false;

	constructor(private readonly options: FillOptions) {
		this.catalog = options.catalog;
		this.generation = options.catalog.generation;
		this.lease = new Lease(options.catalog, options.now);
	}

	async run(): Promise<Filled> {
		if (!this.lease.take()) {
			this.tellOfCatalog();
			return this.result(this.catalog.isWritable);
		}
		this.since = this.now();
		try {
			for await (const {pending, pieces} of this.started()) {
				await this.take(pending, pieces);
				if (this.isStopped) break;
			}
			this.flush();
			this.tellOfCatalog();
			return this.result(false);
		} finally {
			this.lease.release();
		}
	}

	private get isStopped(): boolean {
		return this.isLost || (this.options.signal?.aborted ?? false);
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

	/** Sessions whose reading has begun: a reader in another thread is always a little ahead. */
	private async *started(): AsyncGenerator<{pending: Pending; pieces: AsyncIterable<ReadPiece>}> {
		const queue: Array<{pending: Pending; pieces: AsyncIterable<ReadPiece>}> = [];
		let bytes = 0;
		try {
			for (const pending of this.upcoming()) {
				queue.push({pending, pieces: this.start(pending)});
				bytes += pending.ref.size;
				while (queue.length >= mostAhead || (bytes > bytesAhead && queue.length > fewestAhead)) {
					bytes -= queue[0]!.pending.ref.size;
					yield queue.shift()!;
				}
			}
			while (queue.length > 0) yield queue.shift()!;
		} finally {
			// Whoever reads ahead must know that nobody waits for it any more.
			for (const {pieces} of queue) await pieces[Symbol.asyncIterator]().return?.();
		}
	}

	/** The newest first, whatever is waiting to be written left out. */
	private *upcoming(): Generator<Pending> {
		while (!this.isStopped) {
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
		return read({ref, from, mark, facts, wantsHead: !hasHead}, this.options.signal);
	}

	private async take(pending: Pending, pieces: AsyncIterable<ReadPiece>): Promise<void> {
		const {number, ref, seen} = pending;
		let unwritten: Unwritten = {pending, pieces: [], state: seen, isContinued: false};
		try {
			for await (const piece of pieces) {
				if (unwritten.pieces.length === 0) this.unwritten.push(unwritten);
				unwritten.pieces.push(piece);
				this.size += piece.chunks.reduce((sum, chunk) => sum + sizeOf(chunk), 0);
				if (this.size < batchSize && this.now() - this.since < batchMs) continue;
				this.flush();
				const state = this.states.get(number);
				if (this.isStopped || state === undefined) return;
				unwritten = {pending, pieces: [], state, isContinued: true};
			}
		} catch (error) {
			if (this.options.signal?.aborted) return;
			this.failures.push({path: ref.path, message: (error as Error).message});
		}
	}

	/** Writes what was read, sessions with lower row numbers first: the index is filled fastest that way. */
	private flush(): void {
		const batch = this.unwritten.sort((a, b) => a.pending.firstRow - b.pending.firstRow);
		this.unwritten = [];
		this.size = 0;
		this.since = this.now();
		if (batch.length === 0) return;
		const states = this.isOurs() ? this.write(batch) : undefined;
		if (!states) {
			this.isLost = true;
			return;
		}
		for (const [at, {pending, pieces}] of batch.entries()) this.note(pending.number, pieces.at(-1)!.isLast, states[at]);
		this.options.onProgress?.(indexState(this.catalog));
	}

	/** Before anything is written: others may have taken over while a large session was read. */
	private isOurs(): boolean {
		return this.catalog.generation === this.generation && this.lease.renew();
	}

	private write(batch: readonly Unwritten[]): Array<string | undefined> | undefined {
		return this.catalog.write(database => batch.map(each => writeSession(database, each)));
	}

	private note(number: number, isLast: boolean, state: string | undefined): void {
		if (state !== undefined && isLast) this.sessions++;
		if (state === undefined || isLast) {
			this.states.delete(number);
			this.taken.delete(number);
		} else this.states.set(number, state);
	}
}

function sizeOf({texts}: Chunk): number {
	return texts.reduce((sum, text) => sum + text.length, 0);
}
