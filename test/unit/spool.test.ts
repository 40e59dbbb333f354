import fs from 'node:fs';
import os from 'node:os';
import {expect, it} from 'vitest';
import {Spool} from '../../source/formats/spool.ts';
import {Random} from '../helpers/random.ts';

it('gives back what it was given, each roll in its order, whether it fits into memory or not', () => {
	const random = new Random(3);
	for (const largest of [100, 400_000]) {
		const spool = new Spool();
		const told: string[][] = [[], [], []];
		for (let round = 0; round < 120; round++) {
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

it('leaves nothing behind', () => {
	const files = () => fs.readdirSync(os.tmpdir()).filter(name => /^recollect-[A-Za-z0-9]{6}$/.test(name)).length;
	const before = files();
	const spool = new Spool();
	for (let at = 0; at < 100; at++) spool.add(0, spool.keep(Buffer.from('x'.repeat(100_000))));
	expect(files()).toBe(before);
	spool.close();
	expect(files()).toBe(before);
});
