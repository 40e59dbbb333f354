/**
 * Text that is written down before it is its turn: what stands at the head of a document is known only at the end of the
 * session. A little of it is kept in memory, more in a file; of what lies in a file only the place is kept.
 */
import {closeNameless, openNameless, Store, type Stored, StoredReader, Unread} from './stored.ts';

const mostKept = 4 * 1024 * 1024;
const largestChunk = 1024 * 1024;
/** A UTF-16 unit takes at most so many bytes. */
const widest = 3;

export type Piece = string | Uint8Array | Stored;

export class Spool {
	private readonly rolls = new Map<number, Piece[]>();
	/** Bytes in memory. */
	private kept = 0;
	private files: readonly number[] = [];
	private store: Store | undefined;
	private readonly unread = new Unread();

	/** Bytes for any number of pieces; a copy, whatever becomes of them. */
	keep(bytes: Uint8Array): Uint8Array | Stored {
		this.kept += bytes.length;
		if (this.kept <= mostKept) return Buffer.from(bytes);
		if (!this.store) {
			this.files = openNameless();
			this.store = new Store(this.files);
		}
		return this.store.add(bytes);
	}

	/** Pieces of one number are read one after the other. What is stored may stand in one of them only. */
	add(number: number, piece: Piece): void {
		if (isStored(piece)) this.unread.add(piece);
		const roll = this.rolls.get(number);
		if (!roll) this.rolls.set(number, [piece]);
		else if (!isBehind(piece, roll.at(-1)!)) roll.push(piece);
		else roll[roll.length - 1] = {...(roll.at(-1) as Stored), to: piece.to};
	}

	/** Everything of one number, once, in large chunks; one is valid until the next one is asked for. */
	*read(number: number): Generator<Buffer> {
		const roll = this.rolls.get(number) ?? [];
		let most = 0;
		for (const piece of roll) most += mostBytes(piece);
		const chunk = Buffer.allocUnsafeSlow(Math.min(most, largestChunk));
		let filled = 0;
		const reader = new StoredReader();
		for (const piece of roll) {
			for (const part of inChunks(piece)) {
				if (filled + mostBytes(part) > chunk.length) {
					yield chunk.subarray(0, filled);
					filled = 0;
				}
				filled += put(part, reader, chunk, filled);
				if (isStored(part)) this.unread.wasRead(part);
			}
		}
		if (filled > 0) yield chunk.subarray(0, filled);
	}

	close(): void {
		closeNameless(this.files);
		this.files = [];
		this.store = undefined;
		this.rolls.clear();
	}
}

export function isStored(piece: Piece): piece is Stored {
	return typeof piece === 'object' && 'file' in piece;
}

/** A part of bytes, wherever they are. */
export function cut(bytes: Uint8Array | Stored, from: number, to: number): Uint8Array | Stored {
	if (!isStored(bytes)) return bytes.subarray(from, to);
	return {file: bytes.file, from: bytes.from + from, to: bytes.from + to};
}

function isBehind(piece: Piece, before: Piece): piece is Stored {
	return isStored(piece) && isStored(before) && piece.file === before.file && piece.from === before.to;
}

function* inChunks(piece: Piece): Generator<Piece> {
	if (mostBytes(piece) <= largestChunk) {
		yield piece;
		return;
	}
	const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
	const size = mostBytes(bytes);
	for (let from = 0; from < size; from += largestChunk) yield cut(bytes, from, Math.min(size, from + largestChunk));
}

function mostBytes(piece: Piece): number {
	if (typeof piece === 'string') return piece.length * widest;
	return isStored(piece) ? piece.to - piece.from : piece.length;
}

/** Tells how many bytes it was. */
function put(piece: Piece, reader: StoredReader, into: Buffer, at: number): number {
	if (typeof piece === 'string') return into.write(piece, at, 'utf8');
	if (isStored(piece)) reader.read(piece, into, at);
	else into.set(piece, at);
	return mostBytes(piece);
}
