import fs from 'node:fs';
import os from 'node:os';
import {expect, it, vi} from 'vitest';
import {isStored, Spool} from '../../source/formats/spool.ts';
import {Random} from '../helpers/random.ts';

it('gives back what it was given, each roll in its order, whether it fits into memory or not', () => {
	const random = new Random(3);
	for (const [largest, rounds] of [
		[100, 120],
		[5000, 2500],
		[400_000, 120],
	] as const) {
		const spool = new Spool();
		const told: string[][] = [[], [], []];
		for (let round = 0; round < rounds; round++) {
			const number = random.below(3);
			const text = random.pick(['a', 'é', '日本', '🚀']).repeat(random.below(largest));
			told[number]!.push(text);
			spool.add(number, random.below(3) === 0 ? text : spool.keep(Buffer.from(text)));
		}
		for (const [number, texts] of told.entries()) {
			const chunks: Buffer[] = [];
			// One is written over by the next.
			for (const chunk of spool.read(number)) chunks.push(Buffer.from(chunk));
			const read = Buffer.concat(chunks).toString('utf8');
			// Not `toBe`: nobody wants to see the difference of megabytes.
			expect(read === texts.join('')).toBe(true);
		}
		expect([...spool.read(7)]).toEqual([]);
		spool.close();
	}
});

it('reads what it needs and little more, in whatever order it was kept', () => {
	const spool = new Spool();
	const first = spool.keep(Buffer.alloc(5_000_000, 'x'));
	const kept = Array.from({length: 40}, () => spool.keep(Buffer.alloc(200_000, 'y')));
	for (const piece of kept.toReversed()) spool.add(0, piece);
	spool.add(0, first);
	const read = vi.spyOn(fs, 'readSync');
	const size = [...spool.read(0)].reduce((sum, chunk) => sum + chunk.length, 0);
	const bytes = read.mock.results.reduce((sum, {value}) => sum + (value as number), 0);
	read.mockRestore();
	spool.close();
	expect(size).toBe(13_000_000);
	expect(bytes).toBeLessThan(1.1 * size);
});

it('leaves nothing behind', () => {
	const files = () => fs.readdirSync(os.tmpdir()).filter(name => /^recollect-[A-Za-z0-9]{6}$/.test(name)).length;
	const before = files();
	const spool = new Spool();
	for (let at = 0; at < 100; at++) spool.add(0, spool.keep(Buffer.from('x'.repeat(100_000))));
	expect(files()).toBe(before);
	spool.close();
	expect(files()).toBe(before);
});

it('gives back the room of what was read while the rest is still to be read', () => {
	const spool = new Spool();
	const kept = Array.from({length: 60}, () => spool.keep(Buffer.alloc(400_000, 'z')));
	for (const piece of kept) spool.add(0, piece);
	const files = [...new Set(kept.filter(isStored).map(({file}) => file))];
	const stored = () => files.reduce((sum, file) => sum + fs.fstatSync(file).size, 0);
	const before = stored();
	let read = 0;
	let mostOfBoth = 0;
	for (const chunk of spool.read(0)) {
		read += chunk.length;
		mostOfBoth = Math.max(mostOfBoth, stored() + read);
	}
	expect(before).toBeGreaterThan(19_000_000);
	expect(stored()).toBe(0);
	spool.close();
	expect(read).toBe(24_000_000);
	// The document and what it is made of, together: little more than the document.
	expect(mostOfBoth).toBeLessThan(read + 8_000_000);
});
