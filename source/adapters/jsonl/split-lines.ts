import {type Cut, StringShortener} from './shorten-strings.ts';

/** Lines beyond this are shortened while they are read. */
export const longestWholeLine = 8 * 1024 * 1024;

/** Whoever wants everything gets lines up to this size as they are: beyond it a string of JavaScript has no room. */
export const longestLine = 256 * 1024 * 1024;

const newline = 0x0a;
const noCuts: readonly Cut[] = [];

export type Line = {
	/** Where it lies in the file; `length` counts the original bytes, without the line's end. */
	readonly offset: number;
	readonly length: number;
	/** undefined: too large even when shortened. Valid until the next chunk is pushed. */
	readonly bytes: Buffer | undefined;
	/** What was left out of `bytes`. */
	readonly cuts: readonly Cut[];
	/** False for a last line that no line end follows. */
	readonly isTerminated: boolean;
};

/** Cuts a stream of bytes into lines, with a bound on the memory a line may take. */
export class LineSplitter {
	private offset: number;
	private pending: Buffer[] = [];
	private pendingLength = 0;
	private shortener: StringShortener | undefined;

	constructor(
		offset = 0,
		private readonly longest = longestWholeLine,
	) {
		this.offset = offset;
	}

	/** Where the line begins that has not ended yet. */
	get lineStart(): number {
		return this.offset;
	}

	/** How far the stream has come. */
	get position(): number {
		return this.offset + this.pendingLength;
	}

	push(chunk: Buffer): Line[] {
		const lines: Line[] = [];
		let start = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
			lines.push(this.complete(chunk.subarray(start, end), true));
			start = end + 1;
		}
		if (start < chunk.length) this.hold(chunk.subarray(start));
		return lines;
	}

	finish(): Line | undefined {
		return this.pendingLength > 0 ? this.complete(Buffer.alloc(0), false) : undefined;
	}

	private hold(part: Buffer): void {
		this.pendingLength += part.length;
		if (!this.shortener && this.pendingLength > this.longest) {
			this.shortener = new StringShortener();
			for (const earlier of this.pending) this.shortener.push(earlier);
			this.pending = [];
		}
		if (this.shortener) this.shortener.push(part);
		else this.pending.push(Buffer.from(part));
	}

	private complete(last: Buffer, isTerminated: boolean): Line {
		const {offset} = this;
		const length = this.pendingLength + last.length;
		let bytes: Buffer | undefined = last;
		let cuts = noCuts;
		if (this.pendingLength > 0 || length > this.longest) {
			if (last.length > 0) this.hold(last);
			if (this.shortener) {
				const shortened = this.shortener.finish();
				bytes = shortened?.bytes;
				cuts = shortened?.cuts ?? noCuts;
			} else bytes = Buffer.concat(this.pending, this.pendingLength);
			this.pending = [];
			this.pendingLength = 0;
			this.shortener = undefined;
		}
		this.offset = offset + length + (isTerminated ? 1 : 0);
		return {offset, length, bytes, cuts, isTerminated};
	}
}
