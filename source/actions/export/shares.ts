/** Enough for a session of 16 GB. */
export const mostParts = 1 << 16;

/** Which parts of a session were taken by one of several threads. */
export class Shares {
	private readonly taken: Int32Array;

	constructor(readonly memory = new SharedArrayBuffer(4 * mostParts)) {
		this.taken = new Int32Array(memory);
	}

	/** True for whoever asks first. */
	take(part: number): boolean {
		return Atomics.compareExchange(this.taken, part, 0, 1) === 0;
	}
}
