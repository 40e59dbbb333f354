import path from 'node:path';
import {expect, test} from 'vitest';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import {Library} from '../../source/catalog/library.ts';
import {formatIds} from '../../source/formats/format.ts';

const demo = path.join(import.meta.dirname, '..', '..', 'fixtures', 'demo');

test.each(formatIds)('%s: the bar is at its end when all is written, and not before', async format => {
	const library = new Library({homes: [demo]});
	const ref = (await library.scan()).sessions.find(({id}) => id.startsWith('ad5cd0c1'))!;
	const shares: number[] = [];
	const {pieces} = await prepareExport(library, ref, {
		choice: {format, isRedacted: true, hidesHome: false},
		onProgress: (done, total) => shares.push(done / total),
	});
	expect(Math.max(0, ...shares)).toBeLessThanOrEqual(0.5);
	for await (const _ of pieces);
	library.close();
	expect(shares).toEqual(shares.toSorted((a, b) => a - b));
	expect(shares.at(-1)).toBeGreaterThan(0.95);
	expect(shares.at(-1)).toBeLessThanOrEqual(1);
	// Told while it is written, and not only at its end; a short session is one piece.
	expect(new Set(shares.filter(share => share > 0.5)).size).toBeGreaterThan(0);
});
