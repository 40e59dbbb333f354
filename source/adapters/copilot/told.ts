/**
 * What a log has told so far, and where. What was told too far back can be forgotten: then the memory has a bound, and
 * what is remembered at a place does not depend on where the reading began.
 */
export class Told<T> {
	private readonly told = new Map<string, {readonly what: T; readonly end: number}>();

	get size(): number {
		return this.told.size;
	}

	get(key: string): T | undefined {
		return this.told.get(key)?.what;
	}

	/** False: it was told before. `end` is where the event ends that tells it; it grows from one to the next. */
	tell(key: string, what: T, end: number): boolean {
		const known = this.told.get(key);
		// The order is that of the last telling: what is told again is forgotten later.
		if (known) this.told.delete(key);
		this.told.set(key, {what: known ? known.what : what, end});
		return !known;
	}

	/** Everything that events told which end here or before. */
	forget(place: number): void {
		for (const [key, {end}] of this.told) {
			if (end > place) return;
			this.told.delete(key);
		}
	}
}
