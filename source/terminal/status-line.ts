import type {WriteStream} from 'node:tty';

/** One line that says how far something is, and is gone before anything else is printed. */
export class StatusLine {
	private isShown = false;

	constructor(private readonly stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>) {}

	show(message: string): void {
		if (!this.stream.isTTY) return;
		this.isShown = true;
		// A line that wraps could not be taken back.
		this.stream.write(`\r\u001B[K${message.slice(0, Math.max(20, (this.stream.columns || 80) - 1))}`);
	}

	clear(): void {
		if (this.isShown) this.stream.write('\r\u001B[K');
		this.isShown = false;
	}
}
