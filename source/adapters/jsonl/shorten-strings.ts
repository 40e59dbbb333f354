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
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at]!;
			if (!this.inString) {
				if (byte === quote) {
					this.inString = true;
					this.stringBytes = 0;
				}
				continue;
			}

			if (this.escapeLeft === 5) this.escapeLeft = byte === letterU ? 4 : 0;
			else if (byte === quote) {
				this.inString = false;
				this.escapeLeft = 0;
				if (this.cutting) {
					this.endCut();
					copyFrom = at;
				}
				continue;
			} else if (this.escapeLeft > 0) this.escapeLeft--;
			else {
				if (!this.cutting && this.mayCutBefore(byte)) {
					this.keep(chunk.subarray(copyFrom, at));
					this.cutting = {at: this.size, bytes: 0};
					this.cuts.push(this.cutting);
					copyFrom = chunk.length;
				}
				if (byte === backslash) this.escapeLeft = 5;
			}

			this.stringBytes++;
			if (this.cutting) {
				this.cutting.bytes++;
				this.lastByte = byte;
			}
		}
		if (copyFrom < chunk.length) this.keep(chunk.subarray(copyFrom));
	}

	/** The shortened line and where it was cut; undefined if even that is too large. */
	finish(): {bytes: Buffer; cuts: readonly Cut[]} | undefined {
		return this.isOverflowing ? undefined : {bytes: Buffer.concat(this.parts), cuts: this.cuts};
	}

	/** Only between characters may a string end. Bytes that are no UTF-8 at all have nothing to be between. */
	private mayCutBefore(byte: number): boolean {
		const startsCharacter = (byte & 0xc0) !== 0x80;
		return this.stringBytes >= keptStringBytes && (startsCharacter || this.stringBytes >= keptStringBytes + 4);
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
