import {expect, it} from 'vitest';
import {pack} from '../../source/catalog/worker/pack.ts';

it('puts all texts into one piece of memory, each of which can be read again', () => {
	const texts = ['', 'plain', 'naïve 検索 🦜', '\uD800 alone', 'x'.repeat(10_000)];
	const chunks = [
		{from: 0, to: 5, texts},
		{from: 5, to: 9, texts: [...texts].reverse()},
	];
	const {chunks: packed, buffer, size} = pack(chunks);
	expect(buffer.byteLength).toBe(size);
	expect(packed.map(({from, to}) => [from, to])).toEqual([
		[0, 5],
		[5, 9],
	]);
	for (const [at, chunk] of packed.entries()) {
		const read = chunk.texts.map(text => Buffer.from(text as Uint8Array).toString());
		expect(read).toEqual(chunks[at]!.texts.map(text => Buffer.from(text).toString()));
		for (const text of chunk.texts) expect((text as Uint8Array).buffer).toBe(buffer);
	}
	expect(pack([])).toMatchObject({chunks: [], size: 0});
});
