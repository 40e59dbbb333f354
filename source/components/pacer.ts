import {setImmediate} from 'node:timers/promises';

/** Longer work is done in slices of this many milliseconds, with keys and frames between them. */
const slice = 8;

/** Lets the rest of the program go on while something long is read. */
export class Pacer {
	private since = performance.now();

	/** Tells whether it was time for a pause. */
	async pause(): Promise<boolean> {
		if (performance.now() - this.since < slice) return false;
		await setImmediate();
		this.since = performance.now();
		return true;
	}
}
