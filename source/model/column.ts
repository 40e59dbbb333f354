type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const pieceBits = 12;
const pieceLength = 1 << pieceBits;
const firstLength = 16;

/**
 * Numbers one behind the other, a few bytes each: for what a session has hundreds of thousands of. They lie in pieces of
 * one size: nothing is copied when they become more, and no holes are left where smaller ones were.
 */
export class Column<T extends Numbers = Numbers> {
	length = 0;
	private readonly pieces: T[] = [];

	constructor(private readonly type: new (length: number) => T) {}

	push(value: number): number {
		const number = this.length >> pieceBits;
		let piece = this.pieces[number];
		// Most sessions are small: the first piece grows to its size.
		if (!piece || (number === 0 && piece.length === this.length)) piece = this.enlarge(number);
		piece[this.length & (pieceLength - 1)] = value;
		return this.length++;
	}

	/** Of a place beyond the end it is 0: ask for `length` where that matters. */
	at(index: number): number {
		return this.pieces[index >> pieceBits]?.[index & (pieceLength - 1)] ?? 0;
	}

	set(index: number, value: number): void {
		this.pieces[index >> pieceBits]![index & (pieceLength - 1)] = value;
	}

	private enlarge(number: number): T {
		const before = this.pieces[number];
		const first = before ? Math.min(pieceLength, 4 * before.length) : firstLength;
		const piece = new this.type(number === 0 ? first : pieceLength);
		if (before) piece.set(before as never);
		this.pieces[number] = piece;
		return piece;
	}

	/** All of them in one piece, for whoever does much with them. */
	flat(): T {
		const all = new this.type(this.length);
		for (const [number, piece] of this.pieces.entries()) {
			const start = number << pieceBits;
			all.set(piece.subarray(0, Math.min(pieceLength, this.length - start)) as never, start);
		}
		return all;
	}
}
