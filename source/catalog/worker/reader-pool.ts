/** Several reading threads: to read and parse a session takes longer than to write it down. */
import os from 'node:os';
import type {ReadPiece, ReadRequest} from '../fulltext/read-session.ts';
import {ReaderClient} from './reader-client.ts';

const mostReaders = 2;

export class ReaderPool {
	private constructor(
		private readonly readers: ReaderClient[],
		private readonly isBehindScreen: boolean,
	) {}

	/** undefined where there are no threads: then sessions are read by whoever wants them. */
	static start(isBehindScreen = false): ReaderPool | undefined {
		const start = () => ReaderClient.start(isBehindScreen);
		const first = start();
		if (!first) return undefined;
		const more = Math.min(mostReaders, os.availableParallelism()) - 1;
		return new ReaderPool([first, ...Array.from({length: more}, () => start()!)], isBehindScreen);
	}

	/** Given to the thread that has the least to do. */
	readonly read = (request: ReadRequest, signal?: AbortSignal): AsyncIterable<ReadPiece> => {
		// A session that broke its reader must not take the others with it.
		for (const [at, reader] of this.readers.entries())
			if (reader.isBroken) this.readers[at] = ReaderClient.start(this.isBehindScreen)!;
		const least = this.readers.reduce((a, b) => (b.load < a.load ? b : a));
		return least.read(request, signal);
	};

	async close(): Promise<void> {
		await Promise.all(this.readers.map(reader => reader.close()));
	}
}
