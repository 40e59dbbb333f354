/**
 * Makes a line of any length small enough to parse: every string longer than `keep` bytes is cut there, everything else
 * is copied. Fed chunk by chunk, so that a line of 100 MB never has to be in memory.
 */
export const keptStringBytes = 64 * 1024;
const largestResult = 32 * 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const brace = 0x7b;
const letterU = 0x75;

/** So many bytes of the line were left out before this place of the result. */
export type Cut = {readonly at: number; readonly bytes: number};

export class StringShortener {
	private readonly cuts: Array<{at: number; bytes: number}> = [];
	private readonly parts: Buffer[] = [];
	private size = 0;
	private inString = false;
	/** How many more bytes belong to an escape: five right after the backslash, if it is to be `\uXXXX`. */
	private escapeLeft = 0;
	private stringBytes = 0;
	private cutting: {at: number; bytes: number} | undefined;
	private lastByte = 0;
	private isOverflowing = false;

	push(chunk: Buffer): void {
		let copyFrom = this.cutting ? chunk.length : 0;
		let quoteAt = -1;
		let backslashAt = -1;
		for (let at = 0; at < chunk.length; ) {
			if (quoteAt < at) quoteAt = indexOf(chunk, quote, at);
			if (!this.inString) {
				this.inString = quoteAt < chunk.length;
				this.stringBytes = 0;
				at = quoteAt + 1;
				continue;
			}
			if (at === quoteAt && this.escapeLeft < 5) {
				this.inString = false;
				this.escapeLeft = 0;
				if (this.cutting) {
					this.endCut();
					copyFrom = at;
				}
				at++;
				continue;
			}

			let end = at + 1;
			if (this.escapeLeft > 0) {
				this.escapeLeft = this.escapeLeft < 5 ? this.escapeLeft - 1 : chunk[at] === letterU ? 4 : 0;
			} else {
				if (backslashAt < at) backslashAt = indexOf(chunk, backslash, at);
				if (at === backslashAt) this.escapeLeft = 5;
				else end = Math.min(quoteAt, backslashAt);
				const cutAt = this.cutting ? undefined : this.placeToCut(chunk, at, end);
				if (cutAt !== undefined) {
					this.keep(chunk.subarray(copyFrom, cutAt));
					copyFrom = chunk.length;
					this.cutting = {at: this.size, bytes: 0};
					this.cuts.push(this.cutting);
					at = cutAt;
				}
			}
			this.stringBytes += end - at;
			if (this.cutting) {
				this.cutting.bytes += end - at;
				this.lastByte = chunk[end - 1]!;
			}
			at = end;
		}
		if (copyFrom < chunk.length) this.keep(chunk.subarray(copyFrom));
	}

	/** The shortened line and where it was cut; undefined if even that is too large. */
	finish(): {bytes: Buffer; cuts: readonly Cut[]} | undefined {
		return this.isOverflowing ? undefined : {bytes: Buffer.concat(this.parts), cuts: this.cuts};
	}

	/** Only between characters may a string end. Bytes that are no UTF-8 at all have nothing to be between. */
	private placeToCut(chunk: Buffer, at: number, end: number): number | undefined {
		for (let place = at + Math.max(0, keptStringBytes - this.stringBytes); place < end; place++) {
			const startsCharacter = (chunk[place]! & 0xc0) !== 0x80;
			if (startsCharacter || this.stringBytes + place - at >= keptStringBytes + 4) return place;
		}
		return undefined;
	}

	/**
	 * A brace before the quote stays: if the string was cut off by a crash, what looks like its end is the beginning of
	 * the next record.
	 */
	private endCut(): void {
		const cut = this.cutting!;
		this.cutting = undefined;
		if (this.lastByte !== brace) return;
		this.keep(Buffer.of(brace));
		cut.bytes--;
	}

	private keep(part: Buffer): void {
		if (part.length === 0 || this.isOverflowing) return;
		this.size += part.length;
		if (this.size > largestResult) {
			this.isOverflowing = true;
			this.parts.length = 0;
		} else this.parts.push(Buffer.from(part));
	}
}

/** Where the next such byte is; the length, if there is none. */
function indexOf(chunk: Buffer, byte: number, from: number): number {
	const found = chunk.indexOf(byte, from);
	return found === -1 ? chunk.length : found;
}
