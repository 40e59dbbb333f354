import type {ReadOptions} from '../adapter.ts';

const longestStretchMs = 20;

/** Lets others have their turn during a long work that never waits for anything, and tells how far it has come. */
export class Pace {
	private since = performance.now();
	private done = 0;

	constructor(private readonly options: ReadOptions & {readonly size: number}) {}

	/** To be awaited after each small piece of work, of so many bytes. */
	async step(bytes = 0): Promise<void> {
		this.done += bytes;
		if (performance.now() - this.since < longestStretchMs) return;
		const {signal, onProgress, size} = this.options;
		signal?.throwIfAborted();
		onProgress?.(Math.min(this.done, size), size);
		await new Promise(resolve => setImmediate(resolve));
		this.since = performance.now();
	}
}
