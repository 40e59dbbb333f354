/** Asks for a frame at most every so many milliseconds: to draw costs more than to read what is told. */
export class Calm {
	private timer: NodeJS.Timeout | undefined;
	private last = Number.NEGATIVE_INFINITY;

	constructor(
		private readonly ask: () => void,
		private readonly interval = 200,
	) {}

	request(): void {
		const rest = this.last + this.interval - performance.now();
		if (rest <= 0) this.now();
		else this.timer ??= setTimeout(() => this.now(), rest);
	}

	now(): void {
		this.close();
		this.last = performance.now();
		this.ask();
	}

	close(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
	}
}
