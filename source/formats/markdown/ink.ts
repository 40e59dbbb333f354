const firstBytes = 256 * 1024;
/** A UTF-16 unit takes at most so many bytes; texts beyond the second figure are measured. */
const widest = 3;
const longText = 64 * 1024;

/** Text as bytes, in a buffer that grows. */
export class Ink {
	/** How many bytes there are. */
	length = 0;
	/** With memory of its own, so that it can be given to another thread. */
	private buffer = Buffer.allocUnsafeSlow(firstBytes);

	write(text: string): void {
		const most = text.length <= longText ? text.length * widest : Buffer.byteLength(text);
		if (this.length + most > this.buffer.length) this.grow(this.length + most);
		this.length += this.buffer.write(text, this.length, 'utf8');
	}

	bytes(): Uint8Array {
		return this.buffer.subarray(0, this.length);
	}

	private grow(size: number): void {
		const larger = Buffer.allocUnsafeSlow(Math.max(size, this.buffer.length * 2));
		larger.set(this.bytes());
		this.buffer = larger;
	}
}
