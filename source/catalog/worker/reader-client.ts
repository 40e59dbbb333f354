/** The other end of the reading thread: hands out sessions to read, and what was read of them as it comes. */
import type {Worker} from 'node:worker_threads';
import type {ReadPiece, ReadRequest} from '../fulltext/read-session.ts';
import type {FromReader, ToReader} from './reader-messages.ts';
import {startWorker} from './worker-file.ts';

type Reading = {readonly waiting: FromReader[]; readonly bytes: number; wake: () => void};

export class ReaderClient {
	private readonly readings = new Map<number, Reading>();
	private lastId = 0;
	private failure: string | undefined;

	private constructor(private readonly worker: Worker) {
		worker.on('message', (message: FromReader) => {
			const reading = this.readings.get(message.id);
			reading?.waiting.push(message);
			reading?.wake();
			// Nobody wants it any more, but the thread must be told that it is gone.
			if (!reading && message.type === 'piece') this.send({type: 'taken', size: message.size});
		});
		worker.on('error', error => this.fail(error.message));
		worker.on('exit', () => this.fail('the reading thread ended'));
	}

	/** `isBehindScreen`: it takes its time, and less memory. */
	static start(isBehindScreen: boolean): ReaderClient | undefined {
		// The heap of the reading thread is bounded: a single session may be large, and none needs more.
		const worker = startWorker('reader-worker', {
			resourceLimits: {maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: isBehindScreen ? 12 : 20},
		});
		return worker && new ReaderClient(worker);
	}

	/** The thread is gone: out of memory, for one. */
	get isBroken(): boolean {
		return this.failure !== undefined;
	}

	/** How much it still has to read. */
	get load(): number {
		return [...this.readings.values()].reduce((sum, {bytes}) => sum + bytes, 0);
	}

	/** The thread begins at once, or when it is done with the sessions before. */
	read(request: ReadRequest, signal?: AbortSignal): AsyncIterable<ReadPiece> {
		const id = ++this.lastId;
		const reading: Reading = {waiting: [], bytes: request.ref.size - (request.from ?? 0), wake: () => {}};
		this.readings.set(id, reading);
		this.send({type: 'read', id, request});
		const pieces = this.pieces(id, reading, signal);
		const end = () => {
			// A generator that nobody began to read does not clean up after itself.
			this.forget(id, reading);
			return pieces.return(undefined);
		};
		return {[Symbol.asyncIterator]: () => ({next: () => pieces.next(), return: end})};
	}

	async close(): Promise<void> {
		await this.worker.terminate();
	}

	private async *pieces(id: number, reading: Reading, signal?: AbortSignal): AsyncGenerator<ReadPiece> {
		const onAbort = () => reading.wake();
		signal?.addEventListener('abort', onAbort, {once: true});
		try {
			for (;;) {
				signal?.throwIfAborted();
				const message = reading.waiting.shift();
				if (!message) {
					if (this.failure !== undefined) throw new Error(this.failure);
					await new Promise<void>(resolve => {
						reading.wake = resolve;
					});
				} else if (message.type === 'piece') {
					this.send({type: 'taken', size: message.size});
					yield message.piece;
				} else if (message.error !== undefined) throw new Error(message.error);
				else return;
			}
		} finally {
			signal?.removeEventListener('abort', onAbort);
			this.forget(id, reading);
		}
	}

	/** Whatever was still to come of it is taken as read. */
	private forget(id: number, reading: Reading): void {
		if (!this.readings.delete(id)) return;
		this.send({type: 'stop', id});
		for (const message of reading.waiting) if (message.type === 'piece') this.send({type: 'taken', size: message.size});
	}

	private send(message: ToReader): void {
		this.worker.postMessage(message);
	}

	private fail(message: string): void {
		this.failure ??= message;
		for (const reading of this.readings.values()) reading.wake();
	}
}
