/**
 * Makes a line of any length small enough to parse: every string longer than `keep` bytes is cut there, everything else
 * is copied. Fed chunk by chunk, so that a line of 100 MB never has to be in memory.
 */
export const keptStringBytes = 64 * 1024;
const largestResult = 32 * 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;

export class StringShortener {
	cutBytes = 0;
	private readonly parts: Buffer[] = [];
	private size = 0;
	private inString = false;
	private escapeLeft = 0;
	private stringBytes = 0;
	private isCutting = false;
	private isOverflowing = false;

	push(chunk: Buffer): void {
		let copyFrom = this.isCutting ? chunk.length : 0;
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at]!;
			if (!this.inString) {
				if (byte === quote) {
					this.inString = true;
					this.stringBytes = 0;
				}
				continue;
			}

			if (this.escapeLeft > 0) this.escapeLeft--;
			else if (byte === quote) {
				this.inString = false;
				if (this.isCutting) {
					this.isCutting = false;
					copyFrom = at;
				}
				continue;
			} else {
				// Only between characters may a string end: not inside an escape, not inside a UTF-8 sequence.
				const startsCharacter = (byte & 0xc0) !== 0x80;
				if (!this.isCutting && startsCharacter && this.stringBytes >= keptStringBytes) {
					this.keep(chunk.subarray(copyFrom, at));
					this.isCutting = true;
					copyFrom = chunk.length;
				}
				if (byte === backslash) this.escapeLeft = 1;
			}

			this.stringBytes++;
			if (this.isCutting) this.cutBytes++;
		}
		if (copyFrom < chunk.length) this.keep(chunk.subarray(copyFrom));
	}

	/** The shortened line; undefined if even that is too large. */
	finish(): Buffer | undefined {
		return this.isOverflowing ? undefined : Buffer.concat(this.parts);
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
