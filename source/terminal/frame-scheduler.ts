/** Background work asks for frames as it likes; nobody sees more than these many milliseconds apart. */
const interval = 16;

/** Joins many wishes for a frame into few frames. Keys do not wait: they are answered at once. */
export class FrameScheduler {
	private timer: NodeJS.Timeout | undefined;
	private drawnAt = Number.NEGATIVE_INFINITY;

	constructor(private readonly draw: () => void) {}

	request(): void {
		this.timer ??= setTimeout(() => this.drawNow(), Math.max(0, this.drawnAt + interval - performance.now()));
	}

	drawNow(): void {
		this.stop();
		this.draw();
		this.drawnAt = performance.now();
	}

	stop(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
	}
}
