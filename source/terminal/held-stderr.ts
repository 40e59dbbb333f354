/**
 * While the screen is ours, a line on stderr (a warning of Node's, a library's complaint) would land in the middle of
 * it. It is kept, and said when the screen is left.
 */
export class HeldStderr {
	private original: typeof process.stderr.write | undefined;
	private held: string[] = [];

	hold(): void {
		if (this.original) return;
		this.original = process.stderr.write;
		process.stderr.write = ((chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
			this.held.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
			const done = rest.find(each => typeof each === 'function') as ((error?: Error) => void) | undefined;
			if (done) process.nextTick(done);
			return true;
		}) as typeof process.stderr.write;
	}

	release(): void {
		if (!this.original) return;
		process.stderr.write = this.original;
		this.original = undefined;
		for (const text of this.held.splice(0)) process.stderr.write(text);
	}
}
