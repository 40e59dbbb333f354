const firstBytes = 256 * 1024;
/** A UTF-16 unit takes at most so many bytes; texts beyond the second figure are measured. */
const widest = 3;
const longText = 64 * 1024;
/** Whoever drew something huge gives that memory back. */
const largestSpare = 4 * 1024 * 1024;

/** Parts are drawn one after the other: one buffer is enough for all of them, and new memory is slow. */
let spare: Buffer | undefined;

/** Text as bytes, in a buffer that grows. */
export class Ink {
	/** How many bytes there are. */
	length = 0;
	private buffer = takeBuffer();

	write(text: string): void {
		const most = text.length <= longText ? text.length * widest : Buffer.byteLength(text);
		if (this.length + most > this.buffer.length) this.grow(this.length + most);
		this.length += this.buffer.write(text, this.length, 'utf8');
	}

	/** A letter is a byte. */
	writeBytes(text: string): void {
		if (this.length + text.length > this.buffer.length) this.grow(this.length + text.length);
		this.length += this.buffer.write(text, this.length, 'latin1');
	}

	/** They hold until it is cleared or put away. */
	bytes(): Uint8Array {
		return this.buffer.subarray(0, this.length);
	}

	clear(): void {
		this.length = 0;
		if (this.buffer.length > largestSpare) this.buffer = Buffer.allocUnsafeSlow(firstBytes);
	}

	/** Nobody writes with it any more. */
	putAway(): void {
		if (this.buffer.length <= largestSpare) spare = this.buffer;
	}

	private grow(size: number): void {
		const larger = Buffer.allocUnsafeSlow(Math.max(size, this.buffer.length * 2));
		larger.set(this.bytes());
		this.buffer = larger;
	}
}

function takeBuffer(): Buffer {
	const buffer = spare ?? Buffer.allocUnsafeSlow(firstBytes);
	spare = undefined;
	return buffer;
}
