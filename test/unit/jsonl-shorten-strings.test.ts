import {describe, expect, it} from 'vitest';
import {keptStringBytes, StringShortener} from '../../source/adapters/jsonl/shorten-strings.ts';
import {cutUp, Random} from '../helpers/random.ts';

function shorten(chunks: readonly Buffer[]) {
	const shortener = new StringShortener();
	for (const chunk of chunks) shortener.push(chunk);
	return shortener.finish();
}

function shortened(json: string): string {
	return shorten([Buffer.from(json)])!.bytes.toString('utf8');
}

const letters = ['a', 'é', '漢', '😀', '\\n', '\\"', '\\\\', '\\u00e9', '\\ud83d\\ude00', '{', '}', '['];

describe('a line with long strings', () => {
	it('still is JSON, with the short strings untouched and the long ones cut', () => {
		const random = new Random(3);
		for (let round = 0; round < 60; round++) {
			const piece = random.pick(letters);
			const long =
				random.text(letters, 40) + piece.repeat(Math.ceil((keptStringBytes + random.below(2000)) / piece.length));
			const short = random.text(letters, 60);
			const json = `{"short":"${short}","long":"${long}","list":["${short}",{"${short}":null}]}`;
			const value = JSON.parse(shortened(json));
			const whole = JSON.parse(json);
			expect(value.short).toBe(whole.short);
			expect(value.list).toEqual(whole.list);
			expect(Buffer.byteLength(value.long)).toBeLessThanOrEqual(keptStringBytes + 4);
			// An escaped pair of surrogates may be cut in the middle; nothing else may.
			expect(whole.long.startsWith(value.long) || value.long.endsWith('{')).toBe(true);
		}
	});

	it.each(['\\u00e9', '\\n', 'é', '漢', '😀', '\\ud83d\\ude00'])('is never cut inside of %s', character => {
		for (let shift = 0; shift < 12; shift++) {
			const json = `["${'.'.repeat(shift)}${character.repeat(keptStringBytes / 2)}"]`;
			expect(() => JSON.parse(shortened(json)), `${shift} before`).not.toThrow();
			expect(shortened(json)).not.toContain('\uFFFD');
		}
	});

	it('is shortened the same however it arrives, and says exactly where', () => {
		const random = new Random(11);
		for (let round = 0; round < 30; round++) {
			const strings = Array.from({length: 3}, () => random.pick(letters).repeat(random.below(keptStringBytes)));
			const bytes = Buffer.from(JSON.stringify(strings));
			const {bytes: result, cuts} = shorten([bytes])!;
			const again = shorten(cutUp(bytes, random))!;
			expect(again.bytes.equals(result)).toBe(true);
			expect(again.cuts).toEqual(cuts);
			// Put back together from what is left and what was cut, it is the line again.
			const parts: Buffer[] = [];
			let from = 0;
			let size = 0;
			for (const cut of cuts) {
				parts.push(result.subarray(from, cut.at));
				size += cut.at - from;
				parts.push(bytes.subarray(size, size + cut.bytes));
				size += cut.bytes;
				from = cut.at;
			}
			expect(Buffer.concat([...parts, result.subarray(from)]).equals(bytes)).toBe(true);
		}
	});

	it('keeps the beginning of a record that follows a string a crash cut off', () => {
		const json = `{"text":"${'x'.repeat(2 * keptStringBytes)}{"type":"user"}`;
		expect(shortened(json)).toBe(`{"text":"${'x'.repeat(keptStringBytes)}{"type":"user"}`);
	});

	it('is cut even where no byte of it begins a character', () => {
		const bytes = Buffer.concat([Buffer.from('["'), Buffer.alloc(3 * keptStringBytes, 0x80), Buffer.from('"]')]);
		expect(shorten([bytes])!.bytes.length).toBeLessThan(keptStringBytes + 16);
	});

	it('is given up when there is too much beside its strings', () => {
		expect(shorten(Array.from({length: 40}, () => Buffer.alloc(1024 * 1024, '1')))).toBeUndefined();
	});
});
