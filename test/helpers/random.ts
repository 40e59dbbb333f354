/** Pseudo-random numbers that are the same in every run, so that a failing case can be looked at again. */
export class Random {
	constructor(private state: number) {}

	/** From 0 up to, but not including, `end`. */
	below(end: number): number {
		this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
		return Math.floor((this.state / 2 ** 32) * end);
	}

	pick<T>(choices: readonly T[]): T {
		return choices[this.below(choices.length)]!;
	}

	text(pieces: readonly string[], most: number): string {
		return Array.from({length: this.below(most)}, () => this.pick(pieces)).join('');
	}
}

/** The bytes cut into pieces at random places; some of the pieces are empty. */
export function cutUp(bytes: Buffer, random: Random, most = 12): Buffer[] {
	const places = Array.from({length: random.below(most)}, () => random.below(bytes.length + 1)).sort((a, b) => a - b);
	return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}
