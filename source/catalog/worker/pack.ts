import type {Chunk} from '../fulltext/digest.ts';

export type Packed = {readonly chunks: readonly Chunk[]; readonly buffer: ArrayBuffer; readonly size: number};

/** All texts as bytes in one piece of memory, which can be handed to another thread without being copied. */
export function pack(chunks: readonly Chunk[]): Packed {
	const lengths = chunks.map(({texts}) =>
		texts.map(text => (typeof text === 'string' ? Buffer.byteLength(text) : text.length)),
	);
	const size = lengths.flat().reduce((sum, length) => sum + length, 0);
	const bytes = Buffer.from(new ArrayBuffer(size));
	let at = 0;
	const packed = chunks.map(({from, to, texts}, chunk) => ({
		from,
		to,
		texts: texts.map((text, column) => {
			const end = at + lengths[chunk]![column]!;
			const place = bytes.subarray(at, end);
			if (typeof text === 'string') place.write(text);
			else place.set(text);
			at = end;
			return new Uint8Array(bytes.buffer, place.byteOffset, place.length);
		}),
	}));
	return {chunks: packed, buffer: bytes.buffer as ArrayBuffer, size};
}
